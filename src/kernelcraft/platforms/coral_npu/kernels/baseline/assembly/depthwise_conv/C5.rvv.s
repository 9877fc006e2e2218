# depthwise_conv.rvv.c for H = 16, c = 32, k = 5; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, %hi(x)
	addi	a0, a0, %lo(x)
	li	a1, 25
	slli	a1, a1, 8
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a2, a1, e8, m8, ta, ma
	vmv.v.i	v8, 15
	sub	a1, a1, a2
	vse8.v	v8, (a0)
	add	a0, a0, a2
	bnez	a1, .LBB1_1
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	lui	a1, 131074
	addi	a2, a0, 128
	li	a3, 800
.LBB1_3:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a3, a3, a4
	add	a1, a1, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a3, .LBB1_3
	li	a1, 128
	lui	a2, 131074
	addi	a2, a2, 800
.LBB1_5:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_5
	li	a0, 0
	li	a1, 32
	lui	a2, 131072
	lui	a3, %hi(x)
	addi	a3, a3, %lo(x)
	lui	t1, 131074
	lui	a4, %hi(.L_MergedGlobals)
	addi	a4, a4, %lo(.L_MergedGlobals)
	lui	a5, 131075
	li	a6, 1600
	addi	a7, a3, 912
	addi	t0, t1, 928
	addi	t1, t1, 1056
	li	t2, 16
.LBB1_7:
	sub	t3, a1, a0
	add	t4, a0, a2
	mv	t5, a7
	vsetvli	t3, t3, e8, m1, ta, ma
	li	t6, 16
.LBB1_8:
	vle8.v	v8, (t4)
	addi	s0, t5, -240
	addi	s1, t4, 32
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -224
	addi	s1, t4, 64
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -208
	addi	s1, t4, 96
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -192
	addi	s1, t4, 128
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -176
	addi	s1, t4, 160
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -160
	addi	s1, t4, 192
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -144
	addi	s1, t4, 224
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -128
	addi	s1, t4, 256
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -112
	addi	s1, t4, 288
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -96
	addi	s1, t4, 320
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -80
	addi	s1, t4, 352
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -64
	addi	s1, t4, 384
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -48
	addi	s1, t4, 416
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -32
	addi	s1, t4, 448
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	s0, t5, -16
	addi	s1, t4, 480
	vse8.v	v8, (s0)
	vle8.v	v8, (s1)
	addi	t6, t6, -1
	vse8.v	v8, (t5)
	addi	t5, t5, 320
	addi	t4, t4, 512
	bnez	t6, .LBB1_8
	li	t4, 0
	slli	t5, a0, 2
	add	t6, t5, t0
	add	s0, t5, t1
	vle32.v	v8, (t6)
	vle32.v	v12, (s0)
	add	t5, a4, t5
	add	t6, a4, a0
	addi	t6, t6, 128
	add	s0, a0, a5
	mv	s1, a3
.LBB1_10:
	li	s2, 0
	slli	s3, t4, 9
	add	s3, s0, s3
	mv	s4, s1
.LBB1_11:
	li	s5, 0
	vle32.v	v16, (t5)
	mv	s6, t6
.LBB1_12:
	add	s7, s4, s5
	vsetvli	zero, zero, e8, m1, ta, ma
	vle8.v	v22, (s6)
	addi	s8, s6, 32
	addi	s9, s6, 64
	vle8.v	v23, (s7)
	vle8.v	v24, (s8)
	addi	s8, s6, 96
	vle8.v	v25, (s9)
	addi	s9, s7, 16
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s9)
	addi	s9, s6, 128
	vle8.v	v23, (s8)
	addi	s8, s7, 32
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v22, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s8)
	addi	s8, s7, 48
	addi	s7, s7, 64
	vle8.v	v24, (s8)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v22, v25
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s9)
	vle8.v	v25, (s7)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v24, v23
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s5, s5, 320
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s6, s6, 160
	bne	s5, a6, .LBB1_12
	slli	s5, s2, 5
	vsetvli	zero, zero, e32, m4, ta, ma
	vsmul.vv	v16, v16, v8
	addi	s2, s2, 1
	add	s5, s3, s5
	vssra.vv	v16, v16, v12
	vadd.vi	v16, v16, -8
	vsetvli	zero, zero, e16, m2, ta, ma
	vnclip.wi	v20, v16, 0
	vsetvli	zero, zero, e8, m1, ta, ma
	vnclip.wi	v16, v20, 0
	vse8.v	v16, (s5)
	addi	s4, s4, 16
	bne	s2, t2, .LBB1_11
	addi	t4, t4, 1
	addi	s1, s1, 320
	bne	t4, t2, .LBB1_10
	add	a0, t3, a0
	bltu	a0, a1, .LBB1_7
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
	.local	x
	.comm	x,6400,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,928,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+128
