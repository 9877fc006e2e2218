	.file	"dotprod.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.type	work.constprop.0, @function
work.constprop.0:
	lla	a5,a
	lla	a3,b
	lla	a1,a+4096
	li	a0,0
.L2:
	lw	a2,0(a5)
	lw	a4,0(a3)
	addi	a5,a5,4
	addi	a3,a3,4
	mulw	a4,a4,a2
	addw	a0,a4,a0
	bne	a5,a1,.L2
	ret
	.size	work.constprop.0, .-work.constprop.0
	.align	1
	.globl	kernel
	.type	kernel, @function
kernel:
	beq	a0,zero,.L11
	addi	sp,sp,-16
	sd	ra,8(sp)
	call	work.constprop.0
	ld	ra,8(sp)
	sw	a0,result,a5
	addi	sp,sp,16
	jr	ra
.L11:
	ret
	.size	kernel, .-kernel
	.globl	result
	.section	.sbss,"aw",@nobits
	.align	2
	.type	result, @object
	.size	result, 4
result:
	.zero	4
	.globl	b
	.bss
	.align	3
	.type	b, @object
	.size	b, 4096
b:
	.zero	4096
	.globl	a
	.align	3
	.type	a, @object
	.size	a, 4096
a:
	.zero	4096
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
