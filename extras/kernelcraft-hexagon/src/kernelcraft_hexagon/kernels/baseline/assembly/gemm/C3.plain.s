// gemm.plain.c for M = 64, K = 64, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r29 = add(r29,#-264)
		r1:0 = combine(#0,##536870912)
		v0 = vxor(v0,v0)
	}
	{
		r8 = add(r29,#0)
		r2 = ##1073741824
		r3 = #0
	}
	{
		r5:4 = combine(#118,##-137)
		r9 = add(r0,#9219)
		r6 = add(r8,#64)
	}
	{
		r7 = add(r8,#32)
		r8 = add(r8,#8)
		jump .LBB0_1
		memd(r29+#256) = r17:16
	}
	.p2align	4
.LBB0_11:
	{
		r1 = add(r1,#1)
		r9 = add(r9,#64)
	}
	{
		p0 = cmp.eq(r1,#64)
		if (p0.new) r29 = add(r29,##264)
		if (p0.new) r17:16 = memd(r29+#256)
	}
	{
		if (p0) jumpr:nt r31
	}
.LBB0_1:
	{
		loop0(.LBB0_2,#1)
		r12 = add(r6,#-64)
		r13 = add(r6,#128)
	}
	.p2align	4
.LBB0_2:
	{
		r12 = add(r13,#-64)
		r13 = add(r13,#128)
		vmemu(r12+#0) = v0
	} :endloop0
	{
		r15:14 = combine(#0,##536870912)
		r28 = add(r0,#4231)
	}
	{
		loop1(.LBB0_4,#64)
		r14 += asl(r1,#6)
		vmemu(r12+#0) = v0
	}
	.p2align	4
.LBB0_4:
	{
		loop0(.LBB0_5,#4)
		r13 = r7
		r10 = r28
		r12 = memb(r14+r15<<#0)
	}
	.p2align	4
.LBB0_5:
	{
		r16 = add(r13,#-32)
		r11 = memb(r10+#-7)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-28)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#-6)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-24)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#-5)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-20)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#-4)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-16)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#-3)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-12)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#-2)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-8)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#-1)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r16 = add(r13,#-4)
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#0)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r10+#1)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#0) += r11
	}
	{
		r11 = memb(r10+#2)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#4) += r11
	}
	{
		r11 = memb(r10+#3)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#8) += r11
	}
	{
		r11 = memb(r10+#4)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#12) += r11
	}
	{
		r11 = memb(r10+#5)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#16) += r11
	}
	{
		r11 = memb(r10+#6)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#20) += r11
	}
	{
		r11 = memb(r10+#7)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		memw(r13+#24) += r11
	}
	{
		r10 = add(r10,#16)
		r11 = memb(r10+#8)
	}
	{
		r11 = mpyi(r11,r12)
	}
	{
		r13 = add(r13,#64)
		memw(r13+#28) += r11
	} :endloop0
	{
		r15 = add(r15,#1)
		r28 = add(r28,#64)
		r12 = add(r0,#8456)
		r13 = add(r0,#8840)
	} :endloop1
	{
		loop0(##.LBB0_8,#16)
		r15:14 = combine(r9,r8)
		jump .LBB0_8
	}
	.p2align	4
.LBB0_10:
	{
		r28 = max(r10,r4)
		r17:16 = combine(r3,r2)
	}
	{
		r28 = min(r28,r5)
	}
	{
		r28 = add(r28,#9)
		memb(r15+#-3) = r28.new
	}
	{
		r28 = memw(r14+#-4)
		r10 = memw(r12+#-4)
	}
	{
		r11 = memw(r13+#-4)
	}
	{
		r17:16 += mpy(r10,r28)
		r28 = add(r11,#-1)
		r10 = #1
		p0 = cmp.eq(r11,#0)
	}
	{
		r17:16 = lsr(r17:16,#31)
	}
	{
		r10 &= lsr(r16,r28)
	}
	{
		r10 += asr(r16,r11)
	}
	{
		if (p0) r10 = add(r16,#0)
		r17:16 = combine(r3,r2)
	}
	{
		r11 = max(r10,r4)
	}
	{
		r28 = min(r11,r5)
	}
	{
		r28 = add(r28,#9)
		memb(r15+#-2) = r28.new
	}
	{
		r28 = memw(r14+#0)
		r10 = memw(r12+#0)
	}
	{
		r11 = memw(r13+#0)
	}
	{
		r17:16 += mpy(r10,r28)
		r28 = add(r11,#-1)
		r10 = #1
		p0 = cmp.eq(r11,#0)
	}
	{
		r17:16 = lsr(r17:16,#31)
	}
	{
		r10 &= lsr(r16,r28)
	}
	{
		r10 += asr(r16,r11)
	}
	{
		if (p0) r10 = add(r16,#0)
	}
	{
		r16 = max(r10,r4)
	}
	{
		r28 = min(r16,r5)
		r17:16 = combine(r3,r2)
	}
	{
		r28 = add(r28,#9)
		memb(r15+#-1) = r28.new
	}
	{
		r14 = add(r14,#16)
		r12 = add(r12,#16)
		r28 = memw(r14+#4)
		r10 = memw(r12+#4)
	}
	{
		r13 = add(r13,#16)
		r11 = memw(r13+#4)
	}
	{
		r17:16 += mpy(r10,r28)
		r28 = add(r11,#-1)
		r10 = #1
		p0 = cmp.eq(r11,#0)
	}
	{
		r17:16 = lsr(r17:16,#31)
	}
	{
		r10 &= lsr(r16,r28)
	}
	{
		r10 += asr(r16,r11)
	}
	{
		if (p0) r10 = add(r16,#0)
	}
	{
		r17 = max(r10,r4)
	}
	{
		r28 = min(r17,r5)
	}
	{
		r28 = add(r28,#9)
		memb(r15++#4) = r28.new
	} :endloop0
	{
		jump .LBB0_11
	}
.LBB0_8:
	{
		r17:16 = combine(r3,r2)
		r10 = memw(r14+#-8)
		r11 = memw(r12+#-8)
	}
	{
		r17:16 += mpy(r11,r10)
	}
	{
		r11:10 = lsr(r17:16,#31)
		r28 = memw(r13+#-8)
		if (cmp.eq(r28.new,#0)) jump:t .LBB0_10
	}
	{
		r11 = #1
		r16 = add(r28,#-1)
	}
	{
		r11 &= lsr(r10,r16)
	}
	{
		r11 += asr(r10,r28)
	}
	{
		r10 = r11
		jump .LBB0_10
	}
.Lfunc_end0:
