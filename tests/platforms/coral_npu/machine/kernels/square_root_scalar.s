    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    a1, a0, 128
    j   .LBB0_3
.LBB0_1:
    mv  a3, a2
.LBB0_2:
    sw  a3, 0(a0)
    addi    a0, a0, 4
    beq a0, a1, .LBB0_15
.LBB0_3:
    lw  a2, 0(a0)
    ori a2, a2, 1
    addi    a3, a2, 1
    srli    a3, a3, 1
    bgeu    a3, a2, .LBB0_1
    divu    a4, a2, a3
    add a4, a4, a3
    srli    a4, a4, 1
    bgeu    a4, a3, .LBB0_2
    divu    a3, a2, a4
    add a3, a3, a4
    srli    a5, a3, 1
    mv  a3, a4
    bgeu    a5, a4, .LBB0_2
    divu    a3, a2, a5
    add a3, a3, a5
    srli    a4, a3, 1
    mv  a3, a5
    bgeu    a4, a5, .LBB0_2
    divu    a3, a2, a4
    add a3, a3, a4
    srli    a5, a3, 1
    mv  a3, a4
    bgeu    a5, a4, .LBB0_2
    divu    a3, a2, a5
    add a3, a3, a5
    srli    a4, a3, 1
    mv  a3, a5
    bgeu    a4, a5, .LBB0_2
    divu    a3, a2, a4
    add a3, a3, a4
    srli    a5, a3, 1
    mv  a3, a4
    bgeu    a5, a4, .LBB0_2
    divu    a3, a2, a5
    add a3, a3, a5
    srli    a4, a3, 1
    mv  a3, a5
    bgeu    a4, a5, .LBB0_2
    divu    a3, a2, a4
    add a3, a3, a4
    srli    a5, a3, 1
    mv  a3, a4
    bgeu    a5, a4, .LBB0_2
    divu    a3, a2, a5
    add a3, a3, a5
    srli    a4, a3, 1
    mv  a3, a5
    bgeu    a4, a5, .LBB0_2
    divu    a3, a2, a4
    add a3, a3, a4
    srli    a5, a3, 1
    mv  a3, a4
    bgeu    a5, a4, .LBB0_2
    divu    a2, a2, a5
    add a2, a2, a5
    srli    a2, a2, 1
    minu    a3, a2, a5
    j   .LBB0_2
.LBB0_15:
    ret
.Lfunc_end0:
