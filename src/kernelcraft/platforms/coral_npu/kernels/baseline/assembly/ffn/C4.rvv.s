# ffn.rvv.c for n = 8, h = 64, h_i = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	lui	a1, 131072
	li	a2, 512
	addi	a3, a0, 256
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	sub	a2, a2, a4
	add	a1, a1, a4
	vse8.v	v8, (a3)
	add	a3, a3, a4
	bnez	a2, .LBB1_1
	li	a1, 256
	lui	a2, 131075
	addi	a2, a2, -2048
.LBB1_3:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_3
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	li	a1, 512
	lui	a3, 131074
	addi	a2, a0, 768
	addi	a3, a3, 512
.LBB1_5:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_5
	li	a2, 0
	li	a3, 128
	lui	a7, 131072
	lui	a4, %hi(strip)
	addi	a4, a4, %lo(strip)
	lui	t1, 131074
	lui	a1, %hi(hidden)
	addi	a1, a1, %lo(hidden)
	addi	a5, a0, 256
	li	a6, -24
	addi	a7, a7, 512
	addi	t0, t1, 1024
	addi	t1, t1, 1536
	li	t2, 8
.LBB1_7:
	sub	t3, a3, a2
	add	t4, a2, a7
	vsetvli	t3, t3, e8, m2, ta, ma
	li	t5, 64
	mv	t6, a4
.LBB1_8:
	vle8.v	v8, (t4)
	addi	t4, t4, 128
	addi	t5, t5, -1
	vse8.v	v8, (t6)
	addi	t6, t6, 32
	bnez	t5, .LBB1_8
	li	t4, 0
	slli	t5, a2, 2
	add	t6, t5, t0
	vle32.v	v8, (t6)
	addi	t6, sp, 16
	vs8r.v	v8, (t6)
	add	t6, t5, t1
	add	t5, a0, t5
	vle32.v	v16, (t6)
	addi	t5, t5, 768
	vle32.v	v24, (t5)
	add	t5, a1, a2
	mv	t6, a5
.LBB1_10:
	slli	s0, t4, 6
	add	s0, s0, a0
	addi	s0, s0, 320
	mv	s1, a4
	mv	s2, t6
	vmv8r.v	v0, v24
.LBB1_11:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v12, (s1)
	lb	s3, 0(s2)
	addi	s2, s2, 1
	vsext.vf2	v8, v12
	vwmacc.vx	v0, s3, v8
	addi	s1, s1, 32
	bne	s2, s0, .LBB1_11
	slli	s0, t4, 7
	addi	s1, sp, 16
	vl8r.v	v8, (s1)
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t4, t4, 1
	add	s0, t5, s0
	vssra.vv	v0, v0, v16
	vadd.vx	v0, v0, a6
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v8, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v12, v8, 0
	vse8.v	v12, (s0)
	addi	t6, t6, 64
	bne	t4, t2, .LBB1_10
	add	a2, t3, a2
	bltu	a2, a3, .LBB1_7
	li	a2, 1024
	mv	a3, a1
.LBB1_15:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a1)
	vluxei8.v	v8, (a0), v8
	sub	a2, a2, a4
	add	a1, a1, a4
	vse8.v	v8, (a3)
	add	a3, a3, a4
	bnez	a2, .LBB1_15
	addi	a1, a0, 768
	li	a2, 256
	lui	a3, 131077
	addi	a3, a3, -1792
.LBB1_17:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_17
	li	a1, 0
	li	a2, 64
	lui	a6, 131075
	lui	a3, %hi(strip)
	addi	a3, a3, %lo(strip)
	lui	a4, 131077
	lui	a5, %hi(hidden)
	addi	a5, a5, %lo(hidden)
	addi	a6, a6, -1792
	addi	a7, a4, -1536
	addi	t0, a4, -1280
	li	t1, 8
.LBB1_19:
	sub	t2, a2, a1
	add	t3, a1, a6
	vsetvli	t2, t2, e8, m2, ta, ma
	li	t4, 128
	mv	t5, a3
.LBB1_20:
	vle8.v	v8, (t3)
	addi	t3, t3, 64
	addi	t4, t4, -1
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
	addi	t4, t4, 768
	add	t5, a1, a4
	mv	t6, a5
.LBB1_22:
	vle32.v	v24, (t4)
	slli	s0, t3, 7
	add	s0, s0, a5
	addi	s0, s0, 128
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
	slli	s0, t3, 6
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
	addi	t6, t6, 128
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
	.local	hidden
	.comm	hidden,1024,16
	.local	strip
	.comm	strip,4096,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1280,16
table = .L_MergedGlobals
x = .L_MergedGlobals+256
biases = .L_MergedGlobals+768
