# linear.rvv.c for n = 4, h_in = 256, h_out = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	linear
	mpause
.Lfunc_end0:
	.p2align	2
linear:
	addi	sp, sp, -16
	sw	s0, 12(sp)
	sw	s1, 8(sp)
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 256
	lui	a2, 131076
	addi	a2, a2, 1024
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_1
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	lui	a1, 131072
	addi	a2, a0, 256
	li	a3, 1024
.LBB1_3:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a3, a3, a4
	add	a1, a1, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a3, .LBB1_3
	li	a1, 0
	li	a2, 64
	lui	a7, 131072
	lui	a3, %hi(strip)
	addi	a3, a3, %lo(strip)
	lui	t1, 131076
	addi	a4, a0, 256
	addi	a5, a0, 512
	lui	a6, 131077
	addi	a7, a7, 1024
	addi	t0, t1, 1280
	addi	t1, t1, 1536
	addi	t2, a0, 768
.LBB1_5:
	sub	t3, a2, a1
	add	t4, a1, a7
	vsetvli	t3, t3, e8, m2, ta, ma
	li	t5, 256
	mv	t6, a3
.LBB1_6:
	vle8.v	v8, (t4)
	addi	t5, t5, -1
	addi	t4, t4, 64
	vse8.v	v8, (t6)
	addi	t6, t6, 32
	bnez	t5, .LBB1_6
	slli	t4, a1, 2
	add	t5, t4, t0
	add	t6, t4, t1
	add	t4, a0, t4
	vle32.v	v8, (t5)
	vle32.v	v16, (t6)
	vle32.v	v24, (t4)
	mv	t5, a3
	mv	t6, a4
.LBB1_8:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (t5)
	lb	s0, 0(t6)
	addi	t6, t6, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s0, v4
	addi	t5, t5, 32
	bne	t6, a5, .LBB1_8
	add	t5, a1, a6
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, -9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (t5)
	vle32.v	v24, (t4)
	mv	t6, a3
	mv	s0, a5
.LBB1_10:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (t6)
	lb	s1, 0(s0)
	addi	s0, s0, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s1, v4
	addi	t6, t6, 32
	bne	s0, t2, .LBB1_10
	addi	t6, t5, 64
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, -9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (t6)
	vle32.v	v24, (t4)
	mv	s0, a3
	mv	s1, t2
.LBB1_12:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s0)
	lb	t6, 0(s1)
	addi	s1, s1, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, t6, v4
	addi	t6, a0, 1024
	addi	s0, s0, 32
	bne	s1, t6, .LBB1_12
	addi	s0, t5, 128
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, -9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s0)
	vle32.v	v24, (t4)
	mv	t4, a3
.LBB1_14:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (t4)
	lb	s0, 0(t6)
	addi	t6, t6, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s0, v4
	addi	s0, a0, 1280
	addi	t4, t4, 32
	bne	t6, s0, .LBB1_14
	addi	t4, t5, 192
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v8, v24, v8
	vssra.vv	v8, v8, v16
	vadd.vi	v8, v8, -9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v16, v8, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v8, v16, 0
	add	a1, t3, a1
	vse8.v	v8, (t4)
	bltu	a1, a2, .LBB1_5
	lw	s0, 12(sp)
	lw	s1, 8(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,8192,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1280,16
bias = .L_MergedGlobals
x = .L_MergedGlobals+256
