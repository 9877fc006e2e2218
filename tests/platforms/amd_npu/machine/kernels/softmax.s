.globl kernel
.p2align 4
kernel:
lda p1, [p0, #0] ; movxm r3, #462592
lda p2, [p0, #4] ; movxm r4, #454400
lda p3, [p0, #0] ; movxm r16, #0xcccc
lda p5, [p0, #4] ; movx r5, #12 ; vbcst.32 x9, r3
movx r1, #60 ; vbcst.32 x10, r4
movxm r3, #462848
movxm r4, #454656
movx r2, #2 ; vsub.32 x8, x8, x8
movx crRnd, r5 ; vsel.32 x2, x9, x10, r16
movx r7, #28 ; vbcst.32 x9, r3
movx r6, #4 ; vbcst.32 x10, r4
movxm r3, #2040
mov s0, #3 ; movx r9, #-3
mov s1, #11 ; movx r10, #5
movxm r8, #127
movx r11, #7 ; vsel.32 x3, x9, x10, r16
movx r12, #1 ; vbcst.32 x1, r3
movxm r13, #465920
movxm r14, #254
movx r25, #7 ; vmov wh9, wh8
movx r26, #32
movx r28, #16
movx r29, #8
movx r30, #4
movx r31, #2
movxm r16, #0
.Lrow:
vlda wl0, [p1], #32 ; vmov bmh6, x8 ; movx r19, #4
vlda wh0, [p1], #32
vlda wl4, [p1], #32
vlda wh4, [p1], #32
nop
nop
nop
nop
nop
nop
vmax_lt.bf16 x0, r18, x0, x4
vshift x4, x0, x0, r26
vmax_lt.bf16 x0, r18, x0, x4
vshift x4, x0, x0, r28
vmax_lt.bf16 x0, r18, x0, x4
vshift x4, x0, x0, r29
vmax_lt.bf16 x0, r18, x0, x4
vshift x4, x0, x0, r30
vmax_lt.bf16 x0, r18, x0, x4
vshift x4, x0, x0, r31
vmax_lt.bf16 x0, r18, x0, x4
vextbcst.16 x7, x0, #0
vconv.fp32.bf16 bmh7, wl7
nop
.Lgroup:
vlda.conv.fp32.bf16 bml0, [p3], #32 ; add r19, r19, #-1
nop
nop
nop
nop
vsub.f bml0, bml0, bmh7, r7
nop
nop
nop
nop
nop
vconv.bf16.fp32 wl0, bml0
nop
vfloor.s32.bf16 x4, wl0, s1
vfloor.s32.bf16 x0, wl0, s0
vband x5, x4, x1
vadd.32 x4, x2, x0
vadd.32 x0, x3, x5
vldb.4x32.lo wl0, wl4
vldb.4x32.hi wh0, wl4
vldb.4x32.lo wl4, wh4
vldb.4x32.hi wh4, wh4
vldb.4x32.lo wl4, wl0
vldb.4x32.hi wh4, wl0
vldb.4x32.lo wl5, wh0
vldb.4x32.hi wh5, wh0
nop
nop
vshuffle x5, x0, x4, r2
vshuffle x0, x5, x8, r2
nop
nop
vshuffle x4, x4, x5, r2
vshuffle x5, x4, x8, r2
nop
vmul.f bml0, x0, x5, r1
nop
nop
nop
nop
vadd.f bmh6, bmh6, bml0, r7
vst.conv.bf16.fp32 bml0, [p2], #32
jnz r19, #.Lgroup
nop
nop
nop
nop
nop
vmov x0, bmh6 ; movx r21, #-7 ; vlda wl9, [p5, #0]
vshift x4, x0, x0, r26
vmov bml0, x4
vadd.f bml0, bmh6, bml0, r7 ; movxm r22, #16256
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x4, x0, x0, r28
vmov bmh0, x4
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x4, x0, x0, r29
vmov bmh0, x4
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x4, x0, x0, r30
vmov bmh0, x4
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
nop
nop
vconv.bf16.fp32 wl7, bml0
nop
vextract.d16 r0, x7, r16
nop
and r17, r0, r8
lshl r18, r17, r9
and r20, r17, r11
lshl r18, r18, r10
lshl r20, r20, r12
add r18, r18, r20
add r18, r18, r13
mov p4, r18 ; lshl r21, r0, r21
lda.u16 r20, [p4, #0] ; lshl r21, r21, r25
sub r21, r22, r21
nop
nop
nop
nop
nop
add r21, r20, r21
vbcst.16 x0, r21 ; add r6, r6, #-1
nop
vmul.f bml0, x9, x0, r1
nop
nop
nop
nop
nop
vst.conv.bf16.fp32 bml0, [p5], #32
nop
nop
vlda wl9, [p5, #0]
nop
nop
nop
nop
nop
nop
vmul.f bml0, x9, x0, r1
nop
nop
nop
nop
nop
vst.conv.bf16.fp32 bml0, [p5], #32
nop
nop
vlda wl9, [p5, #0]
nop
nop
nop
nop
nop
nop
vmul.f bml0, x9, x0, r1
nop
nop
nop
nop
nop
vst.conv.bf16.fp32 bml0, [p5], #32
nop
nop
vlda wl9, [p5, #0]
nop
nop
nop
nop
nop
nop
vmul.f bml0, x9, x0, r1
nop
nop
nop
nop
nop
vst.conv.bf16.fp32 bml0, [p5], #32
nop
jnz r6, #.Lrow
nop
nop
nop
nop
nop
ret lr
nop
nop
nop
nop
nop
