    .text
    .globl  kernel
    .p2align    2
kernel:
    mv  a2, a0
    li  a0, 0
    addi    a3, a1, 64
.LBB0_1:
    lb  a4, 0(a2)
    lb  a5, 0(a1)
    addi    a1, a1, 1
    mul a4, a5, a4
    add a0, a4, a0
    addi    a2, a2, 1
    bne a1, a3, .LBB0_1
    ret
.Lfunc_end0:
