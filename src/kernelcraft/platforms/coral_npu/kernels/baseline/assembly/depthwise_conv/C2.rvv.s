# depthwise_conv.rvv.c for H = 16, c = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, %hi(x)
	addi	a0, a0, %lo(x)
	lui	a1, 1
	addi	a1, a1, -1504
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
	li	a1, 72
	lui	a3, 131073
	addi	a2, a0, 32
	addi	a3, a3, -2048
.LBB1_3:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_3
	li	a1, 32
	lui	a2, 131073
	addi	a2, a2, -1968
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
	li	a4, 8
	lui	a5, 131073
	lui	a6, %hi(.L_MergedGlobals)
	addi	a6, a6, %lo(.L_MergedGlobals)
	addi	a7, a5, -1936
	addi	t0, a5, -1904
	li	t1, 128
.LBB1_7:
	li	t3, 0
	add	t2, a0, a1
.LBB1_8:
	slli	t4, t3, 4
	slli	t5, t3, 7
	addi	t3, t3, 1
	add	t4, t5, t4
	add	t4, t4, a2
	addi	t4, t4, 152
	li	t5, 128
	mv	t6, t2
.LBB1_9:
	vsetvli	s0, t5, e8, m8, ta, ma
	vle8.v	v8, (t6)
	sub	t5, t5, s0
	add	t6, t6, s0
	vse8.v	v8, (t4)
	add	t4, t4, s0
	bnez	t5, .LBB1_9
	addi	t2, t2, 128
	bne	t3, a3, .LBB1_8
	li	t2, 0
	sub	t3, a4, a0
	slli	t4, a0, 2
	add	s6, a6, a0
	vsetvli	t3, t3, e8, m1, ta, ma
	add	s4, t4, a7
	add	s5, t4, t0
	add	t4, a6, t4
	addi	t5, s6, 32
	addi	t6, s6, 40
	addi	s0, s6, 48
	addi	s1, s6, 56
	addi	s2, s6, 64
	addi	s3, s6, 72
	vle32.v	v8, (s4)
	vle32.v	v12, (s5)
	addi	s4, s6, 80
	addi	s5, s6, 88
	addi	s6, s6, 96
	add	s7, a0, a5
	mv	s8, a2
.LBB1_12:
	li	s9, 0
.LBB1_13:
	add	s10, s8, s9
	vle32.v	v16, (t4)
	vle8.v	v22, (t5)
	vle8.v	v23, (s10)
	vle8.v	v24, (t6)
	addi	s11, s10, 8
	vle8.v	v25, (s11)
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s0)
	addi	s11, s10, 16
	vle8.v	v23, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s1)
	addi	s11, s10, 144
	vle8.v	v25, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s2)
	addi	s11, s10, 152
	vle8.v	v23, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s3)
	addi	s11, s10, 160
	vle8.v	v25, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s4)
	addi	s11, s10, 288
	vle8.v	v23, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v24, (s5)
	addi	s11, s10, 296
	vle8.v	v25, (s11)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s6)
	addi	s10, s10, 304
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
	addi	s9, s9, 8
	vse8.v	v16, (s10)
	bne	s9, t1, .LBB1_13
	addi	t2, t2, 1
	addi	s8, s8, 144
	addi	s7, s7, 128
	bne	t2, a3, .LBB1_12
	add	a0, t3, a0
	bltu	a0, a4, .LBB1_7
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
	.local	x
	.comm	x,2592,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,104,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+32
