# layer_norm.plain.c for rows = 4, width = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	li	a0, 0
	lui	a1, 131073
	lui	a2, 131072
	vsetvli	a3, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	vmv.s.x	v14, zero
	lui	t2, 455831
	lui	a3, 262144
	li	a4, -133
	li	a5, 122
	li	a6, 4
	addi	a7, a1, 64
	addi	t0, a2, 320
	addi	t1, a2, 256
	addi	t2, t2, -789
	lui	t3, 131072
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	a1, a1, 64
	addi	t3, t3, 64
	beq	a0, a6, .LBB1_12
.LBB1_2:
	li	t5, 0
	slli	t6, a0, 6
	add	t4, t6, a7
	add	t6, t6, a2
	li	s0, 64
	vmv2r.v	v12, v8
	vmv2r.v	v10, v8
.LBB1_3:
	vsetvli	s1, s0, e16, m1, ta, ma
	add	s2, t6, t5
	vle8.v	v15, (s2)
	sub	s0, s0, s1
	vsext.vf2	v16, v15
	vsetvli	zero, zero, e16, m1, tu, ma
	vwadd.wv	v12, v12, v16
	vwmacc.vv	v10, v16, v16
	add	t5, s1, t5
	bnez	s0, .LBB1_3
	vsetvli	t5, zero, e32, m2, ta, ma
	vredsum.vs	v12, v12, v14
	vredsum.vs	v10, v10, v14
	vmv.x.s	t6, v12
	vmv.x.s	t5, v10
	slli	t5, t5, 6
	mul	s0, t6, t6
	sub	t5, t5, s0
	addi	s0, t5, 1024
	fcvt.s.w	fa5, s0
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t5, fa5, rtz
	mul	s1, t5, t5
	bgeu	s0, s1, .LBB1_6
	addi	t5, t5, -1
	j	.LBB1_8
.LBB1_6:
	addi	s1, t5, 1
	mul	s2, s1, s1
	bltu	s0, s2, .LBB1_8
	mv	t5, s1
.LBB1_8:
	slli	t6, t6, 10
	srli	s0, t5, 31
	add	s0, t5, s0
	srai	s0, s0, 1
	neg	s1, s0
	mv	s2, t3
	mv	s3, t1
	mv	s4, t0
	mv	s5, a1
	j	.LBB1_10
.LBB1_9:
	add	s6, s7, s6
	div	s6, s6, t5
	lb	s7, 0(s3)
	lw	s8, 0(s4)
	addi	s4, s4, 4
	mul	s6, s6, s7
	add	s6, s6, s8
	mulh	s7, s6, t2
	mul	s6, s6, t2
	add	s8, s6, a3
	sltu	s6, s8, s6
	add	s6, s7, s6
	slli	s7, s6, 1
	slli	s6, s6, 22
	srai	s7, s7, 11
	srli	s6, s6, 31
	add	s6, s6, s7
	max	s6, s6, a4
	min	s6, s6, a5
	addi	s6, s6, 5
	sb	s6, 0(s5)
	addi	s5, s5, 1
	addi	s3, s3, 1
	addi	s2, s2, 1
	beq	s5, t4, .LBB1_1
.LBB1_10:
	lb	s6, 0(s2)
	slli	s6, s6, 16
	sub	s6, s6, t6
	mv	s7, s1
	bltz	s6, .LBB1_9
	mv	s7, s0
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
	addi	sp, sp, 48
	ret
.Lfunc_end1:
