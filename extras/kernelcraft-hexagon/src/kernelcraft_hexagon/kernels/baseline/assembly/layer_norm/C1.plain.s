// layer_norm.plain.c for rows = 4, width = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(##536870919,#0)
		r2 = ##32768
	}
	{
		r3 = ##1867083008
		r4 = ##1073741824
	}
	{
		r5 = #0
		r7:6 = combine(#122,##-133)
		r8 = #0
	}
	{
		r29 = add(r29,#-32)
	}
	{
		memd(r29+#24) = r17:16
		memd(r29+#16) = r19:18
	}
	{
		jump .LBB0_1
		memd(r29+#8) = r21:20
		memd(r29+#0) = r23:22
	}
	.p2align	4
.LBB0_13:
	{
		r1 = add(r1,#64)
		r8 = add(r8,#1)
		if (cmp.eq(r8.new,#4)) jump:nt ##.LBB0_14
	}
.LBB0_1:
	{
		r13 = asl(r8,#6)
		r9 = #0
		r12 = memb(r1+#-7)
		r17 = memb(r1+#0)
	}
	{
		loop0(.LBB0_2,#3)
		r14 = memb(r1+#-6)
		r18 = memb(r1+#1)
	}
	{
		r9 += mpyi(r12,r12)
		r15 = memb(r1+#-5)
		r19 = memb(r1+#2)
	}
	{
		r9 += mpyi(r14,r14)
		r14 += add(r0,r12)
		r28 = memb(r1+#-4)
		r12 = memb(r1+#3)
	}
	{
		r9 += mpyi(r15,r15)
		r10 = memb(r1+#-3)
		r20 = memb(r1+#4)
	}
	{
		r9 += mpyi(r28,r28)
		r28 += add(r14,r15)
		r11 = memb(r1+#-2)
		r22 = memb(r1+#5)
	}
	{
		r9 += mpyi(r10,r10)
		r16 = memb(r1+#-1)
		r23 = memb(r1+#6)
	}
	{
		r9 += mpyi(r11,r11)
		r11 += add(r28,r10)
		r28 = memb(r1+#8)
		r15 = memb(r1+#7)
	}
	{
		r9 += mpyi(r16,r16)
		r14 = r28
	}
	{
		r9 += mpyi(r17,r17)
		r17 += add(r11,r16)
	}
	{
		r9 += mpyi(r18,r18)
	}
	{
		r9 += mpyi(r19,r19)
		r19 += add(r17,r18)
	}
	{
		r9 += mpyi(r12,r12)
	}
	{
		r9 += mpyi(r20,r20)
		r20 += add(r19,r12)
		r12 = add(r1,#16)
	}
	{
		r9 += mpyi(r22,r22)
	}
	{
		r9 += mpyi(r23,r23)
		r23 += add(r20,r22)
	}
	{
		r14 += add(r23,r15)
	}
	.p2align	4
.LBB0_2:
	{
		r9 += mpyi(r15,r15)
		r15 = memb(r12+#-7)
		r19 = memb(r12+#0)
	}
	{
		r9 += mpyi(r28,r28)
		r10 = memb(r12+#-6)
		r20 = memb(r12+#1)
	}
	{
		r9 += mpyi(r15,r15)
		r28 = memb(r12+#-5)
		r21 = memb(r12+#2)
	}
	{
		r9 += mpyi(r10,r10)
		r10 += add(r14,r15)
		r11 = memb(r12+#-4)
		r14 = memb(r12+#3)
	}
	{
		r9 += mpyi(r28,r28)
		r16 = memb(r12+#-3)
		r15 = memb(r12+#4)
	}
	{
		r9 += mpyi(r11,r11)
		r11 += add(r10,r28)
		r17 = memb(r12+#-2)
		r22 = memb(r12+#5)
	}
	{
		r9 += mpyi(r16,r16)
		r18 = memb(r12+#-1)
		r23 = memb(r12+#6)
	}
	{
		r9 += mpyi(r17,r17)
		r17 += add(r11,r16)
		r28 = memb(r12+#8)
	}
	{
		r9 += mpyi(r18,r18)
	}
	{
		r9 += mpyi(r19,r19)
		r19 += add(r17,r18)
	}
	{
		r9 += mpyi(r20,r20)
	}
	{
		r9 += mpyi(r21,r21)
		r21 += add(r19,r20)
	}
	{
		r9 += mpyi(r14,r14)
	}
	{
		r9 += mpyi(r15,r15)
		r15 += add(r21,r14)
		r14 = r28
	}
	{
		r9 += mpyi(r22,r22)
	}
	{
		r9 += mpyi(r23,r23)
		r23 += add(r15,r22)
		r12 = add(r12,#16)
		r15 = memb(r12+#7)
	}
	{
		r14 += add(r23,r15)
		nop
	} :endloop0
	{
		r9 += mpyi(r15,r15)
		r12 = mpyi(r14,r14)
		r10 = add(r13,##536870912)
	}
	{
		r9 += mpyi(r28,r28)
		r13 = add(r13,##536871936)
		r11 = #0
	}
	{
		loop1(##.LBB0_4,#64)
		r9 = asl(r9,#6)
	}
	{
		r15 = add(r9,sub(##1024,r12))
		r9 = asl(r14,#10)
	}
	{
		r12 = lsr(r15,#30)
	}
	{
		p0 = cmp.eq(r12,#0)
	}
	{
		r12 = mux(p0,#0,r2)
	}
	{
		r14 = setbit(r12,#14)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#13)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#12)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#11)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#10)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#9)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#8)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#7)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#6)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#5)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#4)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#3)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#2)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#1)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r14 = setbit(r12,#0)
	}
	{
		r28 = mpyi(r14,r14)
	}
	{
		p0 = cmp.gtu(r28,r15)
		if (!p0.new) r12 = add(r14,#0)
	}
	{
		r15 = cl0(r12)
		r14 = extractu(r12,#15,#1)
	}
	{
		r28 = add(r15,#1)
		jump .LBB0_4
	}
	.p2align	4
.LBB0_12:
	{
		r17 = sub(#0,r19)
		p0 = cmp.gt(r16,#-1)
		r20 = memb(r11+##536871296)
	}
	{
		if (!p0) r19 = add(r17,#0)
		r18 = memw(r11<<#2+##536871552)
	}
	{
		r18 += mpyi(r19,r20)
	}
	{
		r16 = asr(r18,#31)
	}
	{
		r21:20 = mpyu(r18,r3)
	}
	{
		r21 += mpyi(r3,r16)
	}
	{
		r17:16 = add(r21:20,r5:4)
	}
	{
		r19:18 = lsr(r17:16,#31)
	}
	{
		r19 = extractu(r17,#1,#9)
	}
	{
		r19 += asr(r18,#11)
	}
	{
		r16 = max(r19,r6)
	}
	{
		r16 = min(r16,r7)
	}
	{
		r16 = add(r16,#5)
		r11 = add(r11,#1)
		memb(r13+r11<<#0) = r16.new
	} :endloop1
	{
		jump .LBB0_13
	}
.LBB0_4:
	{
		r19 = #0
		r16 = memb(r10+r11<<#0)
	}
	{
		r16 = aslh(r16)
	}
	{
		r16 = sub(r16,r9)
	}
	{
		r17 = abs(r16)
	}
	{
		r20 = add(r17,r14)
		if (cmp.gtu(r12,r20.new)) jump:t .LBB0_12
	}
	{
		r18 = cl0(r20)
	}
	{
		r17 = sub(r15,r18)
		if (!cmp.gt(r17.new,#-1)) jump:nt .LBB0_12
	}
	{
		r21 = sub(r28,r18)
		p0 = cmp.gtu(r17,#6)
	}
	{
		r18 = and(r21,#7)
		if (!p0) jump:nt .LBB0_10
	}
	{
		r19 = and(r21,#-8)
	}
	{
		r21 = lsr(r19,#3)
		r19 = #0
	}
	{
		loop0(.LBB0_8,r21)
	}
	.p2align	4
.LBB0_8:
	{
		r21 = asl(r12,r17)
		r19 = asl(r19,#2)
		r23 = add(r17,#-1)
	}
	{
		r22 = setbit(r19,#1)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		r21 = asl(r12,r23)
		if (!p0) r19 = add(r22,#0)
		r23 = add(r17,#-3)
	}
	{
		r22 = setbit(r19,#0)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		if (!p0) r19 = add(r22,#0)
		r21 = add(r17,#-2)
	}
	{
		r21 = asl(r12,r21)
		r19 = asl(r19,#2)
	}
	{
		r22 = setbit(r19,#1)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		r21 = asl(r12,r23)
		if (!p0) r19 = add(r22,#0)
		r23 = add(r17,#-5)
	}
	{
		r22 = setbit(r19,#0)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		if (!p0) r19 = add(r22,#0)
		r21 = add(r17,#-4)
	}
	{
		r21 = asl(r12,r21)
		r19 = asl(r19,#2)
	}
	{
		r22 = setbit(r19,#1)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		r21 = asl(r12,r23)
		if (!p0) r19 = add(r22,#0)
		r23 = add(r17,#-7)
	}
	{
		r22 = setbit(r19,#0)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		if (!p0) r19 = add(r22,#0)
		r21 = add(r17,#-6)
		r17 = add(r17,#-8)
	}
	{
		r21 = asl(r12,r21)
		r19 = asl(r19,#2)
	}
	{
		r22 = setbit(r19,#1)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		r21 = asl(r12,r23)
		if (!p0) r19 = add(r22,#0)
	}
	{
		r22 = setbit(r19,#0)
		p0 = cmp.gtu(r21,r20)
		r21 = sub(r20,r21)
	}
	{
		r20 = minu(r20,r21)
		if (!p0) r19 = add(r22,#0)
	} :endloop0
	{
		p0 = cmp.eq(r18,#0); if (p0.new) jump:nt .LBB0_12
	}
.LBB0_10:
	{
		loop0(.LBB0_11,r18)
	}
	.p2align	5
.LBB0_11:
	{
		r18 = asl(r12,r17)
		r19 = asl(r19,#1)
		r17 = add(r17,#-1)
	}
	{
		r21 = setbit(r19,#0)
		p0 = cmp.gtu(r18,r20)
		r18 = sub(r20,r18)
	}
	{
		r20 = minu(r20,r18)
		if (!p0) r19 = add(r21,#0)
	} :endloop0
	{
		jump .LBB0_12
	}
.LBB0_14:
	{
		r17:16 = memd(r29+#24)
		r19:18 = memd(r29+#16)
	}
	{
		r29 = add(r29,#32)
		jumpr r31
		r21:20 = memd(r29+#8)
		r23:22 = memd(r29+#0)
	}
.Lfunc_end0:
