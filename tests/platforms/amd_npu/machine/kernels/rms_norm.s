.globl kernel
.p2align 4
kernel:
lda p1, [p0, #0] ; movxm r3, #975685036
lda p2, [p0, #4] ; movx r5, #12 ; vsub.32 x8, x8, x8
lda p3, [p0, #0] ; movx r1, #60 ; vbcst.32 x9, r3
movx r2, #61 ; vmov bmh8, x9
movx crRnd, r5 ; vmov wh9, wh8
movx r6, #4
movx r7, #28
movxm r8, #255
movx r9, #-3
movx r10, #5
movx r11, #7
movx r12, #1
movxm r13, #464896
movx r14, #127
movx r15, #-1
movx r16, #0
movx r24, #-7
movx r25, #7
movx r26, #32
movx r28, #16
movx r29, #8
movx r30, #4
movx r31, #3
.Lrow:
vlda wl0, [p1], #32
vlda wh0, [p1], #32
vlda wl0, [p1], #32
vlda wh0, [p1], #32
vlda wl9, [p3], #32
nop
nop
nop
vmul.f bml0, x0, x0, r1
nop
nop
nop
vmac.f bml0, bml0, x0, x0, r1
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x1, x0, x0, r26
vmov bmh0, x1
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x1, x0, x0, r28
vmov bmh0, x1
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x1, x0, x0, r29
vmov bmh0, x1
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
nop
nop
vmov x0, bml0
vshift x1, x0, x0, r30
vmov bmh0, x1
vadd.f bml0, bml0, bmh0, r7
nop
nop
nop
vadd.f bml0, bml0, bmh8, r7
nop
nop
nop
nop
nop
vconv.bf16.fp32 wl8, bml0
nop
vextract.d16 r0, x8, r16
nop
and r17, r0, r8
lshl r18, r17, r9
and r19, r17, r11
lshl r18, r18, r10
lshl r19, r19, r12
add r18, r18, r19
add r18, r18, r13
mov p4, r18 ; lshl r21, r0, r24
lda.u16 r20, [p4, #0] ; sub r21, r21, r14
ashl r21, r21, r15
sub r21, r31, r21
lshl r21, r21, r25
vlda wl9, [p3], #32
vlda wl9, [p3], #32
vlda wl9, [p3], #32
add r21, r20, r21
vbcst.16 x0, r21 ; add r6, r6, #-1
nop
vmul.f bml0, x9, x0, r1
vmul.f bml0, x9, x0, r1
vmul.f bml0, x9, x0, r1
vmul.f bml0, x9, x0, r1
nop
nop
vst.conv.bf16.fp32 bml0, [p2], #32
vst.conv.bf16.fp32 bml0, [p2], #32
vst.conv.bf16.fp32 bml0, [p2], #32
vst.conv.bf16.fp32 bml0, [p2], #32
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
