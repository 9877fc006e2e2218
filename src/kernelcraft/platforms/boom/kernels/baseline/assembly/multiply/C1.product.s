# multiply.product.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	blez	a3, .LBB0_3
	slli	a3, a3, 2
	add	a3, a3, a2
.LBB0_2:
	lw	a4, 0(a0)
	lw	a5, 0(a1)
	mul	a4, a5, a4
	sw	a4, 0(a2)
	addi	a2, a2, 4
	addi	a1, a1, 4
	addi	a0, a0, 4
	bne	a2, a3, .LBB0_2
.LBB0_3:
	ret
.Lfunc_end0:
