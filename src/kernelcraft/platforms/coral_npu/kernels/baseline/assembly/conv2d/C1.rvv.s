# conv2d.rvv.c for H = 8, c_in = 4, c_out = 8, k = 1; clang 22.1.8 of ziglang 0.17.0, -O2
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
	sw	s10, 4(sp)
	sw	s11, 0(sp)
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 256
	li	a2, -20
	addi	a3, a0, 160
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a4, a1, e8, m8, ta, ma
	vmv.v.x	v8, a2
	sub	a1, a1, a4
	vse8.v	v8, (a3)
	add	a3, a3, a4
	bnez	a1, .LBB1_1
	addi	a1, a0, 160
	lui	a2, 131072
	li	a3, 32
.LBB1_3:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a3, a3, a4
	add	a2, a2, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a3, .LBB1_3
	addi	a1, a0, 192
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 32
.LBB1_5:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_5
	addi	a1, a0, 224
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 64
.LBB1_7:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_7
	addi	a1, a0, 256
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 96
.LBB1_9:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_9
	addi	a1, a0, 288
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 128
.LBB1_11:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_11
	addi	a1, a0, 320
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 160
.LBB1_13:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_13
	addi	a1, a0, 352
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 192
.LBB1_15:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_15
	addi	a1, a0, 384
	li	a2, 32
	lui	a3, 131072
	addi	a3, a3, 224
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
	addi	a2, a2, 288
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
	lui	t5, 131072
	lui	a2, %hi(.L_MergedGlobals)
	addi	a2, a2, %lo(.L_MergedGlobals)
	lui	a3, 131073
	addi	a4, t5, 256
	addi	a5, a2, 32
	addi	a6, t5, 264
	addi	a7, a2, 64
	addi	t0, t5, 272
	addi	t1, a2, 96
	addi	t2, t5, 280
	addi	t3, a2, 128
	addi	t4, t5, 320
	addi	t5, t5, 352
	addi	t6, a2, 163
.LBB1_21:
	li	s0, 0
	sub	s1, a1, a0
	add	s2, a0, a4
	vsetvli	s1, s1, e8, m2, ta, ma
	vle8.v	v8, (s2)
	add	s2, a0, a6
	vse8.v	v8, (a5)
	vle8.v	v8, (s2)
	add	s2, a0, t0
	vse8.v	v8, (a7)
	vle8.v	v8, (s2)
	add	s2, a0, t2
	vse8.v	v8, (t1)
	vle8.v	v8, (s2)
	slli	s2, a0, 2
	add	s3, s2, t4
	add	s4, s2, t5
	vse8.v	v8, (t3)
	vle32.v	v8, (s3)
	vle32.v	v16, (s4)
	add	s2, a2, s2
	add	s3, a0, a3
	mv	s4, t6
.LBB1_22:
	slli	s5, s0, 5
	add	s5, s5, a2
	addi	s5, s5, 195
	mv	s6, s4
	mv	s7, s3
.LBB1_23:
	vle32.v	v24, (s2)
	vle8.v	v2, (a5)
	vle8.v	v0, (a7)
	lb	s8, -3(s6)
	lb	s9, -2(s6)
	lb	s10, -1(s6)
	lb	s11, 0(s6)
	vsetvli	zero, zero, e16, m4, ta, ma
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s8, v4
	vle8.v	v2, (t1)
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s9, v4
	vle8.v	v0, (t3)
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s10, v4
	addi	s6, s6, 4
	vsext.vf2	v4, v0
	vwmacc.vx	v24, s11, v4
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, 4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s7)
	addi	s7, s7, 8
	bne	s6, s5, .LBB1_23
	addi	s0, s0, 1
	addi	s3, s3, 64
	addi	s4, s4, 32
	bne	s0, a1, .LBB1_22
	add	a0, s1, a0
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
	lw	s10, 4(sp)
	lw	s11, 0(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,416,16
bias = .L_MergedGlobals
strip = .L_MergedGlobals+32
x = .L_MergedGlobals+160
