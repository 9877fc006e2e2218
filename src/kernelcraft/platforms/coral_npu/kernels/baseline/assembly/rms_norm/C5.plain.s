# rms_norm.plain.c for rows = 64, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	rms_norm
	mpause
.Lfunc_end0:
	.p2align	2
rms_norm:
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	li	a0, 0
	lui	a1, 131075
	lui	a2, 131072
	vsetvli	a3, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	vmv.s.x	v12, zero
	lui	a3, 1
	lui	t1, 455831
	lui	a4, 262144
	li	a5, -133
	li	a6, 122
	li	a7, 64
	addi	t0, a1, 128
	addi	t1, t1, -789
	lui	t2, 131072
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	a1, a1, 128
	addi	t2, t2, 128
	beq	a0, a7, .LBB1_12
.LBB1_2:
	li	t4, 0
	slli	t5, a0, 7
	add	t3, t5, t0
	add	t5, t5, a2
	li	t6, 128
	vmv2r.v	v10, v8
.LBB1_3:
	vsetvli	s0, t6, e16, m1, ta, ma
	add	s1, t5, t4
	vle8.v	v13, (s1)
	sub	t6, t6, s0
	vsext.vf2	v14, v13
	vsetvli	zero, zero, e16, m1, tu, ma
	vwmacc.vv	v10, v14, v14
	add	t4, s0, t4
	bnez	t6, .LBB1_3
	vsetvli	t4, zero, e32, m2, ta, ma
	vredsum.vs	v10, v10, v12
	vmv.x.s	t4, v10
	slli	t4, t4, 7
	add	t5, t4, a3
	fcvt.s.wu	fa5, t5
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t4, fa5, rtz
	mul	t6, t4, t4
	bgeu	t5, t6, .LBB1_6
	addi	t4, t4, -1
	j	.LBB1_8
.LBB1_6:
	addi	t6, t4, 1
	mul	s0, t6, t6
	bltu	t5, s0, .LBB1_8
	mv	t4, t6
.LBB1_8:
	srli	t5, t4, 31
	add	t5, t4, t5
	srai	t5, t5, 1
	neg	t6, t5
	lui	s0, 131074
	mv	s1, t2
	mv	s2, a1
	j	.LBB1_10
.LBB1_9:
	slli	s3, s3, 17
	add	s3, s4, s3
	div	s3, s3, t4
	lb	s4, 0(s0)
	mul	s3, s3, s4
	mulh	s4, s3, t1
	mul	s3, s3, t1
	add	s5, s3, a4
	sltu	s3, s5, s3
	add	s3, s4, s3
	slli	s4, s3, 1
	slli	s3, s3, 22
	srai	s4, s4, 11
	srli	s3, s3, 31
	add	s3, s3, s4
	max	s3, s3, a5
	min	s3, s3, a6
	addi	s3, s3, 5
	sb	s3, 0(s2)
	addi	s2, s2, 1
	addi	s0, s0, 1
	addi	s1, s1, 1
	beq	s2, t3, .LBB1_1
.LBB1_10:
	lb	s3, 0(s1)
	mv	s4, t6
	bltz	s3, .LBB1_9
	mv	s4, t5
	j	.LBB1_9
.LBB1_12:
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	lw	s5, 8(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
