# depthwise_conv.rvv.c for H = 8, c = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	sw	s10, 4(sp)
	sw	s11, 0(sp)
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 1600
	addi	a2, a0, 208
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a1, e8, m8, ta, ma
	vmv.v.i	v8, 15
	sub	a1, a1, a3
	vse8.v	v8, (a2)
	add	a2, a2, a3
	bnez	a1, .LBB1_1
	addi	a1, a0, 64
	li	a2, 144
	lui	a3, 131072
	addi	a3, a3, 1024
.LBB1_3:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_3
	li	a1, 64
	lui	a2, 131072
	addi	a2, a2, 1168
.LBB1_5:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_5
	li	a0, 0
	lui	a1, 131072
	lui	a2, %hi(.L_MergedGlobals)
	addi	a2, a2, %lo(.L_MergedGlobals)
	li	a3, 16
	lui	a4, 131073
	li	a5, 128
	addi	a6, a2, 384
	addi	a7, a2, 544
	addi	t0, a2, 704
	li	t1, 8
.LBB1_7:
	add	t2, a0, a1
	li	t3, 128
	mv	t4, a6
	mv	t5, t2
.LBB1_8:
	vsetvli	t6, t3, e8, m8, ta, ma
	vle8.v	v8, (t5)
	sub	t3, t3, t6
	add	t5, t5, t6
	vse8.v	v8, (t4)
	add	t4, t4, t6
	bnez	t3, .LBB1_8
	addi	t3, t2, 128
	li	t4, 128
	mv	t5, a7
.LBB1_10:
	vsetvli	t6, t4, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t4, t4, t6
	add	t3, t3, t6
	vse8.v	v8, (t5)
	add	t5, t5, t6
	bnez	t4, .LBB1_10
	addi	t3, t2, 256
	li	t4, 128
	mv	t5, t0
.LBB1_12:
	vsetvli	t6, t4, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t4, t4, t6
	add	t3, t3, t6
	vse8.v	v8, (t5)
	add	t5, t5, t6
	bnez	t4, .LBB1_12
	addi	t3, t2, 384
	addi	t4, a2, 864
	li	t5, 128
.LBB1_14:
	vsetvli	t6, t5, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t5, t5, t6
	add	t3, t3, t6
	vse8.v	v8, (t4)
	add	t4, t4, t6
	bnez	t5, .LBB1_14
	addi	t3, t2, 512
	addi	t4, a2, 1024
	li	t5, 128
.LBB1_16:
	vsetvli	t6, t5, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t5, t5, t6
	add	t3, t3, t6
	vse8.v	v8, (t4)
	add	t4, t4, t6
	bnez	t5, .LBB1_16
	addi	t3, t2, 640
	addi	t4, a2, 1184
	li	t5, 128
.LBB1_18:
	vsetvli	t6, t5, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t5, t5, t6
	add	t3, t3, t6
	vse8.v	v8, (t4)
	add	t4, t4, t6
	bnez	t5, .LBB1_18
	addi	t3, t2, 768
	addi	t4, a2, 1344
	li	t5, 128
.LBB1_20:
	vsetvli	t6, t5, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t5, t5, t6
	add	t3, t3, t6
	vse8.v	v8, (t4)
	add	t4, t4, t6
	bnez	t5, .LBB1_20
	addi	t2, t2, 896
	addi	t3, a2, 1504
	li	t4, 128
.LBB1_22:
	vsetvli	t5, t4, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t4, t4, t5
	add	t2, t2, t5
	vse8.v	v8, (t3)
	add	t3, t3, t5
	bnez	t4, .LBB1_22
	li	t2, 0
	sub	t3, a3, a0
	slli	t4, a0, 2
	addi	t5, a1, 1232
	addi	t6, a1, 1296
	add	s6, a2, a0
	vsetvli	t3, t3, e8, m1, ta, ma
	add	s4, t4, t5
	add	s5, t4, t6
	add	t4, a2, t4
	addi	t5, s6, 64
	addi	t6, s6, 80
	addi	s0, s6, 96
	addi	s1, s6, 112
	addi	s2, s6, 128
	addi	s3, s6, 144
	vle32.v	v8, (s4)
	vle32.v	v12, (s5)
	addi	s4, s6, 160
	addi	s5, s6, 176
	addi	s6, s6, 192
	add	s7, a0, a4
	mv	s8, a2
.LBB1_24:
	li	s9, 0
.LBB1_25:
	add	s10, s8, s9
	vle32.v	v16, (t4)
	vle8.v	v22, (t5)
	addi	s11, s10, 208
	vle8.v	v23, (s11)
	vle8.v	v24, (t6)
	addi	s11, s10, 224
	vle8.v	v25, (s11)
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s0)
	addi	s11, s10, 240
	vle8.v	v23, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s1)
	addi	s11, s10, 368
	vle8.v	v25, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s2)
	addi	s11, s10, 384
	vle8.v	v23, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s3)
	addi	s11, s10, 400
	vle8.v	v25, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s4)
	addi	s11, s10, 528
	vle8.v	v23, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s5)
	addi	s11, s10, 544
	vle8.v	v25, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s6)
	addi	s10, s10, 560
	vle8.v	v23, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	add	s10, s7, s9
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vsetvli	zero, zero, e32, m4, ta, ma
	vsmul.vv	v16, v16, v8
	vssra.vv	v16, v16, v12
	vadd.vi	v16, v16, -8
	vsetvli	zero, zero, e16, m2, ta, ma
	vnclip.wi	v20, v16, 0
	vsetvli	zero, zero, e8, m1, ta, ma
	vnclip.wi	v16, v20, 0
	addi	s9, s9, 16
	vse8.v	v16, (s10)
	bne	s9, a5, .LBB1_25
	addi	t2, t2, 1
	addi	s8, s8, 160
	addi	s7, s7, 128
	bne	t2, t1, .LBB1_24
	add	a0, t3, a0
	bltu	a0, a3, .LBB1_7
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
	lw	s10, 4(sp)
	lw	s11, 0(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1808,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+64
x = .L_MergedGlobals+208
