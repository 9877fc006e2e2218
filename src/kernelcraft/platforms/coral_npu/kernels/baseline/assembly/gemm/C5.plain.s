# gemm.plain.c for M = 32, K = 64, N = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	product
	mpause
.Lfunc_end0:
	.p2align	2
product:
	addi	sp, sp, -544
	sw	s0, 540(sp)
	sw	s1, 536(sp)
	sw	s2, 532(sp)
	sw	s3, 528(sp)
	sw	s4, 524(sp)
	sw	s5, 520(sp)
	li	a0, 0
	lui	a1, 131075
	addi	a2, sp, 8
	lui	a3, 131072
	lui	t1, 131073
	li	a4, 64
	lui	a5, 262144
	li	a6, -137
	li	a7, 118
	li	t0, 32
	addi	t1, t1, -2048
	addi	t2, a1, -1536
	addi	t3, a1, -2048
	lui	t4, 131075
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	t4, t4, 128
	beq	a0, t0, .LBB1_12
.LBB1_2:
	li	t5, 0
	li	t6, 128
.LBB1_3:
	vsetvli	s0, t6, e32, m2, ta, ma
	slli	s1, t5, 2
	add	s1, a2, s1
	vmv.v.i	v8, 0
	sub	t6, t6, s0
	vse32.v	v8, (s1)
	add	t5, s0, t5
	bnez	t6, .LBB1_3
	li	t5, 0
	slli	t6, a0, 6
	add	t6, t6, a3
.LBB1_5:
	li	s0, 0
	add	s1, t6, t5
	lb	s1, 0(s1)
	slli	s2, t5, 7
	add	s2, s2, t1
	li	s3, 128
.LBB1_6:
	vsetvli	s4, s3, e16, m1, ta, ma
	add	s5, s2, s0
	vle8.v	v10, (s5)
	slli	s5, s0, 2
	add	s5, a2, s5
	vle32.v	v8, (s5)
	sub	s3, s3, s4
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s1, v11
	vse32.v	v8, (s5)
	add	s0, s4, s0
	bnez	s3, .LBB1_6
	addi	t5, t5, 1
	bne	t5, a4, .LBB1_5
	addi	t5, sp, 8
	mv	t6, t4
	mv	s0, t3
	mv	s1, t2
	j	.LBB1_10
.LBB1_9:
	max	s2, s3, a6
	addi	s1, s1, 4
	addi	s0, s0, 4
	addi	t5, t5, 4
	min	s2, s2, a7
	addi	s2, s2, 9
	sb	s2, 0(t6)
	addi	s2, a1, -1024
	addi	t6, t6, 1
	beq	s1, s2, .LBB1_1
.LBB1_10:
	lw	s3, 0(t5)
	lw	s4, 0(s0)
	lw	s2, 0(s1)
	mulh	s5, s4, s3
	mul	s3, s4, s3
	add	s4, s3, a5
	sltu	s3, s4, s3
	add	s3, s5, s3
	slli	s3, s3, 1
	srli	s4, s4, 31
	or	s3, s4, s3
	beqz	s2, .LBB1_9
	sra	s4, s3, s2
	addi	s2, s2, -1
	srl	s2, s3, s2
	andi	s3, s2, 1
	add	s3, s3, s4
	j	.LBB1_9
.LBB1_12:
	lw	s0, 540(sp)
	lw	s1, 536(sp)
	lw	s2, 532(sp)
	lw	s3, 528(sp)
	lw	s4, 524(sp)
	lw	s5, 520(sp)
	addi	sp, sp, 544
	ret
.Lfunc_end1:
