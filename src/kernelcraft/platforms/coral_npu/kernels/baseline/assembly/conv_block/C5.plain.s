# conv_block.plain.c for H = 8, c_in = 32, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a2, 131074
	lui	a3, 131073
	lui	a4, 131072
	vsetvli	a5, zero, e32, m1, ta, ma
	vmv.v.i	v8, 0
	li	t2, -20
	vmv.s.x	v9, zero
	li	a5, 3
	li	a6, -132
	li	a7, 123
	lui	t0, 16384
	li	t1, 4
	vmv.v.x	v10, t2
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	li	t2, 8
	beq	a0, t2, .LBB1_26
.LBB1_2:
	li	t3, 0
	j	.LBB1_4
.LBB1_3:
	max	t2, t4, a6
	addi	t3, t3, 1
	min	t2, t2, a7
	slli	t2, t2, 24
	add	t2, t2, t0
	srai	t2, t2, 24
	max	t2, t2, t1
	sb	t2, 7(a2)
	addi	a2, a2, 8
	li	t2, 8
	beq	t3, t2, .LBB1_1
.LBB1_4:
	lw	s10, 256(a3)
	lw	s8, 260(a3)
	lw	s7, 264(a3)
	lw	s3, 268(a3)
	lw	s0, 272(a3)
	lw	t6, 276(a3)
	lw	t5, 280(a3)
	lw	t2, 284(a3)
	li	s1, 0
.LBB1_5:
	li	s2, 0
	add	s6, s1, a0
	slli	s5, s1, 1
	addi	s4, s6, -1
	add	s5, s5, s1
	slli	s6, s6, 8
	add	s6, s6, a4
.LBB1_6:
	li	s9, 0
	add	s11, s2, t3
	add	ra, s2, s5
	addi	t4, a3, -2048
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
	addi	t2, s11, -1
	slli	ra, ra, 8
	slli	s11, s11, 5
	vmv.s.x	v12, t5
	vmv.s.x	v13, t6
	vmv.s.x	v14, s0
	vmv.s.x	v15, s3
	vmv.s.x	v16, s7
	vmv.s.x	v17, s8
	vmv.s.x	v18, s10
	maxu	t2, s4, t2
	add	t4, ra, t4
	add	s11, s6, s11
	sltiu	t2, t2, 8
	addi	t5, s11, -288
	vsetvli	zero, zero, e8, mf4, ta, ma
	vmv.v.x	v19, t2
	vmsne.vi	v0, v19, 0
	li	t6, 32
.LBB1_7:
	vsetvli	s0, t6, e8, mf4, ta, ma
	slli	t2, s9, 3
	add	t2, t4, t2
	vlseg8e8.v	v19, (t2)
	add	t2, t5, s9
	vle8.v	v27, (t2), v0.t
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
	sub	t6, t6, s0
	vsetvli	zero, zero, e32, m1, tu, ma
	vmacc.vv	v18, v26, v28
	vmacc.vv	v17, v26, v19
	vmacc.vv	v16, v26, v20
	vmacc.vv	v15, v26, v21
	vmacc.vv	v14, v26, v22
	vmacc.vv	v13, v26, v23
	vmacc.vv	v12, v26, v24
	vmacc.vv	v11, v26, v25
	add	s9, s0, s9
	bnez	t6, .LBB1_7
	vsetvli	t2, zero, e32, m1, ta, ma
	vredsum.vs	v18, v18, v9
	vredsum.vs	v17, v17, v9
	vredsum.vs	v16, v16, v9
	vredsum.vs	v15, v15, v9
	vredsum.vs	v14, v14, v9
	vredsum.vs	v13, v13, v9
	vredsum.vs	v12, v12, v9
	vredsum.vs	v11, v11, v9
	addi	s2, s2, 1
	vmv.x.s	s10, v18
	vmv.x.s	s8, v17
	vmv.x.s	s7, v16
	vmv.x.s	s3, v15
	vmv.x.s	s0, v14
	vmv.x.s	t6, v13
	vmv.x.s	t5, v12
	vmv.x.s	t2, v11
	bne	s2, a5, .LBB1_6
	addi	s1, s1, 1
	bne	s1, a5, .LBB1_5
	lw	s2, 288(a3)
	lw	s1, 320(a3)
	mulh	s4, s2, s10
	mul	s2, s2, s10
	add	s5, s2, a1
	sltu	s2, s5, s2
	add	s2, s4, s2
	slli	s2, s2, 1
	srli	s4, s5, 31
	or	s2, s4, s2
	beqz	s1, .LBB1_12
	sra	t4, s2, s1
	addi	s1, s1, -1
	srl	s1, s2, s1
	andi	s1, s1, 1
	add	s2, s1, t4
.LBB1_12:
	max	t4, s2, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 0(a2)
	lw	t4, 292(a3)
	lw	s1, 324(a3)
	mulh	s2, t4, s8
	mul	t4, t4, s8
	add	s4, t4, a1
	sltu	t4, s4, t4
	add	t4, s2, t4
	slli	t4, t4, 1
	srli	s2, s4, 31
	or	s2, s2, t4
	beqz	s1, .LBB1_14
	sra	t4, s2, s1
	addi	s1, s1, -1
	srl	s1, s2, s1
	andi	s1, s1, 1
	add	s2, s1, t4
.LBB1_14:
	max	t4, s2, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 1(a2)
	lw	t4, 296(a3)
	lw	s1, 328(a3)
	mulh	s2, t4, s7
	mul	t4, t4, s7
	add	s4, t4, a1
	sltu	t4, s4, t4
	add	t4, s2, t4
	slli	t4, t4, 1
	srli	s2, s4, 31
	or	s2, s2, t4
	beqz	s1, .LBB1_16
	sra	t4, s2, s1
	addi	s1, s1, -1
	srl	s1, s2, s1
	andi	s1, s1, 1
	add	s2, s1, t4
.LBB1_16:
	max	t4, s2, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 2(a2)
	lw	t4, 300(a3)
	lw	s1, 332(a3)
	mulh	s2, t4, s3
	mul	t4, t4, s3
	add	s3, t4, a1
	sltu	t4, s3, t4
	add	t4, s2, t4
	slli	t4, t4, 1
	srli	s2, s3, 31
	or	s2, s2, t4
	beqz	s1, .LBB1_18
	sra	t4, s2, s1
	addi	s1, s1, -1
	srl	s1, s2, s1
	andi	s1, s1, 1
	add	s2, s1, t4
.LBB1_18:
	max	t4, s2, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 3(a2)
	lw	t4, 304(a3)
	lw	s1, 336(a3)
	mulh	s2, t4, s0
	mul	t4, t4, s0
	add	s0, t4, a1
	sltu	t4, s0, t4
	add	t4, s2, t4
	slli	t4, t4, 1
	srli	s0, s0, 31
	or	s0, s0, t4
	beqz	s1, .LBB1_20
	sra	t4, s0, s1
	addi	s1, s1, -1
	srl	s0, s0, s1
	andi	s0, s0, 1
	add	s0, s0, t4
.LBB1_20:
	max	t4, s0, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 4(a2)
	lw	t4, 308(a3)
	lw	s0, 340(a3)
	mulh	s1, t4, t6
	mul	t4, t4, t6
	add	t6, t4, a1
	sltu	t4, t6, t4
	add	t4, s1, t4
	slli	t4, t4, 1
	srli	t6, t6, 31
	or	t6, t6, t4
	beqz	s0, .LBB1_22
	sra	t4, t6, s0
	addi	s0, s0, -1
	srl	t6, t6, s0
	andi	t6, t6, 1
	add	t6, t6, t4
.LBB1_22:
	max	t4, t6, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 5(a2)
	lw	t4, 312(a3)
	lw	t6, 344(a3)
	mulh	s0, t4, t5
	mul	t4, t4, t5
	add	t5, t4, a1
	sltu	t4, t5, t4
	add	t4, s0, t4
	slli	t4, t4, 1
	srli	t5, t5, 31
	or	t5, t5, t4
	beqz	t6, .LBB1_24
	sra	t4, t5, t6
	addi	t6, t6, -1
	srl	t5, t5, t6
	andi	t5, t5, 1
	add	t5, t5, t4
.LBB1_24:
	max	t4, t5, a6
	min	t4, t4, a7
	slli	t4, t4, 24
	add	t4, t4, t0
	srai	t4, t4, 24
	max	t4, t4, t1
	sb	t4, 6(a2)
	lw	t4, 316(a3)
	lw	t5, 348(a3)
	mulh	t6, t4, t2
	mul	t2, t4, t2
	add	t4, t2, a1
	sltu	t2, t4, t2
	add	t2, t6, t2
	slli	t2, t2, 1
	srli	t4, t4, 31
	or	t4, t4, t2
	beqz	t5, .LBB1_3
	sra	t2, t4, t5
	addi	t5, t5, -1
	srl	t4, t4, t5
	andi	t4, t4, 1
	add	t4, t4, t2
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
