// gemv.hvx.c for M = 64, N = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		v0 = vxor(v0,v0)
		r0 = ##536880256
		allocframe(#128)
	}
	{
		r1 = ##sums+32767
		r3:2 = combine(#32,#64)
		v1 = vmem(r0+#-8)
	}
	{
		r5:4 = combine(#8,#16)
		r6 = ##first_word.kept
		r7 = add(r0,#-9088)
	}
	{
		loop0(.LBB0_1,#16)
		r8 = add(r1,#-32759)
		r29 = and(r29,#-128)
	}
	.p2align	4
.LBB0_1:
	{
		v3 = v0
		v2 = vmem(r7+#-2)
	}
	{
		v3.w += vrmpy(v2.b,v1.b)
	}
	{
		v2 = vror(v3,r2)
	}
	{
		v2.w = vadd(v3.w,v2.w)
	}
	{
		v3 = vror(v2,r3)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r5)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = valign(v2,v2,#4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
		vmem(r6+#0) = v2.new
	}
	{
		v2 = v0
		r9 = memw(r6+#0)
		memw(r8+#-8) = r9.new
	}
	{
		v2.w += vrmpy(v3.b,v1.b)
		v3.cur = vmem(r7+#-1)
	}
	{
		v3 = vror(v2,r2)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r3)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r5)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = valign(v2,v2,#4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
		vmem(r6+#0) = v2.new
	}
	{
		v2 = v0
		r9 = memw(r6+#0)
		memw(r8+#-4) = r9.new
	}
	{
		v2.w += vrmpy(v3.b,v1.b)
		v3.cur = vmem(r7+#0)
	}
	{
		v3 = vror(v2,r2)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r3)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r5)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = valign(v2,v2,#4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
		vmem(r6+#0) = v2.new
	}
	{
		v2 = v0
		r9 = memw(r6+#0)
		memw(r8+#0) = r9.new
	}
	{
		v2.w += vrmpy(v3.b,v1.b)
		r7 = add(r7,#512)
		v3.cur = vmem(r7+#1)
	}
	{
		v3 = vror(v2,r2)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r3)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = vror(v2,r5)
	}
	{
		v2.w = vadd(v2.w,v3.w)
	}
	{
		v3 = valign(v2,v2,#4)
	}
	{
		v2.w = vadd(v2.w,v3.w)
		vmem(r6+#0) = v2.new
	}
	{
		r8 = add(r8,#16)
		r9 = memw(r6+#0)
		memw(r8+#4) = r9.new
	} :endloop0
	{
		r3:2 = combine(#1,#-6)
		r7 = add(r1,#-32511)
		r5 = add(r1,#-32767)
		r6 = add(r1,#-32383)
	}
	{
		v3 = vsplat(r3)
		v30 = vsplat(r2)
		v1 = vmem(r0+#-3)
	}
	{
		r4 = ##store_bytes.kept+8
		r7 = add(r1,#-32639)
		v10 = vmem(r7+#0)
	}
	{
		v6.w = vasl(v3.w,v1.w)
		v4 = vmem(r0+#-4)
	}
	{
		v2 = vmem(r0+#-6)
	}
	{
		v11.w = vmpye(v10.w,v4.uh)
		v6.uw = vlsr(v6.uw,r3)
		v25 = vmem(r0+#-5)
	}
	{
		v7.w = vmpye(v5.w,v2.uh)
		r5 = add(r4,#-8)
		v5.cur = vmem(r5+#0)
	}
	{
		v24.w = vmpye(v12.w,v1.uh)
		r6 = add(r29,#0)
		v12.cur = vmem(r6+#0)
	}
	{
		v7.w += vmpyo(v5.w,v2.h):<<1:rnd:sat:shift
		v9.w = vasl(v3.w,v8.w)
		v8.cur = vmem(r0+#-2)
	}
	{
		v11.w += vmpyo(v10.w,v4.h):<<1:rnd:sat:shift
		v23.w = vasl(v3.w,v22.w)
		v22.cur = vmem(r0+#-1)
	}
	{
		v24.w += vmpyo(v12.w,v1.h):<<1:rnd:sat:shift
		v3.w = vasl(v3.w,v0.w)
		v0.cur = vmem(r0+#0)
	}
	{
		v28.w = vmpye(v26.w,v25.uh)
		v5.uw = vlsr(v23.uw,r3)
		v26.cur = vmem(r7+#0)
	}
	{
		v3.uw = vlsr(v3.uw,r3)
		v6.w = vadd(v7.w,v6.w)
		v5.w = vadd(v11.w,v5.w)
	}
	{
		v28.w += vmpyo(v26.w,v25.h):<<1:rnd:sat:shift
		v27.uw = vlsr(v9.uw,r3)
		v3.w = vadd(v24.w,v3.w)
	}
	{
		v1.w = vasr(v6.w,v1.w)
		v29.w = vadd(v28.w,v27.w)
	}
	{
		v2.w = vasr(v5.w,v22.w)
		v1.w = vadd(v1.w,v30.w)
	}
	{
		v0.w = vasr(v3.w,v0.w)
		v2.w = vadd(v2.w,v30.w)
	}
	{
		v31.w = vasr(v29.w,v8.w)
		v0.w = vadd(v0.w,v30.w)
	}
	{
		v3.w = vadd(v31.w,v30.w)
	}
	{
		v0.h = vpack(v0.w,v2.w):sat
	}
	{
		v1.h = vpack(v3.w,v1.w):sat
	}
	{
		v0.b = vpack(v0.h,v1.h):sat
		vmem(r6+#0) = v0.new
	}
	{
		r2 = memw(r6+#0)
		r3 = memw(r6+#4)
	}
	{
		memd(r0+#0) = r3:2
		vmem(r5+#0) = v0
	}
	{
		r3:2 = memd(r4+#0)
	}
	{
		memd(r0+#8) = r3:2
		r3:2 = memd(r4+#8)
	} :mem_noshuf
	{
		memd(r0+#16) = r3:2
		r3:2 = memd(r4+#16)
	} :mem_noshuf
	{
		memd(r0+#24) = r3:2
		r3:2 = memd(r4+#24)
	} :mem_noshuf
	{
		memd(r0+#32) = r3:2
		r3:2 = memd(r4+#32)
	} :mem_noshuf
	{
		memd(r0+#40) = r3:2
		r3:2 = memd(r4+#40)
	} :mem_noshuf
	{
		memd(r0+#48) = r3:2
		r3:2 = memd(r4+#48)
	} :mem_noshuf
	{
		memd(r0+#56) = r3:2
	}
	{
		r31:30 = dealloc_return(r30):raw
	}
.Lfunc_end0:
	.lcomm	sums,512,128
	.lcomm	first_word.kept,128,128
	.lcomm	store_bytes.kept,128,128
