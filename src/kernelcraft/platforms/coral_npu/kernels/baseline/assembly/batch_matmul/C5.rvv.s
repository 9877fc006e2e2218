# batch_matmul.rvv.c for b = 2, M = 32, K = 64, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	batch_matmul
	mpause
.Lfunc_end0:
	.p2align	2
batch_matmul:
	addi	sp, sp, -16
	sw	s0, 12(sp)
	sw	s1, 8(sp)
	sw	s2, 4(sp)
	lui	a0, 131072
	lui	a1, %hi(x)
	addi	a1, a1, %lo(x)
	li	a2, 1
	slli	a2, a2, 11
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a0)
	sub	a2, a2, a3
	add	a0, a0, a3
	vse8.v	v8, (a1)
	add	a1, a1, a3
	bnez	a2, .LBB1_1
	li	a0, 0
	lui	a1, 131073
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, 131075
	lui	a4, 131076
	lui	a5, %hi(x)
	addi	a5, a5, %lo(x)
	li	a6, 32
	addi	a7, a3, 256
	li	t0, 64
.LBB1_3:
	sub	t1, t0, a0
	add	t2, a0, a1
	mv	t3, a2
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t4, 64
.LBB1_4:
	vle8.v	v8, (t2)
	addi	t4, t4, -1
	addi	t2, t2, 64
	vse8.v	v8, (t3)
	addi	t3, t3, 32
	bnez	t4, .LBB1_4
	li	t2, 0
	slli	t3, a0, 2
	add	t4, t3, a3
	add	t3, t3, a7
	vle32.v	v8, (t4)
	vle32.v	v16, (t3)
	add	t3, a0, a4
	mv	t4, a5
.LBB1_6:
	slli	t5, t2, 6
	add	t6, t5, a5
	addi	t6, t6, 64
	mv	s0, a2
	mv	s1, t4
	vsetvli	zero, zero, e32, m8, ta, ma
	vmv.v.i	v0, 0
.LBB1_7:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v28, (s0)
	lb	s2, 0(s1)
	addi	s1, s1, 1
	vsext.vf2	v24, v28
	vwmacc.vx	v0, s2, v24
	addi	s0, s0, 32
	bne	s1, t6, .LBB1_7
	add	t5, t3, t5
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t2, t2, 1
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, -14
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (t5)
	addi	t4, t4, 64
	bne	t2, a6, .LBB1_6
	add	a0, t1, a0
	bltu	a0, t0, .LBB1_3
	lui	a0, %hi(x)
	addi	a0, a0, %lo(x)
	lui	a1, 131073
	li	a2, 1
	addi	a1, a1, -2048
	slli	a2, a2, 11
.LBB1_11:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a2, a2, a3
	add	a1, a1, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a2, .LBB1_11
	li	a0, 0
	lui	a1, 131074
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, 131075
	lui	a7, 131077
	lui	a4, %hi(x)
	addi	a4, a4, %lo(x)
	li	a5, 32
	addi	a6, a3, 256
	addi	a7, a7, -2048
	li	t0, 64
.LBB1_13:
	sub	t1, t0, a0
	add	t2, a0, a1
	mv	t3, a2
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t4, 64
.LBB1_14:
	vle8.v	v8, (t2)
	addi	t4, t4, -1
	addi	t2, t2, 64
	vse8.v	v8, (t3)
	addi	t3, t3, 32
	bnez	t4, .LBB1_14
	li	t2, 0
	slli	t3, a0, 2
	add	t4, t3, a3
	add	t3, t3, a6
	vle32.v	v8, (t4)
	vle32.v	v16, (t3)
	add	t3, a0, a7
	mv	t4, a4
.LBB1_16:
	slli	t5, t2, 6
	add	t6, t5, a4
	addi	t6, t6, 64
	mv	s0, a2
	mv	s1, t4
	vsetvli	zero, zero, e32, m8, ta, ma
	vmv.v.i	v0, 0
.LBB1_17:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v28, (s0)
	lb	s2, 0(s1)
	addi	s1, s1, 1
	vsext.vf2	v24, v28
	vwmacc.vx	v0, s2, v24
	addi	s0, s0, 32
	bne	s1, t6, .LBB1_17
	add	t5, t3, t5
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t2, t2, 1
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, -14
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (t5)
	addi	t4, t4, 64
	bne	t2, a5, .LBB1_16
	add	a0, t1, a0
	bltu	a0, t0, .LBB1_13
	lw	s0, 12(sp)
	lw	s1, 8(sp)
	lw	s2, 4(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	x
	.comm	x,2048,16
	.local	strip
	.comm	strip,2048,16
