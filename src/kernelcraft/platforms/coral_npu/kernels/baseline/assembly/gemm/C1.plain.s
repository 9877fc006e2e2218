# gemm.plain.c for M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	product
	mpause
.Lfunc_end0:
	.p2align	2
product:
	addi	sp, sp, -160
	sw	s0, 156(sp)
	sw	s1, 152(sp)
	sw	s2, 148(sp)
	sw	s3, 144(sp)
	sw	s4, 140(sp)
	sw	s5, 136(sp)
	sw	s6, 132(sp)
	sw	s7, 128(sp)
	li	a0, 0
	addi	a1, sp, 32
	addi	a2, sp, 64
	lui	a3, 131073
	addi	a4, sp, 96
	vsetivli	zero, 8, e32, m2, ta, ma
	vmv.v.i	v8, 0
	mv	a5, sp
	lui	a6, 131072
	li	a7, 32
	lui	t0, 262144
	li	t1, -137
	li	t2, 118
	addi	t3, a6, 1024
	addi	t4, a3, -1920
	addi	t5, a3, -2048
	addi	t6, a3, -1792
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	a3, a3, 32
	beq	a0, a7, .LBB1_10
.LBB1_2:
	li	s0, 0
	vsetivli	zero, 8, e32, m2, ta, ma
	vse32.v	v8, (a5)
	vse32.v	v8, (a1)
	vse32.v	v8, (a2)
	vse32.v	v8, (a4)
	slli	s1, a0, 5
	add	s1, s1, a6
.LBB1_3:
	li	s2, 0
	add	s3, s1, s0
	lb	s3, 0(s3)
	slli	s4, s0, 5
	add	s4, s4, t3
	li	s5, 32
.LBB1_4:
	vsetvli	s6, s5, e16, m1, ta, ma
	add	s7, s4, s2
	vle8.v	v12, (s7)
	slli	s7, s2, 2
	add	s7, a5, s7
	vle32.v	v10, (s7)
	sub	s5, s5, s6
	vsext.vf2	v13, v12
	vwmacc.vx	v10, s3, v13
	vse32.v	v10, (s7)
	add	s2, s6, s2
	bnez	s5, .LBB1_4
	addi	s0, s0, 1
	bne	s0, a7, .LBB1_3
	mv	s0, sp
	mv	s1, a3
	mv	s2, t5
	mv	s3, t4
	j	.LBB1_8
.LBB1_7:
	max	s4, s5, t1
	addi	s3, s3, 4
	addi	s2, s2, 4
	addi	s0, s0, 4
	min	s4, s4, t2
	addi	s4, s4, 9
	sb	s4, 0(s1)
	addi	s1, s1, 1
	beq	s3, t6, .LBB1_1
.LBB1_8:
	lw	s5, 0(s0)
	lw	s6, 0(s2)
	lw	s4, 0(s3)
	mulh	s7, s6, s5
	mul	s5, s6, s5
	add	s6, s5, t0
	sltu	s5, s6, s5
	add	s5, s7, s5
	slli	s5, s5, 1
	srli	s6, s6, 31
	or	s5, s6, s5
	beqz	s4, .LBB1_7
	sra	s6, s5, s4
	addi	s4, s4, -1
	srl	s4, s5, s4
	andi	s5, s4, 1
	add	s5, s5, s6
	j	.LBB1_7
.LBB1_10:
	lw	s0, 156(sp)
	lw	s1, 152(sp)
	lw	s2, 148(sp)
	lw	s3, 144(sp)
	lw	s4, 140(sp)
	lw	s5, 136(sp)
	lw	s6, 132(sp)
	lw	s7, 128(sp)
	addi	sp, sp, 160
	ret
.Lfunc_end1:
