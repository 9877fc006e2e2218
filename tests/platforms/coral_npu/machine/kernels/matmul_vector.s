    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    sp, sp, -32
    sw  s0, 28(sp)
    sw  s1, 24(sp)
    csrr    a3, vlenb
    li  a4, 10
    mul a3, a3, a4
    sub sp, sp, a3
    li  a3, 0
    addi    a4, a2, 1024
    addi    a5, a0, 256
    sltu    a5, a2, a5
    sltu    a6, a0, a4
    and a5, a5, a6
    addi    a6, a1, 256
    sltu    a6, a2, a6
    sltu    a4, a1, a4
    and a6, a6, a4
    li  a4, 16
    or  a5, a5, a6
    mv  a6, a2
    j   .LBB0_2
.LBB0_1:
    addi    a3, a3, 1
    addi    a6, a6, 64
    beq a3, a4, .LBB0_7
.LBB0_2:
    slli    a7, a3, 6
    slli    t1, a3, 4
    add a7, a2, a7
    add t1, a0, t1
    beqz    a5, .LBB0_5
    addi    a7, a7, 64
    mv  t0, a1
    mv  t2, a6
.LBB0_4:
    vsetivli    zero, 16, e16, m2, ta, ma
    vle8.v  v8, (t1)
    vlse8.v v9, (t0), a4
    vsext.vf2   v12, v8
    vsext.vf2   v14, v9
    vwmul.vv    v8, v14, v12
    vsetvli zero, zero, e32, m4, ta, ma
    vmv.s.x v12, zero
    vredsum.vs  v8, v8, v12
    vsetivli    zero, 1, e32, m1, ta, ma
    vse32.v v8, (t2)
    addi    t2, t2, 4
    addi    t0, t0, 1
    bne t2, a7, .LBB0_4
    j   .LBB0_1
.LBB0_5:
    li  t0, 0
    lbu t2, 15(t1)
    lbu t3, 14(t1)
    lbu t4, 13(t1)
    lbu t5, 12(t1)
    vsetvli t6, zero, e8, mf2, ta, ma
    vmv.v.x v8, t2
    lbu t2, 8(t1)
    lbu t6, 9(t1)
    lbu s0, 10(t1)
    lbu s1, 11(t1)
    vmv.v.x v9, t3
    vmv.v.x v10, t4
    vmv.v.x v11, t5
    vmv.v.x v7, s1
    lbu t3, 4(t1)
    lbu t4, 5(t1)
    lbu t5, 6(t1)
    lbu s1, 7(t1)
    vmv.v.x v30, s0
    vmv.v.x v28, t6
    vmv.v.x v26, t2
    vmv.v.x v24, s1
    lbu t2, 0(t1)
    lbu t6, 1(t1)
    lbu s0, 2(t1)
    lbu t1, 3(t1)
    vmv.v.x v22, t5
    vmv.v.x v20, t4
    vmv.v.x v18, t3
    vmv.v.x v16, t1
    vmv.v.x v14, s0
    vmv.v.x v12, t6
    vmv.v.x v13, t2
    vsetvli zero, zero, e32, m2, ta, ma
    vsext.vf4   v4, v13
    csrr    t1, vlenb
    slli    t1, t1, 3
    add t1, sp, t1
    addi    t1, t1, 16
    vs2r.v  v4, (t1)
    vsext.vf4   v4, v12
    csrr    t1, vlenb
    li  t2, 6
    mul t1, t1, t2
    add t1, sp, t1
    addi    t1, t1, 16
    vs2r.v  v4, (t1)
    vsext.vf4   v12, v14
    csrr    t1, vlenb
    slli    t1, t1, 2
    add t1, sp, t1
    addi    t1, t1, 16
    vs2r.v  v12, (t1)
    vsext.vf4   v12, v16
    csrr    t1, vlenb
    slli    t1, t1, 1
    add t1, sp, t1
    addi    t1, t1, 16
    vs2r.v  v12, (t1)
    vsext.vf4   v12, v18
    addi    t1, sp, 16
    vs2r.v  v12, (t1)
    vsext.vf4   v18, v20
    vsext.vf4   v20, v22
    vsext.vf4   v22, v24
    vsext.vf4   v24, v26
    vsext.vf4   v26, v28
    vsext.vf4   v28, v30
    vsext.vf4   v30, v7
    vsext.vf4   v6, v11
    vsext.vf4   v4, v10
    vsext.vf4   v2, v9
    vsext.vf4   v0, v8
    li  t1, 16
.LBB0_6:
    vsetvli t2, t1, e32, m2, ta, ma
    add t3, a1, t0
    vle8.v  v10, (t3)
    addi    t4, t3, 16
    vle8.v  v12, (t4)
    addi    t4, t3, 32
    vle8.v  v13, (t4)
    addi    t4, t3, 48
    vle8.v  v14, (t4)
    addi    t4, t3, 64
    vsext.vf4   v8, v10
    vsext.vf4   v10, v12
    csrr    t5, vlenb
    li  t6, 6
    mul t5, t5, t6
    add t5, sp, t5
    addi    t5, t5, 16
    vl2r.v  v16, (t5)
    vmul.vv v10, v10, v16
    csrr    t5, vlenb
    slli    t5, t5, 3
    add t5, sp, t5
    addi    t5, t5, 16
    vl2r.v  v16, (t5)
    vmacc.vv    v10, v16, v8
    vle8.v  v12, (t4)
    addi    t4, t3, 80
    vsext.vf4   v8, v13
    csrr    t5, vlenb
    slli    t5, t5, 2
    add t5, sp, t5
    addi    t5, t5, 16
    vl2r.v  v16, (t5)
    vmadd.vv    v8, v16, v10
    vle8.v  v13, (t4)
    addi    t4, t3, 96
    vsext.vf4   v10, v14
    csrr    t5, vlenb
    slli    t5, t5, 1
    add t5, sp, t5
    addi    t5, t5, 16
    vl2r.v  v14, (t5)
    vmadd.vv    v10, v14, v8
    vle8.v  v14, (t4)
    addi    t4, t3, 112
    vsext.vf4   v8, v12
    addi    t5, sp, 16
    vl2r.v  v16, (t5)
    vmadd.vv    v8, v16, v10
    vle8.v  v12, (t4)
    addi    t4, t3, 128
    vsext.vf4   v10, v13
    vmadd.vv    v10, v18, v8
    vle8.v  v13, (t4)
    addi    t4, t3, 144
    vsext.vf4   v8, v14
    vmadd.vv    v8, v20, v10
    vle8.v  v14, (t4)
    addi    t4, t3, 160
    vsext.vf4   v10, v12
    vmadd.vv    v10, v22, v8
    vle8.v  v12, (t4)
    addi    t4, t3, 176
    vsext.vf4   v8, v13
    vmadd.vv    v8, v24, v10
    vle8.v  v13, (t4)
    addi    t4, t3, 192
    vsext.vf4   v10, v14
    vmadd.vv    v10, v26, v8
    vle8.v  v14, (t4)
    addi    t4, t3, 208
    vsext.vf4   v8, v12
    vmadd.vv    v8, v28, v10
    vle8.v  v12, (t4)
    addi    t4, t3, 224
    addi    t3, t3, 240
    vsext.vf4   v10, v13
    vmadd.vv    v10, v30, v8
    vle8.v  v13, (t4)
    vsext.vf4   v8, v14
    vmadd.vv    v8, v6, v10
    vle8.v  v14, (t3)
    vsext.vf4   v10, v12
    vmadd.vv    v10, v4, v8
    vsext.vf4   v8, v13
    vmadd.vv    v8, v2, v10
    vsext.vf4   v10, v14
    vmadd.vv    v10, v0, v8
    slli    t3, t0, 2
    add t3, a7, t3
    vse32.v v10, (t3)
    sub t1, t1, t2
    add t0, t2, t0
    bnez    t1, .LBB0_6
    j   .LBB0_1
.LBB0_7:
    csrr    a0, vlenb
    li  a1, 10
    mul a0, a0, a1
    add sp, sp, a0
    lw  s0, 28(sp)
    lw  s1, 24(sp)
    addi    sp, sp, 32
    ret
.Lfunc_end0:
