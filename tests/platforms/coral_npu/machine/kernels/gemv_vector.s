    .text
    .globl  kernel
    .p2align    2
kernel:
    li  a3, 0
    vsetvli a4, zero, e32, m2, ta, ma
    vmv.v.i v8, 0
    vmv.s.x v12, zero
    li  a4, 64
.LBB0_1:
    li  a5, 0
    slli    a6, a3, 6
    vsetivli    zero, 1, e8, m1, ta, ma
    vmv2r.v v10, v8
    add a6, a0, a6
    li  a7, 64
.LBB0_2:
    vsetvli t0, a7, e16, m1, ta, ma
    add t1, a6, a5
    vle8.v  v13, (t1)
    add t1, a1, a5
    vle8.v  v14, (t1)
    sub a7, a7, t0
    vsext.vf2   v15, v13
    vsext.vf2   v13, v14
    vsetvli zero, zero, e16, m1, tu, ma
    vwmacc.vv   v10, v13, v15
    add a5, t0, a5
    bnez    a7, .LBB0_2
    vsetvli a5, zero, e32, m2, ta, ma
    vredsum.vs  v10, v10, v12
    slli    a5, a3, 2
    add a5, a2, a5
    addi    a3, a3, 1
    vsetivli    zero, 1, e32, m1, ta, ma
    vse32.v v10, (a5)
    bne a3, a4, .LBB0_1
    ret
.Lfunc_end0:
