# qsort.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	addi	sp, sp, -1072
	sd	s0, 1064(sp)
	sd	s1, 1056(sp)
	sd	s2, 1048(sp)
	sd	s3, 1040(sp)
	blez	a2, .LBB0_3
	slli	a3, a2, 2
	add	a3, a3, a1
	mv	a4, a1
.LBB0_2:
	lw	a5, 0(a0)
	sw	a5, 0(a4)
	addi	a4, a4, 4
	addi	a0, a0, 4
	bne	a4, a3, .LBB0_2
.LBB0_3:
	li	t5, 0
	li	t2, 0
	addi	t3, a2, -1
	addi	t4, a1, 4
	li	a6, 10
	addi	t0, sp, 528
	addi	t1, sp, 16
	li	a7, 9
	mv	a5, t3
	bge	t3, a6, .LBB0_8
.LBB0_4:
	sext.w	a0, t5
	beqz	a0, .LBB0_27
	addiw	t5, t5, -1
	slli	a0, t5, 3
	add	a3, t0, a0
	add	a0, a0, t1
	ld	t2, 0(a3)
	ld	t3, 0(a0)
	sub	a5, t3, t2
	bge	a5, a6, .LBB0_8
	j	.LBB0_4
.LBB0_6:
	mv	a3, t2
	mv	s0, a0
	mv	t2, a4
.LBB0_7:
	slli	a0, t5, 3
	add	a4, t0, a0
	add	a0, a0, t1
	sd	a3, 0(a4)
	sd	s0, 0(a0)
	addi	t5, t5, 1
	bge	a7, a5, .LBB0_4
.LBB0_8:
	slli	a3, t2, 2
	slli	a5, a5, 1
	add	a3, a3, a1
	andi	a0, a5, -4
	add	a0, a0, a3
	lw	a4, 0(a3)
	lw	a5, 0(a0)
	bge	a5, a4, .LBB0_10
	sw	a4, 0(a0)
	sw	a5, 0(a3)
	j	.LBB0_11
.LBB0_10:
	mv	a5, a4
.LBB0_11:
	slli	a4, t3, 2
	add	a4, a4, a1
	lw	t6, 0(a4)
	bge	t6, a5, .LBB0_13
	sw	a5, 0(a4)
	sw	t6, 0(a3)
	lw	t6, 0(a4)
.LBB0_13:
	lw	a3, 0(a0)
	bge	t6, a3, .LBB0_15
	sw	a3, 0(a4)
	sw	t6, 0(a0)
	j	.LBB0_16
.LBB0_15:
	mv	t6, a3
.LBB0_16:
	mv	a4, t2
	mv	a0, t3
	blt	t3, t2, .LBB0_25
	mv	a0, t3
	mv	a4, t2
.LBB0_18:
	slli	a3, a4, 2
	add	a3, a3, a1
.LBB0_19:
	lw	a5, 0(a3)
	addi	a4, a4, 1
	addi	a3, a3, 4
	blt	a5, t6, .LBB0_19
	addi	s2, a4, -1
	slli	s1, a0, 2
	add	s1, s1, t4
.LBB0_21:
	lw	s0, -4(s1)
	addi	s1, s1, -4
	addi	a0, a0, -1
	blt	t6, s0, .LBB0_21
	addi	s3, a0, 1
	blt	s3, s2, .LBB0_24
	sw	s0, -4(a3)
	sw	a5, 0(s1)
	blt	s2, a0, .LBB0_18
	j	.LBB0_25
.LBB0_24:
	mv	a4, s2
	mv	a0, s3
.LBB0_25:
	sub	a3, a0, t2
	sub	a5, t3, a4
	bge	a3, a5, .LBB0_6
	mv	a5, a3
	mv	a3, a4
	mv	s0, t3
	mv	t3, a0
	j	.LBB0_7
.LBB0_27:
	li	a0, 2
	blt	a2, a0, .LBB0_34
	li	a6, 1
	li	s0, 1
	j	.LBB0_31
.LBB0_29:
	li	s1, 0
.LBB0_30:
	slli	s1, s1, 2
	addi	s0, s0, 1
	add	s1, s1, a1
	sw	a4, 0(s1)
	addi	t4, t4, 4
	beq	s0, a2, .LBB0_34
.LBB0_31:
	slli	a0, s0, 2
	add	a0, a0, a1
	lw	a4, 0(a0)
	mv	a5, t4
	mv	a3, s0
.LBB0_32:
	lw	a0, -4(a5)
	mv	s1, a3
	bge	a4, a0, .LBB0_30
	sw	a0, 0(a5)
	addi	a3, s1, -1
	addi	a5, a5, -4
	blt	a6, s1, .LBB0_32
	j	.LBB0_29
.LBB0_34:
	ld	s0, 1064(sp)
	ld	s1, 1056(sp)
	ld	s2, 1048(sp)
	ld	s3, 1040(sp)
	addi	sp, sp, 1072
	ret
.Lfunc_end0:
