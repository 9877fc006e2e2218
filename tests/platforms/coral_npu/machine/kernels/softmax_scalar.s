    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    a5, a0, 64
    li  a3, -128
    mv  a4, a0
.LBB0_1:
    lb  a6, 0(a4)
    addi    a4, a4, 1
    max a3, a3, a6
    bne a4, a5, .LBB0_1
    li  a4, 0
    mv  a6, a0
.LBB0_3:
    lb  a7, 0(a6)
    sub a7, a3, a7
    slli    a7, a7, 1
    add a7, a1, a7
    lhu a7, 0(a7)
    addi    a6, a6, 1
    add a4, a4, a7
    bne a6, a5, .LBB0_3
    slli    a5, a4, 1
    addi    a6, a2, 64
.LBB0_5:
    lb  a7, 0(a0)
    sub a7, a3, a7
    slli    a7, a7, 1
    add a7, a1, a7
    lhu a7, 0(a7)
    slli    t0, a7, 1
    slli    a7, a7, 9
    sub a7, a7, t0
    add a7, a7, a4
    divu    a7, a7, a5
    xori    a7, a7, 128
    sb  a7, 0(a2)
    addi    a2, a2, 1
    addi    a0, a0, 1
    bne a2, a6, .LBB0_5
    ret
.Lfunc_end0:
