// softmax.hvx.c for rows = 16, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(#0,##536903679)
		r5:4 = combine(#-1,#16)
	}
	{
		r7:6 = combine(##128,#8)
		r9 = add(r0,#-30591)
		v0 = vxor(v0,v0)
	}
	{
		v7.b = vsplat(r5)
		v4 = vsplat(r7)
		r5 = #1
		r12 = add(r9,#128)
	}
	{
		r13 = add(r9,#256)
		r14 = add(r9,#384)
		v1 = vmem(r9+#0)
	}
	{
		v3 = vsplat(r5)
		r3:2 = combine(#32,#64)
		v1.h = vshuff(v1.h)
		v2 = vmem(r12+#0)
	}
	{
		r8 = add(r0,#-29951)
		v2.h = vshuff(v2.h)
		v9:8.h = vsxt(v7.b)
		v5 = vmem(r13+#0)
	}
	{
		r9 = add(r0,#-32767)
		v5.h = vshuff(v5.h)
		v6 = vmem(r14+#0)
	}
	{
		r12 = ##first_word.kept
		v6.h = vshuff(v6.h)
	}
	{
		r13 = ##33423870
		r7 = #14
		r5 = #15
	}
	{
		loop0(##.LBB0_1,#16)
		r29 = add(r29,#-8)
	}
	{
		jump .LBB0_1
		memd(r29+#0) = r17:16
	}
	.p2align	4
.LBB0_5:
	{
		v12.w = vmpyi(v12.w,r13.h)
		r0 = sub(r11,r14)
		r9 = add(r9,#128)
		v14.w = vadd(v7.w,v7.w)
	}
	{
		v13.w = vmpyi(v13.w,r13.h)
		v12.w = vadd(v12.w,v7.w)
	}
	{
		v10.w = vmpyi(v10.w,r13.h)
		v13.w = vadd(v13.w,v7.w)
	}
	{
		v15 = vsplat(r28)
		v10.w = vadd(v10.w,v7.w)
	}
	{
		v11.w = vmpyi(v11.w,r13.h)
	}
	{
		v16.w = vmpye(v12.w,v15.uh)
		v7.w = vadd(v11.w,v7.w)
	}
	{
		v17.w = vmpye(v13.w,v15.uh)
	}
	{
		v11.w = vmpye(v10.w,v15.uh)
	}
	{
		v16.w += vmpyo(v12.w,v15.h):<<1:rnd:sat:shift
	}
	{
		v18.w = vmpye(v7.w,v15.uh)
	}
	{
		v11.w += vmpyo(v10.w,v15.h):<<1:rnd:sat:shift
		v16.w = vasr(v16.w,r0)
	}
	{
		v18.w += vmpyo(v7.w,v15.h):<<1:rnd:sat:shift
	}
	{
		v17.w += vmpyo(v13.w,v15.h):<<1:rnd:sat:shift
		v11.w = vasr(v11.w,r0)
	}
	{
		v30.w = vmpyie(v14.w,v16.uh)
		v18.w = vasr(v18.w,r0)
	}
	{
		v20.w = vmpyie(v14.w,v11.uh)
		v29.w = vasr(v17.w,r0)
		v12.w = vsub(v12.w,v30.w)
	}
	{
		v21.w = vmpyie(v14.w,v18.uh)
		v10.w = vsub(v10.w,v20.w)
		q1 = vcmp.gt(v0.w,v12.w)
	}
	{
		v19.w = vmpyie(v14.w,v29.uh)
		v7.w = vsub(v7.w,v21.w)
		q3 = vcmp.gt(v0.w,v10.w)
	}
	{
		v13.w = vsub(v13.w,v19.w)
		if (q1) v16.w -= v3.w
		q1 = vcmp.gt(v0.w,v7.w)
		q0 = vcmp.gt(v14.w,v12.w)
	}
	{
		q2 = vcmp.gt(v0.w,v13.w)
		if (q3) v11.w -= v3.w
		q3 = vcmp.gt(v14.w,v10.w)
		if (q1) v18.w -= v3.w
	}
	{
		if (q2) v29.w -= v3.w
		q2 = vcmp.gt(v14.w,v13.w)
		q1 = vcmp.gt(v14.w,v7.w)
		if (!q3) v11.w += v3.w
	}
	{
		if (!q0) v16.w += v3.w
		if (!q2) v29.w += v3.w
		if (!q1) v18.w += v3.w
		v11.w = vsub(v11.w,v4.w)
	}
	{
		v31.w = vsub(v18.w,v4.w)
		v7.w = vsub(v16.w,v4.w)
		v10.w = vsub(v29.w,v4.w)
	}
	{
		v11.h = vshuffe(v31.h,v11.h)
		v7.h = vshuffe(v10.h,v7.h)
	}
	{
		v7.b = vshuffe(v11.b,v7.b)
		vmem(r8++#1) = v7.new
	} :endloop0
	{
		jump .LBB0_6
	}
.LBB0_1:
	{
		r0 = #1
		v7 = vmemu(r9+#0)
	}
	{
		r28 = ##1073741824
		r11 = #30
	}
	{
		v10 = vror(v7,r2)
	}
	{
		v10.b = vmax(v7.b,v10.b)
	}
	{
		v11 = vror(v10,r3)
	}
	{
		v10.b = vmax(v10.b,v11.b)
	}
	{
		v11 = vror(v10,r4)
	}
	{
		v10.b = vmax(v10.b,v11.b)
	}
	{
		v11 = vror(v10,r6)
	}
	{
		v10.b = vmax(v10.b,v11.b)
	}
	{
		v11 = valign(v10,v10,#4)
	}
	{
		v10.b = vmax(v10.b,v11.b)
	}
	{
		v11 = valign(v10,v10,#2)
	}
	{
		v10.b = vmax(v10.b,v11.b)
	}
	{
		v11 = valign(v10,v10,#1)
	}
	{
		v10.b = vmax(v10.b,v11.b)
	}
	{
		v7.b = vsub(v10.b,v7.b)
	}
	{
		v11:10.h = vlut16(v7.b,v1.h,#0)
	}
	{
		r0 = #2
		v11:10.h |= vlut16(v7.b,v1.h,r0)
	}
	{
		r0 = #3
		v11:10.h |= vlut16(v7.b,v1.h,r0)
	}
	{
		r0 = #4
		v11:10.h |= vlut16(v7.b,v1.h,r0)
	}
	{
		r0 = #5
		v11:10.h |= vlut16(v7.b,v2.h,r0)
	}
	{
		r0 = #6
		v11:10.h |= vlut16(v7.b,v2.h,r0)
	}
	{
		r0 = #7
		v11:10.h |= vlut16(v7.b,v2.h,r0)
	}
	{
		r0 = #9
		v11:10.h |= vlut16(v7.b,v2.h,r0)
	}
	{
		v11:10.h |= vlut16(v7.b,v5.h,r6)
	}
	{
		r0 = #10
		v11:10.h |= vlut16(v7.b,v5.h,r0)
	}
	{
		r0 = #11
		v11:10.h |= vlut16(v7.b,v5.h,r0)
	}
	{
		r0 = #12
		v11:10.h |= vlut16(v7.b,v5.h,r0)
	}
	{
		r0 = #13
		v11:10.h |= vlut16(v7.b,v6.h,r0)
	}
	{
		v11:10.h |= vlut16(v7.b,v6.h,r0)
	}
	{
		v11:10.h |= vlut16(v7.b,v6.h,r7)
	}
	{
		v11:10.h |= vlut16(v7.b,v6.h,r5)
	}
	{
		v7 = vand(v10,v8)
		v10 = vand(v11,v9)
	}
	{
		v13:12.uw = vzxt(v7.uh)
		v11:10.uw = vzxt(v10.uh)
	}
	{
		v7.w = vadd(v12.w,v13.w)
		v14.w = vadd(v10.w,v11.w)
	}
	{
		v7.w = vadd(v7.w,v14.w)
	}
	{
		v14 = vror(v7,r2)
	}
	{
		v7.w = vadd(v7.w,v14.w)
	}
	{
		v14 = vror(v7,r3)
	}
	{
		v7.w = vadd(v7.w,v14.w)
	}
	{
		v14 = vror(v7,r4)
	}
	{
		v7.w = vadd(v7.w,v14.w)
	}
	{
		v14 = vror(v7,r6)
	}
	{
		v7.w = vadd(v7.w,v14.w)
	}
	{
		v14 = valign(v7,v7,#4)
	}
	{
		v7.w = vadd(v7.w,v14.w)
		vmem(r12+#0) = v7.new
	}
	{
		r0 = memw(##first_word.kept)
	}
	{
		r0 = asl(r0,#1)
	}
	{
		r14 = cl0(r0)
	}
	{
		r0 = asl(r0,r14)
	}
	{
		p0 = cmp.eq(r0,##-2147483648)
		if (p0.new) jump:t .LBB0_5
	}
	{
		r28 = #0
		r10 = ##-2147483648
		r15 = #24
	}
.LBB0_3:
	{
		r28 = asl(r28,#2)
		r11:10 = combine(#0,r10)
	}
	{
		r11:10 = asl(r11:10,#1)
		r16 = setbit(r28,#1)
	}
	{
		p0 = cmp.gtu(r1:0,r11:10)
		if (!p0.new) r28 = add(r16,#0)
	}
	{
		r16 = setbit(r28,#0)
		r11 = mux(p0,#0,r0)
	}
	{
		r10 = sub(r10,r11)
	}
	{
		r11:10 = combine(#0,r10)
	}
	{
		r11:10 = asl(r11:10,#1)
	}
	{
		p1 = cmp.gtu(r1:0,r11:10)
		if (!p1.new) r28 = add(r16,#0)
	}
	{
		r28 = asl(r28,#2)
		r11 = mux(p1,#0,r0)
	}
	{
		r16 = setbit(r28,#1)
		r10 = sub(r10,r11)
	}
	{
		r11:10 = combine(#0,r10)
	}
	{
		r11:10 = asl(r11:10,#1)
	}
	{
		p2 = cmp.gtu(r1:0,r11:10)
		if (!p2.new) r28 = add(r16,#0)
	}
	{
		r11 = mux(p2,#0,r0)
	}
	{
		r10 = sub(r10,r11)
	}
	{
		r11:10 = combine(#0,r10)
	}
	{
		r11:10 = asl(r11:10,#1)
	}
	{
		p3 = cmp.gtu(r1:0,r11:10)
	}
	{
		r11 = mux(p3,#0,r0)
	}
	{
		r10 = sub(r10,r11)
	}
	{
		r11:10 = combine(#0,r10)
	}
	{
		r11:10 = asl(r11:10,#1)
	}
	{
		p0 = cmp.gtu(r1:0,r11:10)
	}
	{
		r11 = mux(p0,#0,r0)
	}
	{
		r11 = setbit(r28,#0)
		r10 = sub(r10,r11)
	}
	{
		r17:16 = combine(#0,r10)
		if (!p3) r28 = add(r11,#0)
	}
	{
		r11:10 = asl(r17:16,#1)
		r28 = asl(r28,#2)
	}
	{
		p1 = cmp.gtu(r1:0,r11:10)
		r11 = setbit(r28,#1)
	}
	{
		if (!p0) r28 = add(r11,#0)
		r16 = mux(p1,#0,r0)
	}
	{
		r11 = setbit(r28,#0)
		r10 = sub(r10,r16)
	}
	{
		if (!p1) r28 = add(r11,#0)
		p1 = cmp.eq(r15,#0)
		r17:16 = combine(#0,r10)
	}
	{
		r28 = asl(r28,#1)
		r11:10 = asl(r17:16,#1)
	}
	{
		p0 = cmp.gtu(r1:0,r11:10)
		r11 = setbit(r28,#0)
	}
	{
		if (!p0) r28 = add(r11,#0)
		r11 = #31
		if (p1) jump:nt .LBB0_5
	}
	{
		p0 = not(p0)
		r28 = asl(r28,#1)
		r15 = add(r15,#-8)
	}
	{
		r16 = setbit(r28,#0)
		r11 = mux(p0,r0,#0)
	}
	{
		r10 = sub(r10,r11)
	}
	{
		r11:10 = combine(#0,r10)
	}
	{
		r11:10 = asl(r11:10,#1)
	}
	{
		p0 = cmp.gtu(r1:0,r11:10)
		if (!p0.new) r28 = add(r16,#0)
	}
	{
		r11 = mux(p0,#0,r0)
	}
	{
		r10 = sub(r10,r11)
		jump .LBB0_3
	}
.LBB0_6:
	{
		r29 = add(r29,#8)
		r17:16 = memd(r29+#0)
		jumpr r31
	}
.Lfunc_end0:
	.lcomm	first_word.kept,128,128
