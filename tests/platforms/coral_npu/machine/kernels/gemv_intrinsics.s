    .text
    .globl  kernel
    .p2align    2
kernel:
    li  a3, 64
    vsetvli zero, a3, e8, m4, ta, ma
    vle8.v  v8, (a1)
    vsetivli    zero, 1, e32, m1, ta, ma
    vmv.s.x v12, zero
    addi    a1, a2, 256
.LBB0_1:
    vsetvli zero, a3, e8, m4, ta, ma
    vle8.v  v24, (a0)
    vwmul.vv    v16, v24, v8
    vsetvli zero, zero, e16, m8, ta, ma
    vwredsum.vs v13, v16, v12
    vsetivli    zero, 1, e32, m1, ta, ma
    vse32.v v13, (a2)
    addi    a2, a2, 4
    addi    a0, a0, 64
    bne a2, a1, .LBB0_1
    ret
.Lfunc_end0:
