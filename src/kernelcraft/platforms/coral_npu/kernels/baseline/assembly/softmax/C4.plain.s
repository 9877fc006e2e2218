# softmax.plain.c for rows = 32, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -16
	sw	s0, 12(sp)
	li	a0, 0
	lui	a1, 131072
	li	a2, -128
	lui	a3, %hi(powers)
	addi	a3, a3, %lo(powers)
	lui	a4, 131073
	lui	a5, 131074
	li	a6, 510
	li	a7, 32
	vsetvli	t0, zero, e32, m2, ta, ma
	vmv.v.x	v12, a2
	addi	t0, a3, 256
	lui	t1, 131072
.LBB1_1:
	li	t3, 0
	slli	t2, a0, 7
	add	t4, t2, a1
	li	t5, 128
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv2r.v	v8, v12
.LBB1_2:
	vsetvli	t6, t5, e32, m2, ta, ma
	add	s0, t4, t3
	vle8.v	v14, (s0)
	sub	t5, t5, t6
	vsext.vf4	v10, v14
	vsetvli	zero, zero, e32, m2, tu, ma
	vmax.vv	v8, v8, v10
	add	t3, t6, t3
	bnez	t5, .LBB1_2
	li	t4, 0
	vsetvli	t3, zero, e32, m2, ta, ma
	vredmax.vs	v8, v8, v8
	vmv.x.s	t3, v8
	mv	t5, t1
	mv	t6, a3
.LBB1_4:
	lb	s0, 0(t5)
	addi	t5, t5, 1
	sub	s0, t3, s0
	slli	s0, s0, 1
	add	s0, s0, a4
	lhu	s0, 0(s0)
	sh	s0, 0(t6)
	addi	t6, t6, 2
	add	t4, t4, s0
	bne	t6, t0, .LBB1_4
	li	t3, 0
	add	t2, t2, a5
	slli	t5, t4, 1
	vsetvli	t6, zero, e32, m4, ta, ma
	vmv.v.x	v8, t4
	li	t4, 128
.LBB1_6:
	vsetvli	t6, t4, e16, m2, ta, ma
	slli	s0, t3, 1
	add	s0, a3, s0
	vle16.v	v14, (s0)
	vmv4r.v	v16, v8
	vwmaccu.vx	v16, a6, v14
	vsetvli	zero, zero, e32, m4, ta, ma
	vdivu.vx	v16, v16, t5
	add	s0, t2, t3
	sub	t4, t4, t6
	vsetvli	zero, zero, e16, m2, ta, ma
	vnsrl.wi	v14, v16, 0
	vsetvli	zero, zero, e8, m1, ta, ma
	vnsrl.wi	v16, v14, 0
	vxor.vx	v14, v16, a2
	vse8.v	v14, (s0)
	add	t3, t6, t3
	bnez	t4, .LBB1_6
	addi	a0, a0, 1
	addi	t1, t1, 128
	bne	a0, a7, .LBB1_1
	lw	s0, 12(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	powers
	.comm	powers,256,2
