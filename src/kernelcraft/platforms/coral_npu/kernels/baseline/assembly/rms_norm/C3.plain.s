# rms_norm.plain.c for rows = 16, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	sw	s6, 4(sp)
	li	a0, 0
	lui	a1, 131073
	lui	a2, 131072
	vsetvli	a3, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	vmv.s.x	v12, zero
	lui	a3, 1
	lui	t2, 455831
	lui	a4, 262144
	li	a5, -133
	li	a6, 122
	li	a7, 16
	addi	t0, a1, 128
	addi	t1, a1, -2048
	addi	t2, t2, -789
	lui	t3, 131072
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	a1, a1, 128
	addi	t3, t3, 128
	beq	a0, a7, .LBB1_12
.LBB1_2:
	li	t5, 0
	slli	t6, a0, 7
	add	t4, t6, t0
	add	t6, t6, a2
	li	s0, 128
	vmv2r.v	v10, v8
.LBB1_3:
	vsetvli	s1, s0, e16, m1, ta, ma
	add	s2, t6, t5
	vle8.v	v13, (s2)
	sub	s0, s0, s1
	vsext.vf2	v14, v13
	vsetvli	zero, zero, e16, m1, tu, ma
	vwmacc.vv	v10, v14, v14
	add	t5, s1, t5
	bnez	s0, .LBB1_3
	vsetvli	t5, zero, e32, m2, ta, ma
	vredsum.vs	v10, v10, v12
	vmv.x.s	t5, v10
	slli	t5, t5, 7
	add	t6, t5, a3
	fcvt.s.wu	fa5, t6
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t5, fa5, rtz
	mul	s0, t5, t5
	bgeu	t6, s0, .LBB1_6
	addi	t5, t5, -1
	j	.LBB1_8
.LBB1_6:
	addi	s0, t5, 1
	mul	s1, s0, s0
	bltu	t6, s1, .LBB1_8
	mv	t5, s0
.LBB1_8:
	srli	t6, t5, 31
	add	t6, t5, t6
	srai	t6, t6, 1
	neg	s0, t6
	mv	s1, t3
	mv	s2, t1
	mv	s3, a1
	j	.LBB1_10
.LBB1_9:
	slli	s4, s4, 17
	add	s4, s5, s4
	div	s4, s4, t5
	lb	s5, 0(s2)
	mul	s4, s4, s5
	mulh	s5, s4, t2
	mul	s4, s4, t2
	add	s6, s4, a4
	sltu	s4, s6, s4
	add	s4, s5, s4
	slli	s5, s4, 1
	slli	s4, s4, 22
	srai	s5, s5, 11
	srli	s4, s4, 31
	add	s4, s4, s5
	max	s4, s4, a5
	min	s4, s4, a6
	addi	s4, s4, 5
	sb	s4, 0(s3)
	addi	s3, s3, 1
	addi	s2, s2, 1
	addi	s1, s1, 1
	beq	s3, t4, .LBB1_1
.LBB1_10:
	lb	s4, 0(s1)
	mv	s5, s0
	bltz	s4, .LBB1_9
	mv	s5, t6
	j	.LBB1_9
.LBB1_12:
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	lw	s5, 8(sp)
	lw	s6, 4(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
