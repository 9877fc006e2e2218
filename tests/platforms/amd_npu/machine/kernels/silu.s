.globl kernel
.p2align 4
kernel:
lda p1, [p0, #0] ; movxm r3, #462591
lda p2, [p0, #4] ; movxm r4, #454399
lda p3, [p0, #0] ; movxm r16, #0xcccc
movx r5, #12 ; vbcst.32 x9, r3
movx r1, #60 ; vbcst.32 x10, r4
movxm r3, #464888
movxm r4, #456696
movx r2, #2 ; vsel.32 x2, x9, x10, r16
movx crRnd, r5 ; vbcst.32 x9, r3
vbcst.32 x10, r4
movxm r3, #465920
vsel.32 x3, x9, x10, r16
vbcst.32 x9, r3
movxm r3, #2040
vbcst.32 x1, r3
movxm r3, #508
vbcst.32 x4, r3
movxm r3, #16384
movxm r4, #457728
vbcst.16 x7, r3
movxm r3, #32640
vbcst.32 x10, r4
vbcst.16 x6, r3
movxm r3, #1073772544
vsub.32 x8, x8, x8
vsel.32 x5, x9, x10, r16
vbcst.32 x9, r3
mov s0, #3
mov s1, #11
vmov wh0, wh8
vmov wh7, wh8
vmov bmh8, x9
mov s2, #2
movx r6, #16
.Lgroup:
vlda wl9, [p1], #32 ; add r6, r6, #-1
vlda wl8, [p3], #32
nop
nop
nop
nop
nop
vfloor.s32.bf16 x10, wl9, s1
vfloor.s32.bf16 x9, wl9, s0
vband x11, x10, x1
vsub.32 x10, x2, x9
vsub.32 x9, x3, x11
vldb.4x32.lo wl9, wl10
vldb.4x32.hi wh9, wl10
vldb.4x32.lo wl10, wh10
vldb.4x32.hi wh10, wh10
vldb.4x32.lo wl10, wl9
vldb.4x32.hi wh10, wl9
vldb.4x32.lo wl11, wh9
vldb.4x32.hi wh11, wh9
nop
nop
vshuffle x11, x9, x10, r2
vshuffle x9, x11, x11, r2
nop
nop
vshuffle x10, x10, x11, r2
vshuffle x11, x10, x10, r2
nop
vmac.f bml0, bmh8, x9, x11, r1
nop
nop
nop
nop
nop
vconv.bf16.fp32 wl0, bml0
nop
vups.s32.s16 bml0, wl0, s2
vband x9, x0, x6
nop
vmov x10, bml0
vband x11, x10, x4
vadd.32 x10, x5, x11
nop
vldb.4x16.lo wl10, wl10
vldb.4x16.hi wh10, wl10
vldb.4x16.lo wl11, wh10
vldb.4x16.hi wh11, wh10
nop
nop
nop
nop
nop
nop
vshuffle x10, x10, x11, r2
vshuffle x11, x10, x10, r2
vsub.16 x9, x11, x9
vadd.16 x10, x9, x7
nop
vmul.f bml0, x8, x10, r1
nop
nop
nop
nop
nop
vst.conv.bf16.fp32 bml0, [p2], #32
jnz r6, #.Lgroup
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
