# depthwise_conv.plain.c for H = 16, c = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -128
	sw	ra, 124(sp)
	sw	s0, 120(sp)
	sw	s1, 116(sp)
	sw	s2, 112(sp)
	sw	s3, 108(sp)
	sw	s4, 104(sp)
	sw	s5, 100(sp)
	sw	s6, 96(sp)
	sw	s7, 92(sp)
	sw	s8, 88(sp)
	sw	s9, 84(sp)
	sw	s10, 80(sp)
	sw	s11, 76(sp)
	li	a0, 0
	lui	a1, 131073
	lui	a3, 131074
	lui	a5, 131072
	vsetvli	a2, zero, e32, m2, ta, ma
	vmv.v.i	v8, 15
	addi	a7, sp, 12
	li	t0, 3
	lui	t1, 262144
	li	t2, -120
	li	t3, 135
	addi	a2, a1, 144
	addi	t6, a1, 16
	addi	a4, a2, 4
	sw	a4, 8(sp)
	addi	a4, a2, 20
	sw	a4, 4(sp)
	addi	a2, a2, 52
	sw	a2, 0(sp)
	lui	s3, 131074
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	mv	a3, s3
	li	a2, 16
	beq	a0, a2, .LBB1_16
.LBB1_2:
	li	s6, 0
	j	.LBB1_4
.LBB1_3:
	addi	s3, s3, 16
	mv	s6, s4
	li	a2, 16
	beq	s4, a2, .LBB1_1
.LBB1_4:
	li	s7, 0
	vsetivli	zero, 8, e32, m2, ta, ma
	lw	a2, 4(sp)
	vle32.v	v10, (a2)
	slli	s8, s6, 4
	addi	a2, sp, 32
	vse32.v	v10, (a2)
	vsetivli	zero, 4, e32, m1, ta, ma
	lw	a2, 8(sp)
	vle32.v	v10, (a2)
	vsetivli	zero, 2, e32, m1, ta, ma
	lw	a2, 0(sp)
	vle32.v	v11, (a2)
	addi	a4, a1, 144
	lw	a2, 0(a4)
	lw	a4, 60(a4)
	addi	s9, s6, -1
	addi	s4, s6, 1
	add	s5, s8, a3
	addi	s5, s5, 16
	vsetivli	zero, 4, e32, m1, ta, ma
	addi	a6, sp, 16
	vse32.v	v10, (a6)
	vsetivli	zero, 2, e32, m1, ta, ma
	addi	a6, sp, 64
	vse32.v	v11, (a6)
	sw	a2, 12(sp)
	sw	a4, 72(sp)
	slli	s10, s4, 4
.LBB1_5:
	li	a2, 0
	add	a6, s7, a0
	slli	s11, s7, 4
	slli	s0, s7, 5
	addi	a4, a6, -1
	slli	a6, a6, 8
	add	s11, s0, s11
	add	a6, a6, a5
	maxu	s1, a4, s9
	add	s0, s11, a1
	sltiu	s2, s1, 16
	add	ra, a6, s8
	addi	t5, ra, -272
	vsetvli	t4, zero, e8, mf2, ta, ma
	vmv.v.x	v10, s2
	vmsne.vi	v0, v10, 0
	li	s2, 16
.LBB1_6:
	vsetvli	t4, s2, e8, mf2, ta, ma
	add	s1, t5, a2
	vmv2r.v	v10, v8
	vle8.v	v14, (s1), v0.t
	add	s1, s0, a2
	vle8.v	v16, (s1)
	slli	s1, a2, 2
	add	s1, a7, s1
	vle32.v	v12, (s1)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s2, s2, t4
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (s1)
	add	a2, t4, a2
	bnez	s2, .LBB1_6
	li	s0, 0
	sltiu	a2, a4, 16
	add	a6, a6, s10
	add	a4, s11, t6
	addi	a6, a6, -272
	vsetvli	t4, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a2
	vmsne.vi	v0, v10, 0
	li	s1, 16
.LBB1_8:
	vsetvli	t4, s1, e8, mf2, ta, ma
	add	t5, a6, s0
	vmv2r.v	v10, v8
	vle8.v	v14, (t5), v0.t
	add	t5, a4, s0
	vle8.v	v16, (t5)
	slli	t5, s0, 2
	add	t5, a7, t5
	vle32.v	v12, (t5)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s1, s1, t4
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t5)
	add	s0, t4, s0
	bnez	s1, .LBB1_8
	li	a4, 0
	sltiu	a6, s6, 15
	and	a6, a2, a6
	addi	a2, a1, 32
	add	s11, s11, a2
	addi	a2, ra, -240
	vsetvli	t4, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a6
	vmsne.vi	v0, v10, 0
	li	a6, 16
.LBB1_10:
	vsetvli	t4, a6, e8, mf2, ta, ma
	add	t5, a2, a4
	vmv2r.v	v10, v8
	vle8.v	v14, (t5), v0.t
	add	t5, s11, a4
	vle8.v	v16, (t5)
	slli	t5, a4, 2
	add	t5, a7, t5
	vle32.v	v12, (t5)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	a6, a6, t4
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t5)
	add	a4, t4, a4
	bnez	a6, .LBB1_10
	addi	s7, s7, 1
	bne	s7, t0, .LBB1_5
	addi	a2, sp, 12
	addi	s6, a1, 272
	addi	a4, a1, 208
	mv	a6, s3
	j	.LBB1_14
.LBB1_13:
	max	t4, s1, t2
	addi	s6, s6, 4
	min	t4, t4, t3
	addi	t4, t4, -8
	sb	t4, 0(a6)
	addi	a6, a6, 1
	addi	a4, a4, 4
	addi	a2, a2, 4
	beq	a6, s5, .LBB1_3
.LBB1_14:
	lw	t4, 0(a2)
	lw	t5, 0(a4)
	lw	s0, 0(s6)
	mulh	s1, t5, t4
	mul	t4, t5, t4
	add	t5, t4, t1
	sltu	t4, t5, t4
	add	t4, s1, t4
	slli	t4, t4, 1
	srli	t5, t5, 31
	or	s1, t5, t4
	beqz	s0, .LBB1_13
	sra	t4, s1, s0
	addi	s0, s0, -1
	srl	t5, s1, s0
	andi	s1, t5, 1
	add	s1, s1, t4
	j	.LBB1_13
.LBB1_16:
	lw	ra, 124(sp)
	lw	s0, 120(sp)
	lw	s1, 116(sp)
	lw	s2, 112(sp)
	lw	s3, 108(sp)
	lw	s4, 104(sp)
	lw	s5, 100(sp)
	lw	s6, 96(sp)
	lw	s7, 92(sp)
	lw	s8, 88(sp)
	lw	s9, 84(sp)
	lw	s10, 80(sp)
	lw	s11, 76(sp)
	addi	sp, sp, 128
	ret
.Lfunc_end1:
