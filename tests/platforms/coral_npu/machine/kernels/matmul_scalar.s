    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    sp, sp, -64
    sw  ra, 60(sp)
    sw  s0, 56(sp)
    sw  s1, 52(sp)
    sw  s2, 48(sp)
    sw  s3, 44(sp)
    sw  s4, 40(sp)
    sw  s5, 36(sp)
    sw  s6, 32(sp)
    sw  s7, 28(sp)
    sw  s8, 24(sp)
    sw  s9, 20(sp)
    sw  s10, 16(sp)
    sw  s11, 12(sp)
    sw  a0, 8(sp)
    li  a3, 0
    addi    a0, a1, 128
    mv  a5, a2
.LBB0_1:
    slli    a6, a3, 6
    slli    a7, a3, 4
    add a6, a6, a2
    addi    a6, a6, 64
    lw  a1, 8(sp)
    add a7, a1, a7
    mv  t0, a0
    mv  t1, a5
.LBB0_2:
    lb  t2, 0(a7)
    lb  t3, 1(a7)
    lb  t4, 2(a7)
    lb  t5, 3(a7)
    lb  t6, -128(t0)
    lb  s0, -112(t0)
    lb  s1, -96(t0)
    lb  s2, -80(t0)
    lb  s3, 4(a7)
    lb  s4, 5(a7)
    lb  s5, 6(a7)
    lb  s6, 7(a7)
    lb  s7, -64(t0)
    lb  s8, -48(t0)
    lb  s9, -32(t0)
    lb  s10, -16(t0)
    lb  s11, 8(a7)
    lb  ra, 9(a7)
    lb  a4, 10(a7)
    lb  a1, 11(a7)
    mul t2, t6, t2
    mul t3, s0, t3
    mul t4, s1, t4
    mul t5, s2, t5
    lb  t6, 0(t0)
    lb  s0, 16(t0)
    lb  s1, 32(t0)
    lb  s2, 48(t0)
    mul s3, s7, s3
    mul s4, s8, s4
    mul s5, s9, s5
    mul s6, s10, s6
    lb  s7, 12(a7)
    lb  s8, 13(a7)
    lb  s9, 14(a7)
    lb  s10, 15(a7)
    mul t6, t6, s11
    mul s0, s0, ra
    mul a4, s1, a4
    mul a1, s2, a1
    lb  s1, 64(t0)
    lb  s2, 80(t0)
    lb  s11, 96(t0)
    lb  ra, 112(t0)
    mul s1, s1, s7
    mul s2, s2, s8
    mul s7, s11, s9
    mul s8, ra, s10
    add t2, t3, t2
    add t4, t5, t4
    add s3, s4, s3
    add t6, t6, s6
    add a1, s1, a1
    add t2, t4, t2
    add s3, s5, s3
    add t6, s0, t6
    add a1, s2, a1
    add t2, s3, t2
    add a4, a4, t6
    add a1, s7, a1
    add a4, a4, t2
    add a1, s8, a1
    add a1, a1, a4
    sw  a1, 0(t1)
    addi    t1, t1, 4
    addi    t0, t0, 1
    bne t1, a6, .LBB0_2
    addi    a3, a3, 1
    addi    a5, a5, 64
    li  a1, 16
    bne a3, a1, .LBB0_1
    lw  ra, 60(sp)
    lw  s0, 56(sp)
    lw  s1, 52(sp)
    lw  s2, 48(sp)
    lw  s3, 44(sp)
    lw  s4, 40(sp)
    lw  s5, 36(sp)
    lw  s6, 32(sp)
    lw  s7, 28(sp)
    lw  s8, 24(sp)
    lw  s9, 20(sp)
    lw  s10, 16(sp)
    lw  s11, 12(sp)
    addi    sp, sp, 64
    ret
.Lfunc_end0:
