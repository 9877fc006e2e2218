// gemm.hvx.c for M = 32, K = 32, N = 32; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(##536903743,#9)
		r2 = #1
		v0 = vxor(v0,v0)
	}
	{
		v1 = vsplat(r0)
		v9 = vsplat(r2)
		r29 = add(r29,#-48)
		r0 = add(r1,#-31679)
	}
	{
		r5 = add(r1,#-30783)
		r3 = add(r0,#128)
		r0 = add(r0,#256)
		v2 = vmem(r0+#0)
	}
	{
		r7 = add(r1,#-31295)
		r0 = add(r1,#-31167)
		r6 = add(r1,#-31039)
		v4 = vmem(r0+#0)
	}
	{
		r0 = add(r1,#-30911)
		v2.b = vshuff(v2.b)
		v6 = vmem(r0+#0)
	}
	{
		r4 = add(r1,#-30527)
		v4.b = vshuff(v4.b)
		v8 = vmem(r0+#0)
	}
	{
		r0 = add(r1,#-30271)
		v10.b = vshuff(v8.b)
		v8 = vmem(r5+#0)
		memd(r29+#40) = r17:16
	}
	{
		loop0(.LBB0_1,#8)
		v6.b = vshuff(v6.b)
		v3 = vmem(r3+#0)
		memd(r29+#32) = r19:18
	}
	{
		v3.b = vshuff(v3.b)
		v5 = vmem(r7+#0)
		memd(r29+#24) = r21:20
	}
	{
		v5.b = vshuff(v5.b)
		v7 = vmem(r6+#0)
		memd(r29+#16) = r23:22
	}
	{
		v7.b = vshuff(v7.b)
		memd(r29+#8) = r25:24
	}
	{
		v11.b = vshuff(v8.b)
		v8 = vmem(r0+#0)
	}
	{
		r0 = add(r1,#-30015)
		r1 = add(r1,#-32767)
		v12.w = vasl(v9.w,v8.w)
		v9.b = vshuff(v10.b)
	}
	{
		v10.b = vshuff(v11.b)
		v11 = vmem(r4+#0)
		memd(r29+#0) = r27:26
	}
	{
		v12.uw = vlsr(v12.uw,r2)
		v2.b = vshuff(v2.b)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v4.b = vshuff(v4.b)
	}
	{
		v5.b = vshuff(v5.b)
	}
	{
		v6.b = vshuff(v6.b)
	}
	{
		v7.b = vshuff(v7.b)
	}
	.p2align	4
.LBB0_1:
	{
		v15:14 = vcombine(v0,v0)
		v16 = v0
		r7:6 = memd(r1+#-64)
		r23:22 = memd(r1+#-56)
	}
	{
		v17 = vsplat(r6)
		v20 = vsplat(r7)
		r3:2 = memd(r1+#-32)
		r25:24 = memd(r1+#-24)
	}
	{
		v18 = vsplat(r2)
		v13 = v0
		r5:4 = memd(r1+#0)
		r19:18 = memd(r1+#8)
	}
	{
		v19 = vsplat(r4)
		v29 = vsplat(r5)
		r27:26 = memd(r1+#32)
		r11:10 = memd(r1+#-48)
	}
	{
		v27 = vsplat(r26)
		v28 = vsplat(r3)
		r21:20 = memd(r1+#40)
		r17:16 = memd(r1+#-16)
	}
	{
		v16.w += vrmpy(v17.b,v2.b)
		r13:12 = memd(r1+#16)
		r7:6 = memd(r1+#-40)
	}
	{
		v14.w += vrmpy(v19.b,v2.b)
		r9:8 = memd(r1+#-8)
		r15:14 = memd(r1+#48)
	}
	{
		v30 = vsplat(r27)
		v31 = vsplat(r22)
		r3:2 = memd(r1+#24)
	}
	{
		v25 = vsplat(r18)
		v24 = vsplat(r24)
		r1 = add(r1,#128)
		r5:4 = memd(r1+#56)
	}
	{
		v15.w += vrmpy(v27.b,v2.b)
	}
	{
		v14.w += vrmpy(v29.b,v3.b)
	}
	{
		v13.w += vrmpy(v18.b,v2.b)
	}
	{
		v16.w += vrmpy(v20.b,v3.b)
	}
	{
		v21 = vsplat(r20)
		v27 = vsplat(r19)
	}
	{
		v13.w += vrmpy(v28.b,v3.b)
	}
	{
		v15.w += vrmpy(v30.b,v3.b)
	}
	{
		v14.w += vrmpy(v25.b,v4.b)
	}
	{
		v16.w += vrmpy(v31.b,v4.b)
	}
	{
		v28 = vsplat(r21)
		v31 = vsplat(r12)
	}
	{
		v14.w += vrmpy(v27.b,v5.b)
	}
	{
		v15.w += vrmpy(v21.b,v4.b)
	}
	{
		v26 = vsplat(r23)
		v22 = vsplat(r25)
	}
	{
		v13.w += vrmpy(v24.b,v4.b)
	}
	{
		v24 = vsplat(r14)
		v27 = vsplat(r13)
	}
	{
		v15.w += vrmpy(v28.b,v5.b)
	}
	{
		v14.w += vrmpy(v31.b,v6.b)
	}
	{
		v29 = vsplat(r10)
		v30 = vsplat(r16)
	}
	{
		v28 = vsplat(r15)
		v31 = vsplat(r2)
	}
	{
		v16.w += vrmpy(v26.b,v5.b)
	}
	{
		v15.w += vrmpy(v24.b,v6.b)
	}
	{
		v14.w += vrmpy(v27.b,v7.b)
	}
	{
		v13.w += vrmpy(v22.b,v5.b)
	}
	{
		v25 = vsplat(r11)
		v26 = vsplat(r17)
	}
	{
		v24 = vsplat(r4)
		v27 = vsplat(r3)
	}
	{
		v16.w += vrmpy(v29.b,v6.b)
	}
	{
		v13.w += vrmpy(v30.b,v6.b)
	}
	{
		v15.w += vrmpy(v28.b,v7.b)
	}
	{
		v14.w += vrmpy(v31.b,v9.b)
	}
	{
		v29 = vsplat(r6)
		v30 = vsplat(r8)
	}
	{
		v28 = vsplat(r5)
	}
	{
		v16.w += vrmpy(v25.b,v7.b)
	}
	{
		v13.w += vrmpy(v26.b,v7.b)
	}
	{
		v15.w += vrmpy(v24.b,v9.b)
	}
	{
		v25 = vsplat(r7)
		v26 = vsplat(r9)
	}
	{
		v14.w += vrmpy(v27.b,v10.b)
	}
	{
		v13.w += vrmpy(v30.b,v9.b)
	}
	{
		v16.w += vrmpy(v29.b,v9.b)
	}
	{
		v15.w += vrmpy(v28.b,v10.b)
	}
	{
		v30.w = vmpye(v14.w,v11.uh)
	}
	{
		v16.w += vrmpy(v25.b,v10.b)
	}
	{
		v13.w += vrmpy(v26.b,v10.b)
	}
	{
		v30.w += vmpyo(v14.w,v11.h):<<1:rnd:sat:shift
	}
	{
		v14.w = vmpye(v15.w,v11.uh)
	}
	{
		v29.w = vmpye(v16.w,v11.uh)
	}
	{
		v14.w += vmpyo(v15.w,v11.h):<<1:rnd:sat:shift
	}
	{
		v15.w = vmpye(v13.w,v11.uh)
	}
	{
		v29.w += vmpyo(v16.w,v11.h):<<1:rnd:sat:shift
		v16.w = vadd(v30.w,v12.w)
	}
	{
		v15.w += vmpyo(v13.w,v11.h):<<1:rnd:sat:shift
		v13.w = vadd(v14.w,v12.w)
		v17.w = vadd(v29.w,v12.w)
	}
	{
		v15.w = vasr(v16.w,v8.w)
		v14.w = vadd(v15.w,v12.w)
	}
	{
		v13.w = vasr(v13.w,v8.w)
		v15.w = vadd(v15.w,v1.w)
	}
	{
		v14.w = vasr(v14.w,v8.w)
		v13.w = vadd(v13.w,v1.w)
	}
	{
		v17.w = vasr(v17.w,v8.w)
		v14.w = vadd(v14.w,v1.w)
	}
	{
		v13.h = vpack(v13.w,v15.w):sat
		v31.w = vadd(v17.w,v1.w)
	}
	{
		v14.h = vpack(v14.w,v31.w):sat
	}
	{
		v13.b = vpack(v13.h,v14.h):sat
		vmem(r0++#1) = v13.new
	} :endloop0
	{
		r17:16 = memd(r29+#40)
		r19:18 = memd(r29+#32)
	}
	{
		r21:20 = memd(r29+#24)
		r23:22 = memd(r29+#16)
	}
	{
		r29 = add(r29,#48)
		jumpr r31
		r25:24 = memd(r29+#8)
		r27:26 = memd(r29+#0)
	}
.Lfunc_end0:
