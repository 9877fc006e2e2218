# gemm.rvv.c for M = 64, K = 64, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a2, 1
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
	lui	a4, 131075
	lui	a5, %hi(x)
	addi	a5, a5, %lo(x)
	addi	a6, a3, 256
	li	a7, 64
.LBB1_3:
	sub	t0, a7, a0
	add	t1, a0, a1
	mv	t2, a2
	vsetvli	t0, t0, e8, m2, ta, ma
	li	t3, 64
.LBB1_4:
	vle8.v	v8, (t1)
	addi	t3, t3, -1
	addi	t1, t1, 64
	vse8.v	v8, (t2)
	addi	t2, t2, 32
	bnez	t3, .LBB1_4
	li	t1, 0
	slli	t2, a0, 2
	add	t3, t2, a3
	add	t2, t2, a6
	vle32.v	v8, (t3)
	vle32.v	v16, (t2)
	add	t2, a0, a4
	mv	t3, a5
.LBB1_6:
	slli	t4, t1, 6
	add	t5, t4, a5
	addi	t5, t5, 64
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
	vadd.vi	v0, v0, 9
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v24, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v28, v24, 0
	vse8.v	v28, (t4)
	addi	t3, t3, 64
	bne	t1, a7, .LBB1_6
	add	a0, t0, a0
	bltu	a0, a7, .LBB1_3
	lw	s0, 12(sp)
	lw	s1, 8(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.local	x
	.comm	x,4096,16
	.local	strip
	.comm	strip,2048,16
