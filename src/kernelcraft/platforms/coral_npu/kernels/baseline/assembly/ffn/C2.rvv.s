# ffn.rvv.c for n = 8, h = 32, h_i = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	ffn
	mpause
.Lfunc_end0:
	.p2align	2
ffn:
	addi	sp, sp, -32
	sw	s0, 28(sp)
	sw	s1, 24(sp)
	sw	s2, 20(sp)
	sw	s3, 16(sp)
	csrr	a0, vlenb
	slli	a0, a0, 3
	sub	sp, sp, a0
	lui	a0, 131072
	lui	a1, %hi(.L_MergedGlobals)
	addi	a1, a1, %lo(.L_MergedGlobals)
	li	a2, 256
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a0)
	sub	a2, a2, a3
	add	a0, a0, a3
	vse8.v	v8, (a1)
	add	a1, a1, a3
	bnez	a2, .LBB1_1
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 256
	lui	a3, 131073
	addi	a2, a0, 256
	addi	a3, a3, -1024
.LBB1_3:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_3
	addi	a1, a0, 512
	li	a2, 256
	lui	a3, 131073
	addi	a3, a3, -1792
.LBB1_5:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_5
	li	a1, 0
	li	a2, 64
	lui	a5, 131072
	lui	a3, %hi(strip)
	addi	a3, a3, %lo(strip)
	lui	a7, 131073
	li	a4, -24
	addi	a5, a5, 256
	addi	a6, a7, -1536
	addi	a7, a7, -1280
	li	t0, 8
.LBB1_7:
	sub	t1, a2, a1
	add	t2, a1, a5
	vsetvli	t1, t1, e8, m2, ta, ma
	li	t3, 32
	mv	t4, a3
.LBB1_8:
	vle8.v	v8, (t2)
	addi	t2, t2, 64
	addi	t3, t3, -1
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t3, .LBB1_8
	li	t2, 0
	slli	t3, a1, 2
	add	t4, t3, a6
	vle32.v	v8, (t4)
	addi	t4, sp, 16
	vs8r.v	v8, (t4)
	add	t4, t3, a7
	add	t3, a0, t3
	vle32.v	v16, (t4)
	addi	t3, t3, 512
	vle32.v	v24, (t3)
	add	t3, a0, a1
	addi	t3, t3, 768
	mv	t4, a0
.LBB1_10:
	slli	t5, t2, 5
	add	t5, t5, a0
	addi	t5, t5, 32
	mv	t6, a3
	mv	s0, t4
	vmv8r.v	v0, v24
.LBB1_11:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v12, (t6)
	lb	s1, 0(s0)
	addi	s0, s0, 1
	vsext.vf2	v8, v12
	vwmacc.vx	v0, s1, v8
	addi	t6, t6, 32
	bne	s0, t5, .LBB1_11
	slli	t5, t2, 6
	addi	t6, sp, 16
	vl8r.v	v8, (t6)
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t2, t2, 1
	add	t5, t3, t5
	vssra.vv	v0, v0, v16
	vadd.vx	v0, v0, a4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v8, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v12, v8, 0
	vse8.v	v12, (t5)
	addi	t4, t4, 32
	bne	t2, t0, .LBB1_10
	add	a1, t1, a1
	bltu	a1, a2, .LBB1_7
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	addi	a1, a0, 768
	li	a2, 512
	addi	a3, a0, 256
	mv	a4, a1
.LBB1_15:
	vsetvli	a5, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	vluxei8.v	v8, (a3), v8
	sub	a2, a2, a5
	add	a1, a1, a5
	vse8.v	v8, (a4)
	add	a4, a4, a5
	bnez	a2, .LBB1_15
	addi	a1, a0, 512
	li	a2, 128
	lui	a3, 131073
	addi	a3, a3, 1280
.LBB1_17:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_17
	li	a1, 0
	li	a2, 32
	lui	t0, 131073
	lui	a3, %hi(strip)
	addi	a3, a3, %lo(strip)
	lui	a4, 131074
	addi	a5, a0, 768
	addi	a6, t0, -768
	addi	a7, t0, 1408
	addi	t0, t0, 1536
	li	t1, 8
.LBB1_19:
	sub	t2, a2, a1
	add	t3, a1, a6
	vsetvli	t2, t2, e8, m2, ta, ma
	li	t4, 64
	mv	t5, a3
.LBB1_20:
	vle8.v	v8, (t3)
	addi	t4, t4, -1
	addi	t3, t3, 32
	vse8.v	v8, (t5)
	addi	t5, t5, 32
	bnez	t4, .LBB1_20
	li	t3, 0
	slli	t4, a1, 2
	add	t5, t4, a7
	add	t6, t4, t0
	vle32.v	v8, (t5)
	vle32.v	v16, (t6)
	add	t4, a0, t4
	addi	t4, t4, 512
	add	t5, a1, a4
	mv	t6, a5
.LBB1_22:
	vle32.v	v24, (t4)
	slli	s0, t3, 6
	add	s0, s0, a0
	addi	s0, s0, 832
	mv	s1, a3
	mv	s2, t6
.LBB1_23:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s1)
	lb	s3, 0(s2)
	addi	s2, s2, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s3, v4
	addi	s1, s1, 32
	bne	s2, s0, .LBB1_23
	slli	s0, t3, 5
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	addi	t3, t3, 1
	add	s0, t5, s0
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, 6
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s0)
	addi	t6, t6, 64
	bne	t3, t1, .LBB1_22
	add	a1, t2, a1
	bltu	a1, a2, .LBB1_19
	csrr	a0, vlenb
	slli	a0, a0, 3
	add	sp, sp, a0
	lw	s0, 28(sp)
	lw	s1, 24(sp)
	lw	s2, 20(sp)
	lw	s3, 16(sp)
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.local	strip
	.comm	strip,2048,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1280,16
x = .L_MergedGlobals
table = .L_MergedGlobals+256
biases = .L_MergedGlobals+512
hidden = .L_MergedGlobals+768
