    .text
    .globl  kernel
    .p2align    2
kernel:
    li  a3, 0
    addi    a4, a1, 64
    li  a5, 64
.LBB0_1:
    li  a6, 0
    mv  a7, a0
    mv  t0, a1
.LBB0_2:
    lb  t1, 0(a7)
    lb  t2, 0(t0)
    addi    t0, t0, 1
    mul t1, t2, t1
    add a6, t1, a6
    addi    a7, a7, 1
    bne t0, a4, .LBB0_2
    slli    a7, a3, 2
    addi    a3, a3, 1
    add a7, a2, a7
    sw  a6, 0(a7)
    addi    a0, a0, 64
    bne a3, a5, .LBB0_1
    ret
.Lfunc_end0:
