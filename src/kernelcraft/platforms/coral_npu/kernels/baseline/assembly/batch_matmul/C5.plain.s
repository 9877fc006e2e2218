# batch_matmul.plain.c for b = 2, M = 32, K = 64, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	batch_matmul
	mpause
.Lfunc_end0:
	.p2align	2
batch_matmul:
	addi	sp, sp, -288
	sw	s0, 284(sp)
	sw	s1, 280(sp)
	sw	s2, 276(sp)
	sw	s3, 272(sp)
	sw	s4, 268(sp)
	li	a1, 0
	lui	a0, 262144
	lui	a2, 131076
	addi	a3, sp, 12
	lui	a4, 131072
	lui	a5, 131073
	li	a6, 64
	li	a7, -114
	li	t0, 141
	addi	t1, a2, 64
	li	t2, 32
	j	.LBB1_2
.LBB1_1:
	addi	a1, a1, 1
	addi	a2, a2, 64
	beq	a1, t2, .LBB1_12
.LBB1_2:
	li	t4, 0
	slli	t5, a1, 6
	add	t3, t5, t1
	li	t6, 64
.LBB1_3:
	vsetvli	s0, t6, e32, m2, ta, ma
	slli	s1, t4, 2
	add	s1, a3, s1
	vmv.v.i	v8, 0
	sub	t6, t6, s0
	vse32.v	v8, (s1)
	add	t4, s0, t4
	bnez	t6, .LBB1_3
	li	t4, 0
	add	t5, t5, a4
.LBB1_5:
	li	t6, 0
	add	s0, t5, t4
	lb	s0, 0(s0)
	slli	s1, t4, 6
	add	s1, s1, a5
	li	s2, 64
.LBB1_6:
	vsetvli	s3, s2, e16, m1, ta, ma
	add	s4, s1, t6
	vle8.v	v10, (s4)
	slli	s4, t6, 2
	add	s4, a3, s4
	vle32.v	v8, (s4)
	sub	s2, s2, s3
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s0, v11
	vse32.v	v8, (s4)
	add	t6, s3, t6
	bnez	s2, .LBB1_6
	addi	t4, t4, 1
	bne	t4, a6, .LBB1_5
	lui	t4, 131075
	addi	t5, sp, 12
	addi	t6, t4, 256
	mv	s0, a2
	j	.LBB1_10
.LBB1_9:
	max	s1, s2, a7
	addi	t6, t6, 4
	min	s1, s1, t0
	addi	s1, s1, -14
	sb	s1, 0(s0)
	addi	s0, s0, 1
	addi	t4, t4, 4
	addi	t5, t5, 4
	beq	s0, t3, .LBB1_1
.LBB1_10:
	lw	s2, 0(t5)
	lw	s3, 0(t4)
	lw	s1, 0(t6)
	mulh	s4, s3, s2
	mul	s2, s3, s2
	add	s3, s2, a0
	sltu	s2, s3, s2
	add	s2, s4, s2
	slli	s2, s2, 1
	srli	s3, s3, 31
	or	s2, s3, s2
	beqz	s1, .LBB1_9
	sra	s3, s2, s1
	addi	s1, s1, -1
	srl	s1, s2, s1
	andi	s1, s1, 1
	add	s2, s1, s3
	j	.LBB1_9
.LBB1_12:
	li	a1, 0
	lui	t1, 131077
	addi	a2, sp, 12
	lui	a3, 131073
	lui	a4, 131074
	li	a5, 64
	li	a6, -114
	li	a7, 141
	addi	t0, t1, -2048
	addi	t1, t1, -1984
	li	t2, 32
	j	.LBB1_14
.LBB1_13:
	addi	a1, a1, 1
	addi	t0, t0, 64
	beq	a1, t2, .LBB1_24
.LBB1_14:
	li	t4, 0
	slli	t5, a1, 6
	add	t3, t5, t1
	li	t6, 64
.LBB1_15:
	vsetvli	s0, t6, e32, m2, ta, ma
	slli	s1, t4, 2
	add	s1, a2, s1
	vmv.v.i	v8, 0
	sub	t6, t6, s0
	vse32.v	v8, (s1)
	add	t4, s0, t4
	bnez	t6, .LBB1_15
	li	t4, 0
	add	t5, t5, a3
.LBB1_17:
	li	t6, 0
	add	s0, t5, t4
	lb	s0, -2048(s0)
	slli	s1, t4, 6
	add	s1, s1, a4
	li	s2, 64
.LBB1_18:
	vsetvli	s3, s2, e16, m1, ta, ma
	add	s4, s1, t6
	vle8.v	v10, (s4)
	slli	s4, t6, 2
	add	s4, a2, s4
	vle32.v	v8, (s4)
	sub	s2, s2, s3
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s0, v11
	vse32.v	v8, (s4)
	add	t6, s3, t6
	bnez	s2, .LBB1_18
	addi	t4, t4, 1
	bne	t4, a5, .LBB1_17
	lui	t4, 131075
	addi	t5, sp, 12
	addi	t6, t4, 256
	mv	s0, t0
	j	.LBB1_22
.LBB1_21:
	max	s1, s2, a6
	addi	t6, t6, 4
	min	s1, s1, a7
	addi	s1, s1, -14
	sb	s1, 0(s0)
	addi	s0, s0, 1
	addi	t4, t4, 4
	addi	t5, t5, 4
	beq	s0, t3, .LBB1_13
.LBB1_22:
	lw	s2, 0(t5)
	lw	s3, 0(t4)
	lw	s1, 0(t6)
	mulh	s4, s3, s2
	mul	s2, s3, s2
	add	s3, s2, a0
	sltu	s2, s3, s2
	add	s2, s4, s2
	slli	s2, s2, 1
	srli	s3, s3, 31
	or	s2, s3, s2
	beqz	s1, .LBB1_21
	sra	s3, s2, s1
	addi	s1, s1, -1
	srl	s1, s2, s1
	andi	s1, s1, 1
	add	s2, s1, s3
	j	.LBB1_21
.LBB1_24:
	lw	s0, 284(sp)
	lw	s1, 280(sp)
	lw	s2, 276(sp)
	lw	s3, 272(sp)
	lw	s4, 268(sp)
	addi	sp, sp, 288
	ret
.Lfunc_end1:
