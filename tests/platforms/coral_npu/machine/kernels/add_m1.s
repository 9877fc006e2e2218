    .text
    .globl  kernel
    .p2align    2
kernel:
    li  a3, 256
.LBB0_1:
    vsetvli a4, a3, e32, m1, ta, ma
    vle32.v v8, (a0)
    vle32.v v9, (a1)
    sub a3, a3, a4
    vadd.vv v8, v8, v9
    vse32.v v8, (a2)
    slli    a4, a4, 2
    add a0, a0, a4
    add a1, a1, a4
    add a2, a2, a4
    bnez    a3, .LBB0_1
    ret
.Lfunc_end0:
