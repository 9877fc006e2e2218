// conv2d.hvx.c for H = 8, c_in = 8, c_out = 32, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1 = ##536903743
		r0 = ##order+32767
	}
	{
		loop0(##.LBB0_1,#8)
		r29 = add(r29,#-8)
		r5 = add(r1,#-32191)
	}
	{
		r2 = add(r1,#-29759)
		v3.b = vshuff(v1.b)
		v1.cur = vmem(r5+#0)
		memd(r29+#0) = r17:16
	}
	{
		r3 = add(r2,#256)
		r4 = add(r2,#512)
		r2 = add(r0,#-32767)
		v0 = vmem(r2+#0)
	}
	{
		r3 = add(r1,#-32063)
		v3.b = vshuff(v3.b)
		v1 = vmem(r3+#0)
	}
	{
		r2 = add(r2,#128)
		v2 = vmem(r4+#0)
		vmem(r2+#0) = v3
	}
	{
		r4 = ##-320017172
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31935)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-32511)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31807)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-32383)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31679)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-32255)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31551)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-32127)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31423)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31999)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31295)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31871)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31167)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31743)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-31039)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31615)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30911)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31487)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30783)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31359)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30655)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31231)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30527)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-31103)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30399)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-30975)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30271)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-30847)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30143)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = add(r0,#-30719)
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r1,#-30015)
		v3.b = vshuff(v3.b)
	}
	{
		r2 = ##frame+24
		v3.b = vshuff(v3.b)
		vmem(r2+#0) = v3.new
	}
	{
		v3 = vmem(r3+#0)
	}
	{
		r3 = add(r0,#-30591)
		v3.b = vshuff(v3.b)
	}
	{
		r3 = add(r2,#24)
		v3.b = vshuff(v3.b)
		vmem(r3+#0) = v3.new
	}
	.p2align	4
.LBB0_1:
	{
		memw(r3+#-48) = r4
		memw(r3+#-44) = r4
	}
	{
		memw(r3+#-40) = r4
		memw(r3+#-36) = r4
	}
	{
		memw(r3+#-32) = r4
		memw(r3+#-28) = r4
	}
	{
		memw(r3+#-24) = r4
		memw(r3+#-20) = r4
	}
	{
		memw(r3+#-16) = r4
		memw(r3+#-12) = r4
	}
	{
		memw(r3+#-8) = r4
		memw(r3+#-4) = r4
	}
	{
		memw(r3+#0) = r4
		memw(r3+#4) = r4
	}
	{
		memw(r3+#8) = r4
		memw(r3+#12) = r4
	}
	{
		memw(r3+#16) = r4
		memw(r3+#20) = r4
	}
	{
		memw(r3+#24) = r4
		memw(r3+#28) = r4
	}
	{
		memw(r3+#32) = r4
		memw(r3+#36) = r4
	}
	{
		memw(r3+#40) = r4
		memw(r3+#44) = r4
	}
	{
		r3 = add(r3,#100)
		memw(r3+#48) = r4
	} :endloop0
	{
		loop0(.LBB0_3,#4)
		r2 = add(r2,#92)
		r3 = add(r1,#-32767)
	}
	.p2align	4
.LBB0_3:
	{
		r4 = memw(r3+#-64)
		memw(r2+#-28) = r4.new
	}
	{
		r4 = memw(r3+#-60)
		memw(r2+#-24) = r4.new
	}
	{
		r4 = memw(r3+#-56)
		memw(r2+#-20) = r4.new
	}
	{
		r4 = memw(r3+#-52)
		memw(r2+#-16) = r4.new
	}
	{
		r4 = memw(r3+#-48)
		memw(r2+#-12) = r4.new
	}
	{
		r4 = memw(r3+#-44)
		memw(r2+#-8) = r4.new
	}
	{
		r4 = memw(r3+#-40)
		memw(r2+#-4) = r4.new
	}
	{
		r4 = memw(r3+#-36)
		memw(r2+#0) = r4.new
	}
	{
		r4 = memw(r3+#-32)
		memw(r2+#4) = r4.new
	}
	{
		r4 = memw(r3+#-28)
		memw(r2+#8) = r4.new
	}
	{
		r4 = memw(r3+#-24)
		memw(r2+#12) = r4.new
	}
	{
		r4 = memw(r3+#-20)
		memw(r2+#16) = r4.new
	}
	{
		r4 = memw(r3+#-16)
		memw(r2+#20) = r4.new
	}
	{
		r4 = memw(r3+#-12)
		memw(r2+#24) = r4.new
	}
	{
		r4 = memw(r3+#-8)
		memw(r2+#28) = r4.new
	}
	{
		r4 = memw(r3+#-4)
		memw(r2+#32) = r4.new
	}
	{
		r4 = memw(r3+#0)
		memw(r2+#52) = r4.new
	}
	{
		r4 = memw(r3+#4)
		memw(r2+#56) = r4.new
	}
	{
		r4 = memw(r3+#8)
		memw(r2+#60) = r4.new
	}
	{
		r4 = memw(r3+#12)
		memw(r2+#64) = r4.new
	}
	{
		r4 = memw(r3+#16)
		memw(r2+#68) = r4.new
	}
	{
		r4 = memw(r3+#20)
		memw(r2+#72) = r4.new
	}
	{
		r4 = memw(r3+#24)
		memw(r2+#76) = r4.new
	}
	{
		r4 = memw(r3+#28)
		memw(r2+#80) = r4.new
	}
	{
		r4 = memw(r3+#32)
		memw(r2+#84) = r4.new
	}
	{
		r4 = memw(r3+#36)
		memw(r2+#88) = r4.new
	}
	{
		r4 = memw(r3+#40)
		memw(r2+#92) = r4.new
	}
	{
		r4 = memw(r3+#44)
		memw(r2+#96) = r4.new
	}
	{
		r4 = memw(r3+#48)
		memw(r2+#100) = r4.new
	}
	{
		r4 = memw(r3+#52)
		memw(r2+#104) = r4.new
	}
	{
		r4 = memw(r3+#56)
		memw(r2+#108) = r4.new
	}
	{
		r2 = add(r2,#160)
		r3 = add(r3,#128)
		r4 = memw(r3+#60)
		memw(r2+#112) = r4.new
	} :endloop0
	{
		p0 = or(p0,!p0)
		r1 = add(r1,#-28991)
		r4 = #1
		r2 = #4
	}
	{
		v4 = vsplat(r4)
		v3 = vsplat(r2)
		r3:2 = combine(#10,#0)
	}
	{
		loop0(.LBB0_5,#8)
		p1 = and(p1,!p1)
	}
	{
		v4.w = vasl(v4.w,v2.w)
	}
	{
		jump .LBB0_5
		v4.uw = vlsr(v4.uw,r4)
	}
	.p2align	4
.LBB0_10:
	{
		nop
		r2 = add(r2,#10)
		r3 = add(r3,#10)
	} :endloop0
	{
		jump .LBB0_11
	}
.LBB0_5:
	{
		p3 = or(p0,p0)
		r6 = #0 ; jump .LBB0_6
	}
	.p2align	4
.LBB0_9:
	{
		p3 = or(p1,p1)
		v10.w = vmpye(v7.w,v1.uh)
		r6 = #4
	}
	{
		v10.w += vmpyo(v7.w,v1.h):<<1:rnd:sat:shift
	}
	{
		v9.w = vmpye(v8.w,v1.uh)
		v10.w = vadd(v10.w,v4.w)
	}
	{
		v30.w = vmpye(v6.w,v1.uh)
	}
	{
		v7.w = vmpye(v5.w,v1.uh)
	}
	{
		v9.w += vmpyo(v8.w,v1.h):<<1:rnd:sat:shift
	}
	{
		v30.w += vmpyo(v6.w,v1.h):<<1:rnd:sat:shift
		v9.w = vadd(v9.w,v4.w)
	}
	{
		v7.w += vmpyo(v5.w,v1.h):<<1:rnd:sat:shift
		v5.w = vadd(v30.w,v4.w)
	}
	{
		v7.w = vasr(v10.w,v2.w)
		v6.w = vadd(v7.w,v4.w)
	}
	{
		v5.w = vasr(v5.w,v2.w)
		v7.w = vadd(v7.w,v3.w)
	}
	{
		v6.w = vasr(v6.w,v2.w)
		v5.w = vadd(v5.w,v3.w)
	}
	{
		v9.w = vasr(v9.w,v2.w)
		v6.w = vadd(v6.w,v3.w)
	}
	{
		v31.w = vadd(v9.w,v3.w)
	}
	{
		v5.h = vpack(v6.w,v5.w):sat
	}
	{
		v6.h = vpack(v7.w,v31.w):sat
	}
	{
		if (!p2) jump:nt .LBB0_10
		v5.b = vpack(v5.h,v6.h):sat
		vmem(r1++#1) = v5.new
	}
.LBB0_6:
	{
		v7:6 = vcombine(v0,v0)
		v5 = v0
		v8 = v0
	}
	{
		r4 = ##frame+24
		r7 = add(r2,r6)
		r8 = add(r3,r6)
	}
	{
		r4 += asl(r7,#3)
		p2 = or(p3,p3)
		r5 = ##frame+24
	}
	{
		r5 += asl(r8,#3)
		r6 = add(r0,#-32767)
		r7 = #2
	}
	.p2align	4
.LBB0_7:
	{
		p3 = cmp.eq(r7,#0)
		r13:12 = memd(r4+#-24)
		r15:14 = memd(r4+#-16)
	}
	{
		v11 = vsplat(r12)
		v12 = vsplat(r13)
		r9:8 = memd(r4+#-8)
		r11:10 = memd(r4+#0)
	}
	{
		v13 = vsplat(r14)
		v10 = vsplat(r8)
		r17:16 = memd(r4+#16)
		v9 = vmem(r6+#0)
	}
	{
		v16 = vsplat(r10)
		v14 = vsplat(r15)
		r15:14 = memd(r4+#8)
		v30 = vmem(r6+#2)
	}
	{
		v8.w += vrmpy(v11.b,v9.b)
		v11 = vmem(r6+#1)
	}
	{
		v15 = vsplat(r9)
		v17 = vsplat(r11)
		v31 = vmem(r6+#4)
	}
	{
		v7.w += vrmpy(v13.b,v9.b)
	}
	{
		v6.w += vrmpy(v10.b,v9.b)
	}
	{
		v5.w += vrmpy(v16.b,v9.b)
	}
	{
		v8.w += vrmpy(v12.b,v11.b)
	}
	{
		v18 = vsplat(r14)
		v9 = vsplat(r15)
	}
	{
		v7.w += vrmpy(v14.b,v11.b)
	}
	{
		v6.w += vrmpy(v15.b,v11.b)
	}
	{
		v5.w += vrmpy(v17.b,v11.b)
		v11 = vmem(r6+#3)
	}
	{
		v8.w += vrmpy(v13.b,v30.b)
	}
	{
		v7.w += vrmpy(v10.b,v30.b)
	}
	{
		v6.w += vrmpy(v16.b,v30.b)
	}
	{
		v5.w += vrmpy(v18.b,v30.b)
	}
	{
		v8.w += vrmpy(v14.b,v11.b)
	}
	{
		v19 = vsplat(r16)
	}
	{
		v7.w += vrmpy(v15.b,v11.b)
	}
	{
		v6.w += vrmpy(v17.b,v11.b)
	}
	{
		v5.w += vrmpy(v9.b,v11.b)
	}
	{
		v8.w += vrmpy(v10.b,v31.b)
		v10 = vmem(r6+#5)
	}
	{
		v11 = vsplat(r17)
	}
	{
		v7.w += vrmpy(v16.b,v31.b)
	}
	{
		v6.w += vrmpy(v18.b,v31.b)
	}
	{
		v5.w += vrmpy(v19.b,v31.b)
	}
	{
		v8.w += vrmpy(v15.b,v10.b)
	}
	{
		v7.w += vrmpy(v17.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
	}
	{
		v5.w += vrmpy(v11.b,v10.b)
		if (p3) jump:nt .LBB0_9
	}
	{
		r9 = add(r6,#1024)
		r8 = add(r6,#1152)
		r15:14 = memd(r5+#-24)
		r11:10 = memd(r5+#-16)
	}
	{
		v14 = vsplat(r14)
		v15 = vsplat(r15)
		r13:12 = memd(r5+#-8)
		r17:16 = memd(r5+#0)
	}
	{
		v17 = vsplat(r16)
		v11 = vsplat(r10)
		r15:14 = memd(r5+#8)
		v9 = vmem(r6+#6)
	}
	{
		v10 = vsplat(r12)
		v12 = vsplat(r11)
		r16 = add(r6,#1280)
		v29 = vmem(r6+#7)
	}
	{
		v8.w += vrmpy(v14.b,v9.b)
		r7 = add(r7,#-2)
		r11:10 = memd(r5+#16)
		v30 = vmem(r9+#0)
	}
	{
		v13 = vsplat(r17)
		v16 = vsplat(r13)
		r17 = add(r6,#1408)
		v31 = vmem(r16+#0)
	}
	{
		v7.w += vrmpy(v11.b,v9.b)
		r4 = add(r4,#160)
		r6 = add(r6,#1536)
		r5 = add(r5,#160)
	}
	{
		v6.w += vrmpy(v10.b,v9.b)
	}
	{
		v5.w += vrmpy(v17.b,v9.b)
	}
	{
		v8.w += vrmpy(v15.b,v29.b)
	}
	{
		v18 = vsplat(r14)
		v9 = vsplat(r15)
	}
	{
		v7.w += vrmpy(v12.b,v29.b)
	}
	{
		v6.w += vrmpy(v16.b,v29.b)
	}
	{
		v5.w += vrmpy(v13.b,v29.b)
	}
	{
		v8.w += vrmpy(v11.b,v30.b)
		v11 = vmem(r8+#0)
	}
	{
		v7.w += vrmpy(v10.b,v30.b)
	}
	{
		v6.w += vrmpy(v17.b,v30.b)
	}
	{
		v5.w += vrmpy(v18.b,v30.b)
	}
	{
		v8.w += vrmpy(v12.b,v11.b)
	}
	{
		v19 = vsplat(r10)
	}
	{
		v7.w += vrmpy(v16.b,v11.b)
	}
	{
		v6.w += vrmpy(v13.b,v11.b)
	}
	{
		v5.w += vrmpy(v9.b,v11.b)
	}
	{
		v8.w += vrmpy(v10.b,v31.b)
		v10 = vmem(r17+#0)
	}
	{
		v11 = vsplat(r11)
	}
	{
		v7.w += vrmpy(v17.b,v31.b)
	}
	{
		v6.w += vrmpy(v18.b,v31.b)
	}
	{
		v5.w += vrmpy(v19.b,v31.b)
	}
	{
		v8.w += vrmpy(v16.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
	}
	{
		v5.w += vrmpy(v11.b,v10.b)
		jump .LBB0_7
	}
.LBB0_11:
	{
		r29 = add(r29,#8)
		r17:16 = memd(r29+#0)
		jumpr r31
	}
.Lfunc_end0:
	.lcomm	order,2304,128
	.lcomm	frame,804,128
