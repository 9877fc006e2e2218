# linear.rvv.c for n = 8, h_in = 64, h_out = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 256
	lui	a2, 131073
	addi	a2, a2, 512
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
	li	a3, 512
.LBB1_3:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a3, a3, a4
	add	a1, a1, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a3, .LBB1_3
	li	a1, 0
	lui	a6, 131072
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	t0, 131073
	lui	a3, 131074
	addi	a4, a0, 256
	li	a5, 8
	addi	a6, a6, 512
	addi	a7, t0, 768
	addi	t0, t0, 1024
	li	t1, 64
.LBB1_5:
	sub	t2, t1, a1
	add	t3, a1, a6
	mv	t4, a2
	vsetvli	t2, t2, e8, m2, ta, ma
	li	t5, 64
.LBB1_6:
	vle8.v	v8, (t3)
	addi	t5, t5, -1
	addi	t3, t3, 64
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t5, .LBB1_6
	li	t3, 0
	slli	t4, a1, 2
	add	t5, t4, a7
	add	t6, t4, t0
	vle32.v	v8, (t5)
	vle32.v	v16, (t6)
	add	t4, a0, t4
	add	t5, a1, a3
	mv	t6, a4
.LBB1_8:
	vle32.v	v24, (t4)
	slli	s0, t3, 6
	add	s1, s0, a0
	addi	s1, s1, 320
	mv	s2, a2
	mv	s3, t6
.LBB1_9:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s2)
	lb	s4, 0(s3)
	addi	s3, s3, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s4, v4
	addi	s2, s2, 32
	bne	s3, s1, .LBB1_9
	add	s0, t5, s0
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	addi	t3, t3, 1
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, -9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s0)
	addi	t6, t6, 64
	bne	t3, a5, .LBB1_8
	add	a1, t2, a1
	bltu	a1, t1, .LBB1_5
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,2048,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,768,16
bias = .L_MergedGlobals
x = .L_MergedGlobals+256
