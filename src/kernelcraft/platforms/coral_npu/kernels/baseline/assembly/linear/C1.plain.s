# linear.plain.c for n = 4, h_in = 32, h_out = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -288
	sw	s0, 284(sp)
	sw	s1, 280(sp)
	sw	s2, 276(sp)
	sw	s3, 272(sp)
	sw	s4, 268(sp)
	sw	s5, 264(sp)
	sw	s6, 260(sp)
	li	a0, 0
	lui	a1, 131073
	addi	a2, sp, 4
	lui	a3, 131072
	li	a4, 32
	lui	a5, 262144
	li	a6, -119
	li	a7, 136
	li	t0, 4
	addi	t1, a1, -1920
	addi	t2, a3, 128
	addi	t3, a1, -1408
	addi	t4, a1, -1664
	lui	t5, 131073
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	t5, t5, 64
	beq	a0, t0, .LBB1_12
.LBB1_2:
	li	t6, 0
	li	s0, 64
.LBB1_3:
	vsetvli	s1, s0, e8, mf2, ta, ma
	slli	s2, t6, 2
	add	s3, s2, t1
	vle32.v	v8, (s3)
	add	s2, a2, s2
	sub	s0, s0, s1
	vse32.v	v8, (s2)
	add	t6, s1, t6
	bnez	s0, .LBB1_3
	li	t6, 0
	slli	s0, a0, 5
	add	s0, s0, a3
.LBB1_5:
	li	s1, 0
	add	s2, s0, t6
	lb	s2, 0(s2)
	slli	s3, t6, 6
	add	s3, s3, t2
	li	s4, 64
.LBB1_6:
	vsetvli	s5, s4, e16, m1, ta, ma
	add	s6, s3, s1
	vle8.v	v10, (s6)
	slli	s6, s1, 2
	add	s6, a2, s6
	vle32.v	v8, (s6)
	sub	s4, s4, s5
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s2, v11
	vse32.v	v8, (s6)
	add	s1, s5, s1
	bnez	s4, .LBB1_6
	addi	t6, t6, 1
	bne	t6, a4, .LBB1_5
	addi	t6, sp, 4
	mv	s0, t5
	mv	s1, t4
	mv	s2, t3
	j	.LBB1_10
.LBB1_9:
	max	s3, s4, a6
	addi	s2, s2, 4
	addi	s1, s1, 4
	addi	t6, t6, 4
	min	s3, s3, a7
	addi	s3, s3, -9
	sb	s3, 0(s0)
	addi	s3, a1, -1152
	addi	s0, s0, 1
	beq	s2, s3, .LBB1_1
.LBB1_10:
	lw	s4, 0(t6)
	lw	s5, 0(s1)
	lw	s3, 0(s2)
	mulh	s6, s5, s4
	mul	s4, s5, s4
	add	s5, s4, a5
	sltu	s4, s5, s4
	add	s4, s6, s4
	slli	s4, s4, 1
	srli	s5, s5, 31
	or	s4, s5, s4
	beqz	s3, .LBB1_9
	sra	s5, s4, s3
	addi	s3, s3, -1
	srl	s3, s4, s3
	andi	s4, s3, 1
	add	s4, s4, s5
	j	.LBB1_9
.LBB1_12:
	lw	s0, 284(sp)
	lw	s1, 280(sp)
	lw	s2, 276(sp)
	lw	s3, 272(sp)
	lw	s4, 268(sp)
	lw	s5, 264(sp)
	lw	s6, 260(sp)
	addi	sp, sp, 288
	ret
.Lfunc_end1:
