# batch_matmul.rvv.c for b = 4, M = 32, K = 64, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	sw	s4, 12(sp)
	sw	s5, 8(sp)
	li	a0, 0
	lui	a2, 131074
	lui	a1, 131072
	lui	a3, %hi(x)
	addi	a3, a3, %lo(x)
	li	t1, 1
	lui	a4, 131077
	li	a5, 32
	lui	a6, %hi(strip)
	addi	a6, a6, %lo(strip)
	lui	a7, 131076
	li	t0, 4
	slli	t1, t1, 11
	addi	t2, a7, 128
	csrwi	vxrm, 0
.LBB1_1:
	slli	t3, a0, 11
	add	t3, t3, a1
	mv	t4, t1
	mv	t5, a3
.LBB1_2:
	vsetvli	t6, t4, e8, m8, ta, ma
	vle8.v	v8, (t3)
	sub	t4, t4, t6
	add	t3, t3, t6
	vse8.v	v8, (t5)
	add	t5, t5, t6
	bnez	t4, .LBB1_2
	li	t3, 0
	slli	t4, a0, 10
	add	t4, t4, a4
.LBB1_4:
	sub	t5, a5, t3
	add	t6, a2, t3
	vsetvli	t5, t5, e8, m2, ta, ma
	li	s0, 64
	mv	s1, a6
.LBB1_5:
	vle8.v	v8, (t6)
	addi	s0, s0, -1
	addi	t6, t6, 32
	vse8.v	v8, (s1)
	addi	s1, s1, 32
	bnez	s0, .LBB1_5
	li	t6, 0
	slli	s0, t3, 2
	add	s1, s0, a7
	add	s0, s0, t2
	vle32.v	v8, (s1)
	vle32.v	v16, (s0)
	add	s0, t4, t3
	mv	s1, a3
.LBB1_7:
	slli	s2, t6, 6
	add	s2, s2, a3
	addi	s2, s2, 64
	mv	s3, a6
	mv	s4, s1
	vsetvli	zero, zero, e32, m8, ta, ma
	vmv.v.i	v0, 0
.LBB1_8:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v28, (s3)
	lb	s5, 0(s4)
	addi	s4, s4, 1
	vsext.vf2	v24, v28
	vwmacc.vx	v0, s5, v24
	addi	s3, s3, 32
	bne	s4, s2, .LBB1_8
	slli	s2, t6, 5
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t6, t6, 1
	add	s2, s0, s2
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, -14
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (s2)
	addi	s1, s1, 64
	bne	t6, a5, .LBB1_7
	add	t3, t5, t3
	bltu	t3, a5, .LBB1_4
	addi	a0, a0, 1
	addi	a2, a2, 2047
	addi	a2, a2, 1
	bne	a0, t0, .LBB1_1
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	lw	s4, 12(sp)
	lw	s5, 8(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.local	x
	.comm	x,2048,16
	.local	strip
	.comm	strip,2048,16
