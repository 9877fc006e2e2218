# ffn.rvv.c for n = 4, h = 32, h_i = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	ffn
	mpause
.Lfunc_end0:
	.p2align	2
ffn:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	sw	s1, 4(sp)
	lui	a0, 131072
	lui	a1, %hi(.L_MergedGlobals)
	addi	a1, a1, %lo(.L_MergedGlobals)
	li	a2, 128
.LBB1_1:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a0)
	sub	a2, a2, a3
	add	a0, a0, a3
	vse8.v	v8, (a1)
	add	a1, a1, a3
	bnez	a2, .LBB1_1
	lui	s0, %hi(.L_MergedGlobals)
	addi	s0, s0, %lo(.L_MergedGlobals)
	li	a0, 256
	lui	a2, 131073
	addi	a1, s0, 384
	addi	a2, a2, -1152
.LBB1_3:
	vsetvli	a3, a0, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a0, a0, a3
	add	a2, a2, a3
	vse8.v	v8, (a1)
	add	a1, a1, a3
	bnez	a0, .LBB1_3
	addi	s1, s0, 128
	lui	a0, 131072
	lui	a4, 131073
	li	a5, -24
	li	a6, 32
	addi	a1, a0, 128
	addi	a2, a4, -1920
	addi	a3, a4, -1664
	addi	a4, a4, -1408
	li	a7, 64
	mv	a0, s0
	mv	t3, s1
	call	layer
	li	a0, 256
	addi	a1, s0, 384
	mv	a2, s1
.LBB1_5:
	vsetvli	a3, a0, e8, m8, ta, ma
	vle8.v	v8, (s1)
	vluxei8.v	v8, (a1), v8
	sub	a0, a0, a3
	add	s1, s1, a3
	vse8.v	v8, (a2)
	add	a2, a2, a3
	bnez	a0, .LBB1_5
	addi	a0, s0, 128
	lui	a4, 131073
	li	a5, 6
	li	a6, 64
	li	a7, 32
	addi	a1, a4, -896
	addi	a2, a4, 1152
	addi	a3, a4, 1280
	addi	a4, a4, 1408
	lui	t3, 131074
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	lw	s1, 4(sp)
	addi	sp, sp, 16
	tail	layer
.Lfunc_end1:
	.p2align	2
layer:
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	sw	s6, 4(sp)
	sw	s7, 0(sp)
	slli	t0, a7, 2
	lui	t1, %hi(biases)
	addi	t1, t1, %lo(biases)
	csrwi	vxrm, 0
.LBB2_1:
	vsetvli	t2, t0, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	t0, t0, t2
	add	a2, a2, t2
	vse8.v	v8, (t1)
	add	t1, t1, t2
	bnez	t0, .LBB2_1
	li	a2, 0
	slli	t0, a7, 1
	add	t1, a0, a6
	slli	t6, a6, 1
	add	s0, a0, a6
	slli	s1, a6, 2
	lui	t2, %hi(strip)
	addi	t2, t2, %lo(strip)
	add	t4, t0, a7
	add	t5, a0, t6
	add	t6, s0, t6
	add	s0, a0, s1
	lui	s1, %hi(biases)
	addi	s1, s1, %lo(biases)
.LBB2_3:
	sub	s2, a7, a2
	vsetvli	s2, s2, e8, m2, ta, ma
	add	s3, a1, a2
	mv	s4, t2
	mv	s5, a6
.LBB2_4:
	vle8.v	v8, (s3)
	addi	s5, s5, -1
	add	s3, s3, a7
	vse8.v	v8, (s4)
	addi	s4, s4, 32
	bnez	s5, .LBB2_4
	slli	s3, a2, 2
	add	s4, a3, s3
	add	s5, a4, s3
	add	s3, s1, s3
	vle32.v	v8, (s4)
	vle32.v	v16, (s5)
	vle32.v	v24, (s3)
	mv	s4, t2
	mv	s5, a0
.LBB2_6:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s4)
	lb	s6, 0(s5)
	addi	s5, s5, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s4, s4, 32
	bne	s5, t1, .LBB2_6
	add	s4, t3, a2
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vx	v24, v24, a5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s4)
	vle32.v	v24, (s3)
	mv	s5, t2
	mv	s6, t1
.LBB2_8:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s5)
	lb	s7, 0(s6)
	addi	s6, s6, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	addi	s5, s5, 32
	bne	s6, t5, .LBB2_8
	add	s5, s4, a7
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vx	v24, v24, a5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s5)
	vle32.v	v24, (s3)
	mv	s5, t2
	mv	s6, t5
.LBB2_10:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s5)
	lb	s7, 0(s6)
	addi	s6, s6, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s7, v4
	addi	s5, s5, 32
	bne	s6, t6, .LBB2_10
	add	s5, s4, t0
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vx	v24, v24, a5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s5)
	vle32.v	v24, (s3)
	mv	s3, t2
	mv	s5, t6
.LBB2_12:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s3)
	lb	s6, 0(s5)
	addi	s5, s5, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s6, v4
	addi	s3, s3, 32
	bne	s5, s0, .LBB2_12
	add	s4, s4, t4
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v8, v24, v8
	vssra.vv	v8, v8, v16
	vadd.vx	v8, v8, a5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v16, v8, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v8, v16, 0
	add	a2, s2, a2
	vse8.v	v8, (s4)
	bltu	a2, a7, .LBB2_3
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
.Lfunc_end2:
	.local	biases
	.comm	biases,256,16
	.local	strip
	.comm	strip,2048,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,640,16
x = .L_MergedGlobals
hidden = .L_MergedGlobals+128
table = .L_MergedGlobals+384
