    .text
    .globl  kernel
    .p2align    2
kernel:
    csrr    a2, vlenb
    slli    a2, a2, 1
    sub a3, a1, a0
    bgeu    a3, a2, .LBB0_3
    addi    a2, a1, 1024
.LBB0_2:
    lb  a3, 0(a0)
    max a3, a3, zero
    sb  a3, 0(a1)
    addi    a1, a1, 1
    addi    a0, a0, 1
    bne a1, a2, .LBB0_2
    j   .LBB0_5
.LBB0_3:
    li  a2, 0
    li  a3, 1024
.LBB0_4:
    vsetvli a4, a3, e8, m2, ta, ma
    add a5, a0, a2
    vle8.v  v8, (a5)
    add a5, a1, a2
    sub a3, a3, a4
    vmax.vx v8, v8, zero
    vse8.v  v8, (a5)
    add a2, a4, a2
    bnez    a3, .LBB0_4
.LBB0_5:
    ret
.Lfunc_end0:
