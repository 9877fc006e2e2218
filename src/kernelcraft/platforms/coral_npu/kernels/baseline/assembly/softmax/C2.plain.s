# softmax.plain.c for rows = 4, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	li	a0, 0
	lui	a1, 131072
	li	a2, -128
	lui	a3, %hi(powers)
	addi	a3, a3, %lo(powers)
	lui	a4, 131073
	li	a5, 510
	li	a6, 4
	vsetvli	a7, zero, e32, m2, ta, ma
	vmv.v.x	v12, a2
	addi	a7, a3, 256
	lui	t0, 131072
.LBB1_1:
	li	t2, 0
	slli	t1, a0, 7
	add	t3, t1, a1
	li	t4, 128
	vsetivli	zero, 1, e8, m1, ta, ma
	vmv2r.v	v8, v12
.LBB1_2:
	vsetvli	t5, t4, e32, m2, ta, ma
	add	t6, t3, t2
	vle8.v	v14, (t6)
	sub	t4, t4, t5
	vsext.vf4	v10, v14
	vsetvli	zero, zero, e32, m2, tu, ma
	vmax.vv	v8, v8, v10
	add	t2, t5, t2
	bnez	t4, .LBB1_2
	li	t3, 0
	vsetvli	t2, zero, e32, m2, ta, ma
	vredmax.vs	v8, v8, v8
	vmv.x.s	t2, v8
	mv	t4, t0
	mv	t5, a3
.LBB1_4:
	lb	t6, 0(t4)
	addi	t4, t4, 1
	sub	t6, t2, t6
	slli	t6, t6, 1
	add	t6, t6, a1
	lhu	t6, 512(t6)
	sh	t6, 0(t5)
	addi	t5, t5, 2
	add	t3, t3, t6
	bne	t5, a7, .LBB1_4
	li	t2, 0
	add	t1, t1, a4
	slli	t4, t3, 1
	vsetvli	t5, zero, e32, m4, ta, ma
	vmv.v.x	v8, t3
	li	t3, 128
.LBB1_6:
	vsetvli	t5, t3, e16, m2, ta, ma
	slli	t6, t2, 1
	add	t6, a3, t6
	vle16.v	v14, (t6)
	vmv4r.v	v16, v8
	vwmaccu.vx	v16, a5, v14
	vsetvli	zero, zero, e32, m4, ta, ma
	vdivu.vx	v16, v16, t4
	add	t6, t1, t2
	sub	t3, t3, t5
	vsetvli	zero, zero, e16, m2, ta, ma
	vnsrl.wi	v14, v16, 0
	vsetvli	zero, zero, e8, m1, ta, ma
	vnsrl.wi	v16, v14, 0
	vxor.vx	v14, v16, a2
	vse8.v	v14, (t6)
	add	t2, t5, t2
	bnez	t3, .LBB1_6
	addi	a0, a0, 1
	addi	t0, t0, 128
	bne	a0, a6, .LBB1_1
	ret
.Lfunc_end1:
	.local	powers
	.comm	powers,256,2
