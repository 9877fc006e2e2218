# multiply.steps.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	blez	a3, .LBB0_5
	li	a7, 0
.LBB0_2:
	li	t0, 0
	slli	a6, a7, 2
	add	a4, a0, a6
	add	a5, a1, a6
	lw	t1, 0(a4)
	lw	t3, 0(a5)
	li	a4, 32
.LBB0_3:
	slli	t2, t3, 63
	addiw	a4, a4, -1
	srai	a5, t2, 63
	and	a5, a5, t1
	slli	t1, t1, 1
	add	t0, t0, a5
	srliw	t3, t3, 1
	bnez	a4, .LBB0_3
	add	a6, a6, a2
	addi	a7, a7, 1
	sw	t0, 0(a6)
	bne	a7, a3, .LBB0_2
.LBB0_5:
	ret
.Lfunc_end0:
