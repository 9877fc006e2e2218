// gemv.hvx.c for M = 128, N = 256; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		v0 = vxor(v0,v0)
		r0 = ##536904184
		allocframe(#128)
	}
	{
		r1 = ##sums+32767
		r7 = add(r0,#-376)
		r3:2 = combine(#32,#64)
	}
	{
		r5:4 = combine(#8,#16)
		r6 = ##first_word.kept
		r9 = add(r7,#128)
	}
	{
		r7 = add(r0,#-32760)
		r8 = add(r1,#-32759)
		v1 = vmem(r7+#0)
	}
	{
		loop0(.LBB0_1,#32)
		r29 = and(r29,#-128)
		v2 = vmem(r9+#0)
	}
	.p2align	4
.LBB0_1:
	{
		v4 = v0
		v3 = vmem(r7+#-4)
	}
	{
		v4.w += vrmpy(v3.b,v1.b)
		v3 = vmem(r7+#-3)
	}
	{
		v4.w += vrmpy(v3.b,v2.b)
	}
	{
		v3 = vror(v4,r2)
	}
	{
		v3.w = vadd(v4.w,v3.w)
	}
	{
		v4 = vror(v3,r3)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r5)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = valign(v3,v3,#4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
		vmem(r6+#0) = v3.new
	}
	{
		v3 = v0
		r9 = memw(r6+#0)
		memw(r8+#-8) = r9.new
	}
	{
		v3.w += vrmpy(v26.b,v1.b)
		v26.cur = vmem(r7+#-2)
	}
	{
		v3.w += vrmpy(v27.b,v2.b)
		v27.cur = vmem(r7+#-1)
	}
	{
		v4 = vror(v3,r2)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r3)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r5)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = valign(v3,v3,#4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
		vmem(r6+#0) = v3.new
	}
	{
		v3 = v0
		r9 = memw(r6+#0)
		memw(r8+#-4) = r9.new
	}
	{
		v3.w += vrmpy(v28.b,v1.b)
		v28.cur = vmem(r7+#0)
	}
	{
		v3.w += vrmpy(v29.b,v2.b)
		v29.cur = vmem(r7+#1)
	}
	{
		v4 = vror(v3,r2)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r3)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r5)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = valign(v3,v3,#4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
		vmem(r6+#0) = v3.new
	}
	{
		v3 = v0
		r9 = memw(r6+#0)
		memw(r8+#0) = r9.new
	}
	{
		v3.w += vrmpy(v30.b,v1.b)
		v30.cur = vmem(r7+#2)
	}
	{
		v3.w += vrmpy(v31.b,v2.b)
		r7 = add(r7,#1024)
		v31.cur = vmem(r7+#3)
	}
	{
		v4 = vror(v3,r2)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r3)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = vror(v3,r5)
	}
	{
		v3.w = vadd(v3.w,v4.w)
	}
	{
		v4 = valign(v3,v3,#4)
	}
	{
		v3.w = vadd(v3.w,v4.w)
		vmem(r6+#0) = v3.new
	}
	{
		r8 = add(r8,#16)
		r9 = memw(r6+#0)
		memw(r8+#4) = r9.new
	} :endloop0
	{
		r6 = add(r0,#264)
		r7 = add(r0,#392)
		r3:2 = combine(#1,#-6)
		r5 = add(r0,#8)
	}
	{
		v4 = vsplat(r3)
		r6 = add(r1,#-32383)
		r4 = add(r0,#648)
		v2 = vmem(r6+#0)
	}
	{
		v30 = vsplat(r2)
		r6 = add(r0,#776)
		v5 = vmem(r6+#0)
	}
	{
		r7 = add(r1,#-32767)
		v3 = vmem(r7+#0)
	}
	{
		r6 = add(r0,#904)
		v10.w = vasl(v4.w,v9.w)
		v9.cur = vmem(r6+#0)
	}
	{
		v22.w = vmpye(v5.w,v3.uh)
		r6 = add(r0,#136)
		v20.w = vasl(v4.w,v19.w)
		v19.cur = vmem(r6+#0)
	}
	{
		v22.w += vmpyo(v5.w,v3.h):<<1:rnd:sat:shift
		r7 = add(r1,#-32511)
		v26.uw = vlsr(v10.uw,r3)
		v6 = vmem(r7+#0)
	}
	{
		r5 = add(r1,#-32639)
		v24.uw = vlsr(v20.uw,r3)
		v1 = vmem(r5+#0)
	}
	{
		v12.w = vmpye(v11.w,v2.uh)
		r7 = add(r0,#1032)
		v11.cur = vmem(r7+#0)
	}
	{
		v8.w = vmpye(v6.w,v1.uh)
		r6 = ##store_bytes.kept+8
		v23 = vmem(r6+#0)
	}
	{
		v12.w += vmpyo(v11.w,v2.h):<<1:rnd:sat:shift
		r5 = add(r6,#-8)
		v25 = vmem(r5+#0)
	}
	{
		v27.w = vmpye(v25.w,v23.uh)
		v7.w = vasl(v4.w,v0.w)
		v0.cur = vmem(r4+#0)
	}
	{
		v27.w += vmpyo(v25.w,v23.h):<<1:rnd:sat:shift
		r7 = add(r29,#0)
		v4.w = vasl(v4.w,v21.w)
		v21.cur = vmem(r7+#0)
	}
	{
		v8.w += vmpyo(v6.w,v1.h):<<1:rnd:sat:shift
		v7.uw = vlsr(v7.uw,r3)
		v5.w = vadd(v12.w,v24.w)
	}
	{
		v4.uw = vlsr(v4.uw,r3)
		v7.w = vadd(v8.w,v7.w)
		v29.w = vadd(v27.w,v26.w)
	}
	{
		v1.w = vasr(v5.w,v19.w)
		v28.w = vadd(v22.w,v4.w)
	}
	{
		v0.w = vasr(v7.w,v0.w)
		v1.w = vadd(v1.w,v30.w)
	}
	{
		v2.w = vasr(v28.w,v21.w)
		v0.w = vadd(v0.w,v30.w)
	}
	{
		v31.w = vasr(v29.w,v9.w)
		v2.w = vadd(v2.w,v30.w)
	}
	{
		v3.w = vadd(v31.w,v30.w)
	}
	{
		v1.h = vpack(v2.w,v1.w):sat
	}
	{
		v0.h = vpack(v3.w,v0.w):sat
	}
	{
		v0.b = vpack(v1.h,v0.h):sat
		vmem(r7+#0) = v0.new
	}
	{
		r2 = memw(r7+#0)
		r3 = memw(r7+#4)
	}
	{
		memd(r0+#1288) = r3:2
		vmem(r5+#0) = v0
	}
	{
		r3:2 = memd(r6+#0)
	}
	{
		memd(r0+#1296) = r3:2
		r3:2 = memd(r6+#8)
	} :mem_noshuf
	{
		memd(r0+#1304) = r3:2
		r3:2 = memd(r6+#16)
	} :mem_noshuf
	{
		memd(r0+#1312) = r3:2
		r3:2 = memd(r6+#24)
	} :mem_noshuf
	{
		memd(r0+#1320) = r3:2
		r3:2 = memd(r6+#32)
	} :mem_noshuf
	{
		memd(r0+#1328) = r3:2
		r3:2 = memd(r6+#40)
	} :mem_noshuf
	{
		memd(r0+#1336) = r3:2
		r3:2 = memd(r6+#48)
	} :mem_noshuf
	{
		memd(r0+#1344) = r3:2
		r3:2 = memd(r6+#56)
	} :mem_noshuf
	{
		memd(r0+#1352) = r3:2
		r3:2 = memd(r6+#64)
	} :mem_noshuf
	{
		memd(r0+#1360) = r3:2
		r3:2 = memd(r6+#72)
	} :mem_noshuf
	{
		memd(r0+#1368) = r3:2
		r3:2 = memd(r6+#80)
	} :mem_noshuf
	{
		memd(r0+#1376) = r3:2
		r3:2 = memd(r6+#88)
	} :mem_noshuf
	{
		memd(r0+#1384) = r3:2
		r3:2 = memd(r6+#96)
	} :mem_noshuf
	{
		memd(r0+#1392) = r3:2
		r3:2 = memd(r6+#104)
	} :mem_noshuf
	{
		memd(r0+#1400) = r3:2
		r3:2 = memd(r6+#112)
	} :mem_noshuf
	{
		memd(r0+#1408) = r3:2
	}
	{
		r31:30 = dealloc_return(r30):raw
	}
.Lfunc_end0:
	.lcomm	sums,512,128
	.lcomm	first_word.kept,128,128
	.lcomm	store_bytes.kept,128,128
