# layer_norm.rvv.c for rows = 4, width = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	layer_norm
	mpause
.Lfunc_end0:
	.p2align	2
layer_norm:
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 64
	lui	a2, 131072
	addi	a2, a2, 256
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
	li	a1, 256
	lui	a3, 131072
	addi	a2, a0, 64
	addi	a3, a3, 320
.LBB1_3:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_3
	vsetivli	zero, 1, e32, m1, ta, ma
	vmv.s.x	v16, zero
	lui	a2, 131073
	lui	a3, 131072
	li	a4, 64
	lui	a5, 16
	lui	a6, 455831
	addi	a6, a6, -789
	li	a7, 4
.LBB1_5:
	li	t0, 0
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv1r.v	v8, v16
	vmv1r.v	v9, v16
.LBB1_6:
	sub	t1, a4, t0
	add	t2, a3, t0
	vsetvli	t3, t1, e16, m8, ta, ma
	vle8.v	v12, (t2)
	add	t0, t3, t0
	vsext.vf2	v24, v12
	vwredsum.vs	v8, v24, v8
	vsetvli	zero, zero, e8, m4, ta, ma
	vwmul.vv	v24, v12, v12
	vsetvli	zero, zero, e16, m8, ta, ma
	vwredsum.vs	v9, v24, v9
	bltu	t0, a4, .LBB1_6
	vsetvli	zero, t1, e32, m1, ta, ma
	vmv.x.s	t2, v8
	vmv.x.s	t0, v9
	slli	t0, t0, 6
	mul	t1, t2, t2
	sub	t0, t0, t1
	addi	t1, t0, 1024
	fcvt.s.w	fa5, t1
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t0, fa5, rtz
	mul	t3, t0, t0
	bgeu	t1, t3, .LBB1_9
	addi	t0, t0, -1
	j	.LBB1_11
.LBB1_9:
	addi	t3, t0, 1
	mul	t4, t3, t3
	bltu	t1, t4, .LBB1_11
	mv	t0, t3
.LBB1_11:
	li	t1, 0
	slli	t2, t2, 10
	srli	t3, t0, 31
	add	t3, t0, t3
	srai	t3, t3, 1
.LBB1_12:
	sub	t4, a4, t1
	add	t5, a3, t1
	vsetvli	t4, t4, e32, m8, ta, ma
	vle8.v	v18, (t5)
	vsext.vf4	v8, v18
	vmul.vx	v8, v8, a5
	vsub.vx	v8, v8, t2
	vsra.vi	v24, v8, 31
	vxor.vx	v0, v24, t3
	vsub.vv	v8, v8, v24
	vadd.vv	v8, v8, v0
	vdiv.vx	v8, v8, t0
	add	t5, a0, t1
	vle8.v	v18, (t5)
	slli	t5, t1, 2
	add	t5, a0, t5
	addi	t5, t5, 64
	vle32.v	v24, (t5)
	add	t5, a2, t1
	vsext.vf4	v0, v18
	vmul.vv	v8, v8, v0
	vadd.vv	v8, v8, v24
	vsmul.vx	v8, v8, a6
	vssra.vi	v8, v8, 11
	vadd.vi	v8, v8, 5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v20, v8, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v8, v20, 0
	add	t1, t4, t1
	vse8.v	v8, (t5)
	bltu	t1, a4, .LBB1_12
	addi	a1, a1, 1
	addi	a3, a3, 64
	addi	a2, a2, 64
	bne	a1, a7, .LBB1_5
	ret
.Lfunc_end1:
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,320,16
gamma = .L_MergedGlobals
beta = .L_MergedGlobals+64
