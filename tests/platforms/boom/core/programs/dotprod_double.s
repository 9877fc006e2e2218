	.file	"dotprod_double.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.type	work.constprop.0, @function
work.constprop.0:
	fmv.d.x	fa0,zero
	lla	a5,a
	lla	a4,b
	lla	a3,a+8192
.L2:
	fld	fa4,0(a5)
	fld	fa5,0(a4)
	addi	a5,a5,8
	addi	a4,a4,8
	fmadd.d	fa0,fa4,fa5,fa0
	bne	a5,a3,.L2
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
	fsd	fa0,result,a5
	addi	sp,sp,16
	jr	ra
.L11:
	ret
	.size	kernel, .-kernel
	.globl	result
	.section	.sbss,"aw",@nobits
	.align	3
	.type	result, @object
	.size	result, 8
result:
	.zero	8
	.globl	b
	.bss
	.align	3
	.type	b, @object
	.size	b, 8192
b:
	.zero	8192
	.globl	a
	.align	3
	.type	a, @object
	.size	a, 8192
a:
	.zero	8192
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
