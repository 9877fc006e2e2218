.text
.globl kernel
.p2align 4
kernel:
  lda p1, [p0, #0] ; movxm m0, #928
  lda p2, [p0, #4] ; movxm m1, #-7136
  lda p3, [p0, #8] ; movx r0, #28
  movx r1, #29
  movx r2, #12
  movx crRnd, r2
  nop
  nop
  vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  mov p4, p3 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  padds [p4], #512 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml0, [p3], #32 ; vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml1, [p3], #32 ; vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml2, [p4], #32 ; vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml3, [p4], #32 ; vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml4, [p3], #32 ; vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml5, [p3], #32 ; vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml6, [p4], #32 ; vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml7, [p4], #32 ; vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml0, [p3], #32 ; vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml1, [p3], #32 ; vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml2, [p4], #32 ; vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml3, [p4], #32 ; vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml4, [p3], #32 ; vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml5, [p3], #32 ; vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml6, [p4], #32 ; vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml7, [p4], #32 ; vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml0, [p3], #32 ; vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml1, [p3], #32 ; vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml2, [p4], #32 ; vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml3, [p4], #32 ; vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml4, [p3], #32 ; vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml5, [p3], #32 ; vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml6, [p4], #32 ; vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml7, [p4], #32 ; vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml0, bml0, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml1, bml1, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml2, bml2, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml3, bml3, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml0, bml0, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml1, bml1, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml2, bml2, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml3, bml3, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r1 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r1 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r1 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r1 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vst.conv.bf16.fp32 bml0, [p3], #32 ; vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vst.conv.bf16.fp32 bml1, [p3], #32 ; vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vst.conv.bf16.fp32 bml2, [p4], #32 ; vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vst.conv.bf16.fp32 bml3, [p4], #32 ; vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-480 ; vldb wh7, [p2], m0
  vmac.f bml7, bml7, x5, x7, r0 ; vlda wl0, [p1], #32 ; vldb wl2, [p2], #32
  vmac.f bml4, bml4, x0, x2, r0 ; vlda wh0, [p1], #480 ; vldb wh2, [p2], #32
  vmac.f bml5, bml5, x0, x3, r0 ; vlda wl1, [p1], #32 ; vldb wl3, [p2], #32
  vmac.f bml6, bml6, x1, x2, r0 ; vlda wh1, [p1], #-480 ; vldb wh3, [p2], m0
  vmac.f bml7, bml7, x1, x3, r0 ; vlda wl4, [p1], #32 ; vldb wl6, [p2], #32
  vmac.f bml4, bml4, x4, x6, r0 ; vlda wh4, [p1], #480 ; vldb wh6, [p2], #32
  vmac.f bml5, bml5, x4, x7, r0 ; vlda wl5, [p1], #32 ; vldb wl7, [p2], #32
  vmac.f bml6, bml6, x5, x6, r0 ; vlda wh5, [p1], #-992 ; vldb wh7, [p2], m1
  vmac.f bml7, bml7, x5, x7, r0
  vmac.f bml4, bml4, x0, x2, r0
  vmac.f bml5, bml5, x0, x3, r0
  vmac.f bml6, bml6, x1, x2, r0
  vmac.f bml7, bml7, x1, x3, r0
  vmac.f bml4, bml4, x4, x6, r0
  vmac.f bml5, bml5, x4, x7, r0
  vmac.f bml6, bml6, x5, x6, r0
  vmac.f bml7, bml7, x5, x7, r0
  nop
  nop
  nop
  ret lr
  nop
  vst.conv.bf16.fp32 bml4, [p3], #32
  vst.conv.bf16.fp32 bml5, [p3], #32
  vst.conv.bf16.fp32 bml6, [p4], #32
  vst.conv.bf16.fp32 bml7, [p4], #32
