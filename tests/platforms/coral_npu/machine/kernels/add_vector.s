    .text
    .globl  kernel
    .p2align    2
kernel:
    csrr    a3, vlenb
    slli    a3, a3, 1
    sub a4, a2, a0
    bltu    a4, a3, .LBB0_4
    sub a4, a2, a1
    bltu    a4, a3, .LBB0_4
    li  a3, 0
    li  a4, 256
.LBB0_3:
    vsetvli a5, a4, e32, m2, ta, ma
    slli    a6, a3, 2
    add a7, a0, a6
    vle32.v v8, (a7)
    add a7, a1, a6
    vle32.v v10, (a7)
    add a6, a2, a6
    sub a4, a4, a5
    vadd.vv v8, v10, v8
    vse32.v v8, (a6)
    add a3, a5, a3
    bnez    a4, .LBB0_3
    j   .LBB0_6
.LBB0_4:
    addi    a3, a2, 1024
.LBB0_5:
    lw  a4, 0(a0)
    lw  a5, 0(a1)
    add a4, a5, a4
    sw  a4, 0(a2)
    addi    a2, a2, 4
    addi    a1, a1, 4
    addi    a0, a0, 4
    bne a2, a3, .LBB0_5
.LBB0_6:
    ret
.Lfunc_end0:
