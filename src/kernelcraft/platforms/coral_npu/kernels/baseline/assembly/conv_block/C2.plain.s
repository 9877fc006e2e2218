# conv_block.plain.c for H = 8, c_in = 8, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -64
	sw	ra, 60(sp)
	sw	s0, 56(sp)
	sw	s1, 52(sp)
	sw	s2, 48(sp)
	sw	s3, 44(sp)
	sw	s4, 40(sp)
	sw	s5, 36(sp)
	sw	s6, 32(sp)
	sw	s7, 28(sp)
	sw	s8, 24(sp)
	sw	s9, 20(sp)
	sw	s10, 16(sp)
	sw	s11, 12(sp)
	li	a0, 0
	lui	a1, 262144
	lui	a2, 131073
	lui	a3, 131072
	vsetvli	a4, zero, e32, m1, ta, ma
	vmv.v.i	v8, 0
	li	t1, -20
	vmv.s.x	v9, zero
	li	a4, 3
	li	a5, -132
	li	a6, 123
	lui	a7, 16384
	li	t0, 4
	vmv.v.x	v10, t1
	li	t1, 8
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	beq	a0, t1, .LBB1_26
.LBB1_2:
	li	t2, 0
	j	.LBB1_4
.LBB1_3:
	max	t3, t3, a5
	addi	t2, t2, 1
	min	t3, t3, a6
	slli	t3, t3, 24
	add	t3, t3, a7
	srai	t3, t3, 24
	max	t3, t3, t0
	sb	t3, 7(a2)
	addi	a2, a2, 8
	beq	t2, t1, .LBB1_1
.LBB1_4:
	lw	s9, 1088(a3)
	lw	s7, 1092(a3)
	lw	s6, 1096(a3)
	lw	s2, 1100(a3)
	lw	t6, 1104(a3)
	lw	t5, 1108(a3)
	lw	t4, 1112(a3)
	lw	t3, 1116(a3)
	li	s0, 0
.LBB1_5:
	li	s1, 0
	add	s5, s0, a0
	slli	s4, s0, 1
	addi	s3, s5, -1
	add	s4, s4, s0
	slli	s5, s5, 6
	add	s5, s5, a3
.LBB1_6:
	li	s8, 0
	add	s10, s1, t2
	add	s11, s1, s4
	addi	ra, a3, 512
	vmv1r.v	v11, v8
	vmv1r.v	v12, v8
	vmv1r.v	v13, v8
	vmv1r.v	v14, v8
	vmv1r.v	v15, v8
	vmv1r.v	v16, v8
	vmv1r.v	v17, v8
	vmv1r.v	v18, v8
	vsetvli	zero, zero, e32, m1, tu, ma
	vmv.s.x	v11, t3
	addi	t3, s10, -1
	slli	s11, s11, 6
	slli	s10, s10, 3
	vmv.s.x	v12, t4
	vmv.s.x	v13, t5
	vmv.s.x	v14, t6
	vmv.s.x	v15, s2
	vmv.s.x	v16, s6
	vmv.s.x	v17, s7
	vmv.s.x	v18, s9
	maxu	t4, s3, t3
	add	t3, s11, ra
	add	s10, s5, s10
	sltiu	t5, t4, 8
	addi	t4, s10, -72
	vsetvli	zero, zero, e8, mf4, ta, ma
	vmv.v.x	v19, t5
	vmsne.vi	v0, v19, 0
	li	t5, 8
