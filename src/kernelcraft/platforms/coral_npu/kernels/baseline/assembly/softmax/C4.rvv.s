# softmax.rvv.c for rows = 32, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	softmax
	mpause
.Lfunc_end0:
	.p2align	2
softmax:
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	lui	a1, 131073
	addi	a2, a0, 256
	li	a3, 512
.LBB1_1:
	vsetvli	a4, a3, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a3, a3, a4
	add	a1, a1, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a3, .LBB1_1
	li	a1, 0
	li	a2, 128
	vsetivli	zero, 1, e32, m1, ta, ma
	vmv.s.x	v8, zero
	lui	a3, 131072
	lui	a4, 131074
	addi	a5, a0, 256
	li	a6, 510
	li	a7, -128
	vmv.s.x	v9, a2
	li	t0, 32
.LBB1_3:
	li	t1, 0
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv1r.v	v10, v9
.LBB1_4:
	sub	t2, a2, t1
	vsetvli	t2, t2, e8, m8, ta, ma
	add	t3, a3, t1
	vle8.v	v16, (t3)
	add	t1, t2, t1
	vredmax.vs	v10, v16, v10
	bltu	t1, a2, .LBB1_4
	li	t1, 0
	vmv.x.s	t2, v10
	vmv1r.v	v10, v8
.LBB1_6:
	sub	t3, a2, t1
	add	t4, a3, t1
	vsetvli	t5, t3, e8, m4, ta, ma
	vle8.v	v12, (t4)
	vrsub.vx	v12, v12, t2
	vwaddu.vv	v16, v12, v12
	vsetvli	zero, zero, e16, m8, ta, ma
	vluxei16.v	v16, (a5), v16
	slli	t4, t1, 1
	add	t4, a0, t4
	add	t1, t5, t1
	vse16.v	v16, (t4)
	vwredsumu.vs	v10, v16, v10
	bltu	t1, a2, .LBB1_6
	li	t1, 0
	vsetvli	zero, t3, e32, m1, ta, ma
	vmv.x.s	t2, v10
	slli	t3, t2, 1
.LBB1_8:
	sub	t4, a2, t1
	slli	t5, t1, 1
	vsetvli	t4, t4, e16, m4, ta, ma
	add	t5, a0, t5
	vle16.v	v12, (t5)
	vwmulu.vx	v16, v12, a6
	vsetvli	zero, zero, e32, m8, ta, ma
	vadd.vx	v16, v16, t2
	vdivu.vx	v16, v16, t3
	add	t5, a4, t1
	vsetvli	zero, zero, e16, m4, ta, ma
	vnsrl.wi	v12, v16, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnsrl.wi	v10, v12, 0
	vadd.vx	v10, v10, a7
	add	t1, t4, t1
	vse8.v	v10, (t5)
	bltu	t1, a2, .LBB1_8
	addi	a1, a1, 1
	addi	a3, a3, 128
	addi	a4, a4, 128
	bne	a1, t0, .LBB1_3
	ret
.Lfunc_end1:
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,768,16
powers = .L_MergedGlobals
table = .L_MergedGlobals+256
