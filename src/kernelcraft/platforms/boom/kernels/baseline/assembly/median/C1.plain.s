# median.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	sw	zero, 0(a1)
	slli	a4, a2, 2
	add	a4, a4, a1
	li	a3, 3
	sw	zero, -4(a4)
	blt	a2, a3, .LBB0_11
	lw	a3, 4(a0)
	addi	a1, a1, 4
	addi	a0, a0, 8
	addi	a2, a4, -4
	j	.LBB0_3
.LBB0_2:
	sw	a4, 0(a1)
	addi	a1, a1, 4
	addi	a0, a0, 4
	beq	a1, a2, .LBB0_11
.LBB0_3:
	lw	a5, -8(a0)
	mv	a4, a5
	bge	a3, a5, .LBB0_7
	bge	a5, a3, .LBB0_8
.LBB0_5:
	lw	a3, 0(a0)
	bge	a3, a5, .LBB0_9
.LBB0_6:
	blt	a4, a3, .LBB0_2
	j	.LBB0_10
.LBB0_7:
	mv	a4, a3
	blt	a5, a3, .LBB0_5
.LBB0_8:
	mv	a5, a3
	lw	a3, 0(a0)
	blt	a3, a5, .LBB0_6
.LBB0_9:
	mv	a5, a3
	blt	a4, a3, .LBB0_2
.LBB0_10:
	mv	a4, a5
	j	.LBB0_2
.LBB0_11:
	ret
.Lfunc_end0:
