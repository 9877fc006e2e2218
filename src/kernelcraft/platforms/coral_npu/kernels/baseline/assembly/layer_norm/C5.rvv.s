# layer_norm.rvv.c for rows = 64, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, 131074
	lui	a1, %hi(.L_MergedGlobals)
	addi	a1, a1, %lo(.L_MergedGlobals)
	li	a2, 128
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a0)
	sub	a2, a2, a3
	add	a0, a0, a3
	vse8.v	v8, (a1)
	add	a1, a1, a3
	bnez	a2, .LBB1_1
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 512
	lui	a3, 131074
	addi	a2, a0, 128
	addi	a3, a3, 128
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
	lui	a2, 131075
	lui	a3, 131072
	li	a4, 128
	lui	a5, 1
	lui	a6, 32
	lui	a7, 455831
	addi	a7, a7, -789
	li	t0, 64
.LBB1_5:
	li	t1, 0
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv1r.v	v8, v16
	vmv1r.v	v9, v16
.LBB1_6:
	sub	t2, a4, t1
	add	t3, a3, t1
	vsetvli	t4, t2, e16, m8, ta, ma
	vle8.v	v12, (t3)
	add	t1, t4, t1
	vsext.vf2	v24, v12
	vwredsum.vs	v8, v24, v8
	vsetvli	zero, zero, e8, m4, ta, ma
	vwmul.vv	v24, v12, v12
	vsetvli	zero, zero, e16, m8, ta, ma
	vwredsum.vs	v9, v24, v9
	bltu	t1, a4, .LBB1_6
	vsetvli	zero, t2, e32, m1, ta, ma
	vmv.x.s	t3, v8
	vmv.x.s	t1, v9
	slli	t1, t1, 7
	mul	t2, t3, t3
	sub	t2, t1, t2
	add	t2, t2, a5
	fcvt.s.w	fa5, t2
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t1, fa5, rtz
	mul	t4, t1, t1
	bgeu	t2, t4, .LBB1_9
	addi	t1, t1, -1
	j	.LBB1_11
.LBB1_9:
	addi	t4, t1, 1
	mul	t5, t4, t4
	bltu	t2, t5, .LBB1_11
	mv	t1, t4
.LBB1_11:
	li	t2, 0
	slli	t3, t3, 10
	srli	t4, t1, 31
	add	t4, t1, t4
	srai	t4, t4, 1
.LBB1_12:
	sub	t5, a4, t2
	add	t6, a3, t2
	vsetvli	t5, t5, e32, m8, ta, ma
	vle8.v	v18, (t6)
	vsext.vf4	v8, v18
	vmul.vx	v8, v8, a6
	vsub.vx	v8, v8, t3
	vsra.vi	v24, v8, 31
	vxor.vx	v0, v24, t4
	vsub.vv	v8, v8, v24
	vadd.vv	v8, v8, v0
	vdiv.vx	v8, v8, t1
	add	t6, a0, t2
	vle8.v	v18, (t6)
	slli	t6, t2, 2
	add	t6, a0, t6
	addi	t6, t6, 128
	vle32.v	v24, (t6)
	add	t6, a2, t2
	vsext.vf4	v0, v18
	vmul.vv	v8, v8, v0
	vadd.vv	v8, v8, v24
	vsmul.vx	v8, v8, a7
	vssra.vi	v8, v8, 11
	vadd.vi	v8, v8, 5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v20, v8, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v8, v20, 0
	add	t2, t5, t2
	vse8.v	v8, (t6)
	bltu	t2, a4, .LBB1_12
	addi	a1, a1, 1
	addi	a3, a3, 128
	addi	a2, a2, 128
	bne	a1, t0, .LBB1_5
	ret
.Lfunc_end1:
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,640,16
gamma = .L_MergedGlobals
beta = .L_MergedGlobals+128
