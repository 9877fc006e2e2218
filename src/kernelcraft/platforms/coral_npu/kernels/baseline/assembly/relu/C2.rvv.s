# relu.rvv.c for n = 2048; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	relu
	mpause
.Lfunc_end0:
	.p2align	2
relu:
	lui	a0, 131073
	lui	a1, 131072
	li	a2, 1
	slli	a2, a2, 11
	li	a3, -11
.LBB1_1:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a2, a2, a4
	add	a1, a1, a4
	vmax.vx	v8, v8, a3
	vse8.v	v8, (a0)
	add	a0, a0, a4
	bnez	a2, .LBB1_1
	ret
.Lfunc_end1:
