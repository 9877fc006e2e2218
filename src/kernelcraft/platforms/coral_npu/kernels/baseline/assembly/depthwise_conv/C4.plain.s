# depthwise_conv.plain.c for H = 16, c = 16, k = 5; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	depthwise_conv
	mpause
.Lfunc_end0:
	.p2align	2
depthwise_conv:
	addi	sp, sp, -144
	sw	ra, 140(sp)
	sw	s0, 136(sp)
	sw	s1, 132(sp)
	sw	s2, 128(sp)
	sw	s3, 124(sp)
	sw	s4, 120(sp)
	sw	s5, 116(sp)
	sw	s6, 112(sp)
	sw	s7, 108(sp)
	sw	s8, 104(sp)
	sw	s9, 100(sp)
	sw	s10, 96(sp)
	sw	s11, 92(sp)
	li	a0, 0
	lui	t6, 131073
	lui	a1, 131074
	sw	a1, 24(sp)
	lui	s0, 131072
	vsetvli	a1, zero, e32, m2, ta, ma
	vmv.v.i	v8, 15
	addi	a7, sp, 28
	li	t0, 5
	lui	t1, 262144
	li	t2, -120
	li	t3, 135
	addi	a1, t6, 400
	addi	s1, t6, 16
	addi	a2, a1, 4
	sw	a2, 20(sp)
	addi	a2, a1, 20
	sw	a2, 16(sp)
	addi	a1, a1, 52
	sw	a1, 12(sp)
	lui	s3, 131074
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	sw	s3, 24(sp)
	li	a1, 16
	beq	a0, a1, .LBB1_20
.LBB1_2:
	li	s6, 0
	j	.LBB1_4
.LBB1_3:
	addi	s3, s3, 16
	mv	s6, s4
	li	a1, 16
	beq	s4, a1, .LBB1_1
.LBB1_4:
	li	s7, 0
	vsetivli	zero, 8, e32, m2, ta, ma
	lw	a1, 16(sp)
	vle32.v	v10, (a1)
	slli	a2, s6, 4
	addi	a1, sp, 48
	vse32.v	v10, (a1)
	vsetivli	zero, 4, e32, m1, ta, ma
	lw	a1, 20(sp)
	vle32.v	v10, (a1)
	vsetivli	zero, 2, e32, m1, ta, ma
	lw	a1, 12(sp)
	vle32.v	v11, (a1)
	addi	a3, t6, 400
	lw	a1, 0(a3)
	lw	a4, 60(a3)
	addi	s9, s6, -2
	addi	s4, s6, 1
	addi	s10, s6, -1
	lw	s5, 24(sp)
	add	s5, a2, s5
	addi	s5, s5, 16
	vsetivli	zero, 4, e32, m1, ta, ma
	addi	a3, sp, 32
	vse32.v	v10, (a3)
	vsetivli	zero, 2, e32, m1, ta, ma
	addi	a3, sp, 80
	vse32.v	v11, (a3)
	sw	a1, 28(sp)
	sw	a4, 88(sp)
	slli	s11, s4, 4
.LBB1_5:
	li	a5, 0
	add	a1, s7, a0
	slli	ra, s7, 4
	slli	a6, s7, 6
	addi	a4, a1, -2
	slli	a1, a1, 8
	add	ra, a6, ra
	add	a6, a1, s0
	maxu	t4, a4, s9
	add	a1, ra, t6
	sltiu	t4, t4, 16
	add	s8, a6, a2
	addi	a3, s8, -544
	vsetvli	t5, zero, e8, mf2, ta, ma
	vmv.v.x	v10, t4
	vmsne.vi	v0, v10, 0
	li	t4, 16
.LBB1_6:
	vsetvli	t5, t4, e8, mf2, ta, ma
	add	s2, a3, a5
	vmv2r.v	v10, v8
	vle8.v	v14, (s2), v0.t
	add	s2, a1, a5
	vle8.v	v16, (s2)
	slli	s2, a5, 2
	add	s2, a7, s2
	vle32.v	v12, (s2)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	t4, t4, t5
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (s2)
	add	a5, t5, a5
	bnez	t4, .LBB1_6
	li	a5, 0
	maxu	a3, a4, s10
	add	a6, a6, s11
	add	a1, ra, s1
	sltiu	a3, a3, 16
	addi	a6, a6, -544
	vsetvli	t4, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a3
	vmsne.vi	v0, v10, 0
	li	t4, 16
.LBB1_8:
	vsetvli	a3, t4, e8, mf2, ta, ma
	add	t5, a6, a5
	vmv2r.v	v10, v8
	vle8.v	v14, (t5), v0.t
	add	t5, a1, a5
	vle8.v	v16, (t5)
	slli	t5, a5, 2
	add	t5, a7, t5
	vle32.v	v12, (t5)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	t4, t4, a3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t5)
	add	a5, a3, a5
	bnez	t4, .LBB1_8
	li	a5, 0
	sltiu	a4, a4, 16
	addi	a1, s8, -512
	addi	a6, t6, 32
	add	a6, ra, a6
	vsetvli	a3, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a4
	vmsne.vi	v0, v10, 0
	li	t4, 16
.LBB1_10:
	vsetvli	a3, t4, e8, mf2, ta, ma
	add	t5, a1, a5
	vmv2r.v	v10, v8
	vle8.v	v14, (t5), v0.t
	add	t5, a6, a5
	vle8.v	v16, (t5)
	slli	t5, a5, 2
	add	t5, a7, t5
	vle32.v	v12, (t5)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	t4, t4, a3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t5)
	add	a5, a3, a5
	bnez	t4, .LBB1_10
	li	a5, 0
	sltiu	a3, s6, 15
	addi	a1, s8, -496
	addi	a6, t6, 48
	and	a3, a4, a3
	add	a6, ra, a6
	vsetvli	t4, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a3
	vmsne.vi	v0, v10, 0
	li	t4, 16
.LBB1_12:
	vsetvli	a3, t4, e8, mf2, ta, ma
	add	t5, a1, a5
	vmv2r.v	v10, v8
	vle8.v	v14, (t5), v0.t
	add	t5, a6, a5
	vle8.v	v16, (t5)
	slli	t5, a5, 2
	add	t5, a7, t5
	vle32.v	v12, (t5)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	t4, t4, a3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t5)
	add	a5, a3, a5
	bnez	t4, .LBB1_12
	li	a5, 0
	sltiu	a1, s6, 14
	and	a4, a4, a1
	addi	a1, t6, 64
	add	ra, ra, a1
	addi	a1, s8, -480
	vsetvli	a3, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a4
	vmsne.vi	v0, v10, 0
	li	a4, 16
.LBB1_14:
	vsetvli	a3, a4, e8, mf2, ta, ma
	add	a6, a1, a5
	vmv2r.v	v10, v8
	vle8.v	v14, (a6), v0.t
	add	a6, ra, a5
	vle8.v	v16, (a6)
	slli	a6, a5, 2
	add	a6, a7, a6
	vle32.v	v12, (a6)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	a4, a4, a3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (a6)
	add	a5, a3, a5
	bnez	a4, .LBB1_14
	addi	s7, s7, 1
	bne	s7, t0, .LBB1_5
	addi	a2, sp, 28
	addi	a4, t6, 528
	addi	a5, t6, 464
	mv	a6, s3
	j	.LBB1_18
.LBB1_17:
	max	a1, t4, t2
	addi	a4, a4, 4
	min	a1, a1, t3
	addi	a1, a1, -8
	sb	a1, 0(a6)
	addi	a6, a6, 1
	addi	a5, a5, 4
	addi	a2, a2, 4
	beq	a6, s5, .LBB1_3
.LBB1_18:
	lw	a3, 0(a2)
	lw	t4, 0(a5)
	lw	a1, 0(a4)
	mulh	t5, t4, a3
	mul	a3, t4, a3
	add	t4, a3, t1
	sltu	a3, t4, a3
	add	a3, t5, a3
	slli	a3, a3, 1
	srli	t4, t4, 31
	or	t4, t4, a3
	beqz	a1, .LBB1_17
	sra	a3, t4, a1
	addi	a1, a1, -1
	srl	a1, t4, a1
	andi	a1, a1, 1
	add	t4, a1, a3
	j	.LBB1_17
.LBB1_20:
	lw	ra, 140(sp)
	lw	s0, 136(sp)
	lw	s1, 132(sp)
	lw	s2, 128(sp)
	lw	s3, 124(sp)
	lw	s4, 120(sp)
	lw	s5, 116(sp)
	lw	s6, 112(sp)
	lw	s7, 108(sp)
	lw	s8, 104(sp)
	lw	s9, 100(sp)
	lw	s10, 96(sp)
	lw	s11, 92(sp)
	addi	sp, sp, 144
	ret
.Lfunc_end1:
