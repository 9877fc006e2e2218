# batch_matmul.plain.c for b = 4, M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
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
	lui	a3, 131075
	addi	a4, sp, 108
	lui	a5, 131072
	lui	a6, 131073
	vsetivli	zero, 8, e32, m2, ta, ma
	vmv.v.i	v8, 0
	addi	a7, sp, 12
	li	t0, 32
	lui	t1, 262144
	li	t2, -114
	li	t3, 141
	li	t4, 4
	lui	t5, 131075
	j	.LBB1_2
.LBB1_1:
	addi	a0, a0, 1
	addi	t5, t5, 1024
	beq	a0, t4, .LBB1_12
.LBB1_2:
	li	t6, 0
	slli	s2, a0, 10
	addi	s0, s2, 32
	add	s1, s2, a5
	add	s2, s2, a6
	mv	s3, t5
	j	.LBB1_4
.LBB1_3:
	addi	t6, t6, 1
	addi	s3, s3, 32
	beq	t6, t0, .LBB1_1
.LBB1_4:
	li	s5, 0
	slli	s6, t6, 5
	vsetivli	zero, 8, e32, m2, ta, ma
	vse32.v	v8, (a7)
	vse32.v	v8, (a1)
	vse32.v	v8, (a2)
	vse32.v	v8, (a4)
	add	s4, s0, s6
	add	s4, s4, a3
	add	s6, s1, s6
.LBB1_5:
	li	s7, 0
	add	s8, s6, s5
	lb	s8, 0(s8)
	slli	s9, s5, 5
	add	s9, s2, s9
	li	s10, 32
.LBB1_6:
	vsetvli	s11, s10, e16, m1, ta, ma
	add	ra, s9, s7
	vle8.v	v12, (ra)
	slli	ra, s7, 2
	add	ra, a7, ra
	vle32.v	v10, (ra)
	sub	s10, s10, s11
	vsext.vf2	v13, v12
	vwmacc.vx	v10, s8, v13
	vse32.v	v10, (ra)
	add	s7, s11, s7
	bnez	s10, .LBB1_6
	addi	s5, s5, 1
	bne	s5, t0, .LBB1_5
	lui	s5, 131074
	addi	s6, sp, 12
	addi	s7, s5, 128
	mv	s8, s3
	j	.LBB1_10
.LBB1_9:
	max	s9, s10, t2
	addi	s7, s7, 4
	min	s9, s9, t3
	addi	s9, s9, -14
	sb	s9, 0(s8)
	addi	s8, s8, 1
	addi	s5, s5, 4
	addi	s6, s6, 4
	beq	s8, s4, .LBB1_3
.LBB1_10:
	lw	s10, 0(s6)
	lw	s11, 0(s5)
	lw	s9, 0(s7)
	mulh	ra, s11, s10
	mul	s10, s11, s10
	add	s11, s10, t1
	sltu	s10, s11, s10
	add	s10, ra, s10
	slli	s10, s10, 1
	srli	s11, s11, 31
	or	s10, s11, s10
	beqz	s9, .LBB1_9
	sra	s11, s10, s9
	addi	s9, s9, -1
	srl	s9, s10, s9
	andi	s10, s9, 1
	add	s10, s10, s11
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
