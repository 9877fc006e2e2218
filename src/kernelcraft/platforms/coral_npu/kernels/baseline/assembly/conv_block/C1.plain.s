# conv_block.plain.c for H = 8, c_in = 4, c_out = 8, k = 1; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -128
	sw	ra, 124(sp)
	sw	s0, 120(sp)
	sw	s1, 116(sp)
	sw	s2, 112(sp)
	sw	s3, 108(sp)
	sw	s4, 104(sp)
	sw	s5, 100(sp)
	sw	s6, 96(sp)
	sw	s7, 92(sp)
	sw	s8, 88(sp)
	sw	s9, 84(sp)
	sw	s10, 80(sp)
	sw	s11, 76(sp)
	li	a0, 0
	lui	t1, 262144
	lui	a2, 131073
	lui	a3, 131072
	li	s11, -132
	li	ra, 123
	addi	t3, a3, 3
	j	.LBB1_2
.LBB1_1:
	lw	a0, 12(sp)
	addi	a0, a0, 1
	lw	t3, 8(sp)
	addi	t3, t3, 32
	li	a1, 8
	beq	a0, a1, .LBB1_20
.LBB1_2:
	sw	a0, 12(sp)
	addi	a0, a2, 64
	sw	a0, 16(sp)
	sw	t3, 8(sp)
	j	.LBB1_4
.LBB1_3:
	max	a0, a1, s11
	min	a0, a0, ra
	slli	a0, a0, 24
	add	a0, a0, t0
	srai	a0, a0, 24
	max	a0, a0, s9
	sb	a0, 7(a2)
	addi	a2, a2, 8
	addi	t3, t3, 4
	lw	a0, 16(sp)
	beq	a2, a0, .LBB1_1
.LBB1_4:
	lb	t4, -3(t3)
	lb	t5, -2(t3)
	lb	t6, -1(t3)
	lb	s0, 0(t3)
	lb	a1, 256(a3)
	lb	a4, 264(a3)
	lb	a5, 272(a3)
	lb	a6, 280(a3)
	lw	a7, 288(a3)
	lw	t0, 320(a3)
	lw	a0, 352(a3)
	mul	a1, a1, t4
	add	a1, a1, a7
	mul	a4, a4, t5
	mul	a5, a5, t6
	add	a4, a5, a4
	add	a1, a4, a1
	mul	a4, a6, s0
	add	a1, a4, a1
	mulh	a4, t0, a1
	mul	a1, t0, a1
	add	a5, a1, t1
	sltu	a1, a5, a1
	add	a1, a4, a1
	slli	a1, a1, 1
	srli	a5, a5, 31
	or	a1, a5, a1
	li	t2, 4
	lui	t0, 262144
	beqz	a0, .LBB1_6
	sra	a4, a1, a0
	addi	a0, a0, -1
	srl	a0, a1, a0
	andi	a0, a0, 1
	add	a1, a0, a4
.LBB1_6:
	lw	a6, 292(a3)
	lw	s9, 296(a3)
	lw	s4, 300(a3)
	lw	a0, 304(a3)
	sw	a0, 20(sp)
	lw	a0, 308(a3)
	sw	a0, 40(sp)
	lw	a0, 312(a3)
	sw	a0, 60(sp)
	lw	a0, 316(a3)
	sw	a0, 72(sp)
	lb	a7, 257(a3)
	lb	s10, 258(a3)
	lb	s5, 259(a3)
	lb	a0, 260(a3)
	lb	a4, 261(a3)
	sw	a4, 36(sp)
	lb	a4, 262(a3)
	sw	a4, 56(sp)
	lb	a4, 263(a3)
	sw	a4, 68(sp)
	lb	s1, 265(a3)
	lb	a4, 266(a3)
	lb	s7, 267(a3)
	lb	s2, 268(a3)
	lb	a5, 269(a3)
	sw	a5, 28(sp)
	lb	a5, 270(a3)
	sw	a5, 48(sp)
	lb	a5, 271(a3)
	sw	a5, 64(sp)
	lb	s6, 273(a3)
	lb	a5, 274(a3)
	lb	s8, 275(a3)
	lb	s3, 276(a3)
	lb	t1, 277(a3)
	sw	t1, 24(sp)
	lb	t1, 278(a3)
	sw	t1, 44(sp)
	max	a1, a1, s11
	min	a1, a1, ra
	slli	a1, a1, 24
	lui	t1, 16384
	add	a1, a1, t1
	mul	a7, a7, t4
	mul	s1, s1, t5
	mul	s6, s6, t6
	srai	a1, a1, 24
	add	a6, a7, a6
	add	s1, s6, s1
	max	a7, a1, t2
	add	s11, s1, a6
	lb	t2, 279(a3)
	lb	ra, 281(a3)
	lb	a6, 282(a3)
	lb	a1, 283(a3)
	lb	s6, 284(a3)
	lb	s1, 285(a3)
	lb	t1, 286(a3)
	sw	t1, 32(sp)
	lb	t1, 287(a3)
	sw	t1, 52(sp)
	sb	a7, 0(a2)
	lw	a7, 324(a3)
	mul	ra, ra, s0
	add	ra, ra, s11
	lw	s11, 356(a3)
	mulh	t1, a7, ra
	mul	a7, a7, ra
	add	ra, a7, t0
	sltu	a7, ra, a7
	add	a7, t1, a7
	slli	a7, a7, 1
	srli	t1, ra, 31
	or	a7, t1, a7
	beqz	s11, .LBB1_8
	sra	t1, a7, s11
	addi	s11, s11, -1
	srl	a7, a7, s11
	andi	a7, a7, 1
	add	a7, a7, t1
.LBB1_8:
	mul	t1, s10, t4
	mul	a4, a4, t5
	mul	a5, a5, t6
	mul	a6, a6, s0
	li	s11, -132
	max	a7, a7, s11
	add	t1, t1, s9
	add	a4, a5, a4
	li	ra, 123
	min	a5, a7, ra
	slli	a5, a5, 24
	lui	t0, 16384
	add	a5, a5, t0
	srai	a5, a5, 24
	li	s9, 4
	max	a5, a5, s9
	sb	a5, 1(a2)
	lw	a7, 328(a3)
	add	a4, a4, t1
	add	a4, a6, a4
	lw	a5, 360(a3)
	mulh	a6, a7, a4
	mul	a4, a7, a4
	lui	t1, 262144
	add	a7, a4, t1
	sltu	a4, a7, a4
	add	a4, a6, a4
	slli	a4, a4, 1
	srli	a6, a7, 31
	or	a4, a6, a4
	beqz	a5, .LBB1_10
	sra	a6, a4, a5
	addi	a5, a5, -1
	srl	a4, a4, a5
	andi	a4, a4, 1
	add	a4, a4, a6
.LBB1_10:
	mul	a5, s5, t4
	mul	a6, s7, t5
	mul	a7, s8, t6
	mul	a1, a1, s0
	max	a4, a4, s11
	add	a5, a5, s4
	add	a6, a7, a6
	min	a4, a4, ra
	slli	a4, a4, 24
	add	a4, a4, t0
	srai	a4, a4, 24
	max	a4, a4, s9
	sb	a4, 2(a2)
	lw	a7, 332(a3)
	add	a5, a6, a5
	add	a1, a1, a5
	lw	a4, 364(a3)
	mulh	a5, a7, a1
	mul	a1, a7, a1
	add	a6, a1, t1
	sltu	a1, a6, a1
	add	a1, a5, a1
	slli	a1, a1, 1
	srli	a5, a6, 31
	or	a1, a5, a1
	beqz	a4, .LBB1_12
	sra	a5, a1, a4
	addi	a4, a4, -1
	srl	a1, a1, a4
	andi	a1, a1, 1
	add	a1, a1, a5
.LBB1_12:
	mul	a4, a0, t4
	mul	a5, s2, t5
	mul	a6, s3, t6
	mul	a7, s6, s0
	max	a1, a1, s11
	lw	a0, 20(sp)
	add	a4, a4, a0
	add	a5, a6, a5
	min	a1, a1, ra
	slli	a1, a1, 24
	add	a1, a1, t0
	srai	a1, a1, 24
	max	a1, a1, s9
	sb	a1, 3(a2)
	lw	a1, 336(a3)
	add	a4, a5, a4
	add	a7, a7, a4
	lw	a4, 368(a3)
	mulh	a5, a1, a7
	mul	a1, a1, a7
	add	a6, a1, t1
	sltu	a1, a6, a1
	add	a1, a5, a1
	slli	a1, a1, 1
	srli	a5, a6, 31
	or	a1, a5, a1
	beqz	a4, .LBB1_14
	sra	a5, a1, a4
	addi	a4, a4, -1
	srl	a1, a1, a4
	andi	a1, a1, 1
	add	a1, a1, a5
.LBB1_14:
	lw	a0, 36(sp)
	mul	a4, a0, t4
	lw	a0, 28(sp)
	mul	a5, a0, t5
	lw	a0, 24(sp)
	mul	a0, a0, t6
	mul	a6, s1, s0
	max	a1, a1, s11
	lw	a7, 40(sp)
	add	a4, a4, a7
	add	a0, a0, a5
	min	a1, a1, ra
	slli	a1, a1, 24
	add	a1, a1, t0
	srai	a1, a1, 24
	max	a1, a1, s9
	sb	a1, 4(a2)
	lw	a5, 340(a3)
	add	a0, a0, a4
	add	a0, a6, a0
	lw	a1, 372(a3)
	mulh	a4, a5, a0
	mul	a0, a5, a0
	add	a5, a0, t1
	sltu	a0, a5, a0
	add	a0, a4, a0
	slli	a0, a0, 1
	srli	a5, a5, 31
	or	a0, a5, a0
	beqz	a1, .LBB1_16
	sra	a4, a0, a1
	addi	a1, a1, -1
	srl	a0, a0, a1
	andi	a0, a0, 1
	add	a0, a0, a4
.LBB1_16:
	lw	a1, 56(sp)
	mul	a1, a1, t4
	lw	a4, 48(sp)
	mul	a4, a4, t5
	lw	a5, 44(sp)
	mul	a5, a5, t6
	lw	a6, 32(sp)
	mul	a6, a6, s0
	max	a0, a0, s11
	lw	a7, 60(sp)
	add	a1, a1, a7
	add	a4, a5, a4
	min	a0, a0, ra
	slli	a0, a0, 24
	add	a0, a0, t0
	srai	a0, a0, 24
	max	a0, a0, s9
	sb	a0, 5(a2)
	lw	a0, 344(a3)
	add	a1, a4, a1
	add	a6, a6, a1
	lw	a1, 376(a3)
	mulh	a4, a0, a6
	mul	a0, a0, a6
	add	a5, a0, t1
	sltu	a0, a5, a0
	add	a0, a4, a0
	slli	a0, a0, 1
	srli	a5, a5, 31
	or	a0, a5, a0
	beqz	a1, .LBB1_18
	sra	a4, a0, a1
	addi	a1, a1, -1
	srl	a0, a0, a1
	andi	a0, a0, 1
	add	a0, a0, a4
.LBB1_18:
	lw	a1, 68(sp)
	mul	a1, a1, t4
	lw	a4, 64(sp)
	mul	a4, a4, t5
	mul	a5, t2, t6
	lw	a6, 52(sp)
	mul	a6, a6, s0
	max	a0, a0, s11
	lw	a7, 72(sp)
	add	a1, a1, a7
	add	a4, a5, a4
	min	a0, a0, ra
	slli	a0, a0, 24
	add	a0, a0, t0
	srai	a0, a0, 24
	max	a0, a0, s9
	sb	a0, 6(a2)
	lw	a5, 348(a3)
	add	a1, a4, a1
	add	a1, a6, a1
	lw	a0, 380(a3)
	mulh	a4, a5, a1
	mul	a1, a5, a1
	add	a5, a1, t1
	sltu	a1, a5, a1
	add	a1, a4, a1
	slli	a1, a1, 1
	srli	a5, a5, 31
	or	a1, a5, a1
	beqz	a0, .LBB1_3
	sra	a4, a1, a0
	addi	a0, a0, -1
	srl	a0, a1, a0
	andi	a0, a0, 1
	add	a1, a0, a4
	j	.LBB1_3
.LBB1_20:
	lw	ra, 124(sp)
	lw	s0, 120(sp)
	lw	s1, 116(sp)
	lw	s2, 112(sp)
	lw	s3, 108(sp)
	lw	s4, 104(sp)
	lw	s5, 100(sp)
	lw	s6, 96(sp)
	lw	s7, 92(sp)
	lw	s8, 88(sp)
	lw	s9, 84(sp)
	lw	s10, 80(sp)
	lw	s11, 76(sp)
	addi	sp, sp, 128
	ret
.Lfunc_end1:
