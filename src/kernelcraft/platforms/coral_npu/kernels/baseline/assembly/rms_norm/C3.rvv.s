# rms_norm.rvv.c for rows = 16, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	rms_norm
	mpause
.Lfunc_end0:
	.p2align	2
rms_norm:
	lui	a0, %hi(gamma)
	addi	a0, a0, %lo(gamma)
	li	a1, 128
	lui	a2, 131073
	addi	a2, a2, -2048
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_1
	li	a0, 0
	vsetivli	zero, 1, e32, m1, ta, ma
	vmv.s.x	v8, zero
	lui	a1, 131072
	lui	a2, 131073
	li	a3, 128
	lui	a4, 1
	lui	a5, 32
	lui	a6, %hi(gamma)
	addi	a6, a6, %lo(gamma)
	lui	a7, 455831
	addi	a7, a7, -789
	li	t0, 16
.LBB1_3:
	li	t1, 0
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv1r.v	v9, v8
.LBB1_4:
	sub	t2, a3, t1
	add	t3, a1, t1
	vsetvli	t4, t2, e8, m4, ta, ma
	vle8.v	v12, (t3)
	vwmul.vv	v16, v12, v12
	add	t1, t4, t1
	vsetvli	zero, zero, e16, m8, ta, ma
	vwredsum.vs	v9, v16, v9
	bltu	t1, a3, .LBB1_4
	vsetvli	zero, t2, e32, m1, ta, ma
	vmv.x.s	t1, v9
	slli	t1, t1, 7
	add	t2, t1, a4
	fcvt.s.w	fa5, t2
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t1, fa5, rtz
	mul	t3, t1, t1
	bgeu	t2, t3, .LBB1_7
	addi	t1, t1, -1
	j	.LBB1_9
.LBB1_7:
	addi	t3, t1, 1
	mul	t4, t3, t3
	bltu	t2, t4, .LBB1_9
	mv	t1, t3
.LBB1_9:
	li	t2, 0
	srli	t3, t1, 31
	add	t3, t1, t3
	srai	t3, t3, 1
.LBB1_10:
	sub	t4, a3, t2
	add	t5, a1, t2
	vsetvli	t4, t4, e32, m8, ta, ma
	vle8.v	v10, (t5)
	vsext.vf4	v16, v10
	vmul.vx	v16, v16, a5
	vadd.vi	v16, v16, 0
	vsra.vi	v24, v16, 31
	vxor.vx	v0, v24, t3
	vsub.vv	v16, v16, v24
	vadd.vv	v16, v16, v0
	vdiv.vx	v16, v16, t1
	add	t5, a6, t2
	vle8.v	v10, (t5)
	add	t5, a2, t2
	vsext.vf4	v24, v10
	vmul.vv	v16, v16, v24
	vsmul.vx	v16, v16, a7
	vssra.vi	v16, v16, 11
	vadd.vi	v16, v16, 5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v12, v16, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v10, v12, 0
	add	t2, t4, t2
	vse8.v	v10, (t5)
	bltu	t2, a3, .LBB1_10
	addi	a0, a0, 1
	addi	a1, a1, 128
	addi	a2, a2, 128
	bne	a0, t0, .LBB1_3
	ret
.Lfunc_end1:
	.local	gamma
	.comm	gamma,128,16
