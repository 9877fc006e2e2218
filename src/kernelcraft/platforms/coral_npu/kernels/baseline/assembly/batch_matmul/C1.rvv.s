# batch_matmul.rvv.c for b = 2, M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, 131072
	lui	a1, %hi(x)
	addi	a1, a1, %lo(x)
	li	a2, 1024
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
	lui	a3, 131074
	lui	a4, %hi(x)
	addi	a4, a4, %lo(x)
	addi	a5, a1, -2048
	addi	a6, a1, 128
	li	a7, 32
.LBB1_3:
	sub	t0, a7, a0
	add	t1, a0, a5
	mv	t2, a2
	vsetvli	t0, t0, e8, m2, ta, ma
	li	t3, 32
.LBB1_4:
	vle8.v	v8, (t1)
	addi	t3, t3, -1
	addi	t1, t1, 32
	vse8.v	v8, (t2)
	addi	t2, t2, 32
	bnez	t3, .LBB1_4
	li	t1, 0
	slli	t2, a0, 2
	add	t3, t2, a1
	add	t2, t2, a6
	vle32.v	v8, (t3)
	vle32.v	v16, (t2)
	add	t2, a0, a3
	mv	t3, a4
.LBB1_6:
	slli	t4, t1, 5
	add	t5, t4, a4
	addi	t5, t5, 32
	mv	t6, a2
	mv	s0, t3
	vsetvli	zero, zero, e32, m8, ta, ma
	vmv.v.i	v0, 0
.LBB1_7:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v28, (t6)
	lb	s1, 0(s0)
	addi	s0, s0, 1
	vsext.vf2	v24, v28
	vwmacc.vx	v0, s1, v24
	addi	t6, t6, 32
	bne	s0, t5, .LBB1_7
	add	t4, t2, t4
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t1, t1, 1
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, -14
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (t4)
	addi	t3, t3, 32
	bne	t1, a7, .LBB1_6
	add	a0, t0, a0
	bltu	a0, a7, .LBB1_3
	lui	a0, %hi(x)
	addi	a0, a0, %lo(x)
	li	a1, 1024
	lui	a2, 131072
	addi	a2, a2, 1024
.LBB1_11:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_11
	li	a0, 0
	lui	a1, 131073
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a6, 131074
	lui	a3, %hi(x)
	addi	a3, a3, %lo(x)
	addi	a4, a1, -1024
	addi	a5, a1, 128
	addi	a6, a6, 1024
	li	a7, 32
.LBB1_13:
	sub	t0, a7, a0
	add	t1, a0, a4
	mv	t2, a2
	vsetvli	t0, t0, e8, m2, ta, ma
	li	t3, 32
.LBB1_14:
	vle8.v	v8, (t1)
	addi	t3, t3, -1
	addi	t1, t1, 32
	vse8.v	v8, (t2)
	addi	t2, t2, 32
	bnez	t3, .LBB1_14
	li	t1, 0
	slli	t2, a0, 2
	add	t3, t2, a1
	add	t2, t2, a5
	vle32.v	v8, (t3)
	vle32.v	v16, (t2)
	add	t2, a0, a6
	mv	t3, a3
.LBB1_16:
	slli	t4, t1, 5
	add	t5, t4, a3
	addi	t5, t5, 32
	mv	t6, a2
	mv	s0, t3
	vsetvli	zero, zero, e32, m8, ta, ma
	vmv.v.i	v0, 0
.LBB1_17:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v28, (t6)
	lb	s1, 0(s0)
	addi	s0, s0, 1
	vsext.vf2	v24, v28
	vwmacc.vx	v0, s1, v24
	addi	t6, t6, 32
	bne	s0, t5, .LBB1_17
	add	t4, t2, t4
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t1, t1, 1
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, -14
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (t4)
	addi	t3, t3, 32
	bne	t1, a7, .LBB1_16
	add	a0, t0, a0
	bltu	a0, a7, .LBB1_13
	lw	s0, 12(sp)
	lw	s1, 8(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	x
	.comm	x,1024,16
	.local	strip
	.comm	strip,1024,16
