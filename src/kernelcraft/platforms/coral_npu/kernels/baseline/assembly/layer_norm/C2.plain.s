# layer_norm.plain.c for rows = 4, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	layer_norm
	mpause
.Lfunc_end0:
	.p2align	2
layer_norm:
	addi	sp, sp, -48
	sw	s0, 44(sp)
	sw	s1, 40(sp)
	sw	s2, 36(sp)
	sw	s3, 32(sp)
	sw	s4, 28(sp)
	sw	s5, 24(sp)
	sw	s6, 20(sp)
	sw	s7, 16(sp)
	sw	s8, 12(sp)
	sw	s9, 8(sp)
	li	a0, 0
	lui	a1, 131073
	lui	a2, 131072
	vsetvli	a3, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	vmv.s.x	v14, zero
	lui	a3, 1
	lui	t3, 455831
	lui	a4, 262144
	li	a5, -133
	li	a6, 122
	li	a7, 4
	addi	t0, a1, 128
	addi	t1, a2, 640
	addi	t2, a2, 512
	addi	t3, t3, -789
	lui	t4, 131072
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	a1, a1, 128
	addi	t4, t4, 128
	beq	a0, a7, .LBB1_12
.LBB1_2:
	li	t6, 0
	slli	s0, a0, 7
	add	t5, s0, t0
	add	s0, s0, a2
	li	s1, 128
	vmv2r.v	v12, v8
	vmv2r.v	v10, v8
.LBB1_3:
	vsetvli	s2, s1, e16, m1, ta, ma
	add	s3, s0, t6
	vle8.v	v15, (s3)
	sub	s1, s1, s2
	vsext.vf2	v16, v15
	vsetvli	zero, zero, e16, m1, tu, ma
	vwadd.wv	v12, v12, v16
	vwmacc.vv	v10, v16, v16
	add	t6, s2, t6
	bnez	s1, .LBB1_3
	vsetvli	t6, zero, e32, m2, ta, ma
	vredsum.vs	v12, v12, v14
	vredsum.vs	v10, v10, v14
	vmv.x.s	s0, v12
	vmv.x.s	t6, v10
	slli	t6, t6, 7
	mul	s1, s0, s0
	sub	s1, t6, s1
	add	s1, s1, a3
	fcvt.s.w	fa5, s1
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t6, fa5, rtz
	mul	s2, t6, t6
	bgeu	s1, s2, .LBB1_6
	addi	t6, t6, -1
	j	.LBB1_8
.LBB1_6:
	addi	s2, t6, 1
	mul	s3, s2, s2
	bltu	s1, s3, .LBB1_8
	mv	t6, s2
.LBB1_8:
	slli	s0, s0, 10
	srli	s1, t6, 31
	add	s1, t6, s1
	srai	s1, s1, 1
	neg	s2, s1
	mv	s3, t4
	mv	s4, t2
	mv	s5, t1
	mv	s6, a1
	j	.LBB1_10
.LBB1_9:
	add	s7, s8, s7
	div	s7, s7, t6
	lb	s8, 0(s4)
	lw	s9, 0(s5)
	addi	s5, s5, 4
	mul	s7, s7, s8
	add	s7, s7, s9
	mulh	s8, s7, t3
	mul	s7, s7, t3
	add	s9, s7, a4
	sltu	s7, s9, s7
	add	s7, s8, s7
	slli	s8, s7, 1
	slli	s7, s7, 22
	srai	s8, s8, 11
	srli	s7, s7, 31
	add	s7, s7, s8
	max	s7, s7, a5
	min	s7, s7, a6
	addi	s7, s7, 5
	sb	s7, 0(s6)
	addi	s6, s6, 1
	addi	s4, s4, 1
	addi	s3, s3, 1
	beq	s6, t5, .LBB1_1
.LBB1_10:
	lb	s7, 0(s3)
	slli	s7, s7, 17
	sub	s7, s7, s0
	mv	s8, s2
	bltz	s7, .LBB1_9
	mv	s8, s1
	j	.LBB1_9
.LBB1_12:
	lw	s0, 44(sp)
	lw	s1, 40(sp)
	lw	s2, 36(sp)
	lw	s3, 32(sp)
	lw	s4, 28(sp)
	lw	s5, 24(sp)
	lw	s6, 20(sp)
	lw	s7, 16(sp)
	lw	s8, 12(sp)
	lw	s9, 8(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
