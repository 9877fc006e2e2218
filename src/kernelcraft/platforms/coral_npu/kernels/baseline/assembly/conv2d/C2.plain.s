# conv2d.plain.c for H = 8, c_in = 8, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	convolution
	mpause
.Lfunc_end0:
	.p2align	2
convolution:
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
	sw	s10, 4(sp)
	li	a0, 0
	lui	a1, 262144
	lui	a2, 131073
	lui	a3, 131072
	vsetvli	a4, zero, e32, m1, ta, ma
	vmv.v.i	v8, 0
	li	a7, -20
	vmv.s.x	v9, zero
	li	a4, 3
	li	a5, -132
	li	a6, 123
	vmv.v.x	v10, a7
	li	a7, 8
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	beq	a0, a7, .LBB1_26
.LBB1_2:
	li	t0, 0
	j	.LBB1_4
.LBB1_3:
	max	t1, t1, a5
	addi	t0, t0, 1
	min	t1, t1, a6
	addi	t1, t1, 4
	sb	t1, 7(a2)
	addi	a2, a2, 8
	beq	t0, a7, .LBB1_1
.LBB1_4:
	lw	s7, 1088(a3)
	lw	s5, 1092(a3)
	lw	s4, 1096(a3)
	lw	s2, 1100(a3)
	lw	t5, 1104(a3)
	lw	t3, 1108(a3)
	lw	t2, 1112(a3)
	lw	t1, 1116(a3)
	li	t4, 0
.LBB1_5:
	li	t6, 0
	add	s3, t4, a0
	slli	s1, t4, 1
	addi	s0, s3, -1
	add	s1, s1, t4
	slli	s3, s3, 6
	add	s3, s3, a3
.LBB1_6:
	li	s6, 0
	add	s8, t6, t0
	add	s9, t6, s1
	addi	s10, a3, 512
	vmv1r.v	v11, v8
	vmv1r.v	v12, v8
	vmv1r.v	v13, v8
	vmv1r.v	v14, v8
	vmv1r.v	v15, v8
	vmv1r.v	v16, v8
	vmv1r.v	v17, v8
	vmv1r.v	v18, v8
	vsetvli	zero, zero, e32, m1, tu, ma
	vmv.s.x	v11, t1
	addi	t1, s8, -1
	slli	s9, s9, 6
	slli	s8, s8, 3
	vmv.s.x	v12, t2
	vmv.s.x	v13, t3
	vmv.s.x	v14, t5
	vmv.s.x	v15, s2
	vmv.s.x	v16, s4
	vmv.s.x	v17, s5
	vmv.s.x	v18, s7
	maxu	t2, s0, t1
	add	t1, s9, s10
	add	s8, s3, s8
	sltiu	t3, t2, 8
	addi	t2, s8, -72
	vsetvli	zero, zero, e8, mf4, ta, ma
	vmv.v.x	v19, t3
	vmsne.vi	v0, v19, 0
	li	t3, 8
.LBB1_7:
	vsetvli	t5, t3, e8, mf4, ta, ma
	slli	s2, s6, 3
	add	s2, t1, s2
	vlseg8e8.v	v19, (s2)
	add	s2, t2, s6
	vle8.v	v27, (s2), v0.t
	vsetvli	zero, zero, e32, m1, ta, mu
	vsext.vf4	v28, v19
	vsext.vf4	v19, v20
	vsext.vf4	v20, v21
	vsext.vf4	v21, v22
	vsext.vf4	v22, v23
	vsext.vf4	v23, v24
	vsext.vf4	v24, v25
	vsext.vf4	v25, v26
	vmv1r.v	v26, v10
	vsext.vf4	v26, v27, v0.t
	sub	t3, t3, t5
	vsetvli	zero, zero, e32, m1, tu, ma
	vmacc.vv	v18, v26, v28
	vmacc.vv	v17, v26, v19
	vmacc.vv	v16, v26, v20
	vmacc.vv	v15, v26, v21
	vmacc.vv	v14, v26, v22
	vmacc.vv	v13, v26, v23
	vmacc.vv	v12, v26, v24
	vmacc.vv	v11, v26, v25
	add	s6, t5, s6
	bnez	t3, .LBB1_7
	vsetvli	t1, zero, e32, m1, ta, ma
	vredsum.vs	v18, v18, v9
	vredsum.vs	v17, v17, v9
	vredsum.vs	v16, v16, v9
	vredsum.vs	v15, v15, v9
	vredsum.vs	v14, v14, v9
	vredsum.vs	v13, v13, v9
	vredsum.vs	v12, v12, v9
	vredsum.vs	v11, v11, v9
	addi	t6, t6, 1
	vmv.x.s	s7, v18
	vmv.x.s	s5, v17
	vmv.x.s	s4, v16
	vmv.x.s	s2, v15
	vmv.x.s	t5, v14
	vmv.x.s	t3, v13
	vmv.x.s	t2, v12
	vmv.x.s	t1, v11
	bne	t6, a4, .LBB1_6
	addi	t4, t4, 1
	bne	t4, a4, .LBB1_5
	lw	t6, 1120(a3)
	lw	t4, 1152(a3)
	mulh	s0, t6, s7
	mul	t6, t6, s7
	add	s1, t6, a1
	sltu	t6, s1, t6
	add	t6, s0, t6
	slli	t6, t6, 1
	srli	s1, s1, 31
	or	t6, s1, t6
	beqz	t4, .LBB1_12
	sra	s0, t6, t4
	addi	t4, t4, -1
	srl	t4, t6, t4
	andi	t6, t4, 1
	add	t6, t6, s0
.LBB1_12:
	max	t4, t6, a5
	min	t4, t4, a6
	addi	t4, t4, 4
	sb	t4, 0(a2)
	lw	t6, 1124(a3)
	lw	t4, 1156(a3)
	mulh	s0, t6, s5
	mul	t6, t6, s5
	add	s1, t6, a1
	sltu	t6, s1, t6
	add	t6, s0, t6
	slli	t6, t6, 1
	srli	s1, s1, 31
	or	t6, s1, t6
	beqz	t4, .LBB1_14
	sra	s0, t6, t4
	addi	t4, t4, -1
	srl	t4, t6, t4
	andi	t6, t4, 1
	add	t6, t6, s0
.LBB1_14:
	max	t4, t6, a5
	min	t4, t4, a6
	addi	t4, t4, 4
	sb	t4, 1(a2)
	lw	t6, 1128(a3)
	lw	t4, 1160(a3)
	mulh	s0, t6, s4
	mul	t6, t6, s4
	add	s1, t6, a1
	sltu	t6, s1, t6
	add	t6, s0, t6
	slli	t6, t6, 1
	srli	s1, s1, 31
	or	t6, s1, t6
	beqz	t4, .LBB1_16
	sra	s0, t6, t4
	addi	t4, t4, -1
	srl	t4, t6, t4
	andi	t6, t4, 1
	add	t6, t6, s0
.LBB1_16:
	max	t4, t6, a5
	min	t4, t4, a6
	addi	t4, t4, 4
	sb	t4, 2(a2)
	lw	t6, 1132(a3)
	lw	t4, 1164(a3)
	mulh	s0, t6, s2
	mul	t6, t6, s2
	add	s1, t6, a1
	sltu	t6, s1, t6
	add	t6, s0, t6
	slli	t6, t6, 1
	srli	s1, s1, 31
	or	t6, s1, t6
	beqz	t4, .LBB1_18
	sra	s0, t6, t4
	addi	t4, t4, -1
	srl	t4, t6, t4
	andi	t6, t4, 1
	add	t6, t6, s0
.LBB1_18:
	max	t4, t6, a5
	min	t4, t4, a6
	addi	t4, t4, 4
	sb	t4, 3(a2)
	lw	t6, 1136(a3)
	lw	t4, 1168(a3)
	mulh	s0, t6, t5
	mul	t5, t6, t5
	add	t6, t5, a1
	sltu	t5, t6, t5
	add	t5, s0, t5
	slli	t5, t5, 1
	srli	t6, t6, 31
	or	t5, t6, t5
	beqz	t4, .LBB1_20
	sra	t6, t5, t4
	addi	t4, t4, -1
	srl	t4, t5, t4
	andi	t5, t4, 1
	add	t5, t5, t6
.LBB1_20:
	max	t4, t5, a5
	min	t4, t4, a6
	addi	t4, t4, 4
	sb	t4, 4(a2)
	lw	t5, 1140(a3)
	lw	t4, 1172(a3)
	mulh	t6, t5, t3
	mul	t3, t5, t3
	add	t5, t3, a1
	sltu	t3, t5, t3
	add	t3, t6, t3
	slli	t3, t3, 1
	srli	t5, t5, 31
	or	t3, t5, t3
	beqz	t4, .LBB1_22
	sra	t5, t3, t4
	addi	t4, t4, -1
	srl	t3, t3, t4
	andi	t3, t3, 1
	add	t3, t3, t5
.LBB1_22:
	max	t3, t3, a5
	min	t3, t3, a6
	addi	t3, t3, 4
	sb	t3, 5(a2)
	lw	t4, 1144(a3)
	lw	t3, 1176(a3)
	mulh	t5, t4, t2
	mul	t2, t4, t2
	add	t4, t2, a1
	sltu	t2, t4, t2
	add	t2, t5, t2
	slli	t2, t2, 1
	srli	t4, t4, 31
	or	t2, t4, t2
	beqz	t3, .LBB1_24
	sra	t4, t2, t3
	addi	t3, t3, -1
	srl	t2, t2, t3
	andi	t2, t2, 1
	add	t2, t2, t4
.LBB1_24:
	max	t2, t2, a5
	min	t2, t2, a6
	addi	t2, t2, 4
	sb	t2, 6(a2)
	lw	t3, 1148(a3)
	lw	t2, 1180(a3)
	mulh	t4, t3, t1
	mul	t1, t3, t1
	add	t3, t1, a1
	sltu	t1, t3, t1
	add	t1, t4, t1
	slli	t1, t1, 1
	srli	t3, t3, 31
	or	t1, t3, t1
	beqz	t2, .LBB1_3
	sra	t3, t1, t2
	addi	t2, t2, -1
	srl	t1, t1, t2
	andi	t1, t1, 1
	add	t1, t1, t3
	j	.LBB1_3
.LBB1_26:
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
	lw	s10, 4(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
