# conv2d.plain.c for H = 8, c_in = 32, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	sw	s11, 0(sp)
	li	a0, 0
	lui	a1, 262144
	lui	a2, 131074
	lui	a3, 131073
	lui	a4, 131072
	vsetvli	a5, zero, e32, m1, ta, ma
	vmv.v.i	v8, 0
	li	t0, -20
	vmv.s.x	v9, zero
	li	a5, 3
	li	a6, -132
	li	a7, 123
	vmv.v.x	v10, t0
	li	t0, 8
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	beq	a0, t0, .LBB1_26
.LBB1_2:
	li	t1, 0
	j	.LBB1_4
.LBB1_3:
	max	t2, t2, a6
	addi	t1, t1, 1
	min	t2, t2, a7
	addi	t2, t2, 4
	sb	t2, 7(a2)
	addi	a2, a2, 8
	beq	t1, t0, .LBB1_1
.LBB1_4:
	lw	s8, 256(a3)
	lw	s6, 260(a3)
	lw	s5, 264(a3)
	lw	s3, 268(a3)
	lw	t6, 272(a3)
	lw	t4, 276(a3)
	lw	t3, 280(a3)
	lw	t2, 284(a3)
	li	t5, 0
.LBB1_5:
	li	s0, 0
	add	s4, t5, a0
	slli	s2, t5, 1
	addi	s1, s4, -1
	add	s2, s2, t5
	slli	s4, s4, 8
	add	s4, s4, a4
.LBB1_6:
	li	s7, 0
	add	s9, s0, t1
	add	s10, s0, s2
	addi	s11, a3, -2048
	vmv1r.v	v11, v8
	vmv1r.v	v12, v8
	vmv1r.v	v13, v8
	vmv1r.v	v14, v8
	vmv1r.v	v15, v8
	vmv1r.v	v16, v8
	vmv1r.v	v17, v8
	vmv1r.v	v18, v8
	vsetvli	zero, zero, e32, m1, tu, ma
	vmv.s.x	v11, t2
	addi	t2, s9, -1
	slli	s10, s10, 8
	slli	s9, s9, 5
	vmv.s.x	v12, t3
	vmv.s.x	v13, t4
	vmv.s.x	v14, t6
	vmv.s.x	v15, s3
	vmv.s.x	v16, s5
	vmv.s.x	v17, s6
	vmv.s.x	v18, s8
	maxu	t3, s1, t2
	add	t2, s10, s11
	add	s9, s4, s9
	sltiu	t4, t3, 8
	addi	t3, s9, -288
	vsetvli	zero, zero, e8, mf4, ta, ma
	vmv.v.x	v19, t4
	vmsne.vi	v0, v19, 0
	li	t4, 32
.LBB1_7:
	vsetvli	t6, t4, e8, mf4, ta, ma
	slli	s3, s7, 3
	add	s3, t2, s3
	vlseg8e8.v	v19, (s3)
	add	s3, t3, s7
	vle8.v	v27, (s3), v0.t
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
	sub	t4, t4, t6
	vsetvli	zero, zero, e32, m1, tu, ma
	vmacc.vv	v18, v26, v28
	vmacc.vv	v17, v26, v19
	vmacc.vv	v16, v26, v20
	vmacc.vv	v15, v26, v21
	vmacc.vv	v14, v26, v22
	vmacc.vv	v13, v26, v23
	vmacc.vv	v12, v26, v24
	vmacc.vv	v11, v26, v25
	add	s7, t6, s7
	bnez	t4, .LBB1_7
	vsetvli	t2, zero, e32, m1, ta, ma
	vredsum.vs	v18, v18, v9
	vredsum.vs	v17, v17, v9
	vredsum.vs	v16, v16, v9
	vredsum.vs	v15, v15, v9
	vredsum.vs	v14, v14, v9
	vredsum.vs	v13, v13, v9
	vredsum.vs	v12, v12, v9
	vredsum.vs	v11, v11, v9
	addi	s0, s0, 1
	vmv.x.s	s8, v18
	vmv.x.s	s6, v17
	vmv.x.s	s5, v16
	vmv.x.s	s3, v15
	vmv.x.s	t6, v14
	vmv.x.s	t4, v13
	vmv.x.s	t3, v12
	vmv.x.s	t2, v11
	bne	s0, a5, .LBB1_6
	addi	t5, t5, 1
	bne	t5, a5, .LBB1_5
	lw	s0, 288(a3)
	lw	t5, 320(a3)
	mulh	s1, s0, s8
	mul	s0, s0, s8
	add	s2, s0, a1
	sltu	s0, s2, s0
	add	s0, s1, s0
	slli	s0, s0, 1
	srli	s1, s2, 31
	or	s0, s1, s0
	beqz	t5, .LBB1_12
	sra	s1, s0, t5
	addi	t5, t5, -1
	srl	t5, s0, t5
	andi	s0, t5, 1
	add	s0, s0, s1
.LBB1_12:
	max	t5, s0, a6
	min	t5, t5, a7
	addi	t5, t5, 4
	sb	t5, 0(a2)
	lw	s0, 292(a3)
	lw	t5, 324(a3)
	mulh	s1, s0, s6
	mul	s0, s0, s6
	add	s2, s0, a1
	sltu	s0, s2, s0
	add	s0, s1, s0
	slli	s0, s0, 1
	srli	s1, s2, 31
	or	s0, s1, s0
	beqz	t5, .LBB1_14
	sra	s1, s0, t5
	addi	t5, t5, -1
	srl	t5, s0, t5
	andi	s0, t5, 1
	add	s0, s0, s1
.LBB1_14:
	max	t5, s0, a6
	min	t5, t5, a7
	addi	t5, t5, 4
	sb	t5, 1(a2)
	lw	s0, 296(a3)
	lw	t5, 328(a3)
	mulh	s1, s0, s5
	mul	s0, s0, s5
	add	s2, s0, a1
	sltu	s0, s2, s0
	add	s0, s1, s0
	slli	s0, s0, 1
	srli	s1, s2, 31
	or	s0, s1, s0
	beqz	t5, .LBB1_16
	sra	s1, s0, t5
	addi	t5, t5, -1
	srl	t5, s0, t5
	andi	s0, t5, 1
	add	s0, s0, s1
.LBB1_16:
	max	t5, s0, a6
	min	t5, t5, a7
	addi	t5, t5, 4
	sb	t5, 2(a2)
	lw	s0, 300(a3)
	lw	t5, 332(a3)
	mulh	s1, s0, s3
	mul	s0, s0, s3
	add	s2, s0, a1
	sltu	s0, s2, s0
	add	s0, s1, s0
	slli	s0, s0, 1
	srli	s1, s2, 31
	or	s0, s1, s0
	beqz	t5, .LBB1_18
	sra	s1, s0, t5
	addi	t5, t5, -1
	srl	t5, s0, t5
	andi	s0, t5, 1
	add	s0, s0, s1
.LBB1_18:
	max	t5, s0, a6
	min	t5, t5, a7
	addi	t5, t5, 4
	sb	t5, 3(a2)
	lw	s0, 304(a3)
	lw	t5, 336(a3)
	mulh	s1, s0, t6
	mul	t6, s0, t6
	add	s0, t6, a1
	sltu	t6, s0, t6
	add	t6, s1, t6
	slli	t6, t6, 1
	srli	s0, s0, 31
	or	t6, s0, t6
	beqz	t5, .LBB1_20
	sra	s0, t6, t5
	addi	t5, t5, -1
	srl	t5, t6, t5
	andi	t6, t5, 1
	add	t6, t6, s0
.LBB1_20:
	max	t5, t6, a6
	min	t5, t5, a7
	addi	t5, t5, 4
	sb	t5, 4(a2)
	lw	t6, 308(a3)
	lw	t5, 340(a3)
	mulh	s0, t6, t4
	mul	t4, t6, t4
	add	t6, t4, a1
	sltu	t4, t6, t4
	add	t4, s0, t4
	slli	t4, t4, 1
	srli	t6, t6, 31
	or	t4, t6, t4
	beqz	t5, .LBB1_22
	sra	t6, t4, t5
	addi	t5, t5, -1
	srl	t4, t4, t5
	andi	t4, t4, 1
	add	t4, t4, t6
.LBB1_22:
	max	t4, t4, a6
	min	t4, t4, a7
	addi	t4, t4, 4
	sb	t4, 5(a2)
	lw	t5, 312(a3)
	lw	t4, 344(a3)
	mulh	t6, t5, t3
	mul	t3, t5, t3
	add	t5, t3, a1
	sltu	t3, t5, t3
	add	t3, t6, t3
	slli	t3, t3, 1
	srli	t5, t5, 31
	or	t3, t5, t3
	beqz	t4, .LBB1_24
	sra	t5, t3, t4
	addi	t4, t4, -1
	srl	t3, t3, t4
	andi	t3, t3, 1
	add	t3, t3, t5
.LBB1_24:
	max	t3, t3, a6
	min	t3, t3, a7
	addi	t3, t3, 4
	sb	t3, 6(a2)
	lw	t4, 316(a3)
	lw	t3, 348(a3)
	mulh	t5, t4, t2
	mul	t2, t4, t2
	add	t4, t2, a1
	sltu	t2, t4, t2
	add	t2, t5, t2
	slli	t2, t2, 1
	srli	t4, t4, 31
	or	t2, t4, t2
	beqz	t3, .LBB1_3
	sra	t4, t2, t3
	addi	t3, t3, -1
	srl	t2, t2, t3
	andi	t2, t2, 1
	add	t2, t2, t4
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
	lw	s11, 0(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
