    .text
    .globl  kernel
    .p2align    2
kernel:
    fmv.w.x fa5, a0
    addi    a0, a2, 1024
.LBB0_1:
    flw fa4, 0(a1)
    flw fa3, 0(a2)
    fmadd.s fa4, fa5, fa4, fa3
    fsw fa4, 0(a2)
    addi    a2, a2, 4
    addi    a1, a1, 4
    bne a2, a0, .LBB0_1
    ret
.Lfunc_end0:
