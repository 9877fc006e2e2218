# batch_matmul.plain.c for b = 4, M = 32, K = 64, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	_start
	.p2align	2
_start:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	call	batch_matmul
	mpause
.Lfunc_end0:
	.p2align	2
batch_matmul:
	addi	sp, sp, -192
	sw	ra, 188(sp)
	sw	s0, 184(sp)
	sw	s1, 180(sp)
	sw	s2, 176(sp)
	sw	s3, 172(sp)
	sw	s4, 168(sp)
	sw	s5, 164(sp)
	sw	s6, 160(sp)
	sw	s7, 156(sp)
	sw	s8, 152(sp)
	sw	s9, 148(sp)
	sw	s10, 144(sp)
	sw	s11, 140(sp)
	li	a0, 0
	addi	a1, sp, 44
	addi	a2, sp, 76
	lui	a3, 131077
	addi	a4, sp, 108
	lui	a6, 131074
	vsetivli	zero, 8, e32, m2, ta, ma
	vmv.v.i	v8, 0
	addi	a7, sp, 12
	li	t0, 64
	lui	t1, 262144
	li	t2, -114
	li	t3, 141
	li	t4, 32
	li	t5, 4
	lui	t6, 131077
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	t6, t6, 1024
	beq	a0, t5, .LBB1_12
.LBB1_2:
	li	s0, 0
	slli	s1, a0, 10
	slli	s3, a0, 11
	addi	s1, s1, 32
	lui	s2, 131072
	add	s2, s3, s2
	add	s3, s3, a6
	mv	s4, t6
	j	.LBB1_4
.LBB1_3:
	addi	s0, s0, 1
	addi	s4, s4, 32
	beq	s0, t4, .LBB1_1
.LBB1_4:
	li	s6, 0
	slli	s5, s0, 5
	vsetivli	zero, 8, e32, m2, ta, ma
	vse32.v	v8, (a7)
	vse32.v	v8, (a1)
	vse32.v	v8, (a2)
	vse32.v	v8, (a4)
	slli	s7, s0, 6
	add	s5, s1, s5
	add	s5, s5, a3
	add	s7, s2, s7
.LBB1_5:
	li	ra, 0
	add	s9, s7, s6
	lb	s9, 0(s9)
	slli	s10, s6, 5
	add	s10, s3, s10
	li	s11, 32
.LBB1_6:
	vsetvli	a5, s11, e16, m1, ta, ma
	add	s8, s10, ra
	vle8.v	v12, (s8)
	slli	s8, ra, 2
	add	s8, a7, s8
	vle32.v	v10, (s8)
	sub	s11, s11, a5
	vsext.vf2	v13, v12
	vwmacc.vx	v10, s9, v13
	vse32.v	v10, (s8)
	add	ra, a5, ra
	bnez	s11, .LBB1_6
	addi	s6, s6, 1
	bne	s6, t0, .LBB1_5
	lui	s6, 131076
	addi	s7, sp, 12
	addi	s8, s6, 128
	mv	s9, s4
	j	.LBB1_10
.LBB1_9:
	max	a5, s11, t2
	addi	s8, s8, 4
	min	a5, a5, t3
	addi	a5, a5, -14
	sb	a5, 0(s9)
	addi	s9, s9, 1
	addi	s6, s6, 4
	addi	s7, s7, 4
	beq	s9, s5, .LBB1_3
.LBB1_10:
	lw	a5, 0(s7)
	lw	s11, 0(s6)
	lw	s10, 0(s8)
	mulh	ra, s11, a5
	mul	a5, s11, a5
	add	s11, a5, t1
	sltu	a5, s11, a5
	add	a5, ra, a5
	slli	a5, a5, 1
	srli	s11, s11, 31
	or	s11, s11, a5
	beqz	s10, .LBB1_9
	sra	a5, s11, s10
	addi	s10, s10, -1
	srl	s10, s11, s10
	andi	s11, s10, 1
	add	s11, s11, a5
	j	.LBB1_9
.LBB1_12:
	lw	ra, 188(sp)
	lw	s0, 184(sp)
	lw	s1, 180(sp)
	lw	s2, 176(sp)
	lw	s3, 172(sp)
	lw	s4, 168(sp)
	lw	s5, 164(sp)
	lw	s6, 160(sp)
	lw	s7, 156(sp)
	lw	s8, 152(sp)
	lw	s9, 148(sp)
	lw	s10, 144(sp)
	lw	s11, 140(sp)
	addi	sp, sp, 192
	ret
.Lfunc_end1:
