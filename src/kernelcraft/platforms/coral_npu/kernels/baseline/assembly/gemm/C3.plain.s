# gemm.plain.c for M = 64, K = 64, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -272
	sw	s0, 268(sp)
	sw	s1, 264(sp)
	sw	s2, 260(sp)
	li	a0, 0
	lui	a1, 131075
	addi	a2, sp, 4
	lui	a3, 131072
	lui	a4, 131073
	li	a5, 64
	lui	a6, 262144
	li	a7, -137
	li	t0, 118
	lui	t1, 131074
	addi	t1, t1, 512
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	a1, a1, 64
	beq	a0, a5, .LBB1_12
.LBB1_2:
	li	t2, 0
	li	t3, 64
.LBB1_3:
	vsetvli	t4, t3, e32, m2, ta, ma
	slli	t5, t2, 2
	add	t5, a2, t5
	vmv.v.i	v8, 0
	sub	t3, t3, t4
	vse32.v	v8, (t5)
	add	t2, t4, t2
	bnez	t3, .LBB1_3
	li	t2, 0
	slli	t3, a0, 6
	add	t3, t3, a3
.LBB1_5:
	li	t4, 0
	add	t5, t3, t2
	lb	t5, 0(t5)
	slli	t6, t2, 6
	add	t6, t6, a4
	li	s0, 64
.LBB1_6:
	vsetvli	s1, s0, e16, m1, ta, ma
	add	s2, t6, t4
	vle8.v	v10, (s2)
	slli	s2, t4, 2
	add	s2, a2, s2
	vle32.v	v8, (s2)
	sub	s0, s0, s1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, t5, v11
	vse32.v	v8, (s2)
	add	t4, s1, t4
	bnez	s0, .LBB1_6
	addi	t2, t2, 1
	bne	t2, a5, .LBB1_5
	lui	t2, 131074
	addi	t3, sp, 4
	addi	t4, t2, 256
	mv	t5, a1
	j	.LBB1_10
.LBB1_9:
	max	t6, s0, a7
	addi	t4, t4, 4
	addi	t2, t2, 4
	addi	t3, t3, 4
	min	t6, t6, t0
	addi	t6, t6, 9
	sb	t6, 0(t5)
	addi	t5, t5, 1
	beq	t4, t1, .LBB1_1
.LBB1_10:
	lw	s0, 0(t3)
	lw	s1, 0(t2)
	lw	t6, 0(t4)
	mulh	s2, s1, s0
	mul	s0, s1, s0
	add	s1, s0, a6
	sltu	s0, s1, s0
	add	s0, s2, s0
	slli	s0, s0, 1
	srli	s1, s1, 31
	or	s0, s1, s0
	beqz	t6, .LBB1_9
	sra	s1, s0, t6
	addi	t6, t6, -1
	srl	t6, s0, t6
	andi	s0, t6, 1
	add	s0, s0, s1
	j	.LBB1_9
.LBB1_12:
	lw	s0, 268(sp)
	lw	s1, 264(sp)
	lw	s2, 260(sp)
	addi	sp, sp, 272
	ret
.Lfunc_end1:
