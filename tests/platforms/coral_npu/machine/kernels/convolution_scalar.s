    .text
    .globl  kernel
    .p2align    2
kernel:
    addi    sp, sp, -176
    sw  ra, 172(sp)
    sw  s0, 168(sp)
    sw  s1, 164(sp)
    sw  s2, 160(sp)
    sw  s3, 156(sp)
    sw  s4, 152(sp)
    sw  s5, 148(sp)
    sw  s6, 144(sp)
    sw  s7, 140(sp)
    sw  s8, 136(sp)
    sw  s9, 132(sp)
    sw  s10, 128(sp)
    sw  s11, 124(sp)
    mv  s6, a2
    sw  a0, 12(sp)
    li  a3, 0
    addi    a0, a1, 72
    sw  a0, 8(sp)
    sw  a2, 16(sp)
.LBB0_1:
    li  a5, 0
    slli    a0, a3, 7
    slli    a1, a3, 1
    sw  a3, 4(sp)
    slli    a2, a3, 3
    addi    a0, a0, 16
    sw  a0, 32(sp)
    add a1, a2, a1
    addi    a0, a1, 10
    sw  a0, 24(sp)
    sw  a1, 28(sp)
    addi    a1, a1, 20
    sw  a1, 20(sp)
    sw  s6, 0(sp)
.LBB0_2:
    slli    a0, a5, 4
    lw  a1, 28(sp)
    add a1, a1, a5
    lw  a2, 24(sp)
    add a2, a2, a5
    sw  a5, 40(sp)
    lw  a3, 20(sp)
    add a3, a3, a5
    lw  a4, 32(sp)
    add a0, a4, a0
    slli    a1, a1, 2
    slli    a2, a2, 2
    slli    a3, a3, 2
    lw  a4, 16(sp)
    add a0, a4, a0
    sw  a0, 44(sp)
    lw  s0, 12(sp)
    add t5, s0, a1
    add t6, s0, a2
    add s0, s0, a3
    lw  s1, 8(sp)
    sw  s6, 36(sp)
.LBB0_3:
    lb  a0, 0(t5)
    sw  a0, 120(sp)
    lb  a0, 1(t5)
    sw  a0, 116(sp)
    lb  a0, 2(t5)
    sw  a0, 112(sp)
    lb  a0, 3(t5)
    sw  a0, 108(sp)
    lb  a6, -72(s1)
    lb  a7, -68(s1)
    lb  t0, -64(s1)
    lb  t1, -60(s1)
    lb  a0, 4(t5)
    sw  a0, 100(sp)
    lb  t2, 5(t5)
    lb  t3, 6(t5)
    lb  t4, 7(t5)
    lb  s11, -56(s1)
    lb  s3, -52(s1)
    lb  s4, -48(s1)
    lb  s5, -44(s1)
    lb  a0, 8(t5)
    sw  a0, 88(sp)
    lb  s9, 9(t5)
    lb  s7, 10(t5)
    lb  ra, 11(t5)
    lb  s8, -40(s1)
    lb  a4, -36(s1)
    lb  a1, -32(s1)
    lb  a2, -28(s1)
    lb  a5, 0(t6)
    lb  a3, 1(t6)
    lb  a0, 2(t6)
    lb  s2, 3(t6)
    lw  s10, 120(sp)
    mul a6, a6, s10
    sw  a6, 120(sp)
    lw  a6, 116(sp)
    mul a6, a7, a6
    sw  a6, 116(sp)
    lw  a6, 112(sp)
    mul a6, t0, a6
    sw  a6, 112(sp)
    lw  a6, 108(sp)
    mul a6, t1, a6
    sw  a6, 104(sp)
    lb  a6, -24(s1)
    lb  a7, -20(s1)
    lb  t0, -16(s1)
    lb  t1, -12(s1)
    lw  s10, 100(sp)
    mul s10, s11, s10
    sw  s10, 100(sp)
    mul t2, s3, t2
    sw  t2, 96(sp)
    mul t2, s4, t3
    sw  t2, 108(sp)
    mul t2, s5, t4
    sw  t2, 92(sp)
    lb  t2, 4(t6)
    lb  t3, 5(t6)
    lb  t4, 6(t6)
    lb  s10, 7(t6)
    lw  s3, 88(sp)
    mul s3, s8, s3
    sw  s3, 72(sp)
    mul a4, a4, s9
    sw  a4, 80(sp)
    mul a1, a1, s7
    sw  a1, 88(sp)
    mul a1, a2, ra
    sw  a1, 64(sp)
    lb  a1, -8(s1)
    lb  a2, -4(s1)
    lb  a4, 0(s1)
    lb  ra, 4(s1)
    mul a5, a6, a5
    sw  a5, 60(sp)
    mul a3, a7, a3
    sw  a3, 68(sp)
    mul a0, t0, a0
    sw  a0, 76(sp)
    mul a0, t1, s2
    sw  a0, 84(sp)
    lb  a0, 8(t6)
    lb  a3, 9(t6)
    lb  a5, 10(t6)
    lb  t0, 11(t6)
    mul s2, a1, t2
    mul t3, a2, t3
    mul s8, a4, t4
    mul a1, ra, s10
    sw  a1, 52(sp)
    lb  a1, 8(s1)
    lb  a2, 12(s1)
    lb  a4, 16(s1)
    lb  ra, 20(s1)
    mul a0, a1, a0
    sw  a0, 48(sp)
    mul a0, a2, a3
    sw  a0, 56(sp)
    mul t4, a4, a5
    mul t2, ra, t0
    lb  a0, 0(s0)
    lb  a2, 1(s0)
    lb  a3, 2(s0)
    lb  a5, 3(s0)
    lb  a1, 24(s1)
    lb  t0, 28(s1)
    lb  ra, 32(s1)
    lb  s9, 36(s1)
    mul a6, a1, a0
    mul a7, t0, a2
    mul t1, ra, a3
    mul a5, s9, a5
    lb  a0, 4(s0)
    lb  t0, 5(s0)
    lb  s9, 6(s0)
    lb  ra, 7(s0)
    lb  s7, 40(s1)
    lb  s11, 44(s1)
    lb  s3, 48(s1)
    lb  s4, 52(s1)
    mul a4, s7, a0
    mul t0, s11, t0
    mul s3, s3, s9
    mul s4, s4, ra
    lb  s7, 8(s0)
    lb  s9, 9(s0)
    lb  s11, 10(s0)
    lb  ra, 11(s0)
    lb  a0, 56(s1)
    lb  a1, 60(s1)
    lb  a2, 64(s1)
    lb  a3, 68(s1)
    mul a0, a0, s7
    mul a1, a1, s9
    mul a2, a2, s11
    mul a3, a3, ra
    lw  s7, 120(sp)
    lw  s5, 116(sp)
    add s7, s5, s7
    lw  s9, 112(sp)
    lw  s5, 104(sp)
    add s9, s5, s9
    lw  s11, 100(sp)
    lw  s5, 96(sp)
    add s11, s5, s11
    lw  ra, 92(sp)
    lw  s5, 72(sp)
    add ra, s5, ra
    lw  s5, 64(sp)
    lw  s10, 60(sp)
    add s5, s10, s5
    add t3, t3, s2
    add t2, t2, t4
    add t0, s3, t0
    add s7, s9, s7
    lw  t4, 108(sp)
    add s11, t4, s11
    lw  t4, 80(sp)
    add ra, t4, ra
    lw  t4, 68(sp)
    add s5, t4, s5
    add t3, s8, t3
    add a6, a6, t2
    add t0, s4, t0
    add s7, s11, s7
    lw  t2, 88(sp)
    add ra, t2, ra
    lw  t2, 76(sp)
    add s5, t2, s5
    lw  t2, 52(sp)
    add t3, t2, t3
    add a6, a7, a6
    add a0, a0, t0
    add s7, ra, s7
    lw  a7, 84(sp)
    add s5, a7, s5
    lw  a7, 48(sp)
    add t3, a7, t3
    add a6, t1, a6
    add a0, a1, a0
    add s5, s5, s7
    lw  a1, 56(sp)
    add t3, a1, t3
    add a5, a5, a6
    add a0, a2, a0
    add t3, t3, s5
    add a4, a4, a5
    add a0, a3, a0
    add a4, a4, t3
    add a0, a0, a4
    sw  a0, 0(s6)
    addi    s6, s6, 4
    addi    s1, s1, 1
    lw  a0, 44(sp)
    bne s6, a0, .LBB0_3
    lw  a5, 40(sp)
    addi    a5, a5, 1
    lw  s6, 36(sp)
    addi    s6, s6, 16
    li  a0, 8
    bne a5, a0, .LBB0_2
    lw  a3, 4(sp)
    addi    a3, a3, 1
    lw  s6, 0(sp)
    addi    s6, s6, 128
    li  a0, 8
    bne a3, a0, .LBB0_1
    lw  ra, 172(sp)
    lw  s0, 168(sp)
    lw  s1, 164(sp)
    lw  s2, 160(sp)
    lw  s3, 156(sp)
    lw  s4, 152(sp)
    lw  s5, 148(sp)
    lw  s6, 144(sp)
    lw  s7, 140(sp)
    lw  s8, 136(sp)
    lw  s9, 132(sp)
    lw  s10, 128(sp)
    lw  s11, 124(sp)
    addi    sp, sp, 176
    ret
.Lfunc_end0:
