# gelu.rvv.c for n = 2048; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	gelu
	mpause
.Lfunc_end0:
	.p2align	2
gelu:
	lui	a0, %hi(table)
	addi	a0, a0, %lo(table)
	li	a1, 256
	lui	a2, 131073
	addi	a2, a2, -2048
.LBB1_1:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_1
	lui	a0, 131073
	lui	a1, 131072
	li	a2, 1
	slli	a2, a2, 11
	lui	a3, %hi(table)
	addi	a3, a3, %lo(table)
.LBB1_3:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	vluxei8.v	v8, (a3), v8
	sub	a2, a2, a4
	add	a1, a1, a4
	vse8.v	v8, (a0)
	add	a0, a0, a4
	bnez	a2, .LBB1_3
	ret
.Lfunc_end1:
	.local	table
	.comm	table,256,16
