    .text
    .globl  kernel
    .p2align    2
kernel:
    li  a2, 0
    li  a3, 64
    vsetvli a4, zero, e32, m2, ta, ma
    vmv.v.i v8, 0
.LBB0_1:
    vsetvli a4, a3, e16, m1, ta, ma
    add a5, a0, a2
    vle8.v  v10, (a5)
    add a5, a1, a2
    vle8.v  v11, (a5)
    sub a3, a3, a4
    vsext.vf2   v12, v10
    vsext.vf2   v10, v11
    vsetvli zero, zero, e16, m1, tu, ma
    vwmacc.vv   v8, v10, v12
    add a2, a4, a2
    bnez    a3, .LBB0_1
    vsetvli a0, zero, e32, m2, ta, ma
    vmv.s.x v10, zero
    vredsum.vs  v8, v8, v10
    vmv.x.s a0, v8
    ret
.Lfunc_end0:
