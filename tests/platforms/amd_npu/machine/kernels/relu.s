.text
.globl kernel
.p2align 4
kernel:
  lda p1, [p0, #0]
  lda p2, [p0, #4] ; movx r1, #0
  vbcst.16 x0, r1
  nop
  nop
  nop
  nop
  vlda wl1, [p1], #32
  vlda wh1, [p1], #32
  vlda wl2, [p1], #32
  vlda wh2, [p1], #32
  vlda wl3, [p1], #32
  vlda wh3, [p1], #32
  vlda wl4, [p1], #32
  vlda wh4, [p1], #32
  vmax_lt.bf16 x1, r16, x1, x0 ; vlda wl5, [p1], #32
  vlda wh5, [p1], #32
  vst wl1, [p2], #32 ; vmax_lt.bf16 x2, r16, x2, x0 ; vlda wl6, [p1], #32
  vst wh1, [p2], #32 ; vlda wh6, [p1], #32
  vst wl2, [p2], #32 ; vmax_lt.bf16 x3, r16, x3, x0 ; vlda wl7, [p1], #32
  vst wh2, [p2], #32 ; vlda wh7, [p1], #32
  vst wl3, [p2], #32 ; vmax_lt.bf16 x4, r16, x4, x0 ; vlda wl8, [p1], #32
  vst wh3, [p2], #32 ; vlda wh8, [p1], #32
  vst wl4, [p2], #32 ; vmax_lt.bf16 x5, r16, x5, x0
  vst wh4, [p2], #32
  vst wl5, [p2], #32 ; vmax_lt.bf16 x6, r16, x6, x0
  vst wh5, [p2], #32
  vst wl6, [p2], #32 ; vmax_lt.bf16 x7, r16, x7, x0 ; ret lr
  vst wh6, [p2], #32
  vst wl7, [p2], #32 ; vmax_lt.bf16 x8, r16, x8, x0
  vst wh7, [p2], #32
  vst wl8, [p2], #32
  vst wh8, [p2], #32
