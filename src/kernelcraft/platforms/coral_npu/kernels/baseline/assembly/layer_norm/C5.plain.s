# layer_norm.plain.c for rows = 64, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	sw	s6, 4(sp)
	sw	s7, 0(sp)
	li	a0, 0
	lui	a1, 131075
	lui	a2, 131072
	vsetvli	a3, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	vmv.s.x	v14, zero
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
	vmv2r.v	v12, v8
	vmv2r.v	v10, v8
.LBB1_3:
	vsetvli	s0, t6, e16, m1, ta, ma
	add	s1, t5, t4
	vle8.v	v15, (s1)
	sub	t6, t6, s0
	vsext.vf2	v16, v15
	vsetvli	zero, zero, e16, m1, tu, ma
	vwadd.wv	v12, v12, v16
	vwmacc.vv	v10, v16, v16
	add	t4, s0, t4
	bnez	t6, .LBB1_3
	vsetvli	t4, zero, e32, m2, ta, ma
	vredsum.vs	v12, v12, v14
	vredsum.vs	v10, v10, v14
	vmv.x.s	t5, v12
	vmv.x.s	t4, v10
	slli	t4, t4, 7
	mul	t6, t5, t5
	sub	t6, t4, t6
	add	t6, t6, a3
	fcvt.s.w	fa5, t6
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t4, fa5, rtz
	mul	s0, t4, t4
	bgeu	t6, s0, .LBB1_6
	addi	t4, t4, -1
	j	.LBB1_8
.LBB1_6:
	addi	s0, t4, 1
	mul	s1, s0, s0
	bltu	t6, s1, .LBB1_8
	mv	t4, s0
.LBB1_8:
	slli	t5, t5, 10
	srli	s0, t4, 31
	lui	t6, 131074
	add	s0, t4, s0
	srai	s0, s0, 1
	neg	s1, s0
	addi	s2, t6, 128
	mv	s3, t2
	mv	s4, a1
	j	.LBB1_10
.LBB1_9:
	add	s5, s6, s5
	div	s5, s5, t4
	lb	s6, 0(t6)
	lw	s7, 0(s2)
	addi	s2, s2, 4
	mul	s5, s5, s6
	add	s5, s5, s7
	mulh	s6, s5, t1
	mul	s5, s5, t1
	add	s7, s5, a4
	sltu	s5, s7, s5
	add	s5, s6, s5
	slli	s6, s5, 1
	slli	s5, s5, 22
	srai	s6, s6, 11
	srli	s5, s5, 31
	add	s5, s5, s6
	max	s5, s5, a5
	min	s5, s5, a6
	addi	s5, s5, 5
	sb	s5, 0(s4)
	addi	s4, s4, 1
	addi	t6, t6, 1
	addi	s3, s3, 1
	beq	s4, t3, .LBB1_1
.LBB1_10:
	lb	s5, 0(s3)
	slli	s5, s5, 17
	sub	s5, s5, t5
	mv	s6, s1
	bltz	s5, .LBB1_9
	mv	s6, s0
	j	.LBB1_9
.LBB1_12:
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	lw	s5, 8(sp)
	lw	s6, 4(sp)
	lw	s7, 0(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
