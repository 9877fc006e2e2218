# relu.plain.c for n = 14336; clang 22.1.8 of ziglang 0.17.0, -O2
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
	li	a0, 0
	li	a3, 7
	lui	a1, 131072
	li	a2, -11
	slli	a3, a3, 11
	lui	a4, 131076
.LBB1_1:
	vsetvli	a5, a3, e8, m2, ta, ma
	add	a6, a0, a1
	vle8.v	v8, (a6)
	add	a6, a0, a4
	sub	a3, a3, a5
	vmax.vx	v8, v8, a2
	vse8.v	v8, (a6)
	add	a0, a5, a0
	bnez	a3, .LBB1_1
	ret
.Lfunc_end1:
