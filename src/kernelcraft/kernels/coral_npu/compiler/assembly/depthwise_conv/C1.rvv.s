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
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	sw	s6, 4(sp)
	sw	s7, 0(sp)
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
	addi	a5, a2, 384
	addi	a6, a2, 544
	addi	a7, a2, 704
	li	t0, 8
.LBB1_7:
	add	t1, a0, a1
	li	t2, 128
	mv	t3, a5
	mv	t4, t1
.LBB1_8:
	vsetvli	t5, t2, e8, m8, ta, ma
	vle8.v	v8, (t4)
	sub	t2, t2, t5
	add	t4, t4, t5
	vse8.v	v8, (t3)
	add	t3, t3, t5
	bnez	t2, .LBB1_8
	addi	t2, t1, 128
	li	t3, 128
	mv	t4, a6
.LBB1_10:
	vsetvli	t5, t3, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t3, t3, t5
	add	t2, t2, t5
	vse8.v	v8, (t4)
	add	t4, t4, t5
	bnez	t3, .LBB1_10
	addi	t2, t1, 256
	li	t3, 128
	mv	t4, a7
.LBB1_12:
	vsetvli	t5, t3, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t3, t3, t5
	add	t2, t2, t5
	vse8.v	v8, (t4)
	add	t4, t4, t5
	bnez	t3, .LBB1_12
	addi	t2, t1, 384
	addi	t3, a2, 864
	li	t4, 128
.LBB1_14:
	vsetvli	t5, t4, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t4, t4, t5
	add	t2, t2, t5
	vse8.v	v8, (t3)
	add	t3, t3, t5
	bnez	t4, .LBB1_14
	addi	t2, t1, 512
	addi	t3, a2, 1024
	li	t4, 128
.LBB1_16:
	vsetvli	t5, t4, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t4, t4, t5
	add	t2, t2, t5
	vse8.v	v8, (t3)
	add	t3, t3, t5
	bnez	t4, .LBB1_16
	addi	t2, t1, 640
	addi	t3, a2, 1184
	li	t4, 128
.LBB1_18:
	vsetvli	t5, t4, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t4, t4, t5
	add	t2, t2, t5
	vse8.v	v8, (t3)
	add	t3, t3, t5
	bnez	t4, .LBB1_18
	addi	t2, t1, 768
	addi	t3, a2, 1344
	li	t4, 128
.LBB1_20:
	vsetvli	t5, t4, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t4, t4, t5
	add	t2, t2, t5
	vse8.v	v8, (t3)
	add	t3, t3, t5
	bnez	t4, .LBB1_20
	addi	t1, t1, 896
	addi	t2, a2, 1504
	li	t3, 128
.LBB1_22:
	vsetvli	t4, t3, e8, m8, ta, ma
	vle8.v	v8, (t1)
	sub	t3, t3, t4
	add	t1, t1, t4
	vse8.v	v8, (t2)
	add	t2, t2, t4
	bnez	t3, .LBB1_22
	li	t1, 0
	sub	t2, a3, a0
	slli	t3, a0, 2
	addi	t4, a1, 1232
	addi	t5, a1, 1296
	vsetvli	t2, t2, e8, m1, ta, ma
	add	t4, t3, t4
	add	t5, t3, t5
	add	t3, a2, t3
	vle32.v	v8, (t4)
	vle32.v	v12, (t5)
	add	t4, a2, a0
	addi	t4, t4, 64
	add	t5, a0, a4
	addi	t6, a2, 240
.LBB1_24:
	li	s0, 0
	slli	s1, t1, 7
	add	s1, t5, s1
	mv	s2, t6
.LBB1_25:
	vle32.v	v16, (t3)
	li	s3, 3
	mv	s4, s2
	mv	s5, t4
.LBB1_26:
	addi	s6, s4, -32
	vsetvli	zero, zero, e8, m1, ta, ma
	vle8.v	v22, (s5)
	addi	s7, s5, 16
	vle8.v	v23, (s6)
	addi	s6, s4, -16
	vle8.v	v24, (s6)
	vle8.v	v25, (s7)
	vwmul.vv	v20, v23, v22
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	vle8.v	v22, (s4)
	addi	s6, s5, 32
	vle8.v	v23, (s6)
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v24, v25
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s3, s3, -1
	addi	s4, s4, 160
	vsetvli	zero, zero, e8, m1, ta, ma
	vwmul.vv	v20, v22, v23
	vsetvli	zero, zero, e16, m2, ta, ma
	vwadd.wv	v16, v16, v20
	addi	s5, s5, 48
	bnez	s3, .LBB1_26
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
	bne	s0, t0, .LBB1_25
	addi	t1, t1, 1
	addi	t6, t6, 160
	bne	t1, t0, .LBB1_24
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
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1808,16
bias = .L_MergedGlobals
w = .L_MergedGlobals+64
x = .L_MergedGlobals+208
