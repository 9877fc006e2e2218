# swiglu.plain.c for n = 8, h = 64, h_i = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -544
	sw	s0, 540(sp)
	sw	s1, 536(sp)
	sw	s2, 532(sp)
	sw	s3, 528(sp)
	sw	s4, 524(sp)
	sw	s5, 520(sp)
	sw	s6, 516(sp)
	sw	s7, 512(sp)
	li	a1, 0
	lui	a0, 262144
	lui	a2, %hi(gate)
	addi	a2, a2, %lo(gate)
	lui	t3, 131074
	mv	a3, sp
	lui	a4, 131072
	li	a5, 64
	li	a6, -104
	li	a7, 151
	addi	t0, t3, 512
	addi	t1, a4, 512
	addi	t2, t3, 1536
	addi	t3, t3, 1024
	li	t4, 8
	mv	t5, a2
	j	.LBB1_2
.LBB1_1:
	addi	a1, a1, 1
	addi	t5, t5, 128
	beq	a1, t4, .LBB1_12
.LBB1_2:
	li	s0, 0
	slli	t6, a1, 7
	add	t6, t6, a2
	addi	t6, t6, 128
	li	s1, 128
.LBB1_3:
	vsetvli	s2, s1, e8, mf2, ta, ma
	slli	s3, s0, 2
	add	s4, s3, t0
	vle32.v	v8, (s4)
	add	s3, a3, s3
	sub	s1, s1, s2
	vse32.v	v8, (s3)
	add	s0, s2, s0
	bnez	s1, .LBB1_3
	li	s0, 0
	slli	s1, a1, 6
	add	s1, s1, a4
.LBB1_5:
	li	s2, 0
	add	s3, s1, s0
	lb	s3, 0(s3)
	slli	s4, s0, 7
	add	s4, s4, t1
	li	s5, 128
.LBB1_6:
	vsetvli	s6, s5, e16, m1, ta, ma
	add	s7, s4, s2
	vle8.v	v10, (s7)
	slli	s7, s2, 2
	add	s7, a3, s7
	vle32.v	v8, (s7)
	sub	s5, s5, s6
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s3, v11
	vse32.v	v8, (s7)
	add	s2, s6, s2
	bnez	s5, .LBB1_6
	addi	s0, s0, 1
	bne	s0, a5, .LBB1_5
	mv	s0, sp
	mv	s1, t3
	mv	s2, t2
	mv	s3, t5
	j	.LBB1_10
.LBB1_9:
	max	s4, s5, a6
	addi	s2, s2, 4
	min	s4, s4, a7
	addi	s4, s4, -24
	sb	s4, 0(s3)
	addi	s3, s3, 1
	addi	s1, s1, 4
	addi	s0, s0, 4
	beq	s3, t6, .LBB1_1
.LBB1_10:
	lw	s5, 0(s0)
	lw	s6, 0(s1)
	lw	s4, 0(s2)
	mulh	s7, s6, s5
	mul	s5, s6, s5
	add	s6, s5, a0
	sltu	s5, s6, s5
	add	s5, s7, s5
	slli	s5, s5, 1
	srli	s6, s6, 31
	or	s5, s6, s5
	beqz	s4, .LBB1_9
	sra	s6, s5, s4
	addi	s4, s4, -1
	srl	s4, s5, s4
	andi	s5, s4, 1
	add	s5, s5, s6
	j	.LBB1_9
.LBB1_12:
	li	a1, 0
	lui	a2, %hi(up)
	addi	a2, a2, %lo(up)
	lui	t3, 131077
	mv	a3, sp
	lui	a4, 131072
	lui	t1, 131075
	li	a5, 64
	li	a6, -128
	li	a7, 127
	addi	t0, t3, -1792
	addi	t1, t1, -1792
	addi	t2, t3, -768
	addi	t3, t3, -1280
	li	t4, 8
	mv	t5, a2
	j	.LBB1_14
.LBB1_13:
	addi	a1, a1, 1
	addi	t5, t5, 128
	beq	a1, t4, .LBB1_24
.LBB1_14:
	li	s0, 0
	slli	t6, a1, 7
	add	t6, t6, a2
	addi	t6, t6, 128
	li	s1, 128
.LBB1_15:
	vsetvli	s2, s1, e8, mf2, ta, ma
	slli	s3, s0, 2
	add	s4, s3, t0
	vle32.v	v8, (s4)
	add	s3, a3, s3
	sub	s1, s1, s2
	vse32.v	v8, (s3)
	add	s0, s2, s0
	bnez	s1, .LBB1_15
	li	s0, 0
	slli	s1, a1, 6
	add	s1, s1, a4
.LBB1_17:
	li	s2, 0
	add	s3, s1, s0
	lb	s3, 0(s3)
	slli	s4, s0, 7
	add	s4, s4, t1
	li	s5, 128
.LBB1_18:
	vsetvli	s6, s5, e16, m1, ta, ma
	add	s7, s4, s2
	vle8.v	v10, (s7)
	slli	s7, s2, 2
	add	s7, a3, s7
	vle32.v	v8, (s7)
	sub	s5, s5, s6
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s3, v11
	vse32.v	v8, (s7)
	add	s2, s6, s2
	bnez	s5, .LBB1_18
	addi	s0, s0, 1
	bne	s0, a5, .LBB1_17
	mv	s0, sp
	mv	s1, t3
	mv	s2, t2
	mv	s3, t5
	j	.LBB1_22
.LBB1_21:
	max	s4, s5, a6
	addi	s2, s2, 4
	min	s4, s4, a7
	sb	s4, 0(s3)
	addi	s3, s3, 1
	addi	s1, s1, 4
	addi	s0, s0, 4
	beq	s3, t6, .LBB1_13
.LBB1_22:
	lw	s5, 0(s0)
	lw	s6, 0(s1)
	lw	s4, 0(s2)
	mulh	s7, s6, s5
	mul	s5, s6, s5
	add	s6, s5, a0
	sltu	s5, s6, s5
	add	s5, s7, s5
	slli	s5, s5, 1
	srli	s6, s6, 31
	or	s5, s6, s5
	beqz	s4, .LBB1_21
	sra	s6, s5, s4
	addi	s4, s4, -1
	srl	s4, s5, s4
	andi	s5, s4, 1
	add	s5, s5, s6
	j	.LBB1_21
.LBB1_24:
	lui	a1, %hi(gate)
	addi	a1, a1, %lo(gate)
	lui	a2, %hi(up)
	addi	a2, a2, %lo(up)
	lui	a5, 131075
	lui	a6, 399458
	li	a3, -128
	li	a4, 127
	addi	a5, a5, -2048
	addi	a6, a6, -1950
	addi	a7, a1, 1024
.LBB1_25:
	lbu	t0, 0(a1)
	lb	t1, 0(a2)
	or	t0, t0, a5
	lb	t0, 0(t0)
	mul	t0, t1, t0
	mulh	t1, t0, a6
	mul	t0, t0, a6
	add	t2, t0, a0
	sltu	t0, t2, t0
	add	t0, t1, t0
	slli	t1, t0, 1
	slli	t0, t0, 29
	srai	t1, t1, 4
	srli	t0, t0, 31
	add	t0, t0, t1
	max	t0, t0, a3
	min	t0, t0, a4
	sb	t0, 0(a1)
	addi	a1, a1, 1
	addi	a2, a2, 1
	bne	a1, a7, .LBB1_25
	li	a1, 0
	lui	a2, 131080
	lui	t1, 131079
	mv	a3, sp
	lui	a4, %hi(gate)
	addi	a4, a4, %lo(gate)
	lui	t2, 131077
	li	a5, 128
	li	a6, -121
	li	a7, 134
	addi	t0, a2, 64
	addi	t1, t1, -256
	addi	t2, t2, -256
	li	t3, 8
	j	.LBB1_28
.LBB1_27:
	addi	a1, a1, 1
	addi	a2, a2, 64
	beq	a1, t3, .LBB1_38
.LBB1_28:
	li	t5, 0
	slli	t4, a1, 6
	add	t4, t4, t0
	li	t6, 64
.LBB1_29:
	vsetvli	s0, t6, e8, mf2, ta, ma
	slli	s1, t5, 2
	add	s2, s1, t1
	vle32.v	v8, (s2)
	add	s1, a3, s1
	sub	t6, t6, s0
	vse32.v	v8, (s1)
	add	t5, s0, t5
	bnez	t6, .LBB1_29
	li	t5, 0
	slli	t6, a1, 7
	add	t6, a4, t6
.LBB1_31:
	li	s0, 0
	add	s1, t6, t5
	lb	s1, 0(s1)
	slli	s2, t5, 6
	add	s2, s2, t2
	li	s3, 64
.LBB1_32:
	vsetvli	s4, s3, e16, m1, ta, ma
	add	s5, s2, s0
	vle8.v	v10, (s5)
	slli	s5, s0, 2
	add	s5, a3, s5
	vle32.v	v8, (s5)
	sub	s3, s3, s4
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s1, v11
	vse32.v	v8, (s5)
	add	s0, s4, s0
	bnez	s3, .LBB1_32
	addi	t5, t5, 1
	bne	t5, a5, .LBB1_31
	lui	t5, 131079
	mv	t6, sp
	addi	s0, t5, 256
	mv	s1, a2
	j	.LBB1_36
.LBB1_35:
	max	s2, s3, a6
	addi	s0, s0, 4
	min	s2, s2, a7
	addi	s2, s2, -7
	sb	s2, 0(s1)
	addi	s1, s1, 1
	addi	t5, t5, 4
	addi	t6, t6, 4
	beq	s1, t4, .LBB1_27
.LBB1_36:
	lw	s3, 0(t6)
	lw	s4, 0(t5)
	lw	s2, 0(s0)
	mulh	s5, s4, s3
	mul	s3, s4, s3
	add	s4, s3, a0
	sltu	s3, s4, s3
	add	s3, s5, s3
	slli	s3, s3, 1
	srli	s4, s4, 31
	or	s3, s4, s3
	beqz	s2, .LBB1_35
	sra	s4, s3, s2
	addi	s2, s2, -1
	srl	s2, s3, s2
	andi	s3, s2, 1
	add	s3, s3, s4
	j	.LBB1_35
.LBB1_38:
	lw	s0, 540(sp)
	lw	s1, 536(sp)
	lw	s2, 532(sp)
	lw	s3, 528(sp)
	lw	s4, 524(sp)
	lw	s5, 520(sp)
	lw	s6, 516(sp)
	lw	s7, 512(sp)
	addi	sp, sp, 544
	ret
.Lfunc_end1:
	.local	gate
	.comm	gate,1024,1
	.local	up
	.comm	up,1024,1
