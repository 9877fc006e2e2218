# conv2d.plain.c for H = 8, c_in = 8, c_out = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	li	a6, 3
	lui	a7, 262144
	li	t0, -132
	li	t1, 123
	addi	s4, a1, -72
	lui	s3, 131073
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	lw	s4, 8(sp)
	addi	s4, s4, 64
	sw	s3, 12(sp)
	li	a2, 8
	beq	a0, a2, .LBB1_28
.LBB1_2:
	li	t2, 0
	li	s0, -1
	sw	s4, 8(sp)
	j	.LBB1_4
.LBB1_3:
	lw	t2, 20(sp)
	addi	t2, t2, 1
	addi	s3, s3, 16
	addi	s0, s0, 1
	addi	s4, s4, 8
	li	a2, 8
	beq	t2, a2, .LBB1_1
.LBB1_4:
	sw	s3, 24(sp)
	li	s3, 0
	sw	t2, 20(sp)
	slli	a2, t2, 4
	lw	a4, 1664(a1)
	lw	t2, 1668(a1)
	lw	t3, 1672(a1)
	lw	t4, 1676(a1)
	lw	t5, 1680(a1)
	lui	t6, 131072
	lw	a1, 1684(t6)
	lw	s5, 1688(t6)
	lw	s6, 1692(t6)
	lw	s7, 1696(t6)
	lw	s8, 1700(t6)
	lw	s9, 1704(t6)
	lw	s10, 1708(t6)
	lw	s11, 1712(t6)
	lw	ra, 1716(t6)
	lw	s1, 1720(t6)
	lw	t6, 1724(t6)
	lw	s2, 12(sp)
	add	a2, a2, s2
	addi	s2, a2, 16
	vsetivli	zero, 8, e32, m2, ta, ma
	vmv.v.x	v8, a4
	sw	a4, 28(sp)
	sw	t2, 32(sp)
	vmv.v.x	v10, s7
	vslide1down.vx	v8, v8, t2
	vslide1down.vx	v10, v10, s8
	vslide1down.vx	v8, v8, t3
	vslide1down.vx	v10, v10, s9
	vslide1down.vx	v8, v8, t4
	vslide1down.vx	v10, v10, s10
	vslide1down.vx	v8, v8, t5
	vslide1down.vx	v10, v10, s11
	vslide1down.vx	v8, v8, a1
	lui	a1, 131072
	vslide1down.vx	v10, v10, ra
	vslide1down.vx	v8, v8, s5
	vslide1down.vx	v10, v10, s1
	vslide1down.vx	v8, v8, s6
	vslide1down.vx	v10, v10, t6
	sw	s4, 16(sp)
	addi	a4, a1, 512
	j	.LBB1_6
.LBB1_5:
	addi	s3, s3, 1
	addi	a4, a4, 384
	addi	s4, s4, 64
	beq	s3, a6, .LBB1_24
.LBB1_6:
	li	s6, 0
	add	s7, s3, a0
	addi	s7, s7, -1
	mv	s8, s4
	mv	s9, s0
	j	.LBB1_8
.LBB1_7:
	add	s5, a4, s6
	vsetvli	zero, zero, e16, m1, ta, ma
	vle8.v	v12, (s5)
	addi	t6, s5, 8
	vle8.v	v13, (t6)
	addi	t6, s5, 16
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t5, v14
	vle8.v	v12, (t6)
	addi	t6, s5, 24
	vsext.vf2	v14, v13
	vwmacc.vx	v10, t5, v14
	addi	t5, s5, 32
	vle8.v	v13, (t6)
	addi	t6, s5, 40
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t2, v14
	vle8.v	v12, (t5)
	addi	t5, s5, 48
	vsext.vf2	v14, v13
	vwmacc.vx	v10, t2, v14
	addi	t2, s5, 56
	vle8.v	v13, (t6)
	addi	t6, s5, 64
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t4, v14
	vle8.v	v12, (t5)
	addi	t5, s5, 72
	vsext.vf2	v14, v13
	vwmacc.vx	v10, t4, v14
	addi	t4, s5, 80
	vle8.v	v13, (t2)
	addi	t2, s5, 88
	vsext.vf2	v14, v12
	vwmacc.vx	v8, t3, v14
	vle8.v	v12, (t6)
	addi	t6, s5, 96
	vsext.vf2	v14, v13
	vwmacc.vx	v10, t3, v14
	addi	t3, s5, 104
	vle8.v	v13, (t5)
	addi	t5, s5, 112
	addi	s1, s5, 120
	vsext.vf2	v14, v12
	vwmacc.vx	v8, ra, v14
	vle8.v	v12, (t4)
	vsext.vf2	v14, v13
	vwmacc.vx	v10, ra, v14
	vle8.v	v13, (t2)
	vsext.vf2	v14, v12
	vwmacc.vx	v8, s10, v14
	vle8.v	v12, (t6)
	vsext.vf2	v14, v13
	vwmacc.vx	v10, s10, v14
	vle8.v	v13, (t3)
	vsext.vf2	v14, v12
	vwmacc.vx	v8, a2, v14
	vle8.v	v12, (t5)
	vsext.vf2	v14, v13
	vwmacc.vx	v10, a2, v14
	vle8.v	v13, (s1)
	vsext.vf2	v14, v12
	vwmacc.vx	v8, s11, v14
	addi	s6, s6, 128
	addi	s9, s9, 1
	vsext.vf2	v12, v13
	vwmacc.vx	v10, s11, v12
	addi	s8, s8, 8
	beq	s6, a5, .LBB1_5
.LBB1_8:
	maxu	a2, s7, s9
	li	t2, -20
	li	t5, -20
	bltu	a3, a2, .LBB1_10
	lb	t5, 0(s8)
.LBB1_10:
	sltiu	s5, a2, 8
	beqz	s5, .LBB1_12
	lb	t2, 1(s8)
.LBB1_12:
	li	t3, -20
	li	t4, -20
	beqz	s5, .LBB1_14
	lb	t4, 2(s8)
.LBB1_14:
	beqz	s5, .LBB1_16
	lb	t3, 3(s8)
.LBB1_16:
	li	s10, -20
	li	ra, -20
	beqz	s5, .LBB1_18
	lb	ra, 4(s8)
.LBB1_18:
	beqz	s5, .LBB1_20
	lb	s10, 5(s8)
.LBB1_20:
	li	s11, -20
	li	a2, -20
	beqz	s5, .LBB1_22
	lb	a2, 6(s8)
.LBB1_22:
	beqz	s5, .LBB1_7
	lb	s11, 7(s8)
	j	.LBB1_7
.LBB1_24:
	addi	a2, sp, 28
	addi	a4, sp, 60
	vse32.v	v10, (a4)
	addi	a4, a1, 1792
	vse32.v	v8, (a2)
	addi	t2, a1, 1728
	lw	s3, 24(sp)
	mv	t3, s3
	lw	s4, 16(sp)
	j	.LBB1_26
.LBB1_25:
	max	t4, t5, t0
	addi	a4, a4, 4
	min	t4, t4, t1
	addi	t4, t4, 4
	sb	t4, 0(t3)
	addi	t3, t3, 1
	addi	t2, t2, 4
	addi	a2, a2, 4
	beq	t3, s2, .LBB1_3
.LBB1_26:
	lw	t5, 0(a2)
	lw	t6, 0(t2)
	lw	t4, 0(a4)
	mulh	s1, t6, t5
	mul	t5, t6, t5
	add	t6, t5, a7
	sltu	t5, t6, t5
	add	t5, s1, t5
	slli	t5, t5, 1
	srli	t6, t6, 31
	or	t5, t6, t5
	beqz	t4, .LBB1_25
	sra	t6, t5, t4
	addi	t4, t4, -1
	srl	t4, t5, t4
	andi	t5, t4, 1
	add	t5, t5, t6
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
