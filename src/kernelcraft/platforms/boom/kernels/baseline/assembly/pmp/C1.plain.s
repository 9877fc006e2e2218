# pmp.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	blez	a6, .LBB0_26
	addi	sp, sp, -80
	sd	s0, 72(sp)
	sd	s1, 64(sp)
	sd	s2, 56(sp)
	sd	s3, 48(sp)
	sd	s4, 40(sp)
	sd	s5, 32(sp)
	sd	s6, 24(sp)
	sd	s7, 16(sp)
	sd	s8, 8(sp)
	sd	s9, 0(sp)
	li	a7, 0
	addi	t0, a5, -1
	addi	t1, a0, 4
	addi	t2, a1, 1
	li	t3, 1
	li	t4, 3
	li	t5, 2
	j	.LBB0_4
.LBB0_2:
	li	s4, 0
.LBB0_3:
	add	t6, t6, a4
	addi	a7, a7, 1
	sw	s4, 0(t6)
	beq	a7, a6, .LBB0_25
.LBB0_4:
	slli	t6, a7, 2
	blez	a5, .LBB0_2
	lbu	s3, 0(a1)
	add	s0, a2, t6
	lwu	s0, 0(s0)
	lw	s4, 0(a0)
	slli	s1, s3, 59
	srli	s1, s1, 62
	srli	s2, s0, 2
	blt	t3, s1, .LBB0_11
	beqz	s1, .LBB0_15
	bgeu	s2, s4, .LBB0_15
.LBB0_8:
	li	s4, 0
.LBB0_9:
	add	s0, a3, a7
	lbu	s0, 0(s0)
	and	s0, s0, s3
	beqz	s0, .LBB0_13
	addi	s4, s4, 1
	j	.LBB0_3
.LBB0_11:
	bne	s1, t5, .LBB0_14
	beq	s2, s4, .LBB0_8
	j	.LBB0_15
.LBB0_13:
	not	s4, s4
	j	.LBB0_3
.LBB0_14:
	addiw	s0, s4, 1
	xor	s1, s0, s4
	or	s1, s1, s2
	sext.w	s1, s1
	or	s0, s0, s4
	beq	s1, s0, .LBB0_8
.LBB0_15:
	beq	a5, t3, .LBB0_2
	li	s4, 1
	mv	s5, t2
	mv	s1, t1
	mv	s7, t0
	j	.LBB0_19
.LBB0_17:
	beq	s2, s6, .LBB0_9
.LBB0_18:
	addi	s4, s4, 1
	addi	s7, s7, -1
	addi	s1, s1, 4
	addi	s5, s5, 1
	beqz	s7, .LBB0_2
.LBB0_19:
	lbu	s3, 0(s5)
	lw	s6, 0(s1)
	slli	s0, s3, 59
	srli	s0, s0, 62
	blt	t3, s0, .LBB0_23
	beqz	s0, .LBB0_18
	lw	s0, -4(s1)
	bltu	s2, s0, .LBB0_18
	bgeu	s2, s6, .LBB0_18
	j	.LBB0_9
.LBB0_23:
	bne	s0, t4, .LBB0_17
	addiw	s8, s6, 1
	xor	s0, s8, s6
	or	s0, s0, s2
	sext.w	s9, s0
	or	s0, s8, s6
	bne	s9, s0, .LBB0_18
	j	.LBB0_9
.LBB0_25:
	ld	s0, 72(sp)
	ld	s1, 64(sp)
	ld	s2, 56(sp)
	ld	s3, 48(sp)
	ld	s4, 40(sp)
	ld	s5, 32(sp)
	ld	s6, 24(sp)
	ld	s7, 16(sp)
	ld	s8, 8(sp)
	ld	s9, 0(sp)
	addi	sp, sp, 80
.LBB0_26:
	ret
.Lfunc_end0:
