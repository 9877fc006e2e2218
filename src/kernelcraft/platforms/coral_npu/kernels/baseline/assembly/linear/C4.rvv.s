# linear.rvv.c for n = 8, h_in = 64, h_out = 256; clang 22.1.8 of ziglang 0.17.0, -O2
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
	sw	s2, 4(sp)
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 1024
	lui	a3, 131076
	addi	a2, a0, 512
	addi	a3, a3, 512
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_1
	lui	a1, 131072
	li	a2, 512
.LBB1_3:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a2, a2, a3
	add	a1, a1, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a2, .LBB1_3
	li	a0, 0
	li	a1, 256
	lui	a5, 131072
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a6, 131076
	lui	a3, 131077
	lui	a4, %hi(.L_MergedGlobals)
	addi	a4, a4, %lo(.L_MergedGlobals)
	addi	a5, a5, 512
	addi	a6, a6, 1536
	addi	a7, a3, -1536
	li	t0, 8
.LBB1_5:
	sub	t1, a1, a0
	add	t2, a0, a5
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t3, 64
	mv	t4, a2
.LBB1_6:
	vle8.v	v8, (t2)
	addi	t3, t3, -1
	addi	t2, t2, 256
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t3, .LBB1_6
	li	t2, 0
	slli	t3, a0, 2
	add	t4, t3, a6
	add	t5, t3, a7
	vle32.v	v8, (t4)
	vle32.v	v16, (t5)
	add	t3, a4, t3
	addi	t3, t3, 512
	add	t4, a0, a3
	mv	t5, a4
.LBB1_8:
	vle32.v	v24, (t3)
	slli	t6, t2, 6
	add	t6, t6, a4
	addi	t6, t6, 64
	mv	s0, a2
	mv	s1, t5
.LBB1_9:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s0)
	lb	s2, 0(s1)
	addi	s1, s1, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s2, v4
	addi	s0, s0, 32
	bne	s1, t6, .LBB1_9
	slli	t6, t2, 8
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	addi	t2, t2, 1
	add	t6, t4, t6
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, -9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (t6)
	addi	t5, t5, 64
	bne	t2, t0, .LBB1_8
	add	a0, t1, a0
	bltu	a0, a1, .LBB1_5
	lw	s0, 12(sp)
	lw	s1, 8(sp)
	lw	s2, 4(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,2048,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1536,16
x = .L_MergedGlobals
bias = .L_MergedGlobals+512
