# gemv.plain.c for M = 64, N = 256; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a1, 131072
	vsetvli	a2, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	lui	a2, 131076
	vmv.s.x	v12, zero
	lui	a3, 262144
	li	a4, -122
	li	a5, 133
	lui	a6, 131077
	li	a7, 64
	j	.LBB1_2
.LBB1_1:
	max	t0, t1, a4
	add	t1, a0, a6
	min	t0, t0, a5
	addi	t0, t0, -6
	addi	a0, a0, 1
	sb	t0, 0(t1)
	beq	a0, a7, .LBB1_6
.LBB1_2:
	li	t0, 0
	slli	t1, a0, 8
	add	t1, t1, a1
	li	t2, 256
	vmv2r.v	v10, v8
.LBB1_3:
	vsetvli	t3, t2, e16, m1, ta, ma
	add	t4, t1, t0
	vle8.v	v13, (t4)
	add	t4, t0, a2
	vle8.v	v14, (t4)
	sub	t2, t2, t3
	vsext.vf2	v15, v13
	vsext.vf2	v13, v14
	vsetvli	zero, zero, e16, m1, tu, ma
	vwmacc.vv	v10, v13, v15
	add	t0, t3, t0
	bnez	t2, .LBB1_3
	slli	t0, a0, 2
	add	t0, t0, a2
	lw	t1, 256(t0)
	vsetvli	t2, zero, e32, m2, ta, ma
	vredsum.vs	v10, v10, v12
	vmv.x.s	t2, v10
	lw	t0, 512(t0)
	mulh	t3, t1, t2
	mul	t1, t1, t2
	add	t2, t1, a3
	sltu	t1, t2, t1
	add	t1, t3, t1
	slli	t1, t1, 1
	srli	t2, t2, 31
	or	t1, t2, t1
	beqz	t0, .LBB1_1
	sra	t2, t1, t0
	addi	t0, t0, -1
	srl	t0, t1, t0
	andi	t1, t0, 1
	add	t1, t1, t2
	j	.LBB1_1
.LBB1_6:
	ret
.Lfunc_end1:
