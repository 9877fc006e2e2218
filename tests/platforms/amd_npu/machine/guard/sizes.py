"""Bytes of a bundle by its slots, and bundles that do not exist."""

SIZES = {
    "nop": 2,
    "add r1, r2, r3": 4,
    "vclr cm0": 4,
    "movxm r1, #5": 6,
    "movx r1, #5 ; st r2, [p0, #0]": 6,
    "vldb wl0, [p0, #0] ; vst wl1, [p1, #0]": 6,
    "vldb wl0, [p0, #0] ; mov r1, r2": 6,
    "lda r1, [p0, #0] ; mov r3, r2": 6,
    "lda r1, [p0, #0] ; vldb wl0, [p1, #0]": 6,
    "vst wl1, [p1, #0] ; vclr cm0": 8,
    "vst wl1, [p1, #0] ; mov r1, r2": 8,
    "vlda wl1, [p1, #0] ; vclr cm0": 8,
    "add r4, r5, r6 ; mov r1, r2": 8,
    "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; vst wl2, [p2, #0]": 8,
    "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; add r1, r2, r3": 8,
    "vldb wl1, [p1, #0] ; vst wl2, [p2, #0] ; add r1, r2, r3": 8,
    "vlda wl0, [p0, #0] ; vst wl2, [p2, #0] ; add r1, r2, r3": 10,
    "vst wl2, [p2, #0] ; mov r1, r2 ; vclr cm0": 10,
    "movxm r1, #5 ; vclr cm0": 10,
    "movxm r1, #5 ; vlda wl0, [p0, #0]": 10,
    "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; vst wl2, [p2, #0] ; vclr cm0": 12,
    "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; mov r1, r2 ; add r3, r4, r5": 12,
    "movxm r1, #5 ; vlda wl0, [p0, #0] ; vldb wl1, [p1, #0]": 12,
    "vlda wl0, [p0, #0] ; vst wl2, [p2, #0] ; mov r1, r2 ; vclr cm0": 14,
    "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; add r3, r4, r5 ; mov r1, r2 ; vclr cm0": 14,
    "movxm r1, #5 ; vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; vst wl2, [p2, #0]": 14,
    "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; vst wl2, [p2, #0] ; mov r1, r2 ; vclr cm0": 16,
    "vlda wl0, [p0, #0] ; vst wl2, [p2, #0] ; add r3, r4, r5 ; mov r1, r2 ; vclr cm0": 16,
    "nopa ; nopb ; nops ; nopx ; nopm ; nopv": 16,
    "nopxm ; nopa ; nopb ; nops ; nopv": 16,
    "nopx ; add.nc r1, r2, #1": 8,  # an explicit idle slot counts as used
}

REFUSED = (
    "vlda wl0, [p0, #0] ; lda r1, [p1, #0]",  # one slot twice
    "movxm r1, #5 ; add r2, r3, r4",  # lng takes alu and mv
    "movxm r1, #5 ; mov r2, r3",
    "vadd.16 x0, x1, x2 ; mov r1, r2",
    "vst.conv.bf16.fp32 bml0, [p0, #0] ; vsrs.s16.s32 wl0, bml0, s0",
    "lda r1, [p0, #2]",  # steps of 4
    "lda r1, [p0, #128]",  # -128..124
    "lda r1, [p0], #256",  # -256..252
    "vlda wl0, [p0, #48]",  # steps of 32
    "vlda wl0, [p0, #1024]",  # -1024..992
    "vldb wl0, [p0, #128]",  # -128..96
    "vst wl0, [p0], #2048",  # -2048..2016
    "vst.conv.bf16.fp32 bml0, [p0, #128]",
    "movx r1, #1024",  # 11 bits
    "mov r1, #512",  # 10 bits
    "add r1, r2, #64",  # 7 bits
    "lda.s8 r1, [p0, #4]",  # -4..3
    "padda [p0], #2048",  # -2048..2044
    "paddb [p0], #1024",  # -1024..1020
    "lda r32, [p0, #0]",
    "vlda wl12, [p0, #0]",
    "vclr cm9",
    "vmac.f bml9, bml9, x0, x1, r0",
    "vlt.s16 r15, x0, x1",  # masks are r16..r23
    "vextract.s16 r1, x0, r20",  # indices are r16..r19
    "sel.eqz r1, r2, r3, r26",  # always r27
    "vaddmac.f bml0, bml1, bml2, x0, x1, r0",  # the destination is the first accumulator
    "lda.3d r1, [p0], d4",  # d0..d3
    "mov.d7 r1, r2",
)
