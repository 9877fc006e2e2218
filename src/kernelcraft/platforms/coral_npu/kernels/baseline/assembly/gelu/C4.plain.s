# gelu.plain.c for n = 4096; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	lui	a0, 131074
	lui	a1, 131072
	lui	a2, 131073
	lui	a3, 131075
.LBB0_1:
	lbu	a4, 0(a1)
	or	a4, a4, a2
	lbu	a4, 0(a4)
	sb	a4, 0(a0)
	addi	a0, a0, 1
	addi	a1, a1, 1
	bne	a0, a3, .LBB0_1
	mpause
.Lfunc_end0:
