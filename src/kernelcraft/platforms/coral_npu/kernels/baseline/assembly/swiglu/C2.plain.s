# swiglu.plain.c for n = 8, h = 32, h_i = 64; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -288
	sw	s0, 284(sp)
	sw	s1, 280(sp)
	sw	s2, 276(sp)
	sw	s3, 272(sp)
	sw	s4, 268(sp)
	sw	s5, 264(sp)
	sw	s6, 260(sp)
	sw	s7, 256(sp)
	li	a1, 0
	lui	a0, 262144
	lui	a2, %hi(.L_MergedGlobals)
	addi	a2, a2, %lo(.L_MergedGlobals)
	lui	t3, 131073
	mv	a3, sp
	lui	a4, 131072
	li	a5, 32
	li	a6, -104
	li	a7, 151
	addi	t0, t3, -1792
	addi	t1, a4, 256
	addi	t2, t3, -1280
	addi	t3, t3, -1536
	li	t4, 8
	mv	t5, a2
	j	.LBB1_2
.LBB1_1:
	addi	a1, a1, 1
	addi	t5, t5, 64
	beq	a1, t4, .LBB1_12
.LBB1_2:
	li	s0, 0
	slli	t6, a1, 6
	add	t6, t6, a2
	addi	t6, t6, 64
	li	s1, 64
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
	slli	s1, a1, 5
	add	s1, s1, a4
.LBB1_5:
	li	s2, 0
	add	s3, s1, s0
	lb	s3, 0(s3)
	slli	s4, s0, 6
	add	s4, s4, t1
	li	s5, 64
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
	li	a2, 0
	lui	a1, %hi(.L_MergedGlobals)
	addi	a1, a1, %lo(.L_MergedGlobals)
	lui	t4, 131073
	mv	a3, sp
	lui	a4, 131072
	li	a5, 32
	li	a6, -128
	li	a7, 127
	addi	t0, a1, 512
	addi	t1, t4, 1280
	addi	t2, t4, -768
	addi	t3, t4, 1792
	addi	t4, t4, 1536
	li	t5, 8
	j	.LBB1_14
.LBB1_13:
	addi	a2, a2, 1
	addi	t0, t0, 64
	beq	a2, t5, .LBB1_24
.LBB1_14:
	li	s0, 0
	slli	t6, a2, 6
	add	t6, t6, a1
	addi	t6, t6, 576
	li	s1, 64
.LBB1_15:
	vsetvli	s2, s1, e8, mf2, ta, ma
	slli	s3, s0, 2
	add	s4, s3, t1
	vle32.v	v8, (s4)
	add	s3, a3, s3
	sub	s1, s1, s2
	vse32.v	v8, (s3)
	add	s0, s2, s0
	bnez	s1, .LBB1_15
	li	s0, 0
	slli	s1, a2, 5
	add	s1, s1, a4
.LBB1_17:
	li	s2, 0
	add	s3, s1, s0
	lb	s3, 0(s3)
	slli	s4, s0, 6
	add	s4, s4, t2
	li	s5, 64
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
	mv	s1, t4
	mv	s2, t3
	mv	s3, t0
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
	lui	a4, 131073
	lui	a5, 399458
	li	a2, -128
	li	a3, 127
	addi	a4, a4, -1024
	addi	a5, a5, -1950
	addi	a6, a1, 512
.LBB1_25:
	lbu	a7, 0(a1)
	lb	t0, 512(a1)
	or	a7, a7, a4
	lb	a7, 0(a7)
	mul	a7, t0, a7
	mulh	t0, a7, a5
	mul	a7, a7, a5
	add	t1, a7, a0
	sltu	a7, t1, a7
	add	a7, t0, a7
	slli	t0, a7, 1
	slli	a7, a7, 29
	srai	t0, t0, 4
	srli	a7, a7, 31
	add	a7, a7, t0
	max	a7, a7, a2
	min	a7, a7, a3
	sb	a7, 0(a1)
	addi	a1, a1, 1
	bne	a1, a6, .LBB1_25
	li	a1, 0
	lui	a2, 131075
	lui	a3, 131074
	mv	a4, sp
	lui	a5, %hi(.L_MergedGlobals)
	addi	a5, a5, %lo(.L_MergedGlobals)
	li	a6, 64
	li	a7, -121
	li	t0, 134
	addi	t1, a2, 32
	addi	t2, a3, -2048
	addi	t3, a3, 256
	li	t4, 8
	j	.LBB1_28
.LBB1_27:
	addi	a1, a1, 1
	addi	a2, a2, 32
	beq	a1, t4, .LBB1_38
.LBB1_28:
	li	t6, 0
	slli	t5, a1, 5
	add	t5, t5, t1
	li	s0, 32
.LBB1_29:
	vsetvli	s1, s0, e8, mf2, ta, ma
	slli	s2, t6, 2
	add	s3, s2, a3
	vle32.v	v8, (s3)
	add	s2, a4, s2
	sub	s0, s0, s1
	vse32.v	v8, (s2)
	add	t6, s1, t6
	bnez	s0, .LBB1_29
	li	t6, 0
	slli	s0, a1, 6
	add	s0, a5, s0
.LBB1_31:
	li	s1, 0
	add	s2, s0, t6
	lb	s2, 0(s2)
	slli	s3, t6, 5
	add	s3, s3, t2
	li	s4, 32
.LBB1_32:
	vsetvli	s5, s4, e16, m1, ta, ma
	add	s6, s3, s1
	vle8.v	v10, (s6)
	slli	s6, s1, 2
	add	s6, a4, s6
	vle32.v	v8, (s6)
	sub	s4, s4, s5
	vsext.vf2	v11, v10
	vwmacc.vx	v8, s2, v11
	vse32.v	v8, (s6)
	add	s1, s5, s1
	bnez	s4, .LBB1_32
	addi	t6, t6, 1
	bne	t6, a6, .LBB1_31
	mv	t6, sp
	addi	s0, a3, 128
	mv	s1, t3
	mv	s2, a2
	j	.LBB1_36
.LBB1_35:
	max	s3, s4, a7
	addi	s1, s1, 4
	min	s3, s3, t0
	addi	s3, s3, -7
	sb	s3, 0(s2)
	addi	s2, s2, 1
	addi	s0, s0, 4
	addi	t6, t6, 4
	beq	s2, t5, .LBB1_27
.LBB1_36:
	lw	s4, 0(t6)
	lw	s5, 0(s0)
	lw	s3, 0(s1)
	mulh	s6, s5, s4
	mul	s4, s5, s4
	add	s5, s4, a0
	sltu	s4, s5, s4
	add	s4, s6, s4
	slli	s4, s4, 1
	srli	s5, s5, 31
	or	s4, s5, s4
	beqz	s3, .LBB1_35
	sra	s5, s4, s3
	addi	s3, s3, -1
	srl	s3, s4, s3
	andi	s4, s3, 1
	add	s4, s4, s5
	j	.LBB1_35
.LBB1_38:
	lw	s0, 284(sp)
	lw	s1, 280(sp)
	lw	s2, 276(sp)
	lw	s3, 272(sp)
	lw	s4, 268(sp)
	lw	s5, 264(sp)
	lw	s6, 260(sp)
	lw	s7, 256(sp)
	addi	sp, sp, 288
	ret
.Lfunc_end1:
	.local	.L_MergedGlobals
	.comm	.L_MergedGlobals,1024,1
gate = .L_MergedGlobals
up = .L_MergedGlobals+512
