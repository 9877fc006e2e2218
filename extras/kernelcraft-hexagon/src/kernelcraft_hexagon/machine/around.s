// What begins a run: memory from standard input, garbage into registers, then the kernel; and what
// ends it: memory to standard output. It comes first in each section, whatever a kernel puts there.
.section .kernelcraft_begin, "ax"
.globl kernelcraft_begin
kernelcraft_begin:                // read(0, memory, ...) until it is all there
    r16 = ##0x20000000
1:  { r0 = #0; r1 = r16 }
    { r2 = ##0x100000; r6 = #63 }
    trap0(#1)
    p0 = cmp.gt(r0, #0)
    if (!p0) jump 2f
    { r16 = add(r16, r0); jump 1b }
2:  r1 = ##kernelcraft_end_of_memory
    memw(r1+#0) = r16
    r16 = add(r16, ##-8192)        // registers hold what the end of free memory holds
    r17 = ##0x20000000
    r16 = max(r16, r17)
    r16 = and(r16, #-128)
    { v0 = vmem(r16++#1) }
    { v1 = vmem(r16++#1) }
    { v2 = vmem(r16++#1) }
    { v3 = vmem(r16++#1) }
    { v4 = vmem(r16++#1) }
    { v5 = vmem(r16++#1) }
    { v6 = vmem(r16++#1) }
    { v7 = vmem(r16++#1) }
    { v8 = vmem(r16++#1) }
    { v9 = vmem(r16++#1) }
    { v10 = vmem(r16++#1) }
    { v11 = vmem(r16++#1) }
    { v12 = vmem(r16++#1) }
    { v13 = vmem(r16++#1) }
    { v14 = vmem(r16++#1) }
    { v15 = vmem(r16++#1) }
    { v16 = vmem(r16++#1) }
    { v17 = vmem(r16++#1) }
    { v18 = vmem(r16++#1) }
    { v19 = vmem(r16++#1) }
    { v20 = vmem(r16++#1) }
    { v21 = vmem(r16++#1) }
    { v22 = vmem(r16++#1) }
    { v23 = vmem(r16++#1) }
    { v24 = vmem(r16++#1) }
    { v25 = vmem(r16++#1) }
    { v26 = vmem(r16++#1) }
    { v27 = vmem(r16++#1) }
    { v28 = vmem(r16++#1) }
    { v29 = vmem(r16++#1) }
    { v30 = vmem(r16++#1) }
    { v31 = vmem(r16++#1) }
    q0 = vand(v0,r16)
    q1 = vand(v1,r16)
    q2 = vand(v2,r16)
    q3 = vand(v3,r16)
    { r0 = memw(r16++#4) }
    p0 = r0
    { r0 = memw(r16++#4) }
    p1 = r0
    { r0 = memw(r16++#4) }
    p2 = r0
    { r0 = memw(r16++#4) }
    p3 = r0
    { r1:0 = memd(r16++#8) }
    m0 = r0
    m1 = r1
    lc0 = r0
    lc1 = r1
    { r1:0 = memd(r16++#8) }
    { r3:2 = memd(r16++#8) }
    { r5:4 = memd(r16++#8) }
    { r7:6 = memd(r16++#8) }
    { r9:8 = memd(r16++#8) }
    { r11:10 = memd(r16++#8) }
    { r13:12 = memd(r16++#8) }
    { r15:14 = memd(r16++#8) }
    { r19:18 = memd(r16++#8) }
    { r21:20 = memd(r16++#8) }
    { r23:22 = memd(r16++#8) }
    { r25:24 = memd(r16++#8) }
    { r27:26 = memd(r16++#8) }
    { r28 = memw(r16++#4) }
    { r17:16 = memd(r16+#0) }
    r29 = ##kernelcraft_stack
    { r31 = ##kernelcraft_end; r30 = #0 }
    jump kernel
    .p2align 12
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
    .p2align 12
.section .memory, "aw", @nobits
    .zero 0x100000
.section .kernelcraft_bss, "aw", @nobits
    .p2align 12
kernelcraft_end_of_memory:
    .zero 4
    .zero 65532
kernelcraft_stack:
    .zero 128
.text
    .p2align 4