.LBB1_7:
	vsetvli	t6, t5, e8, mf4, ta, ma
	slli	s2, s8, 3
	add	s2, t3, s2
	vlseg8e8.v	v19, (s2)
	add	s2, t4, s8
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
	sub	t5, t5, t6
	vsetvli	zero, zero, e32, m1, tu, ma
	vmacc.vv	v18, v26, v28
	vmacc.vv	v17, v26, v19
	vmacc.vv	v16, v26, v20
	vmacc.vv	v15, v26, v21
	vmacc.vv	v14, v26, v22
	vmacc.vv	v13, v26, v23
	vmacc.vv	v12, v26, v24
	vmacc.vv	v11, v26, v25
	add	s8, t6, s8
	bnez	t5, .LBB1_7
	vsetvli	t3, zero, e32, m1, ta, ma
	vredsum.vs	v18, v18, v9
	vredsum.vs	v17, v17, v9
	vredsum.vs	v16, v16, v9
	vredsum.vs	v15, v15, v9
	vredsum.vs	v14, v14, v9
	vredsum.vs	v13, v13, v9
	vredsum.vs	v12, v12, v9
	vredsum.vs	v11, v11, v9
	addi	s1, s1, 1
	vmv.x.s	s9, v18
	vmv.x.s	s7, v17
	vmv.x.s	s6, v16
	vmv.x.s	s2, v15
	vmv.x.s	t6, v14
	vmv.x.s	t5, v13
	vmv.x.s	t4, v12
	vmv.x.s	t3, v11
	bne	s1, a4, .LBB1_6
	addi	s0, s0, 1
	bne	s0, a4, .LBB1_5
	lw	s1, 1120(a3)
	lw	s0, 1152(a3)
	mulh	s3, s1, s9
	mul	s1, s1, s9
	add	s4, s1, a1
	sltu	s1, s4, s1
	add	s1, s3, s1
	slli	s1, s1, 1
	srli	s3, s4, 31
	or	s1, s3, s1
	beqz	s0, .LBB1_12
	sra	s3, s1, s0
	addi	s0, s0, -1
	srl	s0, s1, s0
	andi	s0, s0, 1
	add	s1, s0, s3
.LBB1_12:
	max	s0, s1, a5
	min	s0, s0, a6
	slli	s0, s0, 24
	add	s0, s0, a7
	srai	s0, s0, 24
	max	s0, s0, t0
	sb	s0, 0(a2)
	lw	s1, 1124(a3)
	lw	s0, 1156(a3)
	mulh	s3, s1, s7
	mul	s1, s1, s7
	add	s4, s1, a1
	sltu	s1, s4, s1
	add	s1, s3, s1
	slli	s1, s1, 1
	srli	s3, s4, 31
	or	s1, s3, s1
	beqz	s0, .LBB1_14
	sra	s3, s1, s0
	addi	s0, s0, -1
	srl	s0, s1, s0
	andi	s0, s0, 1
	add	s1, s0, s3
.LBB1_14:
	max	s0, s1, a5
	min	s0, s0, a6
	slli	s0, s0, 24
	add	s0, s0, a7
	srai	s0, s0, 24
	max	s0, s0, t0
	sb	s0, 1(a2)
	lw	s1, 1128(a3)
	lw	s0, 1160(a3)
	mulh	s3, s1, s6
	mul	s1, s1, s6
	add	s4, s1, a1
	sltu	s1, s4, s1
	add	s1, s3, s1
	slli	s1, s1, 1
	srli	s3, s4, 31
	or	s1, s3, s1
	beqz	s0, .LBB1_16
	sra	s3, s1, s0
	addi	s0, s0, -1
	srl	s0, s1, s0
	andi	s0, s0, 1
	add	s1, s0, s3
.LBB1_16:
	max	s0, s1, a5
	min	s0, s0, a6
	slli	s0, s0, 24
	add	s0, s0, a7
	srai	s0, s0, 24
	max	s0, s0, t0
	sb	s0, 2(a2)
	lw	s1, 1132(a3)
	lw	s0, 1164(a3)
	mulh	s3, s1, s2
	mul	s1, s1, s2
	add	s2, s1, a1
	sltu	s1, s2, s1
	add	s1, s3, s1
	slli	s1, s1, 1
	srli	s2, s2, 31
	or	s1, s2, s1
	beqz	s0, .LBB1_18
	sra	s2, s1, s0
	addi	s0, s0, -1
	srl	s0, s1, s0
	andi	s0, s0, 1
	add	s1, s0, s2
