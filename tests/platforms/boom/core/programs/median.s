	.file	"median.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.type	prepare, @function
prepare:
	lla	a3,in
	lla	a1,in+1600
	ld	a5,.LC0
	li	a2,1000
.L2:
	slli	a4,a5,13
	xor	a5,a4,a5
	srli	a4,a5,7
	xor	a4,a4,a5
	slli	a5,a4,17
	xor	a5,a5,a4
	srli	a4,a5,16
	remuw	a4,a4,a2
	addi	a3,a3,4
	sw	a4,-4(a3)
	bne	a1,a3,.L2
	sd	a5,state,a4
	ret
	.size	prepare, .-prepare
	.align	1
	.type	work.constprop.0, @function
work.constprop.0:
	lla	a4,in
	lw	a5,0(a4)
	lw	a2,4(a4)
	sw	zero,out,a4
	sw	zero,out+1596,a4
	lla	a4,in+8
	lla	a1,out+4
	lla	a0,in+1600
.L10:
	mv	a3,a2
	lw	a2,0(a4)
	bge	a5,a3,.L6
	bgt	a2,a3,.L11
	mv	a6,a2
	bge	a2,a5,.L8
	mv	a6,a5
.L8:
	sext.w	a5,a6
.L7:
	sw	a5,0(a1)
	addi	a4,a4,4
	addi	a1,a1,4
	mv	a5,a3
	bne	a4,a0,.L10
	ret
.L6:
	blt	a5,a2,.L7
	sext.w	a5,a2
	bge	a2,a3,.L7
	sext.w	a5,a3
	j	.L7
.L11:
	mv	a5,a3
	j	.L7
	.size	work.constprop.0, .-work.constprop.0
	.align	1
	.globl	kernel
	.type	kernel, @function
kernel:
	beq	a0,zero,.L14
	tail	work.constprop.0
.L14:
	tail	prepare
	.size	kernel, .-kernel
	.local	out
	.comm	out,1600,8
	.local	in
	.comm	in,1600,8
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
