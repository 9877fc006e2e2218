.section .kernelcraft_end, "ax"
kernelcraft_end:                  // write it to 1, and exit(0)
    r16 = ##0x20000000
    r17 = ##kernelcraft_end_of_memory
    r17 = memw(r17+#0)
3:  { r0 = #1; r1 = r16 }
    { r2 = sub(r17, r16); r6 = #64 }
    trap0(#1)
    p0 = cmp.gt(r0, #0)
    if (!p0) jump 4f
    r16 = add(r16, r0)
    p0 = cmp.gtu(r17, r16)
    if (p0) jump 3b
4:  { r0 = #0; r6 = #94 }
    trap0(#1)
.section .memory, "aw", @nobits
    .zero 0x100000
.section .kernelcraft_bss, "aw", @nobits
    .p2align 12
kernelcraft_end_of_memory:
    .zero 4
    .zero 65532
kernelcraft_stack:
    .zero 128
