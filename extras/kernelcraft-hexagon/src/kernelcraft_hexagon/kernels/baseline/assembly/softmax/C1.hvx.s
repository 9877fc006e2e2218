// softmax.hvx.c for rows = 4, width = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(##128,#1)
		r12 = #64
		r7:6 = combine(#-1,#8)
	}
	{
		v8.b = vsplat(r7)
		r3:2 = combine(#0,##536903679)
		allocframe(r29,#512):raw
	}
	{
		v4 = vsplat(r0)
		q0 = vsetq(r12)
		v0 = vxor(v0,v0)
	}
	{
		r0 = ##16843009
		r13 = add(r2,#-32383)
		r29 = and(r29,#-128)
	}
	{
		v9 = vand(q0,r0)
		r10 = #-128
		v8 = vmux(q0,v8,v0)
		vmem(r29+#2) = v9.new
	}
	{
		v1 = vmem(r13+#0)
	}
	{
		v2.b = vsplat(r10)
		v5 = vsplat(r1)
		v1.h = vshuff(v1.h)
		v3 = vmem(r13+#1)
	}
	{
		r5:4 = combine(#32,#16)
		v3.h = vshuff(v3.h)
		v9:8.h = vsxt(v8.b)
		v6 = vmem(r13+#2)
	}
	{
		r8 = add(r2,#-31743)
		r9 = add(r2,#-32767)
		v6.h = vshuff(v6.h)
		v7 = vmem(r13+#3)
	}
	{
		r28 = ##first_word.kept
		v7.h = vshuff(v7.h)
	}
	{
		r13 = ##33423870
		r14 = add(r29,#128)
		r7 = #15
	}
	{
		loop0(##.LBB0_1,#4)
		memd(r30+#-8) = r17:16
		memd(r30+#-16) = r19:18
	}
	{
		memd(r30+#-24) = r21:20
		memd(r30+#-32) = r23:22
	}
	{
		jump .LBB0_1
		memd(r30+#-40) = r25:24
		memd(r30+#-48) = r27:26
	}
	.p2align	4
.LBB0_4:
	{
		r28 = ##first_word.kept
	}
.LBB0_5:
	{
		v14.w = vmpyi(v14.w,r13.h)
		r2 = sub(r11,r15)
		r9 = add(r9,#64)
		v13.w = vadd(v12.w,v12.w)
	}
	{
		v15.w = vmpyi(v15.w,r13.h)
		v14.w = vadd(v14.w,v12.w)
	}
	{
		v10.w = vmpyi(v10.w,r13.h)
		v15.w = vadd(v15.w,v12.w)
	}
	{
		v16 = vsplat(r10)
		v10.w = vadd(v10.w,v12.w)
	}
	{
		v11.w = vmpyi(v11.w,r13.h)
	}
	{
		v17.w = vmpye(v14.w,v16.uh)
		v11.w = vadd(v11.w,v12.w)
	}
	{
		v18.w = vmpye(v15.w,v16.uh)
	}
	{
		v26.w = vmpye(v10.w,v16.uh)
	}
	{
		v17.w += vmpyo(v14.w,v16.h):<<1:rnd:sat:shift
	}
	{
		v19.w = vmpye(v11.w,v16.uh)
	}
	{
		v19.w += vmpyo(v11.w,v16.h):<<1:rnd:sat:shift
		v17.w = vasr(v17.w,r2)
	}
	{
		v18.w += vmpyo(v15.w,v16.h):<<1:rnd:sat:shift
	}
	{
		v26.w += vmpyo(v10.w,v16.h):<<1:rnd:sat:shift
		v19.w = vasr(v19.w,r2)
	}
	{
		v28.w = vmpyie(v13.w,v17.uh)
		v27.w = vasr(v18.w,r2)
	}
	{
		v30.w = vmpyie(v13.w,v19.uh)
		v12.w = vasr(v26.w,r2)
		v14.w = vsub(v14.w,v28.w)
	}
	{
		v20.w = vmpyie(v13.w,v27.uh)
		q2 = vcmp.gt(v0.w,v14.w)
		v11.w = vsub(v11.w,v30.w)
	}
	{
		v29.w = vmpyie(v13.w,v12.uh)
		v15.w = vsub(v15.w,v20.w)
		if (q2) v17.w -= v4.w
	}
	{
		v10.w = vsub(v10.w,v29.w)
		q3 = vcmp.gt(v0.w,v15.w)
		q2 = vcmp.gt(v0.w,v11.w)
		q1 = vcmp.gt(v13.w,v14.w)
	}
	{
		q0 = vcmp.gt(v0.w,v10.w)
		if (q3) v27.w -= v4.w
		q3 = vcmp.gt(v13.w,v15.w)
		if (q2) v19.w -= v4.w
	}
	{
		if (q0) v12.w -= v4.w
		q0 = vcmp.gt(v13.w,v10.w)
		q2 = vcmp.gt(v13.w,v11.w)
		if (!q1) v17.w += v4.w
	}
	{
		if (!q0) v12.w += v4.w
		if (!q3) v27.w += v4.w
		if (!q2) v19.w += v4.w
		v10.w = vsub(v17.w,v5.w)
	}
	{
		v11.w = vsub(v27.w,v5.w)
		v12.w = vsub(v12.w,v5.w)
		v31.w = vsub(v19.w,v5.w)
	}
	{
		v12.h = vshuffe(v31.h,v12.h)
		v10.h = vshuffe(v11.h,v10.h)
	}
	{
		v10.b = vshuffe(v12.b,v10.b)
		vmem(r14+#0) = v10.new
	}
	{
		r10 = memw(r14+#56)
		r11 = memw(r14+#60)
	}
	{
		r16 = memw(r14+#48)
		r17 = memw(r14+#52)
	}
	{
		r18 = memw(r14+#40)
		r19 = memw(r14+#44)
	}
	{
		r20 = memw(r14+#32)
		r21 = memw(r14+#36)
	}
	{
		r22 = memw(r14+#24)
		r23 = memw(r14+#28)
	}
	{
		r24 = memw(r14+#16)
		r25 = memw(r14+#20)
	}
	{
		r26 = memw(r14+#8)
		r27 = memw(r14+#12)
	}
	{
		r0 = memw(r14+#0)
		r1 = memw(r14+#4)
	}
	{
		memd(r8+#8) = r27:26
		memd(r8+#16) = r25:24
	}
	{
		memd(r8+#24) = r23:22
		memd(r8+#32) = r21:20
	}
	{
		memd(r8+#0) = r1:0
		memd(r8+#40) = r19:18
	}
	{
		r8 = add(r8,#64)
		memd(r8+#48) = r17:16
		memd(r8+#56) = r11:10
	} :endloop0
	{
		jump .LBB0_6
	}
.LBB0_1:
	{
		r2 = ##16843009
		v11 = vmem(r29+#2)
	}
	{
		q0 = vand(v11,r2)
		r11:10 = combine(#30,##1073741824)
	}
	{
		r2 = #1
		v10 = vmemu(r9+#0)
	}
	{
		v10 = vmux(q0,v10,v2)
	}
	{
		v11 = vror(v10,r12)
	}
	{
		v11.b = vmax(v10.b,v11.b)
	}
	{
		v12 = vror(v11,r5)
	}
	{
		v11.b = vmax(v11.b,v12.b)
	}
	{
		v12 = vror(v11,r4)
	}
	{
		v11.b = vmax(v11.b,v12.b)
	}
	{
		v12 = vror(v11,r6)
	}
	{
		v11.b = vmax(v11.b,v12.b)
	}
	{
		v12 = valign(v11,v11,#4)
	}
	{
		v11.b = vmax(v11.b,v12.b)
	}
	{
		v12 = valign(v11,v11,#2)
	}
	{
		v11.b = vmax(v11.b,v12.b)
	}
	{
		v12 = valign(v11,v11,#1)
	}
	{
		v11.b = vmax(v11.b,v12.b)
	}
	{
		v12.b = vsub(v11.b,v10.b)
	}
	{
		v11:10.h = vlut16(v12.b,v1.h,#0)
	}
	{
		r2 = #2
		v11:10.h |= vlut16(v12.b,v1.h,r2)
	}
	{
		r2 = #3
		v11:10.h |= vlut16(v12.b,v1.h,r2)
	}
	{
		r2 = #4
		v11:10.h |= vlut16(v12.b,v1.h,r2)
	}
	{
		r2 = #5
		v11:10.h |= vlut16(v12.b,v3.h,r2)
	}
	{
		r2 = #6
		v11:10.h |= vlut16(v12.b,v3.h,r2)
	}
	{
		r2 = #7
		v11:10.h |= vlut16(v12.b,v3.h,r2)
	}
	{
		r2 = #9
		v11:10.h |= vlut16(v12.b,v3.h,r2)
	}
	{
		v11:10.h |= vlut16(v12.b,v6.h,r6)
	}
	{
		r2 = #10
		v11:10.h |= vlut16(v12.b,v6.h,r2)
	}
	{
		r2 = #11
		v11:10.h |= vlut16(v12.b,v6.h,r2)
	}
	{
		r2 = #12
		v11:10.h |= vlut16(v12.b,v6.h,r2)
	}
	{
		r2 = #13
		v11:10.h |= vlut16(v12.b,v7.h,r2)
	}
	{
		r2 = #14
		v11:10.h |= vlut16(v12.b,v7.h,r2)
	}
	{
		v11:10.h |= vlut16(v12.b,v7.h,r2)
	}
	{
		v11:10.h |= vlut16(v12.b,v7.h,r7)
	}
	{
		v10 = vand(v10,v8)
		v11 = vand(v11,v9)
	}
	{
		v15:14.uw = vzxt(v10.uh)
		v11:10.uw = vzxt(v11.uh)
	}
	{
		v12.w = vadd(v14.w,v15.w)
		v13.w = vadd(v10.w,v11.w)
	}
	{
		v12.w = vadd(v12.w,v13.w)
	}
	{
		v13 = vror(v12,r12)
	}
	{
		v12.w = vadd(v12.w,v13.w)
	}
	{
		v13 = vror(v12,r5)
	}
	{
		v12.w = vadd(v12.w,v13.w)
	}
	{
		v13 = vror(v12,r4)
	}
	{
		v12.w = vadd(v12.w,v13.w)
	}
	{
		v13 = vror(v12,r6)
	}
	{
		v12.w = vadd(v12.w,v13.w)
	}
	{
		v13 = valign(v12,v12,#4)
	}
	{
		v12.w = vadd(v12.w,v13.w)
		vmem(r28+#0) = v12.new
	}
	{
		r2 = memw(##first_word.kept)
	}
	{
		r2 = asl(r2,#1)
	}
	{
		r15 = cl0(r2)
	}
	{
		r2 = asl(r2,r15)
	}
	{
		p0 = cmp.eq(r2,##-2147483648)
		if (p0.new) jump:t .LBB0_5
	}
	{
		r11:10 = combine(##-2147483648,#0)
		r28 = #24
	}
	.p2align	4
.LBB0_3:
	{
		r10 = asl(r10,#2)
		r17:16 = combine(#0,r11)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
	}
	{
		r11 = mux(p0,#0,r2)
	}
	{
		r11 = sub(r16,r11)
	}
	{
		r17:16 = combine(#0,r11)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p1 = cmp.gtu(r3:2,r17:16)
	}
	{
		r11 = mux(p1,#0,r2)
	}
	{
		r11 = sub(r16,r11)
	}
	{
		r17:16 = combine(#0,r11)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p2 = cmp.gtu(r3:2,r17:16)
	}
	{
		r11 = mux(p2,#0,r2)
	}
	{
		r11 = sub(r16,r11)
	}
	{
		r17:16 = combine(#0,r11)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p3 = cmp.gtu(r3:2,r17:16)
		r17 = setbit(r10,#1)
	}
	{
		if (!p0) r10 = add(r17,#0)
		r11 = mux(p3,#0,r2)
	}
	{
		r11 = sub(r16,r11)
	}
	{
		r11 = setbit(r10,#0)
		r19:18 = combine(#0,r11)
	}
	{
		r17:16 = asl(r19:18,#1)
		if (!p1) r10 = add(r11,#0)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
		r10 = asl(r10,#2)
	}
	{
		r17 = setbit(r10,#1)
		r11 = mux(p0,#0,r2)
	}
	{
		if (!p2) r10 = add(r17,#0)
		r11 = sub(r16,r11)
	}
	{
		r16 = setbit(r10,#0)
		r19:18 = combine(#0,r11)
	}
	{
		r19:18 = asl(r19:18,#1)
		if (!p3) r10 = add(r16,#0)
	}
	{
		r10 = asl(r10,#2)
		p1 = cmp.gtu(r3:2,r19:18)
	}
	{
		r11 = setbit(r10,#1)
	}
	{
		if (!p0) r10 = add(r11,#0)
		r17 = mux(p1,#0,r2)
	}
	{
		r16 = setbit(r10,#0)
		r11 = sub(r18,r17)
	}
	{
		if (!p1) r10 = add(r16,#0)
		p1 = cmp.eq(r28,#0)
		r19:18 = combine(#0,r11)
	}
	{
		r10 = asl(r10,#1)
		r17:16 = asl(r19:18,#1)
	}
	{
		r11 = setbit(r10,#0)
		p0 = cmp.gtu(r3:2,r17:16)
	}
	{
		if (!p0) r10 = add(r11,#0)
		r11 = #31
		if (p1) jump:nt .LBB0_4
	}
	{
		p0 = not(p0)
		r10 = asl(r10,#1)
		r28 = add(r28,#-8)
	}
	{
		r11 = mux(p0,r2,#0)
	}
	{
		r11 = sub(r16,r11)
	}
	{
		r17:16 = combine(#0,r11)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
		r17 = setbit(r10,#0)
	}
	{
		if (!p0) r10 = add(r17,#0)
		r11 = mux(p0,#0,r2)
	}
	{
		r11 = sub(r16,r11)
		jump .LBB0_3
	}
.LBB0_6:
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
	.lcomm	first_word.kept,128,128
