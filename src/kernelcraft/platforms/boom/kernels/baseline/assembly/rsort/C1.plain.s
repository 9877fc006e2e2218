# rsort.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	addi	sp, sp, -1056
	sd	ra, 1048(sp)
	sd	s0, 1040(sp)
	addi	s0, sp, 1056
	slli	a6, a2, 2
	addi	a3, a6, 15
	andi	a3, a3, -16
	sub	t2, sp, a3
	mv	sp, t2
	addi	a3, s0, -1048
	addi	t0, s0, -24
.LBB0_1:
	sw	zero, 0(a3)
	addi	a3, a3, 4
	bne	a3, t0, .LBB0_1
	blez	a2, .LBB0_5
	add	t1, a0, a6
	addi	a7, s0, -1048
	mv	a4, a0
.LBB0_4:
	lbu	a3, 0(a4)
	addi	a4, a4, 4
	slli	a3, a3, 2
	add	a3, a3, a7
	lw	a5, 0(a3)
	addi	a5, a5, 1
	sw	a5, 0(a3)
	bne	a4, t1, .LBB0_4
.LBB0_5:
	li	a3, 0
	addi	a4, s0, -1048
.LBB0_6:
	lw	a5, 0(a4)
	sw	a3, 0(a4)
	addi	a4, a4, 4
	add	a3, a3, a5
	bne	a4, t0, .LBB0_6
	blez	a2, .LBB0_10
	add	t1, a0, a6
	addi	a7, s0, -1048
.LBB0_9:
	lw	a3, 0(a0)
	addi	a0, a0, 4
	zext.b	a5, a3
	slli	a5, a5, 2
	add	a5, a5, a7
	lwu	a4, 0(a5)
	addi	t3, a4, 1
	slli	a4, a4, 2
	sw	t3, 0(a5)
	add	a4, a4, t2
	sw	a3, 0(a4)
	bne	a0, t1, .LBB0_9
.LBB0_10:
	addi	a0, s0, -1048
.LBB0_11:
	sw	zero, 0(a0)
	addi	a0, a0, 4
	bne	a0, t0, .LBB0_11
	blez	a2, .LBB0_15
	add	a0, t2, a6
	addi	a7, s0, -1048
	mv	a4, t2
.LBB0_14:
	lbu	a5, 1(a4)
	addi	a4, a4, 4
	slli	a5, a5, 2
	add	a5, a5, a7
	lw	a3, 0(a5)
	addi	a3, a3, 1
	sw	a3, 0(a5)
	bne	a4, a0, .LBB0_14
.LBB0_15:
	li	a0, 0
	addi	a3, s0, -1048
.LBB0_16:
	lw	a4, 0(a3)
	sw	a0, 0(a3)
	addi	a3, a3, 4
	add	a0, a0, a4
	bne	a3, t0, .LBB0_16
	blez	a2, .LBB0_20
	add	t1, t2, a6
	addi	a7, s0, -1048
	mv	a3, t2
.LBB0_19:
	lw	a4, 0(a3)
	addi	a3, a3, 4
	srli	a5, a4, 6
	andi	a5, a5, 1020
	add	a5, a5, a7
	lwu	a0, 0(a5)
	addi	t3, a0, 1
	slli	a0, a0, 2
	sw	t3, 0(a5)
	add	a0, a0, a1
	sw	a4, 0(a0)
	bne	a3, t1, .LBB0_19
.LBB0_20:
	addi	a0, s0, -1048
.LBB0_21:
	sw	zero, 0(a0)
	addi	a0, a0, 4
	bne	a0, t0, .LBB0_21
	blez	a2, .LBB0_25
	add	a0, a1, a6
	addi	a7, s0, -1048
	mv	a4, a1
.LBB0_24:
	lbu	a5, 2(a4)
	addi	a4, a4, 4
	slli	a5, a5, 2
	add	a5, a5, a7
	lw	a3, 0(a5)
	addi	a3, a3, 1
	sw	a3, 0(a5)
	bne	a4, a0, .LBB0_24
.LBB0_25:
	li	a0, 0
	addi	a3, s0, -1048
.LBB0_26:
	lw	a4, 0(a3)
	sw	a0, 0(a3)
	addi	a3, a3, 4
	add	a0, a0, a4
	bne	a3, t0, .LBB0_26
	blez	a2, .LBB0_30
	add	t1, a1, a6
	addi	a7, s0, -1048
	mv	a3, a1
.LBB0_29:
	lw	a4, 0(a3)
	addi	a3, a3, 4
	srli	a5, a4, 14
	andi	a5, a5, 1020
	add	a5, a5, a7
	lwu	a0, 0(a5)
	addi	t3, a0, 1
	slli	a0, a0, 2
	sw	t3, 0(a5)
	add	a0, a0, t2
	sw	a4, 0(a0)
	bne	a3, t1, .LBB0_29
.LBB0_30:
	addi	a0, s0, -1048
.LBB0_31:
	sw	zero, 0(a0)
	addi	a0, a0, 4
	bne	a0, t0, .LBB0_31
	blez	a2, .LBB0_35
	add	a0, t2, a6
	addi	a7, s0, -1048
	mv	a4, t2
.LBB0_34:
	lbu	a5, 3(a4)
	addi	a4, a4, 4
	slli	a5, a5, 2
	add	a5, a5, a7
	lw	a3, 0(a5)
	addi	a3, a3, 1
	sw	a3, 0(a5)
	bne	a4, a0, .LBB0_34
.LBB0_35:
	li	a0, 0
	addi	a3, s0, -1048
.LBB0_36:
	lw	a4, 0(a3)
	sw	a0, 0(a3)
	addi	a3, a3, 4
	add	a0, a0, a4
	bne	a3, t0, .LBB0_36
	blez	a2, .LBB0_40
	add	a6, a6, t2
	addi	a0, s0, -1048
.LBB0_39:
	lw	a2, 0(t2)
	addi	t2, t2, 4
	srliw	a3, a2, 24
	slli	a3, a3, 2
	add	a3, a3, a0
	lwu	a4, 0(a3)
	addi	a5, a4, 1
	slli	a4, a4, 2
	sw	a5, 0(a3)
	add	a4, a4, a1
	sw	a2, 0(a4)
	bne	t2, a6, .LBB0_39
.LBB0_40:
	addi	sp, s0, -1056
	ld	ra, 1048(sp)
	ld	s0, 1040(sp)
	addi	sp, sp, 1056
	ret
.Lfunc_end0:
