// conv2d.plain.c for H = 8, c_in = 8, c_out = 32, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r29 = add(r29,#-176)
		r1:0 = combine(#0,##536870912)
	}
	{
		r3 = #0
		r2 = ##1073741824
		r7 = add(r29,#0)
	}
	{
		r5:4 = combine(#123,##-132)
		r8 = add(r0,#3840)
		memd(r29+#168) = r17:16
	}
	{
		r6 = add(r7,#32)
		r7 = add(r7,#8)
		memd(r29+#160) = r19:18
		memd(r29+#152) = r21:20
	}
	{
		memd(r29+#144) = r23:22
		memd(r29+#136) = r25:24
	}
	{
		jump .LBB0_1
		memd(r29+#128) = r27:26
	}
	.p2align	4
.LBB0_25:
	{
		r1 = add(r1,#1)
		if (cmp.eq(r1.new,#8)) jump:nt ##.LBB0_26
	}
.LBB0_1:
	{
		r9 = add(r8,#3)
		r14 = #0
		jump .LBB0_2
	}
	.p2align	4
.LBB0_24:
	{
		p0 = cmp.eq(r12,#8)
		r8 = add(r8,#32)
		r9 = add(r9,#32)
		r14 = r12
	}
	{
		if (p0) jump:nt .LBB0_25
	}
.LBB0_2:
	{
		loop0(.LBB0_3,#2)
		r12 = add(r0,#3104)
		r13 = r6
	}
	.p2align	4
.LBB0_3:
	{
		r15 = memw(r12+#-32)
		memw(r13+#-32) = r15.new
	}
	{
		r15 = memw(r12+#-28)
		memw(r13+#-28) = r15.new
	}
	{
		r15 = memw(r12+#-24)
		memw(r13+#-24) = r15.new
	}
	{
		r15 = memw(r12+#-20)
		memw(r13+#-20) = r15.new
	}
	{
		r15 = memw(r12+#-16)
		memw(r13+#-16) = r15.new
	}
	{
		r15 = memw(r12+#-12)
		memw(r13+#-12) = r15.new
	}
	{
		r15 = memw(r12+#-8)
		memw(r13+#-8) = r15.new
	}
	{
		r15 = memw(r12+#-4)
		memw(r13+#-4) = r15.new
	}
	{
		r15 = memw(r12+#0)
		memw(r13+#0) = r15.new
	}
	{
		r15 = memw(r12+#4)
		memw(r13+#4) = r15.new
	}
	{
		r15 = memw(r12+#8)
		memw(r13+#8) = r15.new
	}
	{
		r15 = memw(r12+#12)
		memw(r13+#12) = r15.new
	}
	{
		r15 = memw(r12+#16)
		memw(r13+#16) = r15.new
	}
	{
		r15 = memw(r12+#20)
		memw(r13+#20) = r15.new
	}
	{
		r15 = memw(r12+#24)
		memw(r13+#24) = r15.new
	}
	{
		r12 = add(r12,#64)
		r13 = add(r13,#64)
		r15 = memw(r12+#28)
		memw(r13+#28) = r15.new
	} :endloop0
	{
		r14 = asl(r14,#3)
		p0 = cmp.gtu(r14,#6)
		r12 = add(r14,#1)
		r13 = add(r14,#-1)
	}
	{
		r15 = #0
		r28 = add(r0,#647)
		r10 = add(r0,#911)
		r11 = add(r0,#1167)
	}
	{
		r16 = asl(r12,#3)
		p0 = not(p0)
	}
	.p2align	4
.LBB0_5:
	{
		loop1(.LBB0_6,#8)
		r17 = add(r15,r1)
		r18 = ##536870912
	}
	{
		r18 += asl(r17,#6)
		r19 = add(r17,#-1)
	}
	{
		r20 = maxu(r19,r13)
		r17 = add(r18,r14)
	}
	{
		p1 = cmp.gtu(r20,#7)
		r21:20 = combine(#0,r28)
	}
	{
		p1 = not(p1)
	}
	.p2align	4
.LBB0_6:
	{
		loop0(.LBB0_7,#2)
		r22 = #-20
		r23 = r6
		r24 = r20
	}
	{
		if (p1) r22 = add(r17,r21)
	}
	{
		if (p1) r22 = memb(r22+##-72)
	}
	.p2align	4
.LBB0_7:
	{
		r26 = add(r23,#-32)
		r25 = memb(r24+#-7)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-28)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#-6)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-24)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#-5)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-20)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#-4)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-16)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#-3)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-12)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#-2)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-8)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#-1)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r26 = add(r23,#-4)
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#0)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r26+#0) += r25
	}
	{
		r25 = memb(r24+#1)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#0) += r25
	}
	{
		r25 = memb(r24+#2)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#4) += r25
	}
	{
		r25 = memb(r24+#3)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#8) += r25
	}
	{
		r25 = memb(r24+#4)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#12) += r25
	}
	{
		r25 = memb(r24+#5)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#16) += r25
	}
	{
		r25 = memb(r24+#6)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#20) += r25
	}
	{
		r25 = memb(r24+#7)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		memw(r23+#24) += r25
	}
	{
		r24 = add(r24,#16)
		r25 = memb(r24+#8)
	}
	{
		r25 = mpyi(r22,r25)
	}
	{
		r23 = add(r23,#64)
		memw(r23+#28) += r25
	} :endloop0
	{
		nop
		nop
		r20 = add(r20,#32)
		r21 = add(r21,#1)
	} :endloop1
	{
		p1 = cmp.gtu(r19,#7)
		r20 = #0
		r19 = r10
	}
	.p2align	4
.LBB0_10:
	{
		r21 = #-20
		if (p1) jump:nt .LBB0_12
	}
	{
		r21 = r20
	}
	{
		r21 += add(r18,r16)
	}
	{
		r21 = memb(r21+#-72)
	}
.LBB0_12:
	{
		loop0(.LBB0_13,#2)
		r23:22 = combine(r19,r6)
	}
	.p2align	4
.LBB0_13:
	{
		r25 = add(r22,#-32)
		r27 = add(r22,#-28)
		r26 = add(r22,#-24)
		r24 = memb(r23+#-15)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r25+#0) += r24
	}
	{
		r24 = memb(r23+#-14)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		r27 = add(r22,#-20)
		memw(r27+#0) += r24
	}
	{
		r24 = memb(r23+#-13)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		r26 = add(r22,#-16)
		memw(r26+#0) += r24
	}
	{
		r24 = memb(r23+#-12)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		r27 = add(r22,#-12)
		memw(r27+#0) += r24
	}
	{
		r24 = memb(r23+#-11)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		r26 = add(r22,#-8)
		memw(r26+#0) += r24
	}
	{
		r24 = memb(r23+#-10)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		r27 = add(r22,#-4)
		memw(r27+#0) += r24
	}
	{
		r24 = memb(r23+#-9)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r26+#0) += r24
	}
	{
		r24 = memb(r23+#-8)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r27+#0) += r24
	}
	{
		r24 = memb(r23+#-7)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#0) += r24
	}
	{
		r24 = memb(r23+#-6)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#4) += r24
	}
	{
		r24 = memb(r23+#-5)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#8) += r24
	}
	{
		r24 = memb(r23+#-4)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#12) += r24
	}
	{
		r24 = memb(r23+#-3)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#16) += r24
	}
	{
		r24 = memb(r23+#-2)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#20) += r24
	}
	{
		r24 = memb(r23+#-1)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		memw(r22+#24) += r24
	}
	{
		r23 = add(r23,#16)
		r24 = memb(r23+#0)
	}
	{
		r24 = mpyi(r21,r24)
	}
	{
		r22 = add(r22,#64)
		memw(r22+#28) += r24
	} :endloop0
	{
		r19 = add(r19,#32)
		r20 = add(r20,#1)
		if (!cmp.eq(r20.new,#8)) jump:t .LBB0_10
	}
	{
		p1 = not(p1)
		r19:18 = combine(r11,#0)
	}
	{
		p1 = and(p1,p0)
	}
	.p2align	4
.LBB0_16:
	{
		loop0(.LBB0_17,#2)
		r20 = #-20
		r21 = r6
		r22 = r19
	}
	{
		if (p1) r20 = add(r17,r18)
	}
	{
		if (p1) r20 = memb(r20+##-56)
	}
	.p2align	4
.LBB0_17:
	{
		r24 = add(r21,#-32)
		r27 = add(r21,#-28)
		r26 = add(r21,#-24)
		r23 = memb(r22+#-15)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r24+#0) += r23
	}
	{
		r23 = memb(r22+#-14)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		r27 = add(r21,#-20)
		memw(r27+#0) += r23
	}
	{
		r23 = memb(r22+#-13)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		r26 = add(r21,#-16)
		memw(r26+#0) += r23
	}
	{
		r23 = memb(r22+#-12)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		r27 = add(r21,#-12)
		memw(r27+#0) += r23
	}
	{
		r23 = memb(r22+#-11)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		r26 = add(r21,#-8)
		memw(r26+#0) += r23
	}
	{
		r23 = memb(r22+#-10)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		r27 = add(r21,#-4)
		memw(r27+#0) += r23
	}
	{
		r23 = memb(r22+#-9)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r26+#0) += r23
	}
	{
		r23 = memb(r22+#-8)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r27+#0) += r23
	}
	{
		r23 = memb(r22+#-7)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#0) += r23
	}
	{
		r23 = memb(r22+#-6)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#4) += r23
	}
	{
		r23 = memb(r22+#-5)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#8) += r23
	}
	{
		r23 = memb(r22+#-4)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#12) += r23
	}
	{
		r23 = memb(r22+#-3)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#16) += r23
	}
	{
		r23 = memb(r22+#-2)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#20) += r23
	}
	{
		r23 = memb(r22+#-1)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		memw(r21+#24) += r23
	}
	{
		r22 = add(r22,#16)
		r23 = memb(r22+#0)
	}
	{
		r23 = mpyi(r20,r23)
	}
	{
		r21 = add(r21,#64)
		memw(r21+#28) += r23
	} :endloop0
	{
		r19 = add(r19,#32)
		r18 = add(r18,#1)
		if (!cmp.eq(r18.new,#8)) jump:t .LBB0_16
	}
	{
		r28 = add(r28,#768)
		r10 = add(r10,#768)
		r11 = add(r11,#768)
		r17 = add(r0,#3336)
	}
	{
		r18 = add(r0,#3592)
		r15 = add(r15,#1)
		if (!cmp.eq(r15.new,#3)) jump:t ##.LBB0_5
	}
	{
		loop0(##.LBB0_21,#8)
		r13 = r7
		r14 = r9
	}
	{
		jump .LBB0_21
	}
	.p2align	4
.LBB0_23:
	{
		r15 = max(r10,r4)
		r23:22 = combine(r3,r2)
		r25:24 = combine(r3,r2)
		r27:26 = combine(r3,r2)
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#4)
		memb(r14+#-3) = r15.new
	}
	{
		r15 = memw(r13+#-4)
		r28 = memw(r17+#-4)
	}
	{
		r16 = memw(r18+#-4)
	}
	{
		r23:22 += mpy(r28,r15)
		r15 = add(r16,#-1)
		r28 = #1
		p0 = cmp.eq(r16,#0)
	}
	{
		r11:10 = lsr(r23:22,#31)
	}
	{
		r28 &= lsr(r10,r15)
	}
	{
		r28 += asr(r10,r16)
	}
	{
		if (p0) r28 = add(r10,#0)
	}
	{
		r15 = max(r28,r4)
		r28 = #1
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#4)
		memb(r14+#-2) = r15.new
	}
	{
		r15 = memw(r13+#0)
		r23 = memw(r17+#0)
	}
	{
		r16 = memw(r18+#0)
	}
	{
		r25:24 += mpy(r23,r15)
		r15 = add(r16,#-1)
		p0 = cmp.eq(r16,#0)
	}
	{
		r11:10 = lsr(r25:24,#31)
	}
	{
		r28 &= lsr(r10,r15)
	}
	{
		r28 += asr(r10,r16)
	}
	{
		if (p0) r28 = add(r10,#0)
	}
	{
		r15 = max(r28,r4)
		r28 = #1
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#4)
		memb(r14+#-1) = r15.new
	}
	{
		r13 = add(r13,#16)
		r17 = add(r17,#16)
		r15 = memw(r13+#4)
		r25 = memw(r17+#4)
	}
	{
		r18 = add(r18,#16)
		r16 = memw(r18+#4)
	}
	{
		r27:26 += mpy(r25,r15)
		r15 = add(r16,#-1)
		p0 = cmp.eq(r16,#0)
	}
	{
		r11:10 = lsr(r27:26,#31)
	}
	{
		r28 &= lsr(r10,r15)
	}
	{
		r28 += asr(r10,r16)
	}
	{
		if (p0) r28 = add(r10,#0)
	}
	{
		r15 = max(r28,r4)
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#4)
		memb(r14++#4) = r15.new
	} :endloop0
	{
		jump .LBB0_24
	}
.LBB0_21:
	{
		r21:20 = combine(r3,r2)
		r28 = memw(r13+#-8)
		r10 = memw(r17+#-8)
	}
	{
		r21:20 += mpy(r10,r28)
	}
	{
		r11:10 = lsr(r21:20,#31)
		r15 = memw(r18+#-8)
		if (cmp.eq(r15.new,#0)) jump:t .LBB0_23
	}
	{
		r28 = #1
		r11 = add(r15,#-1)
	}
	{
		r28 &= lsr(r10,r11)
	}
	{
		r28 += asr(r10,r15)
	}
	{
		r10 = r28
		jump .LBB0_23
	}
.LBB0_26:
	{
		r17:16 = memd(r29+#168)
		r19:18 = memd(r29+#160)
	}
	{
		r21:20 = memd(r29+#152)
		r23:22 = memd(r29+#144)
	}
	{
		r29 = add(r29,#176)
		jumpr r31
		r25:24 = memd(r29+#136)
		r27:26 = memd(r29+#128)
	}
.Lfunc_end0:
