# swiglu.rvv.c for n = 8, h = 64, h_i = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	swiglu
	mpause
.Lfunc_end0:
	.p2align	2
swiglu:
	addi	sp, sp, -48
	sw	s0, 44(sp)
	sw	s1, 40(sp)
	sw	s2, 36(sp)
	sw	s3, 32(sp)
	sw	s4, 28(sp)
	csrr	a0, vlenb
	slli	a0, a0, 3
	sub	sp, sp, a0
	lui	a0, %hi(.L_MergedGlobals)
	addi	a0, a0, %lo(.L_MergedGlobals)
	lui	a1, 131072
	li	a2, 512
	addi	a3, a0, 512
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
	lui	a2, 131073
	addi	a2, a2, 1280
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
	li	a1, 256
	lui	a3, 131073
	addi	a2, a0, 256
	addi	a3, a3, 512
.LBB1_5:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_5
	lui	a6, 131072
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	t0, 131073
	addi	a3, a0, 512
	li	a4, -24
	li	a5, 8
	addi	a6, a6, 512
	addi	a7, t0, 768
	addi	t0, t0, 1024
	li	t1, 64
.LBB1_7:
	sub	t2, t1, a1
	add	t3, a1, a6
	mv	t4, a2
	vsetvli	t2, t2, e8, m2, ta, ma
	li	t5, 64
.LBB1_8:
	vle8.v	v8, (t3)
	addi	t5, t5, -1
	addi	t3, t3, 64
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t5, .LBB1_8
	li	t3, 0
	slli	t4, a1, 2
	add	t5, t4, a7
	vle32.v	v8, (t5)
	addi	t5, sp, 16
	vs8r.v	v8, (t5)
	add	t5, t4, t0
	add	t4, a0, t4
	vle32.v	v16, (t5)
	addi	t4, t4, 256
	vle32.v	v24, (t4)
	add	t4, a0, a1
	addi	t4, t4, 1024
	mv	t5, a3
.LBB1_10:
	slli	t6, t3, 6
	add	s0, t6, a0
	addi	s0, s0, 576
	mv	s1, a2
	mv	s2, t5
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
	add	t6, t4, t6
	addi	s0, sp, 16
	vl8r.v	v8, (s0)
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t3, t3, 1
	vssra.vv	v0, v0, v16
	vadd.vx	v0, v0, a4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v8, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v12, v8, 0
	vse8.v	v12, (t6)
	addi	t5, t5, 64
	bne	t3, a5, .LBB1_10
	add	a1, t2, a1
	bltu	a1, t1, .LBB1_7
	addi	a1, a0, 256
	li	a2, 256
	lui	a3, 131074
	addi	a3, a3, 1536
.LBB1_15:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_15
	lui	a6, 131073
	lui	a3, %hi(strip)
	addi	a3, a3, %lo(strip)
	lui	a7, 131074
	lui	t0, 131075
	lui	a1, %hi(up)
	addi	a1, a1, %lo(up)
	addi	a4, a0, 512
	li	a5, 8
	addi	a6, a6, 1536
	addi	a7, a7, 1792
	addi	t0, t0, -2048
	li	t1, 64
.LBB1_17:
	sub	t2, t1, a2
	add	t3, a2, a6
	mv	t4, a3
	vsetvli	t2, t2, e8, m2, ta, ma
	li	t5, 64
.LBB1_18:
	vle8.v	v8, (t3)
	addi	t5, t5, -1
	addi	t3, t3, 64
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t5, .LBB1_18
	li	t3, 0
	slli	t4, a2, 2
	add	t5, t4, a7
	vle32.v	v8, (t5)
	addi	t5, sp, 16
	vs8r.v	v8, (t5)
	add	t5, t4, t0
	add	t4, a0, t4
	vle32.v	v16, (t5)
	addi	t4, t4, 256
	vle32.v	v24, (t4)
	add	t4, a1, a2
	mv	t5, a4
.LBB1_20:
	slli	t6, t3, 6
	add	s0, t6, a0
	addi	s0, s0, 576
	mv	s1, a3
	mv	s2, t5
	vmv8r.v	v0, v24
.LBB1_21:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v12, (s1)
	lb	s3, 0(s2)
	addi	s2, s2, 1
	vsext.vf2	v8, v12
	vwmacc.vx	v0, s3, v8
	addi	s1, s1, 32
	bne	s2, s0, .LBB1_21
	add	t6, t4, t6
	addi	s0, sp, 16
	vl8r.v	v8, (s0)
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v0, v0, v8
	addi	t3, t3, 1
	vssra.vv	v0, v0, v16
	vadd.vi	v0, v0, 0
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v8, v0, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v12, v8, 0
	vse8.v	v12, (t6)
	addi	t5, t5, 64
	bne	t3, a5, .LBB1_20
	add	a2, t2, a2
	bltu	a2, t1, .LBB1_17
	addi	a2, a0, 1024
	li	a3, 512
	mv	a4, a2
.LBB1_25:
	vsetvli	a5, a3, e8, m8, ta, ma
	vle8.v	v8, (a2)
	vluxei8.v	v8, (a0), v8
	sub	a3, a3, a5
	add	a2, a2, a5
	vse8.v	v8, (a4)
	add	a4, a4, a5
	bnez	a3, .LBB1_25
	li	a2, 0
	li	a3, 512
	lui	a4, 399458
	addi	a4, a4, -1950
.LBB1_27:
	sub	a5, a3, a2
	add	a6, a1, a2
	vsetvli	a5, a5, e8, m2, ta, ma
	vle8.v	v8, (a6)
	add	a6, a0, a2
	addi	a6, a6, 1024
	vle8.v	v10, (a6)
	vwmul.vv	v16, v10, v8
	vsetvli	zero, zero, e32, m8, ta, ma
	vsext.vf2	v8, v16
	vsmul.vx	v8, v8, a4
	vssra.vi	v8, v8, 4
	vadd.vi	v8, v8, 0
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v16, v8, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v8, v16, 0
	add	a2, a5, a2
	vse8.v	v8, (a6)
	bltu	a2, a3, .LBB1_27
	addi	a1, a0, 256
	li	a2, 256
	lui	a3, 131076
	addi	a3, a3, -1792
.LBB1_29:
	vsetvli	a4, a2, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a2, a2, a4
	add	a3, a3, a4
	vse8.v	v8, (a1)
	add	a1, a1, a4
	bnez	a2, .LBB1_29
	li	a1, 0
	lui	a6, 131075
	lui	a2, %hi(strip)
	addi	a2, a2, %lo(strip)
	lui	a3, 131076
	addi	a4, a0, 1024
	li	a5, 8
	addi	a6, a6, -1792
	addi	a7, a3, -1536
	addi	t0, a3, -1280
	li	t1, 64
.LBB1_31:
	sub	t2, t1, a1
	add	t3, a1, a6
	mv	t4, a2
	vsetvli	t2, t2, e8, m2, ta, ma
	li	t5, 64
.LBB1_32:
	vle8.v	v8, (t3)
	addi	t5, t5, -1
	addi	t3, t3, 64
	vse8.v	v8, (t4)
	addi	t4, t4, 32
	bnez	t5, .LBB1_32
	li	t3, 0
	slli	t4, a1, 2
	add	t5, t4, a7
	add	t6, t4, t0
	vle32.v	v8, (t5)
	vle32.v	v16, (t6)
	add	t4, a0, t4
	addi	t4, t4, 256
	add	t5, a1, a3
	mv	t6, a4
.LBB1_34:
	vle32.v	v24, (t4)
	slli	s0, t3, 6
	add	s1, s0, a0
	addi	s1, s1, 1088
	mv	s2, a2
	mv	s3, t6
.LBB1_35:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (s2)
	lb	s4, 0(s3)
	addi	s3, s3, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s4, v4
	addi	s2, s2, 32
	bne	s3, s1, .LBB1_35
	add	s0, t5, s0
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	addi	t3, t3, 1
	vssra.vv	v24, v24, v16
	vadd.vi	v24, v24, -7
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vse8.v	v24, (s0)
	addi	t6, t6, 64
	bne	t3, a5, .LBB1_34
	add	a1, t2, a1
	bltu	a1, t1, .LBB1_31
	csrr	a0, vlenb
	slli	a0, a0, 3
	add	sp, sp, a0
	lw	s0, 44(sp)
	lw	s1, 40(sp)
	lw	s2, 36(sp)
	lw	s3, 32(sp)
	lw	s4, 28(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end1:
	.local	up
	.comm	up,512,16
	.local	strip
	.comm	strip,2048,16
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1536,16
table = .L_MergedGlobals
biases = .L_MergedGlobals+256
x = .L_MergedGlobals+512
gate = .L_MergedGlobals+1024
