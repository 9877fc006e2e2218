# conv2d.plain.c for H = 8, c_in = 4, c_out = 8, k = 1; clang 22.1.8 of ziglang 0.17.0, -O2
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
	addi	sp, sp, -144
	sw	ra, 140(sp)
	sw	s0, 136(sp)
	sw	s1, 132(sp)
	sw	s2, 128(sp)
	sw	s3, 124(sp)
	sw	s4, 120(sp)
	sw	s5, 116(sp)
	sw	s6, 112(sp)
	sw	s7, 108(sp)
	sw	s8, 104(sp)
	sw	s9, 100(sp)
	sw	s10, 96(sp)
	sw	s11, 92(sp)
	li	a0, 0
	lui	s10, 262144
	lui	a2, 131073
	lui	a3, 131072
	li	s6, -132
	addi	t1, a3, 3
	li	ra, -132
	j	.LBB1_2
.LBB1_1:
	lw	a0, 16(sp)
	addi	a0, a0, 1
	lw	t1, 12(sp)
	addi	t1, t1, 32
	li	a1, 8
	beq	a0, a1, .LBB1_20
.LBB1_2:
	sw	a0, 16(sp)
	addi	a0, a2, 64
	sw	a0, 20(sp)
	sw	t1, 12(sp)
	j	.LBB1_4
.LBB1_3:
	max	a0, a1, s6
	min	a0, a0, s5
	addi	a0, a0, 4
	sb	a0, 7(a2)
	addi	a2, a2, 8
	addi	t1, t1, 4
	lw	a0, 20(sp)
	beq	a2, a0, .LBB1_1
.LBB1_4:
	lb	t2, -3(t1)
	lb	t3, -2(t1)
	lb	t4, -1(t1)
	lb	t5, 0(t1)
	lb	a0, 256(a3)
	lb	a4, 264(a3)
	lb	a5, 272(a3)
	lb	a6, 280(a3)
	lw	a7, 288(a3)
	lw	t0, 320(a3)
	lw	a1, 352(a3)
	mul	a0, a0, t2
	add	a0, a0, a7
	mul	a4, a4, t3
	mul	a5, a5, t4
	add	a4, a5, a4
	add	a0, a4, a0
	mul	a4, a6, t5
	add	a0, a4, a0
	mulh	a4, t0, a0
	mul	a0, t0, a0
	add	a5, a0, s10
	sltu	a0, a5, a0
	add	a0, a4, a0
	slli	a0, a0, 1
	srli	a5, a5, 31
	or	a0, a5, a0
	li	a7, 123
	beqz	a1, .LBB1_6
	sra	a4, a0, a1
	addi	a1, a1, -1
	srl	a0, a0, a1
	andi	a0, a0, 1
	add	a0, a0, a4
.LBB1_6:
	lw	a4, 292(a3)
	lw	s5, 296(a3)
	lw	s0, 300(a3)
	lw	a1, 304(a3)
	sw	a1, 32(sp)
	lw	a1, 308(a3)
	sw	a1, 52(sp)
	lw	a1, 312(a3)
	sw	a1, 76(sp)
	lw	a1, 316(a3)
	sw	a1, 88(sp)
	lb	a5, 257(a3)
	lb	s7, 258(a3)
	lb	s2, 259(a3)
	lb	a1, 260(a3)
	sw	a1, 24(sp)
	lb	a1, 261(a3)
	sw	a1, 44(sp)
	lb	a1, 262(a3)
	sw	a1, 64(sp)
	lb	a1, 263(a3)
	sw	a1, 84(sp)
	lb	s10, 265(a3)
	lb	s8, 266(a3)
	lb	s3, 267(a3)
	lb	t0, 268(a3)
	lb	a1, 269(a3)
	sw	a1, 40(sp)
	lb	a1, 270(a3)
	sw	a1, 60(sp)
	lb	a1, 271(a3)
	sw	a1, 80(sp)
	lb	s11, 273(a3)
	lb	s9, 274(a3)
	lb	s4, 275(a3)
	lb	t6, 276(a3)
	lb	a1, 277(a3)
	sw	a1, 36(sp)
	lb	a1, 278(a3)
	sw	a1, 56(sp)
	max	a0, a0, s6
	min	a0, a0, a7
	addi	a0, a0, 4
	lb	a1, 279(a3)
	sw	a1, 72(sp)
	lb	a7, 281(a3)
	lb	a1, 282(a3)
	lb	s6, 283(a3)
	lb	s1, 284(a3)
	lb	a6, 285(a3)
	sw	a6, 28(sp)
	lb	a6, 286(a3)
	sw	a6, 48(sp)
	lb	a6, 287(a3)
	sw	a6, 68(sp)
	sb	a0, 0(a2)
	mul	a0, a5, t2
	add	a0, a0, a4
	mul	a4, s10, t3
	mul	a5, s11, t4
	add	a4, a5, a4
	add	a0, a4, a0
	lw	a4, 324(a3)
	mul	a5, a7, t5
	add	a0, a5, a0
	lw	a5, 356(a3)
	mulh	a7, a4, a0
	mul	a0, a4, a0
	lui	s10, 262144
	add	a4, a0, s10
	sltu	a0, a4, a0
	add	a0, a7, a0
	slli	a0, a0, 1
	srli	a4, a4, 31
	or	a4, a4, a0
	beqz	a5, .LBB1_8
	sra	a0, a4, a5
	addi	a5, a5, -1
	srl	a4, a4, a5
	andi	a4, a4, 1
	add	a4, a4, a0
.LBB1_8:
	mul	a0, s7, t2
	mul	a5, s8, t3
	mul	a7, s9, t4
	mul	a1, a1, t5
	max	a4, a4, ra
	add	a0, a0, s5
	add	a5, a7, a5
	li	s5, 123
	min	a4, a4, s5
	addi	a4, a4, 4
	sb	a4, 1(a2)
	lw	a7, 328(a3)
	add	a0, a5, a0
	add	a0, a1, a0
	lw	a4, 360(a3)
	mulh	a1, a7, a0
	mul	a0, a7, a0
	add	a5, a0, s10
	sltu	a0, a5, a0
	add	a0, a1, a0
	slli	a0, a0, 1
	srli	a1, a5, 31
	or	a1, a1, a0
	beqz	a4, .LBB1_10
	sra	a0, a1, a4
	addi	a4, a4, -1
	srl	a1, a1, a4
	andi	a1, a1, 1
	add	a1, a1, a0
.LBB1_10:
	mul	a0, s2, t2
	mul	a4, s3, t3
	mul	a5, s4, t4
	mul	a7, s6, t5
	li	s6, -132
	max	a1, a1, s6
	add	a0, a0, s0
	add	a4, a5, a4
	min	a1, a1, s5
	addi	a1, a1, 4
	sb	a1, 2(a2)
	lw	a1, 332(a3)
	add	a0, a4, a0
	add	a0, a7, a0
	lw	a4, 364(a3)
	mulh	a5, a1, a0
	mul	a0, a1, a0
	add	a1, a0, s10
	sltu	a0, a1, a0
	add	a0, a5, a0
	slli	a0, a0, 1
	srli	a1, a1, 31
	or	a1, a1, a0
	beqz	a4, .LBB1_12
	sra	a0, a1, a4
	addi	a4, a4, -1
	srl	a1, a1, a4
	andi	a1, a1, 1
	add	a1, a1, a0
.LBB1_12:
	lw	a0, 24(sp)
	mul	a0, a0, t2
	mul	a4, t0, t3
	mul	a5, t6, t4
	mul	a6, s1, t5
	max	a1, a1, s6
	lw	a7, 32(sp)
	add	a0, a0, a7
	add	a4, a5, a4
	min	a1, a1, s5
	addi	a1, a1, 4
	sb	a1, 3(a2)
	lw	a1, 336(a3)
	add	a0, a4, a0
	add	a0, a6, a0
	lw	a4, 368(a3)
	mulh	a5, a1, a0
	mul	a0, a1, a0
	add	a1, a0, s10
	sltu	a0, a1, a0
	add	a0, a5, a0
	slli	a0, a0, 1
	srli	a1, a1, 31
	or	a1, a1, a0
	beqz	a4, .LBB1_14
	sra	a0, a1, a4
	addi	a4, a4, -1
	srl	a1, a1, a4
	andi	a1, a1, 1
	add	a1, a1, a0
.LBB1_14:
	lw	a0, 44(sp)
	mul	a0, a0, t2
	lw	a4, 40(sp)
	mul	a4, a4, t3
	lw	a5, 36(sp)
	mul	a5, a5, t4
	lw	a6, 28(sp)
	mul	a6, a6, t5
	max	a1, a1, s6
	lw	a7, 52(sp)
	add	a0, a0, a7
	add	a4, a5, a4
	min	a1, a1, s5
	addi	a1, a1, 4
	sb	a1, 4(a2)
	lw	a5, 340(a3)
	add	a0, a4, a0
	add	a0, a6, a0
	lw	a1, 372(a3)
	mulh	a4, a5, a0
	mul	a0, a5, a0
	add	a5, a0, s10
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
	lw	a1, 64(sp)
	mul	a1, a1, t2
	lw	a4, 60(sp)
	mul	a4, a4, t3
	lw	a5, 56(sp)
	mul	a5, a5, t4
	lw	a6, 48(sp)
	mul	a6, a6, t5
	max	a0, a0, s6
	lw	a7, 76(sp)
	add	a1, a1, a7
	add	a4, a5, a4
	min	a0, a0, s5
	addi	a0, a0, 4
	sb	a0, 5(a2)
	lw	a0, 344(a3)
	add	a1, a4, a1
	add	a6, a6, a1
	lw	a1, 376(a3)
	mulh	a4, a0, a6
	mul	a0, a0, a6
	add	a5, a0, s10
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
	lw	a1, 84(sp)
	mul	a1, a1, t2
	lw	a4, 80(sp)
	mul	a4, a4, t3
	lw	a5, 72(sp)
	mul	a5, a5, t4
	lw	a6, 68(sp)
	mul	a6, a6, t5
	max	a0, a0, s6
	lw	a7, 88(sp)
	add	a1, a1, a7
	add	a4, a5, a4
	min	a0, a0, s5
	addi	a0, a0, 4
	sb	a0, 6(a2)
	lw	a5, 348(a3)
	add	a1, a4, a1
	add	a1, a6, a1
	lw	a0, 380(a3)
	mulh	a4, a5, a1
	mul	a1, a5, a1
	add	a5, a1, s10
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
	lw	ra, 140(sp)
	lw	s0, 136(sp)
	lw	s1, 132(sp)
	lw	s2, 128(sp)
	lw	s3, 124(sp)
	lw	s4, 120(sp)
	lw	s5, 116(sp)
	lw	s6, 112(sp)
	lw	s7, 108(sp)
	lw	s8, 104(sp)
	lw	s9, 100(sp)
	lw	s10, 96(sp)
	lw	s11, 92(sp)
	addi	sp, sp, 144
	ret
.Lfunc_end1:
