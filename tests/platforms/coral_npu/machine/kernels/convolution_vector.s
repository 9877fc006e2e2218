    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    sp, sp, -32
    sw  s0, 28(sp)
    sw  s1, 24(sp)
    sw  s2, 20(sp)
    sw  s3, 16(sp)
    sw  s4, 12(sp)
    li  a3, 0
    lui a5, 69905
    lui a6, 1
    li  a4, 4
    addi    a5, a5, 273
    addi    a6, a6, 273
    vsetivli    zero, 1, e32, m1, ta, ma
    vmv.s.x v8, a5
    vmv.s.x v9, a6
    li  a5, 8
    mv  a6, a0
.LBB0_1:
    li  a7, 0
    slli    t0, a3, 3
    slli    t1, a3, 5
    slli    t2, a3, 7
    add t0, t1, t0
    addi    t0, t0, 120
    add t1, a2, t2
    mv  t2, a6
.LBB0_2:
    li  t3, 0
    slli    t4, a7, 2
    slli    t5, a7, 4
    add t4, t0, t4
    add t4, a0, t4
    add t5, t1, t5
    mv  t6, a1
.LBB0_3:
    li  s0, 0
    mv  s1, t2
    mv  s2, t6
    vsetivli    zero, 8, e32, m2, ta, ma
.LBB0_4:
    vmv1r.v v0, v8
    addi    s3, s1, 8
    vle8.v  v12, (s1)
    vsetivli    zero, 29, e8, m2, ta, ma
    vle8.v  v10, (s2), v0.t
    addi    s4, s2, 32
    vsetivli    zero, 4, e8, mf4, ta, ma
    vle8.v  v13, (s3)
    vmv1r.v v0, v9
    vsetivli    zero, 13, e8, m1, ta, ma
    vle8.v  v14, (s4), v0.t
    vsetivli    zero, 8, e16, m1, ta, ma
    vsext.vf2   v15, v12
    vnsrl.wi    v12, v10, 0
    vsetvli zero, zero, e8, mf2, ta, ma
    vnsrl.wi    v10, v12, 0
    vsetivli    zero, 4, e16, mf2, ta, ma
    vsext.vf2   v16, v13
    vnsrl.wi    v11, v14, 0
    vsetivli    zero, 8, e16, m1, ta, ma
    vsext.vf2   v12, v10
    vsetivli    zero, 4, e8, mf4, ta, ma
    vnsrl.wi    v13, v11, 0
    vsetivli    zero, 8, e16, m1, ta, ma
    vwmul.vv    v10, v12, v15
    vsetivli    zero, 4, e16, mf2, ta, ma
    vsext.vf2   v14, v13
    vmv1r.v v12, v10
    vwmacc.vv   v12, v14, v16
    vsetvli zero, zero, e32, m1, ta, ma
    vmv.s.x v13, s0
    addi    s1, s1, 40
    vsetivli    zero, 4, e32, m2, tu, ma
    vmv.v.v v10, v12
    vsetivli    zero, 8, e32, m2, ta, ma
    vredsum.vs  v10, v10, v13
    vmv.x.s s0, v10
    addi    s2, s2, 48
    bne s1, t4, .LBB0_4
    slli    s1, t3, 2
    addi    t3, t3, 1
    add s1, t5, s1
    sw  s0, 0(s1)
    addi    t6, t6, 1
    bne t3, a4, .LBB0_3
    addi    a7, a7, 1
    addi    t2, t2, 4
    bne a7, a5, .LBB0_2
    addi    a3, a3, 1
    addi    a6, a6, 40
    bne a3, a5, .LBB0_1
    lw  s0, 28(sp)
    lw  s1, 24(sp)
    lw  s2, 20(sp)
    lw  s3, 16(sp)
    lw  s4, 12(sp)
    addi    sp, sp, 32
    ret
.Lfunc_end0:
