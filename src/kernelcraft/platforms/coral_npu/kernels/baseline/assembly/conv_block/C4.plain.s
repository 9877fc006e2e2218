# conv_block.plain.c for H = 8, c_in = 8, c_out = 32, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	t1, 16384
	li	t2, 4
	lui	t3, 131073
	sw	t3, 4(sp)
	addi	t4, a1, -1280
	addi	t6, a3, 512
	lui	s7, 131073
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	sw	s7, 4(sp)
	li	a1, 8
	beq	a0, a1, .LBB1_54
.LBB1_2:
	li	s1, 0
	j	.LBB1_4
.LBB1_3:
	addi	s1, s1, 1
	addi	s7, s7, 32
	li	a1, 8
	beq	s1, a1, .LBB1_1
.LBB1_4:
	sw	s7, 8(sp)
	li	a1, 0
	slli	t3, s1, 5
	lw	t5, 4(sp)
	add	t3, t3, t5
	addi	s2, t3, 32
	li	t3, 32
.LBB1_5:
	vsetvli	s3, t3, e8, mf2, ta, ma
	slli	s4, a1, 2
	add	s5, s4, t4
	vle32.v	v8, (s5)
	add	s4, a2, s4
	sub	t3, t3, s3
	vse32.v	v8, (s4)
	add	a1, s3, a1
	bnez	t3, .LBB1_5
	li	s3, 0
.LBB1_7:
	li	s4, 0
	add	a1, s3, a0
	slli	s6, s3, 1
	addi	s5, a1, -1
	add	s6, s6, s3
	slli	a1, a1, 6
	add	s7, a1, a3
.LBB1_8:
	add	t3, s4, s1
	addi	a1, t3, -1
	maxu	a1, s5, a1
	slli	t3, t3, 3
	add	s8, s7, t3
	bltu	a4, a1, .LBB1_10
	lb	s11, -72(s8)
	j	.LBB1_11
.LBB1_10:
	li	s11, -20
.LBB1_11:
	li	ra, 0
	sltiu	s10, a1, 8
	add	a1, s4, s6
	slli	a1, a1, 8
	add	t5, a1, t6
	li	t3, 32
.LBB1_12:
	vsetvli	a1, t3, e16, m1, ta, ma
	add	s9, t5, ra
	vle8.v	v10, (s9)
	slli	s9, ra, 2
	add	s9, a2, s9
	vle32.v	v8, (s9)
	sub	t3, t3, a1
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (s9)
	add	ra, a1, ra
	bnez	t3, .LBB1_12
	beqz	s10, .LBB1_15
	lb	s11, -71(s8)
	j	.LBB1_16
.LBB1_15:
	li	s11, -20
.LBB1_16:
	li	ra, 0
	addi	s0, t5, 32
	li	a1, 32
.LBB1_17:
	vsetvli	s9, a1, e16, m1, ta, ma
	add	t3, s0, ra
	vle8.v	v10, (t3)
	slli	t3, ra, 2
	add	t3, a2, t3
	vle32.v	v8, (t3)
	sub	a1, a1, s9
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (t3)
	add	ra, s9, ra
	bnez	a1, .LBB1_17
	beqz	s10, .LBB1_20
	lb	s11, -70(s8)
	j	.LBB1_21
.LBB1_20:
	li	s11, -20
.LBB1_21:
	li	ra, 0
	addi	t3, t5, 64
	li	a1, 32
.LBB1_22:
	vsetvli	s0, a1, e16, m1, ta, ma
	add	s9, t3, ra
	vle8.v	v10, (s9)
	slli	s9, ra, 2
	add	s9, a2, s9
	vle32.v	v8, (s9)
	sub	a1, a1, s0
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (s9)
	add	ra, s0, ra
	bnez	a1, .LBB1_22
	beqz	s10, .LBB1_25
	lb	s11, -69(s8)
	j	.LBB1_26
.LBB1_25:
	li	s11, -20
.LBB1_26:
	li	ra, 0
	addi	t3, t5, 96
	li	a1, 32
.LBB1_27:
	vsetvli	s0, a1, e16, m1, ta, ma
	add	s9, t3, ra
	vle8.v	v10, (s9)
	slli	s9, ra, 2
	add	s9, a2, s9
	vle32.v	v8, (s9)
	sub	a1, a1, s0
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (s9)
	add	ra, s0, ra
	bnez	a1, .LBB1_27
	beqz	s10, .LBB1_30
	lb	s11, -68(s8)
	j	.LBB1_31
.LBB1_30:
	li	s11, -20
.LBB1_31:
	li	ra, 0
	addi	t3, t5, 128
	li	a1, 32
.LBB1_32:
	vsetvli	s0, a1, e16, m1, ta, ma
	add	s9, t3, ra
	vle8.v	v10, (s9)
	slli	s9, ra, 2
	add	s9, a2, s9
	vle32.v	v8, (s9)
	sub	a1, a1, s0
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (s9)
	add	ra, s0, ra
	bnez	a1, .LBB1_32
	beqz	s10, .LBB1_35
	lb	s11, -67(s8)
	j	.LBB1_36
.LBB1_35:
	li	s11, -20
.LBB1_36:
	li	ra, 0
	addi	t3, t5, 160
	li	a1, 32
.LBB1_37:
	vsetvli	s0, a1, e16, m1, ta, ma
	add	s9, t3, ra
	vle8.v	v10, (s9)
	slli	s9, ra, 2
	add	s9, a2, s9
	vle32.v	v8, (s9)
	sub	a1, a1, s0
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (s9)
	add	ra, s0, ra
	bnez	a1, .LBB1_37
	beqz	s10, .LBB1_40
	lb	s11, -66(s8)
	j	.LBB1_41
.LBB1_40:
	li	s11, -20
.LBB1_41:
	li	ra, 0
	addi	t3, t5, 192
	li	a1, 32
.LBB1_42:
	vsetvli	s0, a1, e16, m1, ta, ma
	add	s9, t3, ra
	vle8.v	v10, (s9)
	slli	s9, ra, 2
	add	s9, a2, s9
	vle32.v	v8, (s9)
	sub	a1, a1, s0
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s11, v11
	vse32.v	v8, (s9)
	add	ra, s0, ra
	bnez	a1, .LBB1_42
	beqz	s10, .LBB1_45
	lb	s8, -65(s8)
	j	.LBB1_46
.LBB1_45:
	li	s8, -20
.LBB1_46:
	li	s10, 0
	addi	t3, t5, 224
	li	a1, 32
.LBB1_47:
	vsetvli	t5, a1, e16, m1, ta, ma
	add	s0, t3, s10
	vle8.v	v10, (s0)
	slli	s0, s10, 2
	add	s0, a2, s0
	vle32.v	v8, (s0)
	sub	a1, a1, t5
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s8, v11
	vse32.v	v8, (s0)
	add	s10, t5, s10
	bnez	a1, .LBB1_47
	addi	s4, s4, 1
	bne	s4, a5, .LBB1_8
	addi	s3, s3, 1
	bne	s3, a5, .LBB1_7
	addi	s3, sp, 12
	lui	a1, 131073
	addi	s4, a1, -1024
	addi	s5, a1, -1152
	lw	s7, 8(sp)
	mv	s6, s7
	j	.LBB1_52
.LBB1_51:
	max	a1, t3, a7
	addi	s4, s4, 4
	min	a1, a1, t0
	slli	a1, a1, 24
	add	a1, a1, t1
	srai	a1, a1, 24
	max	a1, a1, t2
	sb	a1, 0(s6)
	addi	s6, s6, 1
	addi	s5, s5, 4
	addi	s3, s3, 4
	beq	s6, s2, .LBB1_3
.LBB1_52:
	lw	t3, 0(s3)
	lw	t5, 0(s5)
	lw	a1, 0(s4)
	mulh	s0, t5, t3
	mul	t3, t5, t3
	add	t5, t3, a6
	sltu	t3, t5, t3
	add	t3, s0, t3
	slli	t3, t3, 1
	srli	t5, t5, 31
	or	t3, t5, t3
	beqz	a1, .LBB1_51
	sra	t5, t3, a1
	addi	a1, a1, -1
	srl	a1, t3, a1
	andi	a1, a1, 1
	add	t3, a1, t5
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
