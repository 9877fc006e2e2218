# copy.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	blez	a2, .LBB0_3
	slli	a2, a2, 2
	add	a2, a2, a1
.LBB0_2:
	lw	a3, 0(a0)
	sw	a3, 0(a1)
	addi	a1, a1, 4
	addi	a0, a0, 4
	bne	a1, a2, .LBB0_2
.LBB0_3:
	ret
.Lfunc_end0:
