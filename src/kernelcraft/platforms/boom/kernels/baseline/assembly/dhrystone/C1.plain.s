# dhrystone.plain.c for all sizes; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	1
kernel:
	addi	sp, sp, -368
	sd	s0, 360(sp)
	sd	s1, 352(sp)
	sd	s2, 344(sp)
	sd	s3, 336(sp)
	sd	s4, 328(sp)
	sw	zero, 8(sp)
	sw	zero, 12(sp)
	sw	zero, 16(sp)
	sw	zero, 20(sp)
	sw	zero, 24(sp)
	sw	zero, 28(sp)
	sw	zero, 32(sp)
	sw	zero, 36(sp)
	sw	zero, 40(sp)
	sw	zero, 44(sp)
	sw	zero, 48(sp)
	sw	zero, 52(sp)
	sw	zero, 56(sp)
	sw	zero, 60(sp)
	sw	zero, 64(sp)
	sw	zero, 68(sp)
	sw	zero, 72(sp)
	sw	zero, 76(sp)
	sw	zero, 80(sp)
	sw	zero, 84(sp)
	sw	zero, 88(sp)
	sw	zero, 92(sp)
	sw	zero, 96(sp)
	sw	zero, 100(sp)
	sw	zero, 104(sp)
	sw	zero, 108(sp)
	sw	zero, 112(sp)
	sw	zero, 116(sp)
	sw	zero, 120(sp)
	sw	zero, 124(sp)
	sw	zero, 128(sp)
	sw	zero, 132(sp)
	sw	zero, 136(sp)
	sw	zero, 140(sp)
	sw	zero, 144(sp)
	sw	zero, 148(sp)
	sw	zero, 152(sp)
	sw	zero, 156(sp)
	sw	zero, 160(sp)
	sw	zero, 164(sp)
	sw	zero, 168(sp)
	sw	zero, 172(sp)
	sw	zero, 176(sp)
	sw	zero, 180(sp)
	sw	zero, 184(sp)
	sw	zero, 188(sp)
	sw	zero, 192(sp)
	sw	zero, 196(sp)
	sw	zero, 200(sp)
	sw	zero, 204(sp)
	sw	zero, 208(sp)
	sw	zero, 212(sp)
	sw	zero, 216(sp)
	sw	zero, 220(sp)
	sw	zero, 224(sp)
	sw	zero, 228(sp)
	sw	zero, 232(sp)
	sw	zero, 236(sp)
	sw	zero, 240(sp)
	sw	zero, 244(sp)
	sw	zero, 248(sp)
	sw	zero, 252(sp)
	sw	zero, 256(sp)
	sw	zero, 260(sp)
	addi	a3, sp, 296
	mv	a4, a0
.LBB0_1:
	lbu	s1, 0(a4)
	sb	s1, 0(a3)
	addi	a3, a3, 1
	addi	a4, a4, 1
	bnez	s1, .LBB0_1
	blez	a5, .LBB0_17
	li	t3, 0
	li	t4, 0
	li	t6, 0
	addi	a6, sp, 265
	addi	a7, sp, 264
	li	t0, 1
	addi	t1, sp, 8
	li	t2, 2
	j	.LBB0_6
.LBB0_4:
	xor	t4, s2, t4
.LBB0_5:
	zext.b	a3, s4
	slli	s2, s2, 44
	slli	s1, s1, 6
	slli	t5, t5, 2
	sltu	s3, a3, s0
	sltu	a3, s0, a3
	slli	s0, t6, 4
	srli	a4, s2, 57
	addi	a4, a4, 3
	divw	s2, t4, a4
	add	s1, s1, t1
	add	t5, t5, s1
	lw	s1, 0(t5)
	addi	t6, t6, 1
	add	s0, s0, a2
	sub	a3, a3, s3
	addi	s1, s1, 1
	sw	s1, 0(t5)
	add	t4, t4, s1
	mul	a4, s2, a3
	add	t4, t4, a4
	sw	a3, 0(s0)
	sw	s2, 4(s0)
	sw	s1, 8(s0)
	sw	t4, 12(s0)
	xori	t3, t3, 1
	beq	t6, a5, .LBB0_17
.LBB0_6:
	andi	a3, t3, 1
	slli	a4, t6, 2
	slli	a3, a3, 5
	add	a4, a4, a1
	add	s0, a6, a3
	lw	s2, 0(a4)
	andi	s3, t6, 1
	slli	s1, s3, 5
	add	s4, a7, s1
	andi	a3, s2, 7
	slli	a3, a3, 5
	add	a3, a3, a0
	mv	a4, s4
.LBB0_7:
	lbu	s1, 0(a3)
	sb	s1, 0(a4)
	addi	a4, a4, 1
	addi	a3, a3, 1
	bnez	s1, .LBB0_7
	slli	a3, s2, 57
	slli	a4, s2, 53
	srli	t5, a3, 60
	srli	a4, a4, 60
	addi	a3, a4, 65
	add	a4, s4, t5
	sb	a3, 0(a4)
	lbu	s4, 0(s4)
	xori	a3, s3, 1
	slli	a3, a3, 5
	add	s1, a7, a3
	beqz	s4, .LBB0_11
.LBB0_9:
	lbu	a3, 0(s1)
	zext.b	a4, s4
	bne	a4, a3, .LBB0_11
	lbu	s4, 0(s0)
	addi	s1, s1, 1
	addi	s0, s0, 1
	bnez	s4, .LBB0_9
.LBB0_11:
	lbu	s0, 0(s1)
	slli	s1, s2, 51
	srli	s1, s1, 62
	blt	t0, s1, .LBB0_14
	bnez	s1, .LBB0_16
	add	t4, t4, s2
	j	.LBB0_5
.LBB0_14:
	bne	s1, t2, .LBB0_4
	slli	a3, t4, 3
	sub	a3, a3, t4
	sub	t4, a3, s2
	j	.LBB0_5
.LBB0_16:
	sub	t4, t4, s2
	j	.LBB0_5
.LBB0_17:
	ld	s0, 360(sp)
	ld	s1, 352(sp)
	ld	s2, 344(sp)
	ld	s3, 336(sp)
	ld	s4, 328(sp)
	addi	sp, sp, 368
	ret
.Lfunc_end0:
