// conv2d.hvx.c for H = 8, c_in = 8, c_out = 32, k = 1; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r0 = ##536903711
		r1 = ##frame+32799
	}
	{
		loop0(.LBB0_1,#4)
		r4 = ##-320017172
		r2 = add(r0,#-32159)
	}
	{
		r5 = add(r2,#640)
		r3 = add(r2,#896)
		v1.b = vshuff(v0.b)
		v0.cur = vmem(r2+#0)
	}
	{
		v3.b = vshuff(v0.b)
		v0.cur = vmem(r2+#1)
	}
	{
		r2 = add(r1,#-32735)
		v4.b = vshuff(v1.b)
		v0 = vmem(r2+#3)
	}
	{
		r5 = ##-320017172
		v3.b = vshuff(v3.b)
		v2 = vmem(r5+#0)
	}
	{
		v1 = vmem(r3+#0)
	}
	.p2align	4
.LBB0_1:
	{
		memd(r2+#-64) = r5:4
		memd(r2+#-56) = r5:4
	}
	{
		memd(r2+#-48) = r5:4
		memd(r2+#-40) = r5:4
	}
	{
		memd(r2+#-32) = r5:4
		memd(r2+#-24) = r5:4
	}
	{
		memd(r2+#-16) = r5:4
		memd(r2+#-8) = r5:4
	}
	{
		memd(r2+#0) = r5:4
		memd(r2+#8) = r5:4
	}
	{
		memd(r2+#16) = r5:4
		memd(r2+#24) = r5:4
	}
	{
		memd(r2+#32) = r5:4
		memd(r2+#40) = r5:4
	}
	{
		r2 = add(r2,#128)
		memd(r2+#48) = r5:4
		memd(r2+#56) = r5:4
	} :endloop0
	{
		loop0(.LBB0_3,#8)
		r2 = add(r1,#-32767)
		r3 = add(r0,#-32767)
	}
	.p2align	4
.LBB0_3:
	{
		r4 = memw(r3+#-32)
		memw(r2+#-32) = r4.new
	}
	{
		r4 = memw(r3+#-28)
		memw(r2+#-28) = r4.new
	}
	{
		r4 = memw(r3+#-24)
		memw(r2+#-24) = r4.new
	}
	{
		r4 = memw(r3+#-20)
		memw(r2+#-20) = r4.new
	}
	{
		r4 = memw(r3+#-16)
		memw(r2+#-16) = r4.new
	}
	{
		r4 = memw(r3+#-12)
		memw(r2+#-12) = r4.new
	}
	{
		r4 = memw(r3+#-8)
		memw(r2+#-8) = r4.new
	}
	{
		r4 = memw(r3+#-4)
		memw(r2+#-4) = r4.new
	}
	{
		r4 = memw(r3+#0)
		memw(r2+#0) = r4.new
	}
	{
		r4 = memw(r3+#4)
		memw(r2+#4) = r4.new
	}
	{
		r4 = memw(r3+#8)
		memw(r2+#8) = r4.new
	}
	{
		r4 = memw(r3+#12)
		memw(r2+#12) = r4.new
	}
	{
		r4 = memw(r3+#16)
		memw(r2+#16) = r4.new
	}
	{
		r4 = memw(r3+#20)
		memw(r2+#20) = r4.new
	}
	{
		r4 = memw(r3+#24)
		memw(r2+#24) = r4.new
	}
	{
		r3 = add(r3,#64)
		r2 = add(r2,#64)
		r4 = memw(r3+#28)
		memw(r2+#28) = r4.new
	} :endloop0
	{
		r3:2 = combine(#4,#1)
		r1 = add(r1,#-32767)
		v8 = v0
		v7 = v0
	}
	{
		v5 = vsplat(r2)
		r0 = add(r0,#-31007)
		r5:4 = memd(r1+#-32)
		r7:6 = memd(r1+#-24)
	}
	{
		v9 = vsplat(r4)
		v10 = vsplat(r6)
	}
	{
		loop0(.LBB0_5,#7)
		v5 = vsplat(r3)
		v6.w = vasl(v5.w,v1.w)
	}
	{
		v8.w += vrmpy(v9.b,v4.b)
	}
	{
		v7.w += vrmpy(v10.b,v4.b)
		v6.uw = vlsr(v6.uw,r2)
		r3:2 = memd(r1+#-16)
	}
	{
		v10 = vsplat(r2)
	}
	.p2align	4
.LBB0_5:
	{
		v13 = vsplat(r5)
		v14 = vsplat(r7)
		v12 = v0
		r9:8 = memd(r1+#-8)
	}
	{
		v15 = vsplat(r8)
		v17 = vsplat(r3)
		v16 = v0
		v9 = v0
	}
	{
		v18 = vsplat(r9)
	}
	{
		v12.w += vrmpy(v10.b,v4.b)
		v11:10 = vcombine(v0,v0)
	}
	{
		v8.w += vrmpy(v13.b,v3.b)
	}
	{
		v16.w += vrmpy(v15.b,v4.b)
	}
	{
		v7.w += vrmpy(v14.b,v3.b)
	}
	{
		v12.w += vrmpy(v17.b,v3.b)
	}
	{
		v16.w += vrmpy(v18.b,v3.b)
	}
	{
		v13.w = vmpye(v8.w,v2.uh)
	}
	{
		v13.w += vmpyo(v8.w,v2.h):<<1:rnd:sat:shift
	}
	{
		v21.w = vmpye(v12.w,v2.uh)
		v13.w = vadd(v13.w,v6.w)
	}
	{
		v22.w = vmpye(v7.w,v2.uh)
	}
	{
		v8.w = vmpye(v16.w,v2.uh)
		v13.w = vasr(v13.w,v1.w)
	}
	{
		v21.w += vmpyo(v12.w,v2.h):<<1:rnd:sat:shift
		v13.w = vadd(v13.w,v5.w)
	}
	{
		v22.w += vmpyo(v7.w,v2.h):<<1:rnd:sat:shift
		v12.w = vadd(v21.w,v6.w)
	}
	{
		v8.w += vmpyo(v16.w,v2.h):<<1:rnd:sat:shift
		v7.w = vadd(v22.w,v6.w)
	}
	{
		v12.w = vasr(v12.w,v1.w)
		v8.w = vadd(v8.w,v6.w)
	}
	{
		v7.w = vasr(v7.w,v1.w)
		v12.w = vadd(v12.w,v5.w)
	}
	{
		v8.w = vasr(v8.w,v1.w)
		v7.w = vadd(v7.w,v5.w)
	}
	{
		v8.w = vadd(v8.w,v5.w)
	}
	{
		v7.h = vpack(v7.w,v13.w):sat
	}
	{
		v8.h = vpack(v8.w,v12.w):sat
	}
	{
		v7.b = vpack(v8.h,v7.h):sat
		vmem(r0+#0) = v7.new
	}
	{
		v7 = v0
		r3:2 = memd(r1+#0)
		r7:6 = memd(r1+#8)
	}
	{
		v8 = vsplat(r2)
		v23 = vsplat(r3)
		r3:2 = memd(r1+#16)
	}
	{
		v24 = vsplat(r6)
		v25 = vsplat(r7)
		r1 = add(r1,#64)
		r7:6 = memd(r1+#24)
	}
	{
		v26 = vsplat(r2)
		v28 = vsplat(r6)
	}
	{
		v11.w += vrmpy(v8.b,v4.b)
	}
	{
		v27 = vsplat(r3)
		v29 = vsplat(r7)
	}
	{
		v9.w += vrmpy(v24.b,v4.b)
	}
	{
		v10.w += vrmpy(v26.b,v4.b)
	}
	{
		v7.w += vrmpy(v28.b,v4.b)
	}
	{
		v11.w += vrmpy(v23.b,v3.b)
	}
	{
		v10.w += vrmpy(v27.b,v3.b)
	}
	{
		v7.w += vrmpy(v29.b,v3.b)
	}
	{
		v9.w += vrmpy(v25.b,v3.b)
	}
	{
		v8.w = vmpye(v11.w,v2.uh)
	}
	{
		v8.w += vmpyo(v11.w,v2.h):<<1:rnd:sat:shift
	}
	{
		v30.w = vmpye(v10.w,v2.uh)
		v8.w = vadd(v8.w,v6.w)
	}
	{
		v31.w = vmpye(v7.w,v2.uh)
	}
	{
		v11.w = vmpye(v9.w,v2.uh)
		v8.w = vasr(v8.w,v1.w)
	}
	{
		v30.w += vmpyo(v10.w,v2.h):<<1:rnd:sat:shift
		v8.w = vadd(v8.w,v5.w)
	}
	{
		v31.w += vmpyo(v7.w,v2.h):<<1:rnd:sat:shift
		v10.w = vadd(v30.w,v6.w)
	}
	{
		v11.w += vmpyo(v9.w,v2.h):<<1:rnd:sat:shift
		v7.w = vadd(v31.w,v6.w)
	}
	{
		v10.w = vasr(v10.w,v1.w)
		v9.w = vadd(v11.w,v6.w)
	}
	{
		v7.w = vasr(v7.w,v1.w)
		v10.w = vadd(v10.w,v5.w)
	}
	{
		v9.w = vasr(v9.w,v1.w)
		v7.w = vadd(v7.w,v5.w)
	}
	{
		v9.w = vadd(v9.w,v5.w)
	}
	{
		v7.h = vpack(v7.w,v10.w):sat
	}
	{
		v8.h = vpack(v9.w,v8.w):sat
	}
	{
		r0 = add(r0,#256)
		v7.b = vpack(v7.h,v8.h):sat
		v8 = v0
		vmem(r0+#1) = v7.new
	}
	{
		v7 = v0
		r5:4 = memd(r1+#-32)
		r7:6 = memd(r1+#-24)
	}
	{
		v9 = vsplat(r4)
		v11 = vsplat(r6)
		r3:2 = memd(r1+#-16)
	}
	{
		v10 = vsplat(r2)
	}
	{
		v8.w += vrmpy(v9.b,v4.b)
	}
	{
		v7.w += vrmpy(v11.b,v4.b)
		nop
	} :endloop0
	{
		v12 = vsplat(r5)
		v13 = vsplat(r7)
		v9 = v0
		r9:8 = memd(r1+#-8)
	}
	{
		v14 = vsplat(r8)
		v27 = vsplat(r3)
		v11 = v0
		v18 = v0
	}
	{
		v28 = vsplat(r9)
	}
	{
		v9.w += vrmpy(v10.b,v4.b)
	}
	{
		v11.w += vrmpy(v14.b,v4.b)
	}
	{
		v7.w += vrmpy(v13.b,v3.b)
	}
	{
		v8.w += vrmpy(v12.b,v3.b)
	}
	{
		v9.w += vrmpy(v27.b,v3.b)
	}
	{
		v11.w += vrmpy(v28.b,v3.b)
	}
	{
		v29.w = vmpye(v8.w,v2.uh)
	}
	{
		v13.w = vmpye(v7.w,v2.uh)
	}
	{
		v30.w = vmpye(v9.w,v2.uh)
	}
	{
		v31.w = vmpye(v11.w,v2.uh)
	}
	{
		v13.w += vmpyo(v7.w,v2.h):<<1:rnd:sat:shift
	}
	{
		v30.w += vmpyo(v9.w,v2.h):<<1:rnd:sat:shift
		v7.w = vadd(v13.w,v6.w)
	}
	{
		v29.w += vmpyo(v8.w,v2.h):<<1:rnd:sat:shift
		v9.w = vadd(v30.w,v6.w)
	}
	{
		v31.w += vmpyo(v11.w,v2.h):<<1:rnd:sat:shift
		v7.w = vasr(v7.w,v1.w)
		v12.w = vadd(v29.w,v6.w)
	}
	{
		v9.w = vasr(v9.w,v1.w)
		v8.w = vadd(v31.w,v6.w)
		v7.w = vadd(v7.w,v5.w)
	}
	{
		v16.w = vasr(v12.w,v1.w)
		v31:30 = vcombine(v0,v0)
		v9.w = vadd(v9.w,v5.w)
	}
	{
		v8.w = vasr(v8.w,v1.w)
		v10.w = vadd(v16.w,v5.w)
	}
	{
		v8.w = vadd(v8.w,v5.w)
	}
	{
		v7.h = vpack(v7.w,v10.w):sat
	}
	{
		v8.h = vpack(v8.w,v9.w):sat
	}
	{
		v7.b = vpack(v8.h,v7.h):sat
		vmem(r0+#0) = v7.new
	}
	{
		r7:6 = memd(r1+#0)
		r3:2 = memd(r1+#8)
	}
	{
		v17 = vsplat(r6)
		v19 = vsplat(r7)
		r5:4 = memd(r1+#16)
		r7:6 = memd(r1+#24)
	}
	{
		v20 = vsplat(r2)
		v21 = vsplat(r4)
	}
	{
		v22 = vsplat(r6)
		v23 = vsplat(r3)
	}
	{
		v24 = vsplat(r5)
		v25 = vsplat(r7)
	}
	{
		v30.w += vrmpy(v17.b,v4.b)
	}
	{
		v31.w += vrmpy(v20.b,v4.b)
	}
	{
		v18.w += vrmpy(v21.b,v4.b)
	}
	{
		v0.w += vrmpy(v22.b,v4.b)
	}
	{
		v30.w += vrmpy(v19.b,v3.b)
	}
	{
		v31.w += vrmpy(v23.b,v3.b)
	}
	{
		v18.w += vrmpy(v24.b,v3.b)
	}
	{
		v0.w += vrmpy(v25.b,v3.b)
	}
	{
		v26.w = vmpye(v30.w,v2.uh)
	}
	{
		v27.w = vmpye(v31.w,v2.uh)
	}
	{
		v7.w = vmpye(v18.w,v2.uh)
	}
	{
		v11.w = vmpye(v0.w,v2.uh)
	}
	{
		v7.w += vmpyo(v18.w,v2.h):<<1:rnd:sat:shift
	}
	{
		v26.w += vmpyo(v30.w,v2.h):<<1:rnd:sat:shift
		v7.w = vadd(v7.w,v6.w)
	}
	{
		v27.w += vmpyo(v31.w,v2.h):<<1:rnd:sat:shift
		v4.w = vadd(v26.w,v6.w)
	}
	{
		v11.w += vmpyo(v0.w,v2.h):<<1:rnd:sat:shift
		v30.w = vasr(v7.w,v1.w)
		v28.w = vadd(v27.w,v6.w)
	}
	{
		v29.w = vasr(v4.w,v1.w)
		v2.w = vadd(v11.w,v6.w)
		v31.w = vadd(v30.w,v5.w)
	}
	{
		v0.w = vasr(v28.w,v1.w)
		v3.w = vadd(v29.w,v5.w)
	}
	{
		v2.w = vasr(v2.w,v1.w)
		v0.w = vadd(v0.w,v5.w)
	}
	{
		v2.w = vadd(v2.w,v5.w)
	}
	{
		v0.h = vpack(v0.w,v3.w):sat
	}
	{
		v1.h = vpack(v2.w,v31.w):sat
	}
	{
		v0.b = vpack(v1.h,v0.h):sat
		jumpr r31
		vmem(r0+#1) = v0.new
	}
.Lfunc_end0:
	.lcomm	frame,516,128
