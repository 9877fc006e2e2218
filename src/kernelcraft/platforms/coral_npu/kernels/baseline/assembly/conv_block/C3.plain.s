# conv_block.plain.c for H = 8, c_in = 8, c_out = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a1, 131072
	lui	a2, 131073
	sw	a2, 12(sp)
	li	a3, 7
	li	a5, 384
	lui	a7, 262144
	li	t0, -132
	li	t1, 123
	lui	t2, 16384
	li	t3, 4
	addi	s6, a1, -72
	addi	a1, a1, 512
	sw	a1, 8(sp)
	lui	s1, 131073
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	lw	s6, 4(sp)
	addi	s6, s6, 64
	sw	s1, 12(sp)
	li	a1, 8
	beq	a0, a1, .LBB1_28
.LBB1_2:
	li	a4, 0
	li	s2, -1
	sw	s6, 4(sp)
	j	.LBB1_4
.LBB1_3:
	lw	a4, 20(sp)
	addi	a4, a4, 1
	addi	s1, s1, 16
	addi	s2, s2, 1
	addi	s6, s6, 8
	li	a1, 8
	beq	a4, a1, .LBB1_1
.LBB1_4:
	sw	s1, 24(sp)
	li	s5, 0
	sw	a4, 20(sp)
	slli	a2, a4, 4
	lui	a6, 131072
	lw	a4, 1664(a6)
	lw	t4, 1668(a6)
	lw	t5, 1672(a6)
	lw	t6, 1676(a6)
	lw	s0, 1680(a6)
	lw	s1, 1684(a6)
	lw	s3, 1688(a6)
	lw	a1, 1692(a6)
	sw	a1, 16(sp)
	lw	s7, 1696(a6)
	lw	s8, 1700(a6)
	lw	s9, 1704(a6)
	lw	s10, 1708(a6)
	lw	s11, 1712(a6)
	lw	ra, 1716(a6)
	lw	a1, 1720(a6)
	lw	a6, 1724(a6)
	lw	s4, 12(sp)
	add	a2, a2, s4
	addi	s4, a2, 16
	vsetivli	zero, 8, e32, m2, ta, ma
	vmv.v.x	v8, a4
	sw	a4, 28(sp)
	sw	t4, 32(sp)
	vmv.v.x	v10, s7
	vslide1down.vx	v8, v8, t4
	vslide1down.vx	v10, v10, s8
	vslide1down.vx	v8, v8, t5
	vslide1down.vx	v10, v10, s9
	vslide1down.vx	v8, v8, t6
	vslide1down.vx	v10, v10, s10
	vslide1down.vx	v8, v8, s0
	vslide1down.vx	v10, v10, s11
	vslide1down.vx	v8, v8, s1
	vslide1down.vx	v10, v10, ra
	vslide1down.vx	v8, v8, s3
	vslide1down.vx	v10, v10, a1
	lw	a1, 16(sp)
	vslide1down.vx	v8, v8, a1
	vslide1down.vx	v10, v10, a6
	sw	s6, 16(sp)
	lw	s3, 8(sp)
	j	.LBB1_6
.LBB1_5:
	addi	s5, s5, 1
	addi	s3, s3, 384
	addi	s6, s6, 64
	li	a1, 3
	beq	s5, a1, .LBB1_24
.LBB1_6:
	li	s8, 0
	add	s9, s5, a0
	addi	s9, s9, -1
	mv	s10, s6
	mv	s11, s2
	j	.LBB1_8
.LBB1_7:
	add	s7, s3, s8
	vsetvli	zero, zero, e16, m1, ta, ma
	vle8.v	v12, (s7)
	addi	a1, s7, 8
	vle8.v	v13, (a1)
	addi	a1, s7, 16
	vsext.vf2	v14, v12
	vwmacc.vx	v8, s1, v14
	vle8.v	v12, (a1)
	addi	a1, s7, 24
	vsext.vf2	v14, v13
	vwmacc.vx	v10, s1, v14
	addi	a6, s7, 32
	vle8.v	v13, (a1)
	addi	a1, s7, 40
	vsext.vf2	v14, v12
	vwmacc.vx	v8, s0, v14
	vle8.v	v12, (a6)
	addi	a6, s7, 48
	vsext.vf2	v14, v13
	vwmacc.vx	v10, s0, v14
	addi	s0, s7, 56
	vle8.v	v13, (a1)
	addi	a1, s7, 64
	vsext.vf2	v14, v12
	vwmacc.vx	v8, a4, v14
	vle8.v	v12, (a6)
	addi	a6, s7, 72
	vsext.vf2	v14, v13
	vwmacc.vx	v10, a4, v14
	addi	a4, s7, 80
	vle8.v	v13, (s0)
	addi	s0, s7, 88
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t6, v14
	vle8.v	v12, (a1)
	addi	a1, s7, 96
	vsext.vf2	v14, v13
	vwmacc.vx	v10, t6, v14
	addi	t6, s7, 104
	vle8.v	v13, (a6)
	addi	a6, s7, 112
	addi	s1, s7, 120
	vsext.vf2	v14, v12
	vwmacc.vx	v8, a2, v14
	vle8.v	v12, (a4)
	vsext.vf2	v14, v13
	vwmacc.vx	v10, a2, v14
	vle8.v	v13, (s0)
	vsext.vf2	v14, v12
	vwmacc.vx	v8, ra, v14
	vle8.v	v12, (a1)
	vsext.vf2	v14, v13
	vwmacc.vx	v10, ra, v14
	vle8.v	v13, (t6)
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t4, v14
	vle8.v	v12, (a6)
	vsext.vf2	v14, v13
	vwmacc.vx	v10, t4, v14
	vle8.v	v13, (s1)
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t5, v14
	addi	s8, s8, 128
	addi	s11, s11, 1
	vsext.vf2	v12, v13
	vwmacc.vx	v10, t5, v12
	addi	s10, s10, 8
	beq	s8, a5, .LBB1_5
.LBB1_8:
	maxu	a2, s9, s11
	li	s0, -20
	li	s1, -20
	bltu	a3, a2, .LBB1_10
	lb	s1, 0(s10)
.LBB1_10:
	sltiu	s7, a2, 8
	beqz	s7, .LBB1_12
	lb	s0, 1(s10)
.LBB1_12:
	li	t6, -20
	li	a4, -20
	beqz	s7, .LBB1_14
	lb	a4, 2(s10)
.LBB1_14:
	beqz	s7, .LBB1_16
	lb	t6, 3(s10)
.LBB1_16:
	li	ra, -20
	li	a2, -20
	beqz	s7, .LBB1_18
	lb	a2, 4(s10)
.LBB1_18:
	beqz	s7, .LBB1_20
	lb	ra, 5(s10)
.LBB1_20:
	li	t5, -20
	li	t4, -20
	beqz	s7, .LBB1_22
	lb	t4, 6(s10)
.LBB1_22:
	beqz	s7, .LBB1_7
	lb	t5, 7(s10)
	j	.LBB1_7
.LBB1_24:
	addi	a2, sp, 28
	addi	a1, sp, 60
	vse32.v	v10, (a1)
	lui	a1, 131072
	addi	a4, a1, 1792
	vse32.v	v8, (a2)
	addi	t4, a1, 1728
	lw	s1, 24(sp)
	mv	t5, s1
	lw	s6, 16(sp)
	j	.LBB1_26
.LBB1_25:
	max	a1, s0, t0
	addi	a4, a4, 4
	min	a1, a1, t1
	slli	a1, a1, 24
	add	a1, a1, t2
	srai	a1, a1, 24
	max	a1, a1, t3
	sb	a1, 0(t5)
	addi	t5, t5, 1
	addi	t4, t4, 4
	addi	a2, a2, 4
	beq	t5, s4, .LBB1_3
.LBB1_26:
	lw	a1, 0(a2)
	lw	a6, 0(t4)
	lw	t6, 0(a4)
	mulh	s0, a6, a1
	mul	a1, a6, a1
	add	a6, a1, a7
	sltu	a1, a6, a1
	add	a1, s0, a1
	slli	a1, a1, 1
	srli	s0, a6, 31
	or	s0, s0, a1
	beqz	t6, .LBB1_25
	sra	a1, s0, t6
	addi	t6, t6, -1
	srl	a6, s0, t6
	andi	s0, a6, 1
	add	s0, s0, a1
	j	.LBB1_25
.LBB1_28:
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
