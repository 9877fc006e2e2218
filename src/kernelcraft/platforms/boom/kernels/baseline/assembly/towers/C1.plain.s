# towers.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	addi	sp, sp, -320
	sd	ra, 312(sp)
	mv	a7, a3
	mv	a6, a2
	sd	zero, 48(sp)
	addi	a2, sp, 24
	addi	a3, sp, 40
	lw	a4, 0(a1)
	lw	a5, 4(a1)
	lw	a1, 8(a1)
	sd	zero, 24(sp)
	sd	zero, 8(sp)
	sd	zero, 16(sp)
	sw	a5, 24(sp)
	sd	zero, 40(sp)
	sw	a4, 8(sp)
	sd	zero, 32(sp)
	sw	a1, 40(sp)
	blez	a7, .LBB0_4
	li	t2, 0
	addi	a1, a7, 1
	slli	a4, a7, 4
	addi	t0, sp, 56
	slli	a5, a7, 2
	add	a4, a4, t0
	add	a5, a5, a0
	addi	a0, a4, -8
	addi	a4, a5, -4
	li	t1, 1
	mv	a5, a7
.LBB0_2:
	lw	t3, 0(a4)
	addi	a5, a5, -1
	addi	a1, a1, -1
	slli	t4, a5, 4
	sw	t3, -8(a0)
	sd	t2, 0(a0)
	add	t2, t0, t4
	addi	a0, a0, -16
	addi	a4, a4, -4
	bltu	t1, a1, .LBB0_2
	addi	a0, sp, 56
	sd	a0, 16(sp)
.LBB0_4:
	addi	a1, sp, 8
	mv	a0, a7
	mv	a4, a6
	call	bring
	ld	ra, 312(sp)
	addi	sp, sp, 320
	ret
.Lfunc_end0:
	.p2align	1
bring:
	addi	sp, sp, -48
	sd	ra, 40(sp)
	sd	s0, 32(sp)
	sd	s1, 24(sp)
	sd	s2, 16(sp)
	sd	s3, 8(sp)
	mv	s2, a3
	addi	s0, a0, -1
	mv	s1, a1
	beqz	s0, .LBB1_2
.LBB1_1:
	mv	s3, a2
	mv	a0, s0
	mv	a1, s1
	mv	a2, s2
	mv	a3, s3
	call	bring
	ld	a1, 8(s1)
	lw	a2, 0(a1)
	ld	a3, 8(a1)
	sw	a2, 0(a0)
	lw	a2, 0(s1)
	sd	a3, 8(s1)
	ld	a3, 8(s2)
	sw	a2, 4(a0)
	lw	a2, 0(s2)
	sd	a3, 8(a1)
	sd	a1, 8(s2)
	addi	a4, a0, 12
	addi	s0, s0, -1
	sw	a2, 8(a0)
	mv	a2, s1
	mv	s1, s3
	bnez	s0, .LBB1_1
	j	.LBB1_3
.LBB1_2:
	mv	s3, s1
.LBB1_3:
	ld	a1, 8(s3)
	lw	a0, 0(a1)
	ld	a2, 8(a1)
	sw	a0, 0(a4)
	lw	a0, 0(s3)
	sd	a2, 8(s3)
	sw	a0, 4(a4)
	ld	a2, 8(s2)
	lw	a3, 0(s2)
	sd	a1, 8(s2)
	addi	a0, a4, 12
	sd	a2, 8(a1)
	sw	a3, 8(a4)
	ld	ra, 40(sp)
	ld	s0, 32(sp)
	ld	s1, 24(sp)
	ld	s2, 16(sp)
	ld	s3, 8(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
