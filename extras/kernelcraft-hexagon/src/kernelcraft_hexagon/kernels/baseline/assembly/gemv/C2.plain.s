// gemv.plain.c for M = 64, N = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(##536870919,#0)
		r2 = ##1073741824
	}
	{
		r3 = #0
		r4 = #-122
		r5 = #133
		r29 = add(r29,#-40)
	}
	{
		loop1(.LBB0_1,#64)
		memd(r29+#32) = r17:16
		memd(r29+#24) = r19:18
	}
	{
		memd(r29+#16) = r21:20
		memd(r29+#8) = r23:22
	}
	{
		memd(r29+#0) = r25:24
	}
	.p2align	4
.LBB0_1:
	{
		loop0(.LBB0_2,#7)
		r7:6 = combine(##536879239,#0)
		r8 = memb(r1+#-7)
	}
	{
		r10 = memb(r1+#8)
		r9 = memb(r7+#-7)
	}
	{
		r12 = memb(r1+#-6)
		r13 = memb(r7+#-6)
	}
	{
		r6 += mpyi(r9,r8)
		r14 = memb(r1+#-5)
		r8 = memb(r7+#-5)
	}
	{
		r6 += mpyi(r13,r12)
		r9 = memb(r1+#-4)
		r12 = memb(r7+#-4)
	}
	{
		r6 += mpyi(r8,r14)
		r13 = memb(r1+#-3)
		r8 = memb(r7+#-3)
	}
	{
		r6 += mpyi(r12,r9)
		r14 = memb(r1+#-2)
		r9 = memb(r7+#-2)
	}
	{
		r6 += mpyi(r8,r13)
		r12 = memb(r1+#-1)
		r8 = memb(r7+#-1)
	}
	{
		r6 += mpyi(r9,r14)
		r13 = memb(r1+#0)
		r9 = memb(r7+#0)
	}
	{
		r6 += mpyi(r8,r12)
		r20 = memb(r1+#1)
		r8 = memb(r7+#1)
	}
	{
		r6 += mpyi(r9,r13)
		r21 = memb(r1+#2)
		r22 = memb(r7+#2)
	}
	{
		r6 += mpyi(r8,r20)
		r28 = memb(r1+#3)
		r19 = memb(r7+#3)
	}
	{
		r6 += mpyi(r22,r21)
		r8 = add(r7,#16)
		r14 = memb(r1+#4)
		r18 = memb(r7+#4)
	}
	{
		r13 = memb(r1+#5)
		r17 = memb(r7+#5)
	}
	{
		r9 = memb(r1+#6)
		r11 = memb(r7+#6)
	}
	{
		r16 = memb(r1+#7)
		r15 = memb(r7+#7)
	}
	{
		r7 = add(r1,#16)
		r12 = memb(r7+#8)
	}
	.p2align	4
.LBB0_2:
	{
		r6 += mpyi(r19,r28)
		r19 = memb(r8+#-1)
		r20 = memb(r8+#0)
	}
	{
		r6 += mpyi(r18,r14)
		r21 = memb(r8+#-3)
		r22 = memb(r8+#-2)
	}
	{
		r6 += mpyi(r17,r13)
		r17 = memb(r7+#0)
		r14 = memb(r8+#-5)
	}
	{
		r6 += mpyi(r11,r9)
		r9 = memb(r7+#-6)
		r18 = memb(r8+#-4)
	}
	{
		r6 += mpyi(r15,r16)
		r11 = memb(r7+#-7)
		r13 = memb(r8+#-7)
	}
	{
		r6 += mpyi(r12,r10)
		r15 = memb(r7+#-5)
		r28 = memb(r8+#-6)
	}
	{
		r6 += mpyi(r13,r11)
		r16 = memb(r7+#-4)
		r12 = memb(r7+#-3)
	}
	{
		r6 += mpyi(r28,r9)
		r23 = memb(r7+#1)
		r10 = memb(r7+#-2)
	}
	{
		r6 += mpyi(r14,r15)
		r24 = memb(r7+#2)
		r11 = memb(r7+#-1)
	}
	{
		r6 += mpyi(r18,r16)
		r28 = memb(r7+#3)
		r14 = memb(r7+#4)
	}
	{
		r6 += mpyi(r21,r12)
		r21 = memb(r8+#1)
		r13 = memb(r7+#5)
	}
	{
		r6 += mpyi(r22,r10)
		r22 = memb(r8+#2)
		r9 = memb(r7+#6)
	}
	{
		r6 += mpyi(r19,r11)
		r15 = memb(r8+#7)
		r12 = memb(r8+#8)
	}
	{
		r6 += mpyi(r20,r17)
		r19 = memb(r8+#3)
		r16 = memb(r7+#7)
	}
	{
		r6 += mpyi(r21,r23)
		r7 = add(r7,#16)
		r11 = memb(r8+#6)
		r10 = memb(r7+#8)
	}
	{
		r6 += mpyi(r22,r24)
		r8 = add(r8,#16)
		r18 = memb(r8+#4)
		r17 = memb(r8+#5)
	} :endloop0
	{
		r6 += mpyi(r19,r28)
		r23:22 = combine(r3,r2)
		r8 = memw(r0<<#2+##536879488)
	}
	{
		r6 += mpyi(r18,r14)
		r7 = memw(r0<<#2+##536879872)
	}
	{
		r6 += mpyi(r17,r13)
		r25 = add(r7,#-1)
		p0 = cmp.eq(r7,#0)
		r1 = add(r1,#128)
	}
	{
		r6 += mpyi(r11,r9)
		r9 = #1
	}
	{
		r6 += mpyi(r15,r16)
	}
	{
		r6 += mpyi(r12,r10)
	}
	{
		r23:22 += mpy(r8,r6)
	}
	{
		r13:12 = lsr(r23:22,#31)
	}
	{
		r9 &= lsr(r12,r25)
	}
	{
		r9 += asr(r12,r7)
	}
	{
		if (p0) r9 = add(r12,#0)
	}
	{
		r6 = max(r9,r4)
	}
	{
		r6 = min(r6,r5)
	}
	{
		r6 = add(r6,#-6)
		r0 = add(r0,#1)
		memb(r0+##536880256) = r6.new
	} :endloop1
	{
		r17:16 = memd(r29+#32)
		r19:18 = memd(r29+#24)
	}
	{
		r21:20 = memd(r29+#16)
		r23:22 = memd(r29+#8)
	}
	{
		r29 = add(r29,#40)
		jumpr r31
		r25:24 = memd(r29+#0)
	}
.Lfunc_end0:
