# conv2d.plain.c for H = 8, c_in = 8, c_out = 32, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a1, 131073
	addi	a2, sp, 12
	lui	a3, 131072
	li	a4, 7
	li	a5, 3
	lui	a6, 262144
	li	a7, -132
	li	t0, 123
	lui	t4, 131073
	addi	t2, a1, -1280
	addi	t1, a3, 512
	lui	t5, 131073
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	mv	t4, t5
	li	a1, 8
	beq	a0, a1, .LBB1_54
.LBB1_2:
	li	t6, 0
	j	.LBB1_4
.LBB1_3:
	addi	t6, t6, 1
	addi	t5, t5, 32
	li	a1, 8
	beq	t6, a1, .LBB1_1
.LBB1_4:
	li	s1, 0
	slli	s0, t6, 5
	add	s0, s0, t4
	addi	s0, s0, 32
	li	s2, 32
.LBB1_5:
	vsetvli	s3, s2, e8, mf2, ta, ma
	slli	s4, s1, 2
	add	s5, s4, t2
	vle32.v	v8, (s5)
	add	s4, a2, s4
	sub	s2, s2, s3
	vse32.v	v8, (s4)
	add	s1, s3, s1
	bnez	s2, .LBB1_5
	li	s1, 0
.LBB1_7:
	li	s2, 0
	add	s5, s1, a0
	slli	s4, s1, 1
	addi	s3, s5, -1
	add	s4, s4, s1
	slli	s5, s5, 6
	add	s5, s5, a3
.LBB1_8:
	add	s6, s2, t6
	addi	s7, s6, -1
	maxu	s7, s3, s7
	slli	s6, s6, 3
	add	s6, s5, s6
	bltu	a4, s7, .LBB1_10
	lb	s9, -72(s6)
	j	.LBB1_11
.LBB1_10:
	li	s9, -20
.LBB1_11:
	li	s10, 0
	sltiu	s8, s7, 8
	add	s7, s2, s4
	slli	s7, s7, 8
	add	t3, s7, t1
	li	s11, 32
.LBB1_12:
	vsetvli	ra, s11, e16, m1, ta, ma
	add	s7, t3, s10
	vle8.v	v10, (s7)
	slli	s7, s10, 2
	add	s7, a2, s7
	vle32.v	v8, (s7)
	sub	s11, s11, ra
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s7)
	add	s10, ra, s10
	bnez	s11, .LBB1_12
	beqz	s8, .LBB1_15
	lb	s9, -71(s6)
	j	.LBB1_16
.LBB1_15:
	li	s9, -20
.LBB1_16:
	li	s7, 0
	addi	s11, t3, 32
	li	ra, 32
.LBB1_17:
	vsetvli	a1, ra, e16, m1, ta, ma
	add	s10, s11, s7
	vle8.v	v10, (s10)
	slli	s10, s7, 2
	add	s10, a2, s10
	vle32.v	v8, (s10)
	sub	ra, ra, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s10)
	add	s7, a1, s7
	bnez	ra, .LBB1_17
	beqz	s8, .LBB1_20
	lb	s9, -70(s6)
	j	.LBB1_21
.LBB1_20:
	li	s9, -20
.LBB1_21:
	li	s10, 0
	addi	s11, t3, 64
	li	ra, 32
.LBB1_22:
	vsetvli	a1, ra, e16, m1, ta, ma
	add	s7, s11, s10
	vle8.v	v10, (s7)
	slli	s7, s10, 2
	add	s7, a2, s7
	vle32.v	v8, (s7)
	sub	ra, ra, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s7)
	add	s10, a1, s10
	bnez	ra, .LBB1_22
	beqz	s8, .LBB1_25
	lb	s9, -69(s6)
	j	.LBB1_26
.LBB1_25:
	li	s9, -20
.LBB1_26:
	li	s10, 0
	addi	s11, t3, 96
	li	ra, 32
.LBB1_27:
	vsetvli	a1, ra, e16, m1, ta, ma
	add	s7, s11, s10
	vle8.v	v10, (s7)
	slli	s7, s10, 2
	add	s7, a2, s7
	vle32.v	v8, (s7)
	sub	ra, ra, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s7)
	add	s10, a1, s10
	bnez	ra, .LBB1_27
	beqz	s8, .LBB1_30
	lb	s9, -68(s6)
	j	.LBB1_31
.LBB1_30:
	li	s9, -20
.LBB1_31:
	li	s10, 0
	addi	s11, t3, 128
	li	ra, 32
.LBB1_32:
	vsetvli	a1, ra, e16, m1, ta, ma
	add	s7, s11, s10
	vle8.v	v10, (s7)
	slli	s7, s10, 2
	add	s7, a2, s7
	vle32.v	v8, (s7)
	sub	ra, ra, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s7)
	add	s10, a1, s10
	bnez	ra, .LBB1_32
	beqz	s8, .LBB1_35
	lb	s9, -67(s6)
	j	.LBB1_36
.LBB1_35:
	li	s9, -20
.LBB1_36:
	li	s10, 0
	addi	s11, t3, 160
	li	ra, 32
.LBB1_37:
	vsetvli	a1, ra, e16, m1, ta, ma
	add	s7, s11, s10
	vle8.v	v10, (s7)
	slli	s7, s10, 2
	add	s7, a2, s7
	vle32.v	v8, (s7)
	sub	ra, ra, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s7)
	add	s10, a1, s10
	bnez	ra, .LBB1_37
	beqz	s8, .LBB1_40
	lb	s9, -66(s6)
	j	.LBB1_41
.LBB1_40:
	li	s9, -20
.LBB1_41:
	li	s10, 0
	addi	s11, t3, 192
	li	ra, 32
.LBB1_42:
	vsetvli	a1, ra, e16, m1, ta, ma
	add	s7, s11, s10
	vle8.v	v10, (s7)
	slli	s7, s10, 2
	add	s7, a2, s7
	vle32.v	v8, (s7)
	sub	ra, ra, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s9, v11
	vse32.v	v8, (s7)
	add	s10, a1, s10
	bnez	ra, .LBB1_42
	beqz	s8, .LBB1_45
	lb	s6, -65(s6)
	j	.LBB1_46
.LBB1_45:
	li	s6, -20
.LBB1_46:
	li	s8, 0
	addi	s7, t3, 224
	li	s9, 32
.LBB1_47:
	vsetvli	a1, s9, e16, m1, ta, ma
	add	t3, s7, s8
	vle8.v	v10, (t3)
	slli	t3, s8, 2
	add	t3, a2, t3
	vle32.v	v8, (t3)
	sub	s9, s9, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s6, v11
	vse32.v	v8, (t3)
	add	s8, a1, s8
	bnez	s9, .LBB1_47
	addi	s2, s2, 1
	bne	s2, a5, .LBB1_8
	addi	s1, s1, 1
	bne	s1, a5, .LBB1_7
	addi	s1, sp, 12
	lui	a1, 131073
	addi	s2, a1, -1024
	addi	s3, a1, -1152
	mv	s4, t5
	j	.LBB1_52
.LBB1_51:
	max	a1, s6, a7
	addi	s2, s2, 4
	min	a1, a1, t0
	addi	a1, a1, 4
	sb	a1, 0(s4)
	addi	s4, s4, 1
	addi	s3, s3, 4
	addi	s1, s1, 4
	beq	s4, s0, .LBB1_3
.LBB1_52:
	lw	a1, 0(s1)
	lw	t3, 0(s3)
	lw	s5, 0(s2)
	mulh	s6, t3, a1
	mul	a1, t3, a1
	add	t3, a1, a6
	sltu	a1, t3, a1
	add	a1, s6, a1
	slli	a1, a1, 1
	srli	t3, t3, 31
	or	s6, t3, a1
	beqz	s5, .LBB1_51
	sra	a1, s6, s5
	addi	s5, s5, -1
	srl	t3, s6, s5
	andi	s6, t3, 1
	add	s6, s6, a1
	j	.LBB1_51
.LBB1_54:
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
