# batch_matmul.rvv.c for b = 4, M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a1, 131073
	lui	a2, 131072
	lui	a3, %hi(x)
	addi	a3, a3, %lo(x)
	lui	a4, 131075
	lui	a5, %hi(strip)
	addi	a5, a5, %lo(strip)
	lui	a6, 131074
	li	a7, 32
	li	t0, 4
	addi	t1, a6, 128
	csrwi	vxrm, 0
.LBB1_1:
	slli	t3, a0, 10
	add	t2, t3, a2
	li	t4, 1024
	mv	t5, a3
.LBB1_2:
	vsetvli	t6, t4, e8, m8, ta, ma
	vle8.v	v8, (t2)
	sub	t4, t4, t6
	add	t2, t2, t6
	vse8.v	v8, (t5)
	add	t5, t5, t6
	bnez	t4, .LBB1_2
	li	t2, 0
	add	t3, t3, a4
.LBB1_4:
	li	t5, 32
	sub	t4, t5, t2
	vsetvli	t4, t4, e8, m2, ta, ma
	add	t6, a1, t2
	mv	s0, a5
.LBB1_5:
	vle8.v	v8, (t6)
	addi	t5, t5, -1
	addi	t6, t6, 32
	vse8.v	v8, (s0)
	addi	s0, s0, 32
	bnez	t5, .LBB1_5
	slli	t6, t2, 2
	add	s0, t6, a6
	add	t6, t6, t1
	vle32.v	v8, (s0)
	vle32.v	v16, (t6)
	add	t6, t3, t2
	mv	s0, a3
.LBB1_7:
	slli	s1, t5, 5
	add	s2, s1, a3
	addi	s2, s2, 32
	mv	s3, a5
	mv	s4, s0
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
	add	s1, t6, s1
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t5, t5, 1
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, -14
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (s1)
	addi	s0, s0, 32
	bne	t5, a7, .LBB1_7
	add	t2, t4, t2
	bltu	t2, a7, .LBB1_4
	addi	a0, a0, 1
	addi	a1, a1, 1024
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
	.comm	x,1024,16
	.local	strip
	.comm	strip,1024,16
