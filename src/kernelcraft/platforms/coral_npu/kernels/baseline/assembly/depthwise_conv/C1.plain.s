# depthwise_conv.plain.c for H = 8, c = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a5, 131072
	lui	a3, 131073
	vsetvli	a1, zero, e32, m2, ta, ma
	vmv.v.i	v8, 15
	addi	a6, sp, 12
	li	a7, 3
	lui	t0, 262144
	li	t1, -120
	li	t2, 135
	addi	a1, a5, 1168
	addi	t5, a5, 1024
	addi	t6, a5, 1040
	addi	a2, a1, 4
	sw	a2, 8(sp)
	addi	a2, a1, 20
	sw	a2, 4(sp)
	addi	a1, a1, 52
	sw	a1, 0(sp)
	lui	s3, 131073
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	mv	a3, s3
	li	a1, 8
	beq	a0, a1, .LBB1_16
.LBB1_2:
	li	s6, 0
	j	.LBB1_4
.LBB1_3:
	addi	s3, s3, 16
	mv	s6, s4
	li	a1, 8
	beq	s4, a1, .LBB1_1
.LBB1_4:
	li	s7, 0
	vsetivli	zero, 8, e32, m2, ta, ma
	lw	a1, 4(sp)
	vle32.v	v10, (a1)
	slli	s8, s6, 4
	addi	a1, sp, 32
	vse32.v	v10, (a1)
	vsetivli	zero, 4, e32, m1, ta, ma
	lw	a1, 8(sp)
	vle32.v	v10, (a1)
	vsetivli	zero, 2, e32, m1, ta, ma
	lw	a1, 0(sp)
	vle32.v	v11, (a1)
	addi	a2, a5, 1168
	lw	a1, 0(a2)
	lw	a2, 60(a2)
	addi	s9, s6, -1
	addi	s4, s6, 1
	add	s5, s8, a3
	addi	s5, s5, 16
	vsetivli	zero, 4, e32, m1, ta, ma
	addi	a4, sp, 16
	vse32.v	v10, (a4)
	vsetivli	zero, 2, e32, m1, ta, ma
	addi	a4, sp, 64
	vse32.v	v11, (a4)
	sw	a1, 12(sp)
	sw	a2, 72(sp)
	slli	s10, s4, 4
.LBB1_5:
	li	a2, 0
	add	a1, s7, a0
	slli	s11, s7, 4
	slli	s0, s7, 5
	addi	a4, a1, -1
	slli	a1, a1, 7
	add	s11, s0, s11
	add	a1, a1, a5
	maxu	s1, a4, s9
	add	s0, s11, t5
	sltiu	s2, s1, 8
	add	ra, a1, s8
	addi	t4, ra, -144
	vsetvli	t3, zero, e8, mf2, ta, ma
	vmv.v.x	v10, s2
	vmsne.vi	v0, v10, 0
	li	s2, 16
.LBB1_6:
	vsetvli	t3, s2, e8, mf2, ta, ma
	add	s1, t4, a2
	vmv2r.v	v10, v8
	vle8.v	v14, (s1), v0.t
	add	s1, s0, a2
	vle8.v	v16, (s1)
	slli	s1, a2, 2
	add	s1, a6, s1
	vle32.v	v12, (s1)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s2, s2, t3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (s1)
	add	a2, t3, a2
	bnez	s2, .LBB1_6
	li	s0, 0
	sltiu	a2, a4, 8
	add	a4, a1, s10
	add	a1, s11, t6
	addi	a4, a4, -144
	vsetvli	t3, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a2
	vmsne.vi	v0, v10, 0
	li	s1, 16
.LBB1_8:
	vsetvli	t3, s1, e8, mf2, ta, ma
	add	t4, a4, s0
	vmv2r.v	v10, v8
	vle8.v	v14, (t4), v0.t
	add	t4, a1, s0
	vle8.v	v16, (t4)
	slli	t4, s0, 2
	add	t4, a6, t4
	vle32.v	v12, (t4)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s1, s1, t3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t4)
	add	s0, t3, s0
	bnez	s1, .LBB1_8
	li	a1, 0
	sltiu	a4, s6, 7
	and	a4, a2, a4
	addi	a2, a5, 1056
	add	s11, s11, a2
	addi	a2, ra, -112
	vsetvli	t3, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a4
	vmsne.vi	v0, v10, 0
	li	a4, 16
.LBB1_10:
	vsetvli	t3, a4, e8, mf2, ta, ma
	add	t4, a2, a1
	vmv2r.v	v10, v8
	vle8.v	v14, (t4), v0.t
	add	t4, s11, a1
	vle8.v	v16, (t4)
	slli	t4, a1, 2
	add	t4, a6, t4
	vle32.v	v12, (t4)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	a4, a4, t3
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t4)
	add	a1, t3, a1
	bnez	a4, .LBB1_10
	addi	s7, s7, 1
	bne	s7, a7, .LBB1_5
	addi	a2, sp, 12
	addi	s6, a5, 1296
	addi	a4, a5, 1232
	mv	a1, s3
	j	.LBB1_14
.LBB1_13:
	max	t3, s1, t1
	addi	s6, s6, 4
	min	t3, t3, t2
	addi	t3, t3, -8
	sb	t3, 0(a1)
	addi	a1, a1, 1
	addi	a4, a4, 4
	addi	a2, a2, 4
	beq	a1, s5, .LBB1_3
.LBB1_14:
	lw	t3, 0(a2)
	lw	t4, 0(a4)
	lw	s0, 0(s6)
	mulh	s1, t4, t3
	mul	t3, t4, t3
	add	t4, t3, t0
	sltu	t3, t4, t3
	add	t3, s1, t3
	slli	t3, t3, 1
	srli	t4, t4, 31
	or	s1, t4, t3
	beqz	s0, .LBB1_13
	sra	t3, s1, s0
	addi	s0, s0, -1
	srl	t4, s1, s0
	andi	s1, t4, 1
	add	s1, s1, t3
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
