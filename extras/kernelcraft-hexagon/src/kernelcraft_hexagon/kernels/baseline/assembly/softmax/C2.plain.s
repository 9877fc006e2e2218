// softmax.plain.c for rows = 4, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(#0,##536871552)
		r2 = #-128
		r29 = add(r29,#-8)
	}
	{
		r3 = add(r0,#-633)
		memd(r29+#0) = r17:16
	}
	{
		r4 = add(r3,#-4)
		jump .LBB0_1
	}
	.p2align	4
.LBB0_16:
	{
		r1 = add(r1,#1)
		r3 = add(r3,#128)
		r4 = add(r4,#128)
	}
	{
		p0 = cmp.eq(r1,#4)
		if (p0.new) jumpr:nt r31
		if (p0.new) r29 = add(r29,#8)
		if (p0.new) r17:16 = memd(r29+#0)
	}
.LBB0_1:
	{
		loop0(.LBB0_2,#7)
		r5 = asl(r1,#7)
		r6 = memb(r3+#-7)
		r7 = memb(r3+#-6)
	}
	{
		r9 = max(r2,r6)
		r6 = add(r3,#16)
		r8 = memb(r3+#-5)
	}
	{
		r7 = max(r9,r7)
		r12 = memb(r3+#-4)
	}
	{
		r7 = max(r7,r8)
		r9 = memb(r3+#-3)
	}
	{
		r7 = max(r7,r12)
		r8 = memb(r3+#-2)
	}
	{
		r7 = max(r7,r9)
	}
	{
		r7 = max(r7,r8)
		r9 = memb(r3+#-1)
		r8 = memb(r3+#0)
	}
	{
		r7 = max(r7,r9)
		r9 = memb(r3+#1)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r3+#2)
	}
	{
		r7 = max(r7,r9)
		r9 = memb(r3+#3)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r3+#4)
	}
	{
		r7 = max(r7,r9)
		r9 = memb(r3+#5)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r3+#6)
	}
	{
		r9 = max(r7,r9)
		r17 = memb(r3+#7)
		r7 = memb(r3+#8)
	}
	{
		r8 = max(r9,r8)
	}
	{
		r8 = max(r8,r17)
	}
	.p2align	4
.LBB0_2:
	{
		r7 = max(r8,r7)
		r8 = memb(r6+#-7)
		r9 = memb(r6+#-6)
	}
	{
		r7 = max(r7,r8)
		r12 = memb(r6+#-5)
	}
	{
		r7 = max(r7,r9)
		r8 = memb(r6+#-4)
	}
	{
		r7 = max(r7,r12)
		r12 = ##powers+8
		r9 = memb(r6+#-3)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r6+#-2)
	}
	{
		r7 = max(r7,r9)
	}
	{
		r7 = max(r7,r8)
		r9 = memb(r6+#-1)
		r8 = memb(r6+#0)
	}
	{
		r7 = max(r7,r9)
		r9 = memb(r6+#1)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r6+#2)
	}
	{
		r7 = max(r7,r9)
		r9 = memb(r6+#3)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r6+#4)
	}
	{
		r7 = max(r7,r9)
		r9 = memb(r6+#5)
	}
	{
		r7 = max(r7,r8)
		r8 = memb(r6+#6)
	}
	{
		r9 = max(r7,r9)
		r6 = add(r6,#16)
		r13 = memb(r6+#7)
		r7 = memb(r6+#8)
	}
	{
		r8 = max(r9,r8)
		r9 = #0
	}
	{
		r8 = max(r8,r13)
		nop
	} :endloop0
	{
		r7 = max(r8,r7)
		r8 = add(r4,#8)
		r6 = memb(r4+#-3)
		r15 = memb(r4+#0)
	}
	{
		r6 = sub(r7,r6)
		r15 = sub(r7,r15)
		r13 = memb(r4+#-2)
		r28 = memb(r4+#1)
	}
	{
		r13 = sub(r7,r13)
		r28 = sub(r7,r28)
		r14 = memb(r4+#-1)
		r6 = memuh(r0+r6<<#1)
	}
	{
		loop0(.LBB0_4,#15)
		r14 = sub(r7,r14)
		r10 = memb(r4+#2)
		memh(r12+#-8) = r6
	}
	{
		r13 = memuh(r0+r13<<#1)
		memh(r12+#-6) = r13.new
	}
	{
		r13 += add(r9,r6)
		r6 = sub(r7,r10)
		r14 = memuh(r0+r14<<#1)
		memh(r12+#-4) = r14.new
	}
	{
		r15 = memuh(r0+r15<<#1)
		memh(r12+#-2) = r15.new
	}
	{
		r15 += add(r13,r14)
		r9 = memuh(r0+r28<<#1)
		memh(r12+#0) = r9.new
	}
	{
		r11 = memb(r4+#3)
		r13 = memuh(r0+r6<<#1)
	}
	{
		r13 += add(r15,r9)
		r14 = sub(r7,r11)
		r16 = memb(r4+#4)
		memh(r12+#2) = r13
	}
	{
		r6 = sub(r7,r16)
		r9 = add(r12,#16)
		r14 = memuh(r0+r14<<#1)
		memh(r12+#4) = r14.new
	}
	{
		r6 = memuh(r0+r6<<#1)
		memh(r12+#6) = r6.new
	}
	.p2align	4
.LBB0_4:
	{
		r6 += add(r13,r14)
		r12 = memb(r8+#-3)
		r14 = memb(r8+#0)
	}
	{
		r12 = sub(r7,r12)
		r14 = sub(r7,r14)
		r15 = memb(r8+#-2)
		r28 = memb(r8+#1)
	}
	{
		r15 = sub(r7,r15)
		r28 = sub(r7,r28)
		r13 = memb(r8+#-1)
		r12 = memuh(r0+r12<<#1)
	}
	{
		r13 = sub(r7,r13)
		r10 = memb(r8+#2)
		memh(r9+#-8) = r12
	}
	{
		r10 = sub(r7,r10)
		r15 = memuh(r0+r15<<#1)
		memh(r9+#-6) = r15.new
	}
	{
		r15 += add(r6,r12)
		r13 = memuh(r0+r13<<#1)
		memh(r9+#-4) = r13.new
	}
	{
		r17 = memuh(r0+r14<<#1)
		memh(r9+#-2) = r17.new
	}
	{
		r17 += add(r15,r13)
		r11 = memb(r8+#3)
		r6 = memuh(r0+r28<<#1)
	}
	{
		r14 = sub(r7,r11)
		r8 = add(r8,#8)
		r16 = memb(r8+#4)
		memh(r9+#0) = r6
	}
	{
		r12 = sub(r7,r16)
		r13 = memuh(r0+r10<<#1)
		memh(r9+#2) = r13.new
	}
	{
		r13 += add(r17,r6)
		r14 = memuh(r0+r14<<#1)
		memh(r9+#4) = r14.new
	}
	{
		r9 = add(r9,#16)
		r6 = memuh(r0+r12<<#1)
		memh(r9+#6) = r6.new
	} :endloop0
	{
		r6 += add(r13,r14)
		r5 = add(r5,##536872192)
		r9 = #0
	}
	{
		loop1(.LBB0_6,#128)
		r7 = asl(r6,#1)
	}
	{
		r8 = cl0(r7)
	}
	{
		r12 = add(r8,#1)
		jump .LBB0_6
	}
	.p2align	4
.LBB0_14:
	{
		r14 = xor(r28,r2)
	}
.LBB0_15:
	{
		r9 = add(r9,#1)
		nop
		memb(r5+r9<<#0) = r14
	} :endloop1
	{
		jump .LBB0_16
	}
.LBB0_6:
	{
		r15 = r6
		r14 = #128
		r13 = memuh(r9<<#1+##powers)
	}
	{
		r15 += mpyi(r13,##510)
		if (cmp.gtu(r7,r15.new)) jump:t .LBB0_15
	}
	{
		r28 = cl0(r15)
	}
	{
		r13 = sub(r8,r28)
		if (!cmp.gt(r13.new,#-1)) jump:nt .LBB0_15
	}
	{
		r10 = sub(r12,r28)
		p0 = cmp.gtu(r13,#6)
		r28 = #0
	}
	{
		r14 = and(r10,#7)
		if (!p0) jump:nt .LBB0_12
	}
	{
		r28 = and(r10,#-8)
	}
	{
		r10 = lsr(r28,#3)
		r28 = #0
	}
	{
		loop0(.LBB0_10,r10)
	}
	.p2align	4
.LBB0_10:
	{
		r10 = asl(r7,r13)
		r28 = asl(r28,#2)
		r16 = add(r13,#-1)
	}
	{
		r11 = setbit(r28,#1)
		r17 = asl(r7,r16)
		p0 = cmp.gtu(r10,r15)
		r10 = sub(r15,r10)
	}
	{
		r15 = minu(r15,r10)
		if (!p0) r28 = add(r11,#0)
		r16 = add(r13,#-2)
	}
	{
		r11 = setbit(r28,#0)
		p0 = cmp.gtu(r17,r15)
		r10 = sub(r15,r17)
	}
	{
		r15 = minu(r15,r10)
		r10 = asl(r7,r16)
		if (!p0) r28 = add(r11,#0)
		r16 = add(r13,#-3)
	}
	{
		r28 = asl(r28,#2)
		r17 = asl(r7,r16)
		p0 = cmp.gtu(r10,r15)
		r10 = sub(r15,r10)
	}
	{
		r15 = minu(r15,r10)
		r11 = setbit(r28,#1)
		r16 = add(r13,#-4)
	}
	{
		if (!p0) r28 = add(r11,#0)
		p0 = cmp.gtu(r17,r15)
		r10 = sub(r15,r17)
	}
	{
		r15 = minu(r15,r10)
		r11 = setbit(r28,#0)
	}
	{
		r10 = asl(r7,r16)
		if (!p0) r28 = add(r11,#0)
		r16 = add(r13,#-5)
	}
	{
		r28 = asl(r28,#2)
		r17 = asl(r7,r16)
		p0 = cmp.gtu(r10,r15)
		r10 = sub(r15,r10)
	}
	{
		r15 = minu(r15,r10)
		r11 = setbit(r28,#1)
		r16 = add(r13,#-6)
	}
	{
		if (!p0) r28 = add(r11,#0)
		p0 = cmp.gtu(r17,r15)
		r10 = sub(r15,r17)
	}
	{
		r15 = minu(r15,r10)
		r11 = setbit(r28,#0)
	}
	{
		r10 = asl(r7,r16)
		if (!p0) r28 = add(r11,#0)
		r16 = add(r13,#-7)
		r13 = add(r13,#-8)
	}
	{
		r28 = asl(r28,#2)
		r17 = asl(r7,r16)
		p0 = cmp.gtu(r10,r15)
		r10 = sub(r15,r10)
	}
	{
		r15 = minu(r15,r10)
		r11 = setbit(r28,#1)
	}
	{
		if (!p0) r28 = add(r11,#0)
		p0 = cmp.gtu(r17,r15)
		r10 = sub(r15,r17)
	}
	{
		r15 = minu(r15,r10)
		r11 = setbit(r28,#0)
	}
	{
		if (!p0) r28 = add(r11,#0)
		nop
	} :endloop0
	{
		p0 = cmp.eq(r14,#0)
		if (p0.new) jump:nt .LBB0_14
	}
.LBB0_12:
	{
		loop0(.LBB0_13,r14)
	}
	.p2align	5
.LBB0_13:
	{
		r14 = asl(r7,r13)
		r28 = asl(r28,#1)
		r13 = add(r13,#-1)
	}
	{
		r10 = setbit(r28,#0)
		p0 = cmp.gtu(r14,r15)
		r14 = sub(r15,r14)
	}
	{
		r15 = minu(r15,r14)
		if (!p0) r28 = add(r10,#0)
	} :endloop0
	{
		jump .LBB0_14
	}
.Lfunc_end0:
	.lcomm	powers,256,8