.LBB1_18:
	max	s0, s1, a5
	min	s0, s0, a6
	slli	s0, s0, 24
	add	s0, s0, a7
	srai	s0, s0, 24
	max	s0, s0, t0
	sb	s0, 3(a2)
	lw	s1, 1136(a3)
	lw	s0, 1168(a3)
	mulh	s2, s1, t6
	mul	t6, s1, t6
	add	s1, t6, a1
	sltu	t6, s1, t6
	add	t6, s2, t6
	slli	t6, t6, 1
	srli	s1, s1, 31
	or	t6, s1, t6
	beqz	s0, .LBB1_20
	sra	s1, t6, s0
	addi	s0, s0, -1
	srl	t6, t6, s0
	andi	t6, t6, 1
	add	t6, t6, s1
.LBB1_20:
	max	t6, t6, a5
	min	t6, t6, a6
	slli	t6, t6, 24
	add	t6, t6, a7
	srai	t6, t6, 24
	max	t6, t6, t0
	sb	t6, 4(a2)
	lw	s0, 1140(a3)
	lw	t6, 1172(a3)
	mulh	s1, s0, t5
	mul	t5, s0, t5
	add	s0, t5, a1
	sltu	t5, s0, t5
	add	t5, s1, t5
	slli	t5, t5, 1
	srli	s0, s0, 31
	or	t5, s0, t5
	beqz	t6, .LBB1_22
	sra	s0, t5, t6
	addi	t6, t6, -1
	srl	t5, t5, t6
	andi	t5, t5, 1
	add	t5, t5, s0
.LBB1_22:
	max	t5, t5, a5
	min	t5, t5, a6
	slli	t5, t5, 24
	add	t5, t5, a7
	srai	t5, t5, 24
	max	t5, t5, t0
	sb	t5, 5(a2)
	lw	t6, 1144(a3)
	lw	t5, 1176(a3)
	mulh	s0, t6, t4
	mul	t4, t6, t4
	add	t6, t4, a1
	sltu	t4, t6, t4
	add	t4, s0, t4
	slli	t4, t4, 1
	srli	t6, t6, 31
	or	t4, t6, t4
	beqz	t5, .LBB1_24
	sra	t6, t4, t5
	addi	t5, t5, -1
	srl	t4, t4, t5
	andi	t4, t4, 1
	add	t4, t4, t6
.LBB1_24:
	max	t4, t4, a5
	min	t4, t4, a6
	slli	t4, t4, 24
	add	t4, t4, a7
	srai	t4, t4, 24
	max	t4, t4, t0
	sb	t4, 6(a2)
	lw	t5, 1148(a3)
	lw	t4, 1180(a3)
	mulh	t6, t5, t3
	mul	t3, t5, t3
	add	t5, t3, a1
	sltu	t3, t5, t3
	add	t3, t6, t3
	slli	t3, t3, 1
	srli	t5, t5, 31
	or	t3, t5, t3
	beqz	t4, .LBB1_3
	sra	t5, t3, t4
	addi	t4, t4, -1
	srl	t3, t3, t4
	andi	t3, t3, 1
	add	t3, t3, t5
	j	.LBB1_3
.LBB1_26:
	lw	ra, 60(sp)
	lw	s0, 56(sp)
	lw	s1, 52(sp)
	lw	s2, 48(sp)
	lw	s3, 44(sp)
	lw	s4, 40(sp)
	lw	s5, 36(sp)
	lw	s6, 32(sp)
	lw	s7, 28(sp)
	lw	s8, 24(sp)
	lw	s9, 20(sp)
	lw	s10, 16(sp)
	lw	s11, 12(sp)
	addi	sp, sp, 64
	ret
.Lfunc_end1:
