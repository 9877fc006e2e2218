# depthwise_conv.plain.c for H = 16, c = 32, k = 5; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -192
	sw	ra, 188(sp)
	sw	s0, 184(sp)
	sw	s1, 180(sp)
	sw	s2, 176(sp)
	sw	s3, 172(sp)
	sw	s4, 168(sp)
	sw	s5, 164(sp)
	sw	s6, 160(sp)
	sw	s7, 156(sp)
	sw	s8, 152(sp)
	sw	s9, 148(sp)
	sw	s10, 144(sp)
	sw	s11, 140(sp)
	li	a0, 0
	lui	a1, 131075
	sw	a1, 8(sp)
	lui	a1, 131074
	addi	a3, sp, 12
	lui	a4, 131072
	vsetvli	a5, zero, e32, m2, ta, ma
	vmv.v.i	v8, 15
	li	a5, 5
	lui	a6, 262144
	li	a7, -120
	li	t0, 135
	addi	t2, a1, 800
	lui	t3, 131075
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	sw	t3, 8(sp)
	li	a2, 16
	beq	a0, a2, .LBB1_22
.LBB1_2:
	li	t6, 0
	j	.LBB1_4
.LBB1_3:
	addi	t3, t3, 32
	mv	t6, t5
	li	a2, 16
	beq	t5, a2, .LBB1_1
.LBB1_4:
	li	t5, 0
	slli	s0, t6, 5
	lw	t4, 8(sp)
	add	t4, s0, t4
	addi	t4, t4, 32
	li	s1, 32
.LBB1_5:
	vsetvli	s2, s1, e8, mf2, ta, ma
	slli	s3, t5, 2
	add	s4, s3, t2
	vle32.v	v10, (s4)
	add	s3, a3, s3
	sub	s1, s1, s2
	vse32.v	v10, (s3)
	add	t5, s2, t5
	bnez	s1, .LBB1_5
	addi	s2, t6, -2
	addi	t5, t6, 1
	addi	s3, t6, -1
	slli	s4, t5, 5
.LBB1_7:
	li	s8, 0
	add	s5, s1, a0
	slli	s6, s1, 5
	slli	s9, s1, 7
	addi	s7, s5, -2
	slli	s10, s5, 9
	add	s5, s9, s6
	add	s9, s10, a4
	maxu	s6, s7, s2
	add	s10, s5, a1
	sltiu	ra, s6, 16
	add	s6, s9, s0
	addi	a2, s6, -1088
	vsetvli	t1, zero, e8, mf2, ta, ma
	vmv.v.x	v10, ra
	vmsne.vi	v0, v10, 0
	li	ra, 32
.LBB1_8:
	vsetvli	t1, ra, e8, mf2, ta, ma
	add	s11, a2, s8
	vmv2r.v	v10, v8
	vle8.v	v14, (s11), v0.t
	add	s11, s10, s8
	vle8.v	v16, (s11)
	slli	s11, s8, 2
	add	s11, a3, s11
	vle32.v	v12, (s11)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	ra, ra, t1
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (s11)
	add	s8, t1, s8
	bnez	ra, .LBB1_8
	li	s8, 0
	maxu	a2, s7, s3
	add	s9, s9, s4
	addi	s10, a1, 32
	sltiu	a2, a2, 16
	addi	s9, s9, -1088
	add	s10, s5, s10
	vsetvli	t1, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a2
	vmsne.vi	v0, v10, 0
	li	s11, 32
.LBB1_10:
	vsetvli	a2, s11, e8, mf2, ta, ma
	add	t1, s9, s8
	vmv2r.v	v10, v8
	vle8.v	v14, (t1), v0.t
	add	t1, s10, s8
	vle8.v	v16, (t1)
	slli	t1, s8, 2
	add	t1, a3, t1
	vle32.v	v12, (t1)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s11, s11, a2
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t1)
	add	s8, a2, s8
	bnez	s11, .LBB1_10
	li	s8, 0
	sltiu	s7, s7, 16
	addi	s9, s6, -1024
	addi	s10, a1, 64
	add	s10, s5, s10
	vsetvli	a2, zero, e8, mf2, ta, ma
	vmv.v.x	v10, s7
	vmsne.vi	v0, v10, 0
	li	s11, 32
.LBB1_12:
	vsetvli	a2, s11, e8, mf2, ta, ma
	add	t1, s9, s8
	vmv2r.v	v10, v8
	vle8.v	v14, (t1), v0.t
	add	t1, s10, s8
	vle8.v	v16, (t1)
	slli	t1, s8, 2
	add	t1, a3, t1
	vle32.v	v12, (t1)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s11, s11, a2
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t1)
	add	s8, a2, s8
	bnez	s11, .LBB1_12
	li	s8, 0
	sltiu	a2, t6, 15
	addi	s9, s6, -992
	addi	s10, a1, 96
	and	a2, s7, a2
	add	s10, s5, s10
	vsetvli	t1, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a2
	vmsne.vi	v0, v10, 0
	li	s11, 32
.LBB1_14:
	vsetvli	a2, s11, e8, mf2, ta, ma
	add	t1, s9, s8
	vmv2r.v	v10, v8
	vle8.v	v14, (t1), v0.t
	add	t1, s10, s8
	vle8.v	v16, (t1)
	slli	t1, s8, 2
	add	t1, a3, t1
	vle32.v	v12, (t1)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s11, s11, a2
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t1)
	add	s8, a2, s8
	bnez	s11, .LBB1_14
	li	s8, 0
	sltiu	a2, t6, 14
	and	a2, s7, a2
	addi	t1, a1, 128
	add	s5, s5, t1
	addi	s6, s6, -960
	vsetvli	t1, zero, e8, mf2, ta, ma
	vmv.v.x	v10, a2
	vmsne.vi	v0, v10, 0
	li	s7, 32
.LBB1_16:
	vsetvli	a2, s7, e8, mf2, ta, ma
	add	t1, s6, s8
	vmv2r.v	v10, v8
	vle8.v	v14, (t1), v0.t
	add	t1, s5, s8
	vle8.v	v16, (t1)
	slli	t1, s8, 2
	add	t1, a3, t1
	vle32.v	v12, (t1)
	vsetvli	zero, zero, e32, m2, ta, mu
	vsext.vf4	v10, v14, v0.t
	sub	s7, s7, a2
	vsext.vf4	v14, v16
	vmacc.vv	v12, v10, v14
	vse32.v	v12, (t1)
	add	s8, a2, s8
	bnez	s7, .LBB1_16
	addi	s1, s1, 1
	bne	s1, a5, .LBB1_7
	addi	t6, sp, 12
	addi	s0, a1, 1056
	addi	s1, a1, 928
	mv	s2, t3
	j	.LBB1_20
.LBB1_19:
	max	a2, s4, a7
	addi	s0, s0, 4
	min	a2, a2, t0
	addi	a2, a2, -8
	sb	a2, 0(s2)
	addi	s2, s2, 1
	addi	s1, s1, 4
	addi	t6, t6, 4
	beq	s2, t4, .LBB1_3
.LBB1_20:
	lw	a2, 0(t6)
	lw	t1, 0(s1)
	lw	s3, 0(s0)
	mulh	s4, t1, a2
	mul	a2, t1, a2
	add	t1, a2, a6
	sltu	a2, t1, a2
	add	a2, s4, a2
	slli	a2, a2, 1
	srli	t1, t1, 31
	or	s4, t1, a2
	beqz	s3, .LBB1_19
	sra	a2, s4, s3
	addi	s3, s3, -1
	srl	t1, s4, s3
	andi	s4, t1, 1
	add	s4, s4, a2
	j	.LBB1_19
.LBB1_22:
	lw	ra, 188(sp)
	lw	s0, 184(sp)
	lw	s1, 180(sp)
	lw	s2, 176(sp)
	lw	s3, 172(sp)
	lw	s4, 168(sp)
	lw	s5, 164(sp)
	lw	s6, 160(sp)
	lw	s7, 156(sp)
	lw	s8, 152(sp)
	lw	s9, 148(sp)
	lw	s10, 144(sp)
	lw	s11, 140(sp)
	addi	sp, sp, 192
	ret
.Lfunc_end1:
