	.file	"multiply.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.type	product, @function
product:
	mv	a4,a0
	li	a3,32
	li	a0,0
.L3:
	andi	a5,a4,1
	slliw	a2,a1,1
	addiw	a3,a3,-1
	beq	a5,zero,.L2
	addw	a0,a1,a0
.L2:
	srai	a4,a4,1
	sext.w	a1,a2
	bne	a3,zero,.L3
	ret
	.size	product, .-product
	.align	1
	.type	work.constprop.0, @function
work.constprop.0:
	addi	sp,sp,-48
	sd	s0,32(sp)
	sd	s1,24(sp)
	sd	s2,16(sp)
	sd	s3,8(sp)
	sd	ra,40(sp)
	lla	s0,a
	lla	s2,b
	lla	s1,c
	lla	s3,a+400
.L10:
	lw	a1,0(s2)
	lw	a0,0(s0)
	addi	s0,s0,4
	addi	s2,s2,4
	call	product
	sw	a0,0(s1)
	addi	s1,s1,4
	bne	s0,s3,.L10
	ld	ra,40(sp)
	ld	s0,32(sp)
	ld	s1,24(sp)
	ld	s2,16(sp)
	ld	s3,8(sp)
	addi	sp,sp,48
	jr	ra
	.size	work.constprop.0, .-work.constprop.0
	.align	1
	.type	prepare, @function
prepare:
	li	a0,65536
	lla	a2,a
	lla	a1,b
	lla	a6,a+400
	ld	a4,.LC0
	addi	a0,a0,-1
.L14:
	slli	a5,a4,13
	xor	a5,a5,a4
	srli	a4,a5,7
	xor	a4,a4,a5
	slli	a5,a4,17
	xor	a5,a5,a4
	slli	a4,a5,13
	xor	a4,a4,a5
	srli	a3,a4,7
	xor	a3,a3,a4
	slli	a4,a3,17
	xor	a4,a4,a3
	srli	a5,a5,16
	srli	a3,a4,16
	and	a5,a5,a0
	and	a3,a3,a0
	sw	a5,0(a2)
	sw	a3,0(a1)
	addi	a2,a2,4
	addi	a1,a1,4
	bne	a6,a2,.L14
	sd	a4,state,a5
	ret
	.size	prepare, .-prepare
	.align	1
	.globl	kernel
	.type	kernel, @function
kernel:
	beq	a0,zero,.L17
	tail	work.constprop.0
.L17:
	tail	prepare
	.size	kernel, .-kernel
	.local	c
	.comm	c,400,8
	.local	b
	.comm	b,400,8
	.local	a
	.comm	a,400,8
	.section	.sdata,"aw"
	.align	3
	.type	state, @object
	.size	state, 8
state:
	.dword	88172645463325252
	.section	.srodata.cst8,"aM",@progbits,8
	.align	3
.LC0:
	.dword	88172645463325252
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
