# rms_norm.rvv.c for rows = 4, width = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	li	a0, 0
	vsetivli	zero, 1, e32, m1, ta, ma
	vmv.s.x	v8, zero
	lui	a1, 131072
	lui	a2, 131073
	li	a3, 64
	lui	a4, 16
	lui	a5, %hi(gamma)
	addi	a5, a5, %lo(gamma)
	lui	a6, 455831
	addi	a6, a6, -789
	li	a7, 4
.LBB1_3:
	li	t0, 0
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv1r.v	v9, v8
.LBB1_4:
	sub	t1, a3, t0
	add	t2, a1, t0
	vsetvli	t3, t1, e8, m4, ta, ma
	vle8.v	v12, (t2)
	vwmul.vv	v16, v12, v12
	add	t0, t3, t0
	vsetvli	zero, zero, e16, m8, ta, ma
	vwredsum.vs	v9, v16, v9
	bltu	t0, a3, .LBB1_4
	vsetvli	zero, t1, e32, m1, ta, ma
	vmv.x.s	t0, v9
	slli	t0, t0, 6
	addi	t1, t0, 1024
	fcvt.s.w	fa5, t1
	fsqrt.s	fa5, fa5
	fcvt.wu.s	t0, fa5, rtz
	mul	t2, t0, t0
	bgeu	t1, t2, .LBB1_7
	addi	t0, t0, -1
	j	.LBB1_9
.LBB1_7:
	addi	t2, t0, 1
	mul	t3, t2, t2
	bltu	t1, t3, .LBB1_9
	mv	t0, t2
.LBB1_9:
	li	t1, 0
	srli	t2, t0, 31
	add	t2, t0, t2
	srai	t2, t2, 1
.LBB1_10:
	sub	t3, a3, t1
	add	t4, a1, t1
	vsetvli	t3, t3, e32, m8, ta, ma
	vle8.v	v10, (t4)
	vsext.vf4	v16, v10
	vmul.vx	v16, v16, a4
	vadd.vi	v16, v16, 0
	vsra.vi	v24, v16, 31
	vxor.vx	v0, v24, t2
	vsub.vv	v16, v16, v24
	vadd.vv	v16, v16, v0
	vdiv.vx	v16, v16, t0
	add	t4, a5, t1
	vle8.v	v10, (t4)
	add	t4, a2, t1
	vsext.vf4	v24, v10
	vmul.vv	v16, v16, v24
	vsmul.vx	v16, v16, a6
	vssra.vi	v16, v16, 11
	vadd.vi	v16, v16, 5
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v12, v16, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v10, v12, 0
	add	t1, t3, t1
	vse8.v	v10, (t4)
	bltu	t1, a3, .LBB1_10
	addi	a0, a0, 1
	addi	a1, a1, 64
	addi	a2, a2, 64
	bne	a0, a7, .LBB1_3
	ret
.Lfunc_end1:
	.local	gamma
	.comm	gamma,64,16
