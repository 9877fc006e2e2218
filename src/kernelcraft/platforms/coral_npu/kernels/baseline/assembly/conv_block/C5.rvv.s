# conv_block.rvv.c for H = 8, c_in = 32, c_out = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	convolution
	mpause
.Lfunc_end0:
	.p2align	2
convolution:
	addi	sp, sp, -64
	sw	ra, 60(sp)
	sw	s0, 56(sp)
	sw	s1, 52(sp)
	sw	s2, 48(sp)
	sw	s3, 44(sp)
	sw	s4, 40(sp)
	sw	s5, 36(sp)
	sw	s6, 32(sp)
	sw	s7, 28(sp)
	sw	s8, 24(sp)
	sw	s9, 20(sp)
	sw	s10, 16(sp)
	sw	s11, 12(sp)
	lui	a0, %hi(x)
	addi	a0, a0, %lo(x)
	li	a2, 25
	li	a1, -20
	slli	a2, a2, 7
	csrwi	vxrm, 0
.LBB1_1:
	vsetvli	a3, a2, e8, m8, ta, ma
	vmv.v.x	v8, a1
	sub	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a2, .LBB1_1
	lui	a5, %hi(x)
	addi	a5, a5, %lo(x)
	lui	a0, 131072
	addi	a1, a5, 352
	li	a2, 256
.LBB1_3:
	vsetvli	a3, a2, e8, m8, ta, ma
	vle8.v	v8, (a0)
	sub	a2, a2, a3
	add	a0, a0, a3
	vse8.v	v8, (a1)
	add	a1, a1, a3
	bnez	a2, .LBB1_3
	addi	a0, a5, 672
	li	a1, 256
	lui	a2, 131072
	addi	a2, a2, 256
.LBB1_5:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_5
	addi	a0, a5, 992
	li	a1, 256
	lui	a2, 131072
	addi	a2, a2, 512
.LBB1_7:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_7
	addi	a0, a5, 1312
	li	a1, 256
	lui	a2, 131072
	addi	a2, a2, 768
.LBB1_9:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_9
	addi	a0, a5, 1632
	li	a1, 256
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
	addi	a0, a5, 1952
	li	a1, 256
	lui	a2, 131072
	addi	a2, a2, 1280
.LBB1_13:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_13
	addi	a0, a5, 2047
	li	a1, 256
	lui	a3, 131072
	addi	a2, a0, 225
	addi	a3, a3, 1536
.LBB1_15:
	vsetvli	a4, a1, e8, m8, ta, ma
	vle8.v	v8, (a3)
	sub	a1, a1, a4
	add	a3, a3, a4
	vse8.v	v8, (a2)
	add	a2, a2, a4
	bnez	a1, .LBB1_15
	addi	a0, a0, 545
	li	a1, 256
	lui	a2, 131072
	addi	a2, a2, 1792
.LBB1_17:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_17
	lui	a0, %hi(bias)
	addi	a0, a0, %lo(bias)
	li	a1, 32
	lui	a2, 131073
	addi	a2, a2, 256
.LBB1_19:
	vsetvli	a3, a1, e8, m8, ta, ma
	vle8.v	v8, (a2)
	sub	a1, a1, a3
	add	a2, a2, a3
	vse8.v	v8, (a0)
	add	a0, a0, a3
	bnez	a1, .LBB1_19
	li	a2, 8
	lui	a0, 131073
	lui	t0, %hi(strip)
	addi	t0, t0, %lo(strip)
	li	a3, 3
	addi	a4, a0, -2048
	sw	a4, 8(sp)
	addi	a4, a0, 288
	sw	a4, 4(sp)
	addi	t2, a0, 320
	slli	a3, a3, 11
	add	t3, t0, a3
	li	t4, 4
.LBB1_21:
	sub	a3, a2, a1
	lw	a0, 8(sp)
	add	a0, a1, a0
	vsetvli	t5, a3, e8, m2, ta, ma
	li	a3, 288
	mv	a4, t0
.LBB1_22:
	vle8.v	v8, (a0)
	addi	a3, a3, -1
	addi	a0, a0, 8
	vse8.v	v8, (a4)
	addi	a4, a4, 32
	bnez	a3, .LBB1_22
	li	t6, 0
	slli	s0, a1, 2
	lw	a0, 4(sp)
	add	a0, s0, a0
	add	a3, s0, t2
	vle32.v	v8, (a0)
	vle32.v	v16, (a3)
	lui	a0, %hi(bias)
	addi	a0, a0, %lo(bias)
	add	s0, a0, s0
	lui	s1, 131074
	add	s1, a1, s1
	addi	s2, a5, 640
	addi	s3, a5, 320
	mv	a7, a5
.LBB1_24:
	li	s5, 0
	slli	a0, t6, 8
	slli	s9, t6, 6
	add	a0, a0, s9
	addi	s6, a0, 736
	addi	s7, a0, 416
	addi	s8, a0, 96
	add	s9, s1, s9
	mv	s10, s2
	mv	s11, s3
	mv	a6, a7
.LBB1_25:
	slli	a3, s5, 5
	vle32.v	v24, (s0)
	add	a0, s6, a3
	add	s4, s7, a3
	add	a0, a5, a0
	add	s4, a5, s4
	add	a3, s8, a3
	add	a4, a5, a3
	mv	ra, a6
	mv	a3, t0
.LBB1_26:
	vsetvli	zero, zero, e16, m4, ta, ma
	vle8.v	v2, (a3)
	lb	t1, 0(ra)
	addi	ra, ra, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, t1, v4
	addi	a3, a3, 32
	bne	ra, a4, .LBB1_26
	addi	a3, t0, 2047
	addi	a4, a3, 1025
	mv	a3, s11
.LBB1_28:
	vle8.v	v2, (a4)
	lb	ra, 0(a3)
	addi	a3, a3, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, ra, v4
	addi	a4, a4, 32
	bne	a3, s4, .LBB1_28
	mv	a3, s10
	mv	a4, t3
.LBB1_30:
	vle8.v	v2, (a4)
	lb	s4, 0(a3)
	addi	a3, a3, 1
	vsext.vf2	v4, v2
	vwmacc.vx	v24, s4, v4
	addi	a4, a4, 32
	bne	a3, a0, .LBB1_30
	vsetvli	zero, zero, e32, m8, ta, ma
	vsmul.vv	v24, v24, v8
	slli	a0, s5, 3
	addi	s5, s5, 1
	addi	a6, a6, 32
	addi	s11, s11, 32
	vssra.vv	v24, v24, v16
	add	a0, s9, a0
	vadd.vi	v24, v24, 4
	vsetvli	zero, zero, e16, m4, ta, ma
	vnclip.wi	v4, v24, 0
	vsetvli	zero, zero, e8, m2, ta, ma
	vnclip.wi	v24, v4, 0
	vmax.vx	v24, v24, t4
	vse8.v	v24, (a0)
	addi	s10, s10, 32
	bne	s5, a2, .LBB1_25
	addi	t6, t6, 1
	addi	a7, a7, 320
	addi	s3, s3, 320
	addi	s2, s2, 320
	bne	t6, a2, .LBB1_24
	add	a1, t5, a1
	bltu	a1, a2, .LBB1_21
	lw	ra, 60(sp)
	lw	s0, 56(sp)
	lw	s1, 52(sp)
	lw	s2, 48(sp)
	lw	s3, 44(sp)
	lw	s4, 40(sp)
	lw	s5, 36(sp)
	lw	s6, 32(sp)
	lw	s7, 28(sp)
	lw	s8, 24(sp)
	lw	s9, 20(sp)
	lw	s10, 16(sp)
	lw	s11, 12(sp)
	addi	sp, sp, 64
	ret
.Lfunc_end1:
	.local	bias
	.comm	bias,32,16
	.local	strip
	.comm	strip,9216,16
	.local	x
	.comm	x,3200,16
