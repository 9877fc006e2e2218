# relu.plain.c for n = 8192; clang 22.1.8 of ziglang 0.17.0, -O2
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
	csrr	a0, vlenb
	srli	a0, a0, 3
	li	a1, 512
	bgeu	a1, a0, .LBB1_3
	lui	a0, 131074
	lui	a1, 131072
	li	a2, -11
	lui	a3, 131076
.LBB1_2:
	lb	a4, 0(a1)
	max	a4, a4, a2
	sb	a4, 0(a0)
	addi	a0, a0, 1
	addi	a1, a1, 1
	bne	a0, a3, .LBB1_2
	j	.LBB1_5
.LBB1_3:
	li	a0, 0
	lui	a1, 2
	lui	a2, 131072
	li	a3, -11
	lui	a4, 131074
.LBB1_4:
	vsetvli	a5, a1, e8, m2, ta, ma
	add	a6, a0, a2
	vle8.v	v8, (a6)
	add	a6, a0, a4
	sub	a1, a1, a5
	vmax.vx	v8, v8, a3
	vse8.v	v8, (a6)
	add	a0, a5, a0
	bnez	a1, .LBB1_4
.LBB1_5:
	ret
.Lfunc_end1:
