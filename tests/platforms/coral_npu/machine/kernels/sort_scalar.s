    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    a1, a0, 4
    li  a2, 1
    li  a3, 2
    li  a4, 40
    li  a5, 1
    j   .LBB0_3
.LBB0_1:
    addi    a7, a7, -1
.LBB0_2:
    slli    a7, a7, 2
    addi    a5, a5, 1
    addi    a3, a3, 1
    add a7, a0, a7
    sw  a6, 0(a7)
    addi    a1, a1, 4
    beq a5, a4, .LBB0_7
.LBB0_3:
    slli    a6, a5, 2
    add a6, a0, a6
    lw  a6, 0(a6)
    mv  t0, a1
    mv  a7, a3
.LBB0_4:
    lw  t1, -4(t0)
    bge a6, t1, .LBB0_1
    sw  t1, 0(t0)
    addi    a7, a7, -1
    addi    t0, t0, -4
    blt a2, a7, .LBB0_4
    li  a7, 0
    j   .LBB0_2
.LBB0_7:
    ret
.Lfunc_end0:
