# gemm.rvv.c for M = 32, K = 64, N = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	gemm
	mpause
.Lfunc_end0:
	.p2align	2
gemm:
	addi	sp, sp, -16
	sw	s0, 12(sp)
	sw	s1, 8(sp)
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
	li	a1, 128
	lui	a5, 131073
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, 131075
	lui	a4, %hi(x)
	addi	a4, a4, %lo(x)
	addi	a5, a5, -2048
	addi	a6, a3, -2048
	addi	a7, a3, -1536
	li	t0, 32
.LBB1_3:
	sub	t1, a1, a0
	add	t2, a0, a5
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t3, 64
	mv	t4, a2
.LBB1_4:
	vle8.v	v8, (t2)
	addi	t3, t3, -1
	addi	t2, t2, 128
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t3, .LBB1_4
	li	t2, 0
	slli	t3, a0, 2
	add	t4, t3, a6
	add	t3, t3, a7
	vle32.v	v8, (t4)
	vle32.v	v16, (t3)
	add	t3, a0, a3
	mv	t4, a4
.LBB1_6:
	slli	t5, t2, 6
	add	t5, t5, a4
	addi	t5, t5, 64
	mv	t6, a2
	mv	s0, t4
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
	slli	t5, t2, 7
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t2, t2, 1
	add	t5, t3, t5
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, 9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (t5)
	addi	t4, t4, 64
	bne	t2, t0, .LBB1_6
	add	a0, t1, a0
	bltu	a0, a1, .LBB1_3
	lw	s0, 12(sp)
	lw	s1, 8(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	x
	.comm	x,2048,16
	.local	strip
	.comm	strip,2048,16
