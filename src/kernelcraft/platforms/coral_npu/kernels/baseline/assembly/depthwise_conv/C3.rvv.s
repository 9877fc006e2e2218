# depthwise_conv.rvv.c for H = 16, c = 16, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, %hi(x)
	addi	a0, a0, %lo(x)
	lui	a1, 1
	addi	a1, a1, 1088
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
	lui	a1, 131073
	addi	a2, a0, 64
	li	a3, 144
.LBB1_3:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a3, a3, a4
	add	a1, a1, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a3, .LBB1_3
	li	a1, 64
	lui	a2, 131073
	addi	a2, a2, 144
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
	lui	a2, %hi(x)
	addi	a2, a2, %lo(x)
	li	a3, 16
	lui	a7, 131073
	lui	a4, %hi(.L_MergedGlobals)
	addi	a4, a4, %lo(.L_MergedGlobals)
	lui	a5, 131074
	addi	a6, a7, 208
	addi	a7, a7, 272
	li	t0, 256
.LBB1_7:
	li	t2, 0
	add	t1, a0, a1
.LBB1_8:
	slli	t3, t2, 5
	slli	t4, t2, 8
	addi	t2, t2, 1
	add	t3, t4, t3
	add	t3, t3, a2
	addi	t3, t3, 304
	li	t4, 256
	mv	t5, t1
.LBB1_9:
	vsetvli	t6, t4, e8, m8, ta, ma
	vle8.v	v8, (t5)
	sub	t4, t4, t6
	add	t5, t5, t6
	vse8.v	v8, (t3)
	add	t3, t3, t6
	bnez	t4, .LBB1_9
	addi	t1, t1, 256
	bne	t2, a3, .LBB1_8
	li	t1, 0
	sub	t2, a3, a0
	slli	t3, a0, 2
	add	s5, a4, a0
	vsetvli	t2, t2, e8, m1, ta, ma
	add	s3, t3, a6
	add	s4, t3, a7
	add	t3, a4, t3
	addi	t4, s5, 64
	addi	t5, s5, 80
	addi	t6, s5, 96
	addi	s0, s5, 112
	addi	s1, s5, 128
	addi	s2, s5, 144
	vle32.v	v8, (s3)
	vle32.v	v12, (s4)
	addi	s3, s5, 160
	addi	s4, s5, 176
	addi	s5, s5, 192
	add	s6, a0, a5
	mv	s7, a2
.LBB1_12:
	li	s8, 0
.LBB1_13:
	add	s9, s7, s8
	vle32.v	v16, (t3)
	vle8.v	v22, (t4)
	vle8.v	v23, (s9)
	vle8.v	v24, (t5)
	addi	s10, s9, 16
	vle8.v	v25, (s10)
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (t6)
	addi	s10, s9, 32
	vle8.v	v23, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s0)
	addi	s10, s9, 288
	vle8.v	v25, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s1)
	addi	s10, s9, 304
	vle8.v	v23, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s2)
	addi	s10, s9, 320
	vle8.v	v25, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s3)
	addi	s10, s9, 576
	vle8.v	v23, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s4)
	addi	s10, s9, 592
	vle8.v	v25, (s10)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s5)
	addi	s9, s9, 608
	vle8.v	v23, (s9)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	add	s9, s6, s8
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
	addi	s8, s8, 16
	vse8.v	v16, (s9)
	bne	s8, t0, .LBB1_13
	addi	t1, t1, 1
	addi	s7, s7, 288
	addi	s6, s6, 256
	bne	t1, a3, .LBB1_12
	add	a0, t2, a0
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
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	x
	.comm	x,5184,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,208,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+64
