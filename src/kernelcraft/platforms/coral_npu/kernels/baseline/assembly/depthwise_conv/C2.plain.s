# depthwise_conv.plain.c for H = 16, c = 8, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	depthwise_conv
	mpause
.Lfunc_end0:
	.p2align	2
depthwise_conv:
	addi	sp, sp, -96
	sw	ra, 92(sp)
	sw	s0, 88(sp)
	sw	s1, 84(sp)
	sw	s2, 80(sp)
	sw	s3, 76(sp)
	sw	s4, 72(sp)
	sw	s5, 68(sp)
	sw	s6, 64(sp)
	sw	s7, 60(sp)
	sw	s8, 56(sp)
	sw	s9, 52(sp)
	sw	s10, 48(sp)
	sw	s11, 44(sp)
	sw	zero, 28(sp)
	lui	t6, 131073
	lui	a1, 131072
	addi	s10, a1, -136
	addi	a0, t6, -2045
	sw	a0, 8(sp)
	addi	a0, t6, -2021
	sw	a0, 24(sp)
	lui	s1, 131073
	j	.LBB1_2
.LBB1_1:
	lw	a0, 28(sp)
	addi	a0, a0, 1
	lw	s10, 4(sp)
	addi	s10, s10, 128
	sw	a0, 28(sp)
	li	a1, 16
	beq	a0, a1, .LBB1_28
.LBB1_2:
	li	a1, 0
	li	a0, -1
	sw	a0, 32(sp)
	sw	s10, 4(sp)
	j	.LBB1_4
.LBB1_3:
	lw	a1, 16(sp)
	max	a0, a2, t1
	addi	a1, a1, 1
	addi	s10, s10, 8
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 7(s1)
	addi	s1, s1, 8
	lw	a0, 32(sp)
	addi	a0, a0, 1
	sw	a0, 32(sp)
	li	a0, 16
	beq	a1, a0, .LBB1_1
.LBB1_4:
	sw	a1, 16(sp)
	sw	s1, 20(sp)
	li	s7, 0
	lw	a6, -1968(t6)
	lw	a7, -1964(t6)
	lw	t4, -1960(t6)
	lw	a2, -1956(t6)
	lw	t3, -1952(t6)
	lw	t2, -1948(t6)
	lw	a5, -1944(t6)
	lw	s0, -1940(t6)
	lw	s9, 8(sp)
	sw	s10, 12(sp)
	j	.LBB1_6
.LBB1_5:
	addi	s7, s7, 1
	lw	s10, 36(sp)
	addi	s10, s10, 128
	lw	s9, 40(sp)
	addi	s9, s9, 24
	li	a0, 3
	beq	s7, a0, .LBB1_12
.LBB1_6:
	slli	a1, s7, 3
	slli	t5, s7, 4
	lw	ra, 28(sp)
	add	ra, s7, ra
	add	a1, t5, a1
	lw	s11, 24(sp)
	add	s11, a1, s11
	addi	ra, ra, -1
	sw	s9, 40(sp)
	lw	t5, 32(sp)
	sw	s10, 36(sp)
	j	.LBB1_9
.LBB1_7:
	lb	a1, -3(s9)
	lb	s1, -2(s9)
	lb	s2, -1(s9)
	lb	s3, 0(s9)
	lb	a0, 1(s9)
	lb	t0, 2(s9)
	lb	a4, 3(s9)
	slli	s4, a1, 4
	sub	s8, s4, a1
	slli	a1, s1, 4
	sub	s6, a1, s1
	slli	a1, s2, 4
	sub	s5, a1, s2
	slli	a1, s3, 4
	sub	s4, a1, s3
	slli	a1, a0, 4
	sub	s3, a1, a0
	slli	a0, t0, 4
	sub	s2, a0, t0
	slli	s1, a4, 4
	sub	s1, s1, a4
	li	a1, 15
.LBB1_8:
	add	t2, s2, t2
	add	a2, s4, a2
	add	a7, s6, a7
	add	a6, s8, a6
	add	t4, s5, t4
	add	t3, s3, t3
	lb	a0, 4(s9)
	add	a5, s1, a5
	addi	s10, s10, 8
	addi	s9, s9, 8
	mul	a0, a1, a0
	add	s0, a0, s0
	addi	t5, t5, 1
	beq	s9, s11, .LBB1_5
.LBB1_9:
	li	a0, 15
	bltu	a0, ra, .LBB1_7
	li	a0, 16
	bgeu	t5, a0, .LBB1_7
	lb	a0, 0(s10)
	lb	a1, 1(s10)
	lb	a4, 2(s10)
	lb	t0, 3(s10)
	lb	s1, -3(s9)
	lb	s2, -2(s9)
	lb	s3, -1(s9)
	lb	s4, 0(s9)
	lb	t1, 1(s9)
	lb	t6, 2(s9)
	lb	a3, 3(s9)
	mul	s8, a0, s1
	mul	s6, a1, s2
	mul	s5, a4, s3
	mul	s4, t0, s4
	lb	a0, 4(s10)
	lb	a4, 5(s10)
	lb	t0, 6(s10)
	lb	a1, 7(s10)
	mul	s3, a0, t1
	mul	s2, a4, t6
	mul	s1, t0, a3
	j	.LBB1_8
.LBB1_12:
	lui	t6, 131073
	lw	t1, -1936(t6)
	lw	a1, -1904(t6)
	mulh	t5, t1, a6
	mul	a6, t1, a6
	lui	t0, 262144
	add	t1, a6, t0
	sltu	a6, t1, a6
	add	a6, t5, a6
	slli	a6, a6, 1
	srli	t1, t1, 31
	or	a6, t1, a6
	beqz	a1, .LBB1_14
	sra	a0, a6, a1
	addi	a1, a1, -1
	srl	a1, a6, a1
	andi	a1, a1, 1
	add	a6, a1, a0
.LBB1_14:
	li	t1, -120
	li	t5, 135
	lw	s1, 20(sp)
	lw	s10, 12(sp)
	max	a0, a6, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 0(s1)
	lw	a0, -1932(t6)
	lw	a1, -1900(t6)
	mulh	a3, a0, a7
	mul	a0, a0, a7
	add	a4, a0, t0
	sltu	a0, a4, a0
	add	a0, a3, a0
	slli	a0, a0, 1
	srli	a4, a4, 31
	or	a6, a4, a0
	beqz	a1, .LBB1_16
	sra	a0, a6, a1
	addi	a1, a1, -1
	srl	a1, a6, a1
	andi	a1, a1, 1
	add	a6, a1, a0
.LBB1_16:
	max	a0, a6, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 1(s1)
	lw	a0, -1928(t6)
	lw	a1, -1896(t6)
	mulh	a3, a0, t4
	mul	a0, a0, t4
	add	a4, a0, t0
	sltu	a0, a4, a0
	add	a0, a3, a0
	slli	a0, a0, 1
	srli	a4, a4, 31
	or	a6, a4, a0
	beqz	a1, .LBB1_18
	sra	a0, a6, a1
	addi	a1, a1, -1
	srl	a1, a6, a1
	andi	a1, a1, 1
	add	a6, a1, a0
.LBB1_18:
	max	a0, a6, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 2(s1)
	lw	a0, -1924(t6)
	lw	a1, -1892(t6)
	mulh	a3, a0, a2
	mul	a0, a0, a2
	add	a2, a0, t0
	sltu	a0, a2, a0
	add	a0, a3, a0
	slli	a0, a0, 1
	srli	a2, a2, 31
	or	a2, a2, a0
	beqz	a1, .LBB1_20
	sra	a0, a2, a1
	addi	a1, a1, -1
	srl	a1, a2, a1
	andi	a1, a1, 1
	add	a2, a1, a0
.LBB1_20:
	max	a0, a2, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 3(s1)
	lw	a0, -1920(t6)
	lw	a1, -1888(t6)
	mulh	a2, a0, t3
	mul	a0, a0, t3
	add	a3, a0, t0
	sltu	a0, a3, a0
	add	a0, a2, a0
	slli	a0, a0, 1
	srli	a2, a3, 31
	or	a2, a2, a0
	beqz	a1, .LBB1_22
	sra	a0, a2, a1
	addi	a1, a1, -1
	srl	a1, a2, a1
	andi	a1, a1, 1
	add	a2, a1, a0
.LBB1_22:
	max	a0, a2, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 4(s1)
	lw	a0, -1916(t6)
	lw	a1, -1884(t6)
	mulh	a2, a0, t2
	mul	a0, a0, t2
	add	a3, a0, t0
	sltu	a0, a3, a0
	add	a0, a2, a0
	slli	a0, a0, 1
	srli	a2, a3, 31
	or	a2, a2, a0
	beqz	a1, .LBB1_24
	sra	a0, a2, a1
	addi	a1, a1, -1
	srl	a1, a2, a1
	andi	a1, a1, 1
	add	a2, a1, a0
.LBB1_24:
	max	a0, a2, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 5(s1)
	lw	a0, -1912(t6)
	lw	a1, -1880(t6)
	mulh	a2, a0, a5
	mul	a0, a0, a5
	add	a3, a0, t0
	sltu	a0, a3, a0
	add	a0, a2, a0
	slli	a0, a0, 1
	srli	a2, a3, 31
	or	a2, a2, a0
	beqz	a1, .LBB1_26
	sra	a0, a2, a1
	addi	a1, a1, -1
	srl	a1, a2, a1
	andi	a1, a1, 1
	add	a2, a1, a0
.LBB1_26:
	max	a0, a2, t1
	min	a0, a0, t5
	addi	a0, a0, -8
	sb	a0, 6(s1)
	lw	a0, -1908(t6)
	lw	a1, -1876(t6)
	mulh	a2, a0, s0
	mul	a0, a0, s0
	add	a3, a0, t0
	sltu	a0, a3, a0
	add	a0, a2, a0
	slli	a0, a0, 1
	srli	a2, a3, 31
	or	a2, a2, a0
	beqz	a1, .LBB1_3
	sra	a0, a2, a1
	addi	a1, a1, -1
	srl	a1, a2, a1
	andi	a1, a1, 1
	add	a2, a1, a0
	j	.LBB1_3
.LBB1_28:
	lw	ra, 92(sp)
	lw	s0, 88(sp)
	lw	s1, 84(sp)
	lw	s2, 80(sp)
	lw	s3, 76(sp)
	lw	s4, 72(sp)
	lw	s5, 68(sp)
	lw	s6, 64(sp)
	lw	s7, 60(sp)
	lw	s8, 56(sp)
	lw	s9, 52(sp)
	lw	s10, 48(sp)
	lw	s11, 44(sp)
	addi	sp, sp, 96
	ret
.Lfunc_end1:
