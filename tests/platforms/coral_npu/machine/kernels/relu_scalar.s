    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    a2, a1, 1024
.LBB0_1:
    lb  a3, 0(a0)
    max a3, a3, zero
    sb  a3, 0(a1)
    addi    a1, a1, 1
    addi    a0, a0, 1
    bne a1, a2, .LBB0_1
    ret
.Lfunc_end0:
