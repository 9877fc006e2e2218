# ffn.plain.c for n = 8, h = 64, h_i = 128; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a2, %hi(hidden)
	addi	a2, a2, %lo(hidden)
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
	lui	a1, %hi(hidden)
	addi	a1, a1, %lo(hidden)
	lui	a2, 131075
	addi	a2, a2, -2048
	addi	a3, a1, 1024
.LBB1_13:
	lbu	a4, 0(a1)
	or	a4, a4, a2
	lbu	a4, 0(a4)
	sb	a4, 0(a1)
	addi	a1, a1, 1
	bne	a1, a3, .LBB1_13
	li	a1, 0
	lui	a2, 131077
	mv	a3, sp
	lui	a4, %hi(hidden)
	addi	a4, a4, %lo(hidden)
	lui	t2, 131075
	li	a5, 128
	li	a6, -134
	li	a7, 121
	addi	t0, a2, 64
	addi	t1, a2, -1792
	addi	t2, t2, -1792
	addi	t3, a2, -1280
	addi	t4, a2, -1536
	li	t5, 8
	j	.LBB1_16
.LBB1_15:
	addi	a1, a1, 1
	addi	a2, a2, 64
	beq	a1, t5, .LBB1_26
.LBB1_16:
	li	s0, 0
	slli	t6, a1, 6
	add	t6, t6, t0
	li	s1, 64
.LBB1_17:
	vsetvli	s2, s1, e8, mf2, ta, ma
	slli	s3, s0, 2
	add	s4, s3, t1
	vle32.v	v8, (s4)
	add	s3, a3, s3
	sub	s1, s1, s2
	vse32.v	v8, (s3)
	add	s0, s2, s0
	bnez	s1, .LBB1_17
	li	s0, 0
	slli	s1, a1, 7
	add	s1, a4, s1
.LBB1_19:
	li	s2, 0
	add	s3, s1, s0
	lb	s3, 0(s3)
	slli	s4, s0, 6
	add	s4, s4, t2
	li	s5, 64
.LBB1_20:
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
	bnez	s5, .LBB1_20
	addi	s0, s0, 1
	bne	s0, a5, .LBB1_19
	mv	s0, sp
	mv	s1, t4
	mv	s2, t3
	mv	s3, a2
	j	.LBB1_24
.LBB1_23:
	max	s4, s5, a6
	addi	s2, s2, 4
	min	s4, s4, a7
	addi	s4, s4, 6
	sb	s4, 0(s3)
	addi	s3, s3, 1
	addi	s1, s1, 4
	addi	s0, s0, 4
	beq	s3, t6, .LBB1_15
.LBB1_24:
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
	beqz	s4, .LBB1_23
	sra	s6, s5, s4
	addi	s4, s4, -1
	srl	s4, s5, s4
	andi	s5, s4, 1
	add	s5, s5, s6
	j	.LBB1_23
.LBB1_26:
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
	.local	hidden
	.comm	hidden,1024,1
