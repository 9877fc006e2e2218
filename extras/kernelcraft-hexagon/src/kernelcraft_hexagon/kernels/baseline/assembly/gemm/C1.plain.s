// gemm.plain.c for M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r29 = add(r29,#-136)
		r1:0 = combine(#0,##536870912)
		v0 = vxor(v0,v0)
	}
	{
		r7 = add(r29,#0)
		r2 = ##1073741824
		r3 = #0
	}
	{
		r5:4 = combine(#118,##-137)
		r8 = add(r0,#2819)
		r6 = add(r7,#8)
	}
	{
		jump .LBB0_1
		r7 = add(r7,#32)
		memd(r29+#128) = r17:16
	}
	.p2align	4
.LBB0_9:
	{
		r1 = add(r1,#1)
		r8 = add(r8,#32)
	}
	{
		p0 = cmp.eq(r1,#32)
		if (p0.new) r29 = add(r29,##136)
		if (p0.new) r17:16 = memd(r29+#128)
	}
	{
		if (p0) jumpr:nt r31
	}
.LBB0_1:
	{
		r13 = ##536870912
		r14 = add(r0,#1159)
		r15 = #0
	}
	{
		loop1(.LBB0_2,#32)
		r13 += asl(r1,#5)
		vmemu(r29+#0) = v0
	}
	.p2align	4
.LBB0_2:
	{
		loop0(.LBB0_3,#2)
		r12 = r7
		r28 = r14
		r9 = memb(r13+r15<<#0)
	}
	.p2align	4
.LBB0_3:
	{
		r11 = add(r12,#-32)
		r17 = add(r12,#-28)
		r16 = add(r12,#-24)
		r10 = memb(r28+#-7)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r11+#0) += r10
	}
	{
		r10 = memb(r28+#-6)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		r17 = add(r12,#-20)
		memw(r17+#0) += r10
	}
	{
		r10 = memb(r28+#-5)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		r16 = add(r12,#-16)
		memw(r16+#0) += r10
	}
	{
		r10 = memb(r28+#-4)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		r17 = add(r12,#-12)
		memw(r17+#0) += r10
	}
	{
		r10 = memb(r28+#-3)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		r16 = add(r12,#-8)
		memw(r16+#0) += r10
	}
	{
		r10 = memb(r28+#-2)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		r17 = add(r12,#-4)
		memw(r17+#0) += r10
	}
	{
		r10 = memb(r28+#-1)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r16+#0) += r10
	}
	{
		r10 = memb(r28+#0)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r17+#0) += r10
	}
	{
		r10 = memb(r28+#1)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#0) += r10
	}
	{
		r10 = memb(r28+#2)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#4) += r10
	}
	{
		r10 = memb(r28+#3)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#8) += r10
	}
	{
		r10 = memb(r28+#4)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#12) += r10
	}
	{
		r10 = memb(r28+#5)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#16) += r10
	}
	{
		r10 = memb(r28+#6)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#20) += r10
	}
	{
		r10 = memb(r28+#7)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		memw(r12+#24) += r10
	}
	{
		r28 = add(r28,#16)
		r10 = memb(r28+#8)
	}
	{
		r10 = mpyi(r10,r9)
	}
	{
		r12 = add(r12,#64)
		memw(r12+#28) += r10
	} :endloop0
	{
		r15 = add(r15,#1)
		r14 = add(r14,#32)
		r9 = add(r0,#2312)
		r12 = add(r0,#2568)
	} :endloop1
	{
		loop0(##.LBB0_6,#8)
		r13 = r6
		r14 = r8
	}
	{
		jump .LBB0_6
	}
	.p2align	4
.LBB0_8:
	{
		r15 = max(r10,r4)
		r11:10 = combine(r3,r2)
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#9)
		memb(r14+#-3) = r15.new
	}
	{
		r15 = memw(r13+#-4)
		r28 = memw(r9+#-4)
	}
	{
		r16 = memw(r12+#-4)
	}
	{
		r11:10 += mpy(r28,r15)
		r15 = add(r16,#-1)
		r28 = #1
		p0 = cmp.eq(r16,#0)
	}
	{
		r11:10 = lsr(r11:10,#31)
	}
	{
		r28 &= lsr(r10,r15)
	}
	{
		r28 += asr(r10,r16)
	}
	{
		if (p0) r28 = add(r10,#0)
		r11:10 = combine(r3,r2)
	}
	{
		r15 = max(r28,r4)
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#9)
		memb(r14+#-2) = r15.new
	}
	{
		r15 = memw(r13+#0)
		r28 = memw(r9+#0)
	}
	{
		r16 = memw(r12+#0)
	}
	{
		r11:10 += mpy(r28,r15)
		r15 = add(r16,#-1)
		r28 = #1
		p0 = cmp.eq(r16,#0)
	}
	{
		r11:10 = lsr(r11:10,#31)
	}
	{
		r28 &= lsr(r10,r15)
	}
	{
		r28 += asr(r10,r16)
	}
	{
		if (p0) r28 = add(r10,#0)
		r11:10 = combine(r3,r2)
	}
	{
		r15 = max(r28,r4)
	}
	{
		r15 = min(r15,r5)
	}
	{
		r15 = add(r15,#9)
		memb(r14+#-1) = r15.new
	}
	{
		r13 = add(r13,#16)
		r9 = add(r9,#16)
		r15 = memw(r13+#4)
		r28 = memw(r9+#4)
	}
	{
		r12 = add(r12,#16)
		r16 = memw(r12+#4)
	}
	{
		r11:10 += mpy(r28,r15)
		r15 = add(r16,#-1)
		r28 = #1
		p0 = cmp.eq(r16,#0)
	}
	{
		r11:10 = lsr(r11:10,#31)
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
		r15 = add(r15,#9)
		memb(r14++#4) = r15.new
	} :endloop0
	{
		jump .LBB0_9
	}
.LBB0_6:
	{
		r17:16 = combine(r3,r2)
		r28 = memw(r13+#-8)
		r10 = memw(r9+#-8)
	}
	{
		r17:16 += mpy(r10,r28)
	}
	{
		r11:10 = lsr(r17:16,#31)
		r15 = memw(r12+#-8)
		if (cmp.eq(r15.new,#0)) jump:t .LBB0_8
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
		jump .LBB0_8
	}
.Lfunc_end0:
