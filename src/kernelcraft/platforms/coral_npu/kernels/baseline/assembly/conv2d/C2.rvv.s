# conv2d.rvv.c for H = 8, c_in = 8, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 800
	li	a2, -20
	addi	a3, a0, 32
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a4, a1, e8, m8, ta, ma
	vmv.v.x	v8, a2
	sub	a1, a1, a4
	vse8.v	v8, (a3)
	add	a3, a3, a4
	bnez	a1, .LBB1_1
	addi	a1, a0, 120
	lui	a2, 131072
	li	a3, 64
.LBB1_3:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a3, a3, a4
	add	a2, a2, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a3, .LBB1_3
	addi	a1, a0, 200
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 64
.LBB1_5:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_5
	addi	a1, a0, 280
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 128
.LBB1_7:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_7
	addi	a1, a0, 360
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 192
.LBB1_9:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_9
	addi	a1, a0, 440
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 256
.LBB1_11:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_11
	addi	a1, a0, 520
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 320
.LBB1_13:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_13
	addi	a1, a0, 600
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 384
.LBB1_15:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_15
	addi	a1, a0, 680
	li	a2, 64
	lui	a3, 131072
	addi	a3, a3, 448
.LBB1_17:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_17
	li	a1, 32
	lui	a2, 131072
	addi	a2, a2, 1088
.LBB1_19:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_19
	li	a0, 0
	li	a1, 8
	lui	a6, 131072
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, %hi(.L_MergedGlobals)
	addi	a3, a3, %lo(.L_MergedGlobals)
	addi	a4, a6, 512
	addi	a5, a6, 1120
	addi	a6, a6, 1152
	lui	a7, 131073
.LBB1_21:
	sub	t0, a1, a0
	add	t1, a0, a4
	vsetvli	t0, t0, e8, m2, ta, ma
	li	t2, 72
	mv	t3, a2
.LBB1_22:
	vle8.v	v8, (t1)
	addi	t2, t2, -1
	addi	t1, t1, 8
	vse8.v	v8, (t3)
	addi	t3, t3, 32
	bnez	t2, .LBB1_22
	li	t1, 0
	slli	t2, a0, 2
	add	t3, t2, a5
	vle32.v	v8, (t3)
	add	t3, t2, a6
	vle32.v	v16, (t3)
	add	t2, a3, t2
	add	t3, a0, a7
.LBB1_24:
	li	t4, 0
	slli	t6, t1, 4
	slli	t5, t1, 1
	slli	s0, t1, 3
	add	t5, s0, t5
	slli	s0, t1, 6
	add	t6, s0, t6
	addi	t6, t6, 272
	add	s0, t3, s0
.LBB1_25:
	slli	s1, t4, 3
	vle32.v	v24, (t2)
	add	s2, t4, t5
	add	s3, t6, s1
	slli	s4, s2, 3
	add	s2, a3, s3
	add	s4, a3, s4
	addi	s3, s4, 32
	mv	s4, a2
.LBB1_26:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s4)
	addi	s5, s4, 32
	vle8.v	v0, (s5)
	lb	s5, 0(s3)
	lb	s6, 1(s3)
	lb	s7, 2(s3)
	lb	s8, 3(s3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s5, v4
	addi	s5, s4, 64
	vle8.v	v2, (s5)
	addi	s5, s4, 96
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s6, v4
	addi	s6, s4, 128
	vle8.v	v0, (s5)
	addi	s5, s4, 160
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	vle8.v	v2, (s6)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s8, v4
	vle8.v	v0, (s5)
	lb	s5, 4(s3)
	lb	s6, 5(s3)
	lb	s7, 6(s3)
	lb	s8, 7(s3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s5, v4
	addi	s5, s4, 192
	vle8.v	v2, (s5)
	addi	s5, s4, 224
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s6, v4
	addi	s6, s4, 256
	vle8.v	v0, (s5)
	addi	s5, s4, 288
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	vle8.v	v2, (s6)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s8, v4
	vle8.v	v0, (s5)
	lb	s5, 8(s3)
	lb	s6, 9(s3)
	lb	s7, 10(s3)
	lb	s8, 11(s3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s5, v4
	addi	s5, s4, 320
	vle8.v	v2, (s5)
	addi	s5, s4, 352
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s6, v4
	addi	s6, s4, 384
	vle8.v	v0, (s5)
	addi	s5, s4, 416
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	vle8.v	v2, (s6)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s8, v4
	vle8.v	v0, (s5)
	lb	s5, 12(s3)
	lb	s6, 13(s3)
	lb	s7, 14(s3)
	lb	s8, 15(s3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s5, v4
	addi	s5, s4, 448
	vle8.v	v2, (s5)
	addi	s5, s4, 480
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s6, v4
	addi	s6, s4, 512
	vle8.v	v0, (s5)
	addi	s5, s4, 544
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	vle8.v	v2, (s6)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s8, v4
	vle8.v	v0, (s5)
	lb	s5, 16(s3)
	lb	s6, 17(s3)
	lb	s7, 18(s3)
	lb	s8, 19(s3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s5, v4
	addi	s5, s4, 576
	vle8.v	v2, (s5)
	addi	s5, s4, 608
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s6, v4
	addi	s6, s4, 640
	vle8.v	v0, (s5)
	addi	s5, s4, 672
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	vle8.v	v2, (s6)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s8, v4
	vle8.v	v0, (s5)
	lb	s5, 20(s3)
	lb	s6, 21(s3)
	lb	s7, 22(s3)
	lb	s8, 23(s3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s5, v4
	addi	s5, s4, 704
	vle8.v	v2, (s5)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s6, v4
	addi	s5, s4, 736
	vle8.v	v0, (s5)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	addi	s3, s3, 80
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s8, v4
	addi	s4, s4, 768
	bne	s3, s2, .LBB1_26
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	add	s1, s0, s1
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, 4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	addi	t4, t4, 1
	vse8.v	v24, (s1)
	bne	t4, a1, .LBB1_25
	addi	t1, t1, 1
	bne	t1, a1, .LBB1_24
	add	a0, t0, a0
	bltu	a0, a1, .LBB1_21
	lw	s0, 44(sp)
	lw	s1, 40(sp)
	lw	s2, 36(sp)
	lw	s3, 32(sp)
	lw	s4, 28(sp)
	lw	s5, 24(sp)
	lw	s6, 20(sp)
	lw	s7, 16(sp)
	lw	s8, 12(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,2304,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,832,16
bias = .L_MergedGlobals
x = .L_MergedGlobals+32
