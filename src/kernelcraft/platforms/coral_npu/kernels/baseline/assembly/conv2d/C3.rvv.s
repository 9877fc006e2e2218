# conv2d.rvv.c for H = 8, c_in = 8, c_out = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	a3, a0, 64
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a4, a1, e8, m8, ta, ma
	vmv.v.x	v8, a2
	sub	a1, a1, a4
	vse8.v	v8, (a3)
	add	a3, a3, a4
	bnez	a1, .LBB1_1
	addi	a1, a0, 152
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
	addi	a1, a0, 232
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
	addi	a1, a0, 312
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
	addi	a1, a0, 392
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
	addi	a1, a0, 472
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
	addi	a1, a0, 552
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
	addi	a1, a0, 632
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
	addi	a1, a0, 712
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
	li	a1, 64
	lui	a2, 131072
	addi	a2, a2, 1664
.LBB1_19:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_19
	li	a0, 0
	li	a1, 16
	lui	a7, 131072
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, %hi(.L_MergedGlobals)
	addi	a3, a3, %lo(.L_MergedGlobals)
	lui	a4, 131073
	addi	a5, a7, 512
	addi	a6, a7, 1728
	addi	a7, a7, 1792
	li	t0, 8
.LBB1_21:
	sub	t1, a1, a0
	add	t2, a0, a5
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t3, 72
	mv	t4, a2
.LBB1_22:
	vle8.v	v8, (t2)
	addi	t3, t3, -1
	addi	t2, t2, 16
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
	slli	t6, t2, 4
	slli	s0, t2, 6
	slli	s1, t2, 1
	add	s0, s0, t6
	slli	t6, t2, 3
	add	t6, t6, s1
	slli	s1, t2, 7
	addi	s0, s0, 304
	add	s1, t4, s1
.LBB1_25:
	slli	s2, t5, 3
	vle32.v	v24, (t3)
	add	s3, t5, t6
	add	s2, s0, s2
	slli	s3, s3, 3
	add	s2, a3, s2
	add	s3, a3, s3
	addi	s3, s3, 64
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
	slli	s2, t5, 4
	vssra.vv	v24, v24, v16
	add	s2, s1, s2
	vadd.vi	v24, v24, 4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	addi	t5, t5, 1
	vse8.v	v24, (s2)
	bne	t5, t0, .LBB1_25
	addi	t2, t2, 1
	bne	t2, t0, .LBB1_24
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
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,2304,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,864,16
bias = .L_MergedGlobals
x = .L_MergedGlobals+64
