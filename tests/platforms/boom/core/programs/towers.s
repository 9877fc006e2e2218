	.file	"towers.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.type	push, @function
push:
	lla	a3,free_nodes
	ld	a5,0(a3)
	lw	a4,8(a0)
	ld	a6,0(a0)
	ld	a2,8(a5)
	sw	a1,0(a5)
	sd	a6,8(a5)
	addiw	a4,a4,1
	sd	a2,0(a3)
	sd	a5,0(a0)
	sw	a4,8(a0)
	ret
	.size	push, .-push
	.align	1
	.type	pop, @function
pop:
	ld	a5,0(a0)
	lw	a4,8(a0)
	lla	a3,free_nodes
	ld	a1,8(a5)
	ld	a2,0(a3)
	addiw	a4,a4,-1
	sd	a1,0(a0)
	sw	a4,8(a0)
	sd	a2,8(a5)
	lw	a0,0(a5)
	sd	a5,0(a3)
	ret
	.size	pop, .-pop
	.align	1
	.type	work, @function
work:
	addi	sp,sp,-48
	sd	s0,32(sp)
	sd	s1,24(sp)
	sd	s2,16(sp)
	sd	s3,8(sp)
	sd	ra,40(sp)
	li	a5,1
	mv	s2,a1
	mv	s3,a3
	mv	s0,a0
	mv	s1,a2
	beq	a0,a5,.L11
.L5:
	addiw	s0,s0,-1
	mv	a0,s0
	mv	a3,s1
	mv	a2,s3
	mv	a1,s2
	call	work
	mv	a3,s3
	mv	a2,s1
	mv	a1,s2
	li	a0,1
	call	work
	li	a5,1
	mv	a4,s2
	beq	s0,a5,.L6
	mv	s2,s1
	mv	s1,a4
	j	.L5
.L11:
	mv	s1,a1
.L6:
	mv	a0,s1
	call	pop
	mv	a1,a0
	mv	a0,s3
	call	push
	lla	a4,moves
	ld	a5,0(a4)
	ld	ra,40(sp)
	ld	s0,32(sp)
	addi	a5,a5,1
	sd	a5,0(a4)
	ld	s1,24(sp)
	ld	s2,16(sp)
	ld	s3,8(sp)
	addi	sp,sp,48
	jr	ra
	.size	work, .-work
	.align	1
	.type	prepare, @function
prepare:
	addi	sp,sp,-32
	sd	ra,24(sp)
	sd	s0,16(sp)
	sd	s1,8(sp)
	lla	a5,nodes+16
	lla	a4,nodes+1024
.L13:
	sd	a5,-8(a5)
	addi	a5,a5,16
	bne	a5,a4,.L13
	sd	zero,nodes+1016,a5
	lla	a5,nodes
	sd	a5,free_nodes,a4
	li	s0,7
	sd	zero,pegs,a5
	sw	zero,pegs+8,a5
	sd	zero,pegs+16,a5
	sw	zero,pegs+24,a5
	sd	zero,pegs+32,a5
	sw	zero,pegs+40,a5
	lla	s1,pegs
.L14:
	mv	a1,s0
	mv	a0,s1
	addiw	s0,s0,-1
	call	push
	bne	s0,zero,.L14
	ld	ra,24(sp)
	ld	s0,16(sp)
	ld	s1,8(sp)
	addi	sp,sp,32
	jr	ra
	.size	prepare, .-prepare
	.align	1
	.globl	kernel
	.type	kernel, @function
kernel:
	beq	a0,zero,.L19
	lla	a3,pegs+32
	lla	a2,pegs+16
	lla	a1,pegs
	li	a0,7
	tail	work
.L19:
	tail	prepare
	.size	kernel, .-kernel
	.local	moves
	.comm	moves,8,8
	.local	pegs
	.comm	pegs,48,8
	.local	free_nodes
	.comm	free_nodes,8,8
	.local	nodes
	.comm	nodes,1024,8
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
