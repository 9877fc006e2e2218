# conv_block.rvv.c for H = 8, c_in = 8, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	sw	s9, 8(sp)
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
	lui	a7, 131072
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, %hi(.L_MergedGlobals)
	addi	a3, a3, %lo(.L_MergedGlobals)
	lui	a4, 131073
	addi	a5, a7, 512
	addi	a6, a7, 1120
	addi	a7, a7, 1152
	li	t0, 4
.LBB1_21:
	sub	t1, a1, a0
	add	t2, a0, a5
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t3, 72
	mv	t4, a2
.LBB1_22:
	vle8.v	v8, (t2)
	addi	t3, t3, -1
	addi	t2, t2, 8
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t3, .LBB1_22
	li	t2, 0
	slli	t3, a0, 2
	add	t4, t3, a6
	vle32.v	v8, (t4)
	add	t4, t3, a7
	vle32.v	v16, (t4)
	add	t3, a3, t3
	add	t4, a0, a4
.LBB1_24:
	li	t5, 0
	slli	s0, t2, 4
	slli	t6, t2, 1
	slli	s1, t2, 3
	add	t6, s1, t6
	slli	s1, t2, 6
	add	s0, s1, s0
	addi	s0, s0, 272
	add	s1, t4, s1
.LBB1_25:
	slli	s2, t5, 3
	vle32.v	v24, (t3)
	add	s3, t5, t6
	add	s4, s0, s2
	slli	s5, s3, 3
	add	s3, a3, s4
	add	s5, a3, s5
	addi	s4, s5, 32
	mv	s5, a2
.LBB1_26:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s5)
	addi	s6, s5, 32
	vle8.v	v0, (s6)
	lb	s6, 0(s4)
	lb	s7, 1(s4)
	lb	s8, 2(s4)
	lb	s9, 3(s4)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s6, s5, 64
	vle8.v	v2, (s6)
	addi	s6, s5, 96
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s7, v4
	addi	s7, s5, 128
	vle8.v	v0, (s6)
	addi	s6, s5, 160
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	vle8.v	v2, (s7)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	vle8.v	v0, (s6)
	lb	s6, 4(s4)
	lb	s7, 5(s4)
	lb	s8, 6(s4)
	lb	s9, 7(s4)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s6, s5, 192
	vle8.v	v2, (s6)
	addi	s6, s5, 224
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s7, v4
	addi	s7, s5, 256
	vle8.v	v0, (s6)
	addi	s6, s5, 288
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	vle8.v	v2, (s7)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	vle8.v	v0, (s6)
	lb	s6, 8(s4)
	lb	s7, 9(s4)
	lb	s8, 10(s4)
	lb	s9, 11(s4)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s6, s5, 320
	vle8.v	v2, (s6)
	addi	s6, s5, 352
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s7, v4
	addi	s7, s5, 384
	vle8.v	v0, (s6)
	addi	s6, s5, 416
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	vle8.v	v2, (s7)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	vle8.v	v0, (s6)
	lb	s6, 12(s4)
	lb	s7, 13(s4)
	lb	s8, 14(s4)
	lb	s9, 15(s4)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s6, s5, 448
	vle8.v	v2, (s6)
	addi	s6, s5, 480
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s7, v4
	addi	s7, s5, 512
	vle8.v	v0, (s6)
	addi	s6, s5, 544
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	vle8.v	v2, (s7)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	vle8.v	v0, (s6)
	lb	s6, 16(s4)
	lb	s7, 17(s4)
	lb	s8, 18(s4)
	lb	s9, 19(s4)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s6, s5, 576
	vle8.v	v2, (s6)
	addi	s6, s5, 608
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s7, v4
	addi	s7, s5, 640
	vle8.v	v0, (s6)
	addi	s6, s5, 672
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	vle8.v	v2, (s7)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	vle8.v	v0, (s6)
	lb	s6, 20(s4)
	lb	s7, 21(s4)
	lb	s8, 22(s4)
	lb	s9, 23(s4)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s6, s5, 704
	vle8.v	v2, (s6)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s7, v4
	addi	s6, s5, 736
	vle8.v	v0, (s6)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	addi	s4, s4, 80
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	addi	s5, s5, 768
	bne	s4, s3, .LBB1_26
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	add	s2, s1, s2
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, 4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vmax.vx	v24, v24, t0
	addi	t5, t5, 1
	vse8.v	v24, (s2)
	bne	t5, a1, .LBB1_25
	addi	t2, t2, 1
	bne	t2, a1, .LBB1_24
	add	a0, t1, a0
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
	lw	s9, 8(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,2304,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,832,16
bias = .L_MergedGlobals
x = .L_MergedGlobals+32
