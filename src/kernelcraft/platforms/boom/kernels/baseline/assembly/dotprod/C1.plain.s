# dotprod.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	li	a4, 0
	blez	a3, .LBB0_3
	slli	a3, a3, 2
	add	a6, a1, a3
.LBB0_2:
	lw	a5, 0(a0)
	lw	a3, 0(a1)
	addi	a1, a1, 4
	mul	a3, a3, a5
	add	a4, a4, a3
	addi	a0, a0, 4
	bne	a1, a6, .LBB0_2
.LBB0_3:
	sw	a4, 0(a2)
	ret
.Lfunc_end0:
