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
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	sw	s6, 4(sp)
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
	lui	a6, 131073
	lui	a4, %hi(.L_MergedGlobals)
	addi	a4, a4, %lo(.L_MergedGlobals)
	addi	a5, a6, 208
	addi	a6, a6, 272
	lui	a7, 131074
.LBB1_7:
	li	t1, 0
	add	t0, a0, a1
.LBB1_8:
	slli	t2, t1, 5
	slli	t3, t1, 8
	addi	t1, t1, 1
	add	t2, t3, t2
	add	t2, t2, a2
	addi	t2, t2, 304
	li	t3, 256
	mv	t4, t0
.LBB1_9:
	vsetvli	t5, t3, e8, m8, ta, ma
	vle8.v	v8, (t4)
	sub	t3, t3, t5
	add	t4, t4, t5
	vse8.v	v8, (t2)
	add	t2, t2, t5
	bnez	t3, .LBB1_9
	addi	t0, t0, 256
	bne	t1, a3, .LBB1_8
	li	t0, 0
	sub	t1, a3, a0
	slli	t2, a0, 2
	vsetvli	t1, t1, e8, m1, ta, ma
	add	t3, t2, a5
	add	t4, t2, a6
	vle32.v	v8, (t3)
	vle32.v	v12, (t4)
	add	t2, a4, t2
	add	t3, a4, a0
	addi	t3, t3, 64
	add	t4, a0, a7
	mv	t5, a2
.LBB1_12:
	li	t6, 0
	slli	s0, t0, 8
	add	s0, t4, s0
	mv	s1, t5
.LBB1_13:
	vle32.v	v16, (t2)
	li	s2, 3
	mv	s3, s1
	mv	s4, t3
.LBB1_14:
	vsetvli	zero, zero, e8, m1, ta, ma
	vle8.v	v22, (s3)
	vle8.v	v23, (s4)
	addi	s5, s4, 16
	addi	s6, s3, 16
	vle8.v	v24, (s6)
	addi	s6, s3, 32
	vle8.v	v25, (s5)
	addi	s5, s4, 32
	vwmul.vv	v20, v22, v23
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s6)
	vle8.v	v23, (s5)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v24, v25
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s2, s2, -1
	addi	s3, s3, 288
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v22, v23
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s4, s4, 48
	bnez	s2, .LBB1_14
	slli	s2, t6, 4
	vsetvli	zero, zero, e32, m4, ta, ma
	vsmul.vv	v16, v16, v8
	addi	t6, t6, 1
	add	s2, s0, s2
	vssra.vv	v16, v16, v12
	vadd.vi	v16, v16, -8
	vsetvli	zero, zero, e16, m2, ta, ma
	vnclip.wi	v20, v16, 0
	vsetvli	zero, zero, e8, m1, ta, ma
	vnclip.wi	v16, v20, 0
	vse8.v	v16, (s2)
	addi	s1, s1, 16
	bne	t6, a3, .LBB1_13
	addi	t0, t0, 1
	addi	t5, t5, 288
	bne	t0, a3, .LBB1_12
	add	a0, t1, a0
	bltu	a0, a3, .LBB1_7
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	lw	s5, 8(sp)
	lw	s6, 4(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.local	x
	.comm	x,5184,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,208,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+64
