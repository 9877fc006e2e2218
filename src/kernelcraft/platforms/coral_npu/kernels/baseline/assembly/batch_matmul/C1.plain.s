# batch_matmul.plain.c for b = 2, M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -160
	sw	s0, 156(sp)
	sw	s1, 152(sp)
	sw	s2, 148(sp)
	sw	s3, 144(sp)
	sw	s4, 140(sp)
	sw	s5, 136(sp)
	sw	s6, 132(sp)
	li	a4, 0
	lui	a0, 262144
	addi	a1, sp, 36
	addi	a2, sp, 68
	addi	a3, sp, 100
	lui	a5, 131074
	vsetivli	zero, 8, e32, m2, ta, ma
	vmv.v.i	v8, 0
	addi	a6, sp, 4
	lui	a7, 131072
	lui	t3, 131073
	li	t0, 32
	li	t1, -114
	addi	t2, a5, 32
	addi	t3, t3, -2048
	li	t4, 141
	j	.LBB1_2
.LBB1_1:
	addi	a4, a4, 1
	addi	a5, a5, 32
	beq	a4, t0, .LBB1_10
.LBB1_2:
	li	t6, 0
	slli	s0, a4, 5
	vsetivli	zero, 8, e32, m2, ta, ma
	vse32.v	v8, (a6)
	vse32.v	v8, (a1)
	vse32.v	v8, (a2)
	vse32.v	v8, (a3)
	add	t5, s0, t2
	add	s0, s0, a7
.LBB1_3:
	li	s1, 0
	add	s2, s0, t6
	lb	s2, 0(s2)
	slli	s3, t6, 5
	add	s3, s3, t3
	li	s4, 32
.LBB1_4:
	vsetvli	s5, s4, e16, m1, ta, ma
	add	s6, s3, s1
	vle8.v	v12, (s6)
	slli	s6, s1, 2
	add	s6, a6, s6
	vle32.v	v10, (s6)
	sub	s4, s4, s5
	vsext.vf2	v13, v12
	vwmacc.vx	v10, s2, v13
	vse32.v	v10, (s6)
	add	s1, s5, s1
	bnez	s4, .LBB1_4
	addi	t6, t6, 1
	bne	t6, t0, .LBB1_3
	lui	t6, 131073
	addi	s0, sp, 4
	addi	s1, t6, 128
	mv	s2, a5
	j	.LBB1_8
.LBB1_7:
	max	s3, s4, t1
	addi	s1, s1, 4
	min	s3, s3, t4
	addi	s3, s3, -14
	sb	s3, 0(s2)
	addi	s2, s2, 1
	addi	t6, t6, 4
	addi	s0, s0, 4
	beq	s2, t5, .LBB1_1
.LBB1_8:
	lw	s4, 0(s0)
	lw	s5, 0(t6)
	lw	s3, 0(s1)
	mulh	s6, s5, s4
	mul	s4, s5, s4
	add	s5, s4, a0
	sltu	s4, s5, s4
	add	s4, s6, s4
	slli	s4, s4, 1
	srli	s5, s5, 31
	or	s4, s5, s4
	beqz	s3, .LBB1_7
	sra	s5, s4, s3
	addi	s3, s3, -1
	srl	s3, s4, s3
	andi	s4, s3, 1
	add	s4, s4, s5
	j	.LBB1_7
.LBB1_10:
	li	a4, 0
	lui	t2, 131074
	addi	a5, sp, 4
	lui	a6, 131072
	lui	t3, 131073
	li	a7, 32
	li	t0, -114
	addi	t1, t2, 1024
	addi	t2, t2, 1056
	addi	t3, t3, -1024
	li	t4, 141
	j	.LBB1_12
.LBB1_11:
	addi	a4, a4, 1
	addi	t1, t1, 32
	beq	a4, a7, .LBB1_20
.LBB1_12:
	li	t6, 0
	slli	s0, a4, 5
	vsetivli	zero, 8, e32, m2, ta, ma
	vse32.v	v8, (a5)
	vse32.v	v8, (a1)
	vse32.v	v8, (a2)
	vse32.v	v8, (a3)
	add	t5, s0, t2
	add	s0, s0, a6
.LBB1_13:
	li	s1, 0
	add	s2, s0, t6
	lb	s2, 1024(s2)
	slli	s3, t6, 5
	add	s3, s3, t3
	li	s4, 32
.LBB1_14:
	vsetvli	s5, s4, e16, m1, ta, ma
	add	s6, s3, s1
	vle8.v	v12, (s6)
	slli	s6, s1, 2
	add	s6, a5, s6
	vle32.v	v10, (s6)
	sub	s4, s4, s5
	vsext.vf2	v13, v12
	vwmacc.vx	v10, s2, v13
	vse32.v	v10, (s6)
	add	s1, s5, s1
	bnez	s4, .LBB1_14
	addi	t6, t6, 1
	bne	t6, a7, .LBB1_13
	lui	t6, 131073
	addi	s0, sp, 4
	addi	s1, t6, 128
	mv	s2, t1
	j	.LBB1_18
.LBB1_17:
	max	s3, s4, t0
	addi	s1, s1, 4
	min	s3, s3, t4
	addi	s3, s3, -14
	sb	s3, 0(s2)
	addi	s2, s2, 1
	addi	t6, t6, 4
	addi	s0, s0, 4
	beq	s2, t5, .LBB1_11
.LBB1_18:
	lw	s4, 0(s0)
	lw	s5, 0(t6)
	lw	s3, 0(s1)
	mulh	s6, s5, s4
	mul	s4, s5, s4
	add	s5, s4, a0
	sltu	s4, s5, s4
	add	s4, s6, s4
	slli	s4, s4, 1
	srli	s5, s5, 31
	or	s4, s5, s4
	beqz	s3, .LBB1_17
	sra	s5, s4, s3
	addi	s3, s3, -1
	srl	s3, s4, s3
	andi	s4, s3, 1
	add	s4, s4, s5
	j	.LBB1_17
.LBB1_20:
	lw	s0, 156(sp)
	lw	s1, 152(sp)
	lw	s2, 148(sp)
	lw	s3, 144(sp)
	lw	s4, 140(sp)
	lw	s5, 136(sp)
	lw	s6, 132(sp)
	addi	sp, sp, 160
	ret
.Lfunc_end1:
