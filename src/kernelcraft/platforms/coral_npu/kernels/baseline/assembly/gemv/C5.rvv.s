# gemv.rvv.c for M = 256, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	gemv
	mpause
.Lfunc_end0:
	.p2align	2
gemv:
	li	a0, 0
	li	a1, 64
	lui	a2, 131076
	lui	a3, 131072
	lui	a4, %hi(sums)
	addi	a4, a4, %lo(sums)
	addi	a5, a4, 1024
	csrwi	vxrm, 0
	j	.LBB1_2
.LBB1_1:
	add	a0, a6, a0
	bgeu	a0, a1, .LBB1_7
.LBB1_2:
	sub	a7, a1, a0
	vsetvli	a6, a7, e8, m4, ta, ma
	add	t0, a0, a2
	vle8.v	v8, (t0)
	add	t0, a0, a3
	mv	t1, a4
	j	.LBB1_5
.LBB1_3:
	lw	t2, 0(t1)
.LBB1_4:
	vsetvli	zero, a7, e8, m4, ta, ma
	vle8.v	v12, (t0)
	vsetivli	zero, 1, e32, m1, ta, ma
	vmv.s.x	v24, t2
	vsetvli	zero, a7, e8, m4, ta, ma
	vwmul.vv	v16, v12, v8
	vsetvli	zero, zero, e16, m8, ta, ma
	vwredsum.vs	v12, v16, v24
	vsetivli	zero, 1, e32, m1, ta, ma
	vse32.v	v12, (t1)
	addi	t1, t1, 4
	addi	t0, t0, 64
	beq	t1, a5, .LBB1_1
.LBB1_5:
	bnez	a0, .LBB1_3
	li	t2, 0
	j	.LBB1_4
.LBB1_7:
	li	a0, 0
	li	a1, 256
	lui	a2, %hi(sums)
	addi	a2, a2, %lo(sums)
	lui	a4, 131076
	addi	a3, a4, 64
	addi	a4, a4, 1088
	lui	a5, 131077
.LBB1_8:
	sub	a6, a1, a0
	slli	a7, a0, 2
	vsetvli	a6, a6, e32, m8, ta, ma
	add	t0, a2, a7
	vle32.v	v8, (t0)
	add	t0, a7, a3
	add	a7, a7, a4
	vle32.v	v16, (t0)
	vle32.v	v24, (a7)
	add	a7, a0, a5
	vsmul.vv	v8, v8, v16
	vssra.vv	v8, v8, v24
	vadd.vi	v8, v8, -6
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v16, v8, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v8, v16, 0
	add	a0, a6, a0
	vse8.v	v8, (a7)
	bltu	a0, a1, .LBB1_8
	ret
.Lfunc_end1:
	.local	sums
	.comm	sums,1024,16
