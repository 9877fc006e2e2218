    .text
    .globl  kernel
    .p2align    2
kernel:
    li  a3, 0
    li  a4, -128
    vsetvli a5, zero, e32, m2, ta, ma
    vmv.v.x v8, a4
    li  a4, 64
.LBB0_1:
    vsetvli a5, a4, e32, m2, ta, ma
    add a6, a0, a3
    vle8.v  v12, (a6)
    sub a4, a4, a5
    vsext.vf4   v10, v12
    vsetvli zero, zero, e32, m2, tu, ma
    vmax.vv v8, v8, v10
    add a3, a5, a3
    bnez    a4, .LBB0_1
    vsetvli a3, zero, e32, m2, ta, ma
    vredmax.vs  v8, v8, v8
    li  a5, 64
    vmv.x.s a3, v8
    vmv.v.i v8, 0
    vmv.v.x v10, a3
.LBB0_3:
    vsetvli a6, a5, e16, m1, ta, ma
    add a7, a0, a4
    vle8.v  v12, (a7)
    vsext.vf2   v14, v12
    vwsub.wv    v12, v10, v14
    vsetvli zero, zero, e32, m2, ta, ma
    vadd.vv v12, v12, v12
    vsetvli zero, zero, e16, m1, ta, ma
    vluxei32.v  v14, (a1), v12
    sub a5, a5, a6
    vsetvli zero, zero, e16, m1, tu, ma
    vwaddu.wv   v8, v8, v14
    add a4, a6, a4
    bnez    a5, .LBB0_3
    vsetvli a4, zero, e32, m2, ta, ma
    vmv.s.x v10, zero
    vredsum.vs  v8, v8, v10
    vmv.x.s a4, v8
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
