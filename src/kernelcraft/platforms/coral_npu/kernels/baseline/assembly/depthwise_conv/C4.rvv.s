# depthwise_conv.rvv.c for H = 16, c = 16, k = 5; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	sw	s6, 4(sp)
	sw	s7, 0(sp)
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
	lui	a1, 131073
	addi	a2, a0, 64
	li	a3, 400
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
	addi	a2, a2, 400
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
	addi	a6, a7, 464
	addi	a7, a7, 528
	li	t0, 1600
.LBB1_7:
	li	t1, 0
	add	t2, a0, a1
.LBB1_8:
	slli	t3, t1, 6
	slli	t4, t1, 8
	add	t3, t4, t3
	add	t3, a2, t3
	addi	t3, t3, 672
	li	t4, 256
	mv	t5, t2
.LBB1_9:
	vsetvli	t6, t4, e8, m8, ta, ma
	vle8.v	v8, (t5)
	sub	t4, t4, t6
	add	t5, t5, t6
	vse8.v	v8, (t3)
	add	t3, t3, t6
	bnez	t4, .LBB1_9
	addi	t1, t1, 1
	addi	t2, t2, 256
	bne	t1, a3, .LBB1_8
	li	t1, 0
	sub	t2, a3, a0
	slli	t3, a0, 2
	vsetvli	t2, t2, e8, m1, ta, ma
	add	t4, t3, a6
	add	t5, t3, a7
	vle32.v	v8, (t4)
	vle32.v	v12, (t5)
	add	t3, a4, t3
	add	t4, a4, a0
	addi	t4, t4, 64
	add	t5, a0, a5
	mv	t6, a2
.LBB1_12:
	li	s0, 0
	slli	s1, t1, 8
	add	s1, t5, s1
	mv	s2, t6
.LBB1_13:
	li	s3, 0
	vle32.v	v16, (t3)
	mv	s4, t4
.LBB1_14:
	add	s5, s2, s3
	vsetvli	zero, zero, e8, m1, ta, ma
	vle8.v	v22, (s4)
	addi	s6, s4, 16
	addi	s7, s4, 32
	vle8.v	v23, (s5)
	vle8.v	v24, (s6)
	addi	s6, s4, 48
	vle8.v	v25, (s7)
	addi	s7, s5, 16
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s7)
	addi	s7, s4, 64
	vle8.v	v23, (s6)
	addi	s6, s5, 32
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v22, v24
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s6)
	addi	s6, s5, 48
	addi	s5, s5, 64
	vle8.v	v24, (s6)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v22, v25
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s7)
	vle8.v	v25, (s5)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v24, v23
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s3, s3, 320
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v25, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s4, s4, 80
	bne	s3, t0, .LBB1_14
	slli	s3, s0, 4
	vsetvli	zero, zero, e32, m4, ta, ma
	vsmul.vv	v16, v16, v8
	addi	s0, s0, 1
	add	s3, s1, s3
	vssra.vv	v16, v16, v12
	vadd.vi	v16, v16, -8
	vsetvli	zero, zero, e16, m2, ta, ma
	vnclip.wi	v20, v16, 0
	vsetvli	zero, zero, e8, m1, ta, ma
	vnclip.wi	v16, v20, 0
	vse8.v	v16, (s3)
	addi	s2, s2, 16
	bne	s0, a3, .LBB1_13
	addi	t1, t1, 1
	addi	t6, t6, 320
	bne	t1, a3, .LBB1_12
	add	a0, t2, a0
	bltu	a0, a3, .LBB1_7
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	lw	s5, 8(sp)
	lw	s6, 4(sp)
	lw	s7, 0(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.local	x
	.comm	x,6400,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,464,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+64
