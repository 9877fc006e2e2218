// gemm.hvx.c for M = 32, K = 64, N = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r0 = ##536878080
		r1 = ##order+2048
	}
	{
		r7 = #-2
		r2 = add(r0,#-3968)
		allocframe(r29,#768):raw
	}
	{
		r29 = and(r29,#-128)
		memd(r30+#-8) = r17:16
		memd(r30+#-16) = r19:18
	}
	{
		loop0(.LBB0_1,#2)
		memd(r30+#-24) = r21:20
		memd(r30+#-32) = r23:22
	}
	{
		memd(r30+#-40) = r25:24
		memd(r30+#-48) = r27:26
	}
	.p2align	4
.LBB0_1:
	{
		v0 = vmem(r2+#-7)
	}
	{
		r3 = add(r1,#-2048)
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#-8)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1920)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#0) = v1
	}
	{
		v0 = vmem(r2+#-5)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#-6)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1792)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#1) = v1
	}
	{
		v0 = vmem(r2+#-3)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#-4)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1664)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#2) = v1
	}
	{
		v0 = vmem(r2+#-1)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#-2)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1536)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#3) = v1
	}
	{
		v0 = vmem(r2+#1)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#0)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1408)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#4) = v1
	}
	{
		v0 = vmem(r2+#3)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#2)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1280)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#5) = v1
	}
	{
		v0 = vmem(r2+#5)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#4)
	}
	{
		v1.b = vshuff(v1.b)
	}
	{
		r3 = add(r1,#-1152)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r3+#0) = v0.new
	}
	{
		vmem(r1+#6) = v1
	}
	{
		v0 = vmem(r2+#7)
	}
	{
		v0.b = vshuff(v0.b)
		v1 = vmem(r2+#6)
	}
	{
		r2 = add(r2,#2048)
		v1.b = vshuff(v1.b)
	}
	{
		r1 = add(r1,#1024)
		v1:0 = vshuff(v0,v1,r7)
		vmem(r1+#7) = v1.new
	}
	{
		nop
		vmem(r3+#0) = v0
	} :endloop0
	{
		r1 = #1
		v0 = vxor(v0,v0)
		r7 = #9
		r2 = #0
	}
	{
		v1 = vsplat(r7)
		v2 = vsplat(r1)
		r3 = add(r0,#-384)
		r4 = add(r29,#128)
	}
	{
		p2 = or(p2,!p2)
		r5 = #32
		r6 = add(r29,#256)
		r7 = #64
	}
	{
		p0 = and(p0,!p0)
		r8 = add(r29,#384)
		r9 = #96
		r12 = add(r29,#512)
	}
	.p2align	4
.LBB0_3:
	{
		r14 = addasl(r3,r2,#7)
		r28 = r2
		r13 = ##536878080
	}
	{
		r28 = add(##536877312,asl(r28,#7))
		r13 += asl(r2,#5)
		r15 = #0
	}
	{
		r2 = add(##order+256,asl(r2,#11))
		v5.w = vasl(v2.w,v3.w)
		v3.cur = vmem(r14+#0)
	}
	{
		p1 = or(p2,p2)
		r14 = add(r0,#-7040)
		v4 = vmem(r28+#0)
	}
	{
		v5.uw = vlsr(v5.uw,r1)
	}
	.p2align	4
.LBB0_4:
	{
		r16 = asl(r15,#6)
		v9:8 = vcombine(v0,v0)
		r19:18 = memd(r14+#-128)
		v12 = vmem(r2+#-2)
	}
	{
		v13 = vsplat(r18)
		v15 = vsplat(r19)
		v7:6 = vcombine(v0,v0)
		r21:20 = memd(r14+#-64)
	}
	{
		r11 = setbit(r16,#6)
		v14 = vsplat(r20)
		r23:22 = memd(r14+#0)
		r19:18 = memd(r14+#-120)
	}
	{
		r10 = setbit(r16,#7)
		v16 = vsplat(r22)
		r25:24 = memd(r14+#64)
		v11 = vmem(r2+#-1)
	}
	{
		v17 = vsplat(r24)
		v18 = vsplat(r25)
		r28 = or(r16,#192)
		v10 = vmem(r2+#0)
	}
	{
		loop0(.LBB0_5,#3)
		v9.w += vrmpy(v13.b,v12.b)
		r17 = add(r2,#512)
	}
	{
		v6.w += vrmpy(v14.b,v12.b)
	}
	{
		v13 = vsplat(r21)
		v14 = vsplat(r23)
		r21:20 = memd(r14+#-56)
	}
	{
		v8.w += vrmpy(v16.b,v12.b)
		r23:22 = memd(r14+#8)
	}
	{
		v7.w += vrmpy(v17.b,v12.b)
		r25:24 = memd(r14+#72)
	}
	{
		v9.w += vrmpy(v15.b,v11.b)
		v15 = vmem(r2+#1)
	}
	{
		v6.w += vrmpy(v13.b,v11.b)
	}
	{
		v8.w += vrmpy(v14.b,v11.b)
	}
	{
		v7.w += vrmpy(v18.b,v11.b)
	}
	{
		v11 = vsplat(r22)
		v31 = vsplat(r20)
	}
	{
		v12 = vsplat(r18)
		v13 = vsplat(r24)
		r18 = add(r14,#16)
	}
	{
		v8.w += vrmpy(v11.b,v10.b)
	}
	{
		v11 = vsplat(r21)
	}
	{
		v6.w += vrmpy(v31.b,v10.b)
	}
	{
		v9.w += vrmpy(v12.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
	}
	{
		v10 = vsplat(r23)
		v12 = vsplat(r19)
	}
	{
		v6.w += vrmpy(v11.b,v15.b)
	}
	{
		v11 = vsplat(r25)
	}
	{
		v8.w += vrmpy(v10.b,v15.b)
	}
	{
		v7.w += vrmpy(v11.b,v15.b)
	}
	.p2align	4
.LBB0_5:
	{
		v9.w += vrmpy(v12.b,v15.b)
		r21:20 = memd(r18+#-56)
		v10 = vmem(r17+#-2)
	}
	{
		v11 = vsplat(r21)
		v16 = vsplat(r20)
		r23:22 = memd(r18+#72)
		v30 = vmem(r17+#-1)
	}
	{
		v13 = vsplat(r23)
		v15 = vsplat(r22)
		r21:20 = memd(r18+#8)
		r23:22 = memd(r18+#-64)
	}
	{
		v14 = vsplat(r21)
		v17 = vsplat(r20)
		r21:20 = memd(r18+#-128)
		v31 = vmem(r17+#0)
	}
	{
		v19 = vsplat(r22)
		v18 = vsplat(r23)
		r23:22 = memd(r18+#64)
	}
	{
		v21 = vsplat(r20)
		v20 = vsplat(r21)
		r21:20 = memd(r18+#0)
	}
	{
		v23 = vsplat(r22)
		v22 = vsplat(r23)
		r18 = add(r18,#16)
		r23:22 = memd(r18+#-120)
	}
	{
		v25 = vsplat(r20)
		v24 = vsplat(r21)
	}
	{
		v7.w += vrmpy(v23.b,v10.b)
	}
	{
		v6.w += vrmpy(v19.b,v10.b)
	}
	{
		v8.w += vrmpy(v25.b,v10.b)
	}
	{
		v7.w += vrmpy(v22.b,v30.b)
	}
	{
		v9.w += vrmpy(v21.b,v10.b)
	}
	{
		v6.w += vrmpy(v18.b,v30.b)
	}
	{
		v8.w += vrmpy(v24.b,v30.b)
	}
	{
		v7.w += vrmpy(v15.b,v31.b)
		r17 = add(r17,#512)
		v15 = vmem(r17+#1)
	}
	{
		v26 = vsplat(r22)
		v12 = vsplat(r23)
	}
	{
		v9.w += vrmpy(v20.b,v30.b)
	}
	{
		v6.w += vrmpy(v16.b,v31.b)
	}
	{
		v8.w += vrmpy(v17.b,v31.b)
	}
	{
		v9.w += vrmpy(v26.b,v31.b)
	}
	{
		v7.w += vrmpy(v13.b,v15.b)
	}
	{
		v8.w += vrmpy(v14.b,v15.b)
	}
	{
		v6.w += vrmpy(v11.b,v15.b)
		nop
	} :endloop0
	{
		v9.w += vrmpy(v12.b,v15.b)
		r19 = add(r13,r16)
		r18 = add(r13,r11)
		r17 = add(r13,r10)
	}
	{
		v29.w = vmpye(v7.w,v4.uh)
		p2 = cmp.gtu(r15,#27)
		r15 = add(r15,#4)
		r14 = add(r14,#256)
	}
	{
		v10.w = vmpye(v9.w,v4.uh)
	}
	{
		v11.w = vmpye(v8.w,v4.uh)
	}
	{
		v29.w += vmpyo(v7.w,v4.h):<<1:rnd:sat:shift
	}
	{
		v7.w = vmpye(v6.w,v4.uh)
	}
	{
		v10.w += vmpyo(v9.w,v4.h):<<1:rnd:sat:shift
	}
	{
		v11.w += vmpyo(v8.w,v4.h):<<1:rnd:sat:shift
		v8.w = vadd(v29.w,v5.w)
		v9.w = vadd(v10.w,v5.w)
	}
	{
		v7.w += vmpyo(v6.w,v4.h):<<1:rnd:sat:shift
		v30.w = vadd(v11.w,v5.w)
	}
	{
		v6.w = vasr(v9.w,v3.w)
		v7.w = vadd(v7.w,v5.w)
	}
	{
		v8.w = vasr(v8.w,v3.w)
		v6.w = vadd(v6.w,v1.w)
	}
	{
		v7.w = vasr(v7.w,v3.w)
		v8.w = vadd(v8.w,v1.w)
	}
	{
		v31.w = vasr(v30.w,v3.w)
		v7.w = vadd(v7.w,v1.w)
	}
	{
		v9.w = vadd(v31.w,v1.w)
	}
	{
		v6.h = vpack(v7.w,v6.w):sat
	}
	{
		v8.h = vpack(v8.w,v9.w):sat
	}
	{
		v6.b = vpack(v8.h,v6.h):sat
	}
	{
		v7 = valign(v6,v6,#0)
		vmem(r4+#0) = v7.new
	}
	{
		v7 = vror(v6,r5)
		r20 = memw(r4+#24)
		r21 = memw(r4+#28)
	}
	{
		r22 = memw(r4+#16)
		r23 = memw(r4+#20)
	}
	{
		r24 = memw(r4+#8)
		r25 = memw(r4+#12)
	}
	{
		r26 = memw(r4+#0)
		r27 = memw(r4+#4)
	}
	{
		memd(r19+#8) = r25:24
		memd(r19+#16) = r23:22
	}
	{
		memd(r19+#24) = r21:20
		memd(r13+r16<<#0) = r27:26
	}
	{
		v7 = vror(v6,r7)
		vmem(r6+#0) = v7
	}
	{
		v6 = vror(v6,r9)
		r20 = memw(r6+#24)
		r21 = memw(r6+#28)
	}
	{
		r22 = memw(r6+#16)
		r23 = memw(r6+#20)
	}
	{
		r24 = memw(r6+#8)
		r25 = memw(r6+#12)
	}
	{
		r26 = memw(r6+#0)
		r27 = memw(r6+#4)
	}
	{
		memd(r18+#8) = r25:24
		memd(r18+#16) = r23:22
	}
	{
		memd(r18+#24) = r21:20
		memd(r13+r11<<#0) = r27:26
	}
	{
		vmem(r8+#0) = v7
	}
	{
		r18 = memw(r8+#24)
		r19 = memw(r8+#28)
	}
	{
		r20 = memw(r8+#16)
		r21 = memw(r8+#20)
	}
	{
		r22 = memw(r8+#8)
		r23 = memw(r8+#12)
	}
	{
		r24 = memw(r8+#0)
		r25 = memw(r8+#4)
	}
	{
		r20 = add(r13,r28)
		memd(r17+#16) = r21:20
		memd(r17+#8) = r23:22
	}
	{
		memd(r17+#24) = r19:18
		memd(r13+r10<<#0) = r25:24
	}
	{
		vmem(r12+#0) = v6
	}
	{
		r10 = memw(r12+#24)
		r11 = memw(r12+#28)
	}
	{
		r16 = memw(r12+#16)
		r17 = memw(r12+#20)
	}
	{
		r18 = memw(r12+#8)
		r19 = memw(r12+#12)
	}
	{
		r22 = memw(r12+#0)
		r23 = memw(r12+#4)
	}
	{
		memd(r20+#8) = r19:18
		memd(r13+r28<<#0) = r23:22
	}
	{
		if (!p2) jump:nt .LBB0_4
		memd(r20+#16) = r17:16
		memd(r20+#24) = r11:10
	}
	{
		p2 = or(p0,p0)
		r2 = #1
		if (p1) jump:nt .LBB0_3
	}
	{
		r17:16 = memd(r30+#-8)
		r19:18 = memd(r30+#-16)
	}
	{
		r21:20 = memd(r30+#-24)
		r23:22 = memd(r30+#-32)
	}
	{
		r25:24 = memd(r30+#-40)
		r27:26 = memd(r30+#-48)
	}
	{
		r31:30 = dealloc_return(r30):raw
	}
.Lfunc_end0:
	.lcomm	order,4096,128
