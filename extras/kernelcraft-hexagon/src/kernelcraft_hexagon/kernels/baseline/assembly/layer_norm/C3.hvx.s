// layer_norm.hvx.c for rows = 16, width = 128; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r5:4 = combine(##536903679,#11)
		r3:2 = combine(#0,#1)
	}
	{
		r7:6 = combine(#5,##1867083008)
		r9 = ##32768
	}
	{
		v1 = vsplat(r4)
		v2 = vsplat(r2)
		r1 = add(r5,#-30591)
		r8 = add(r5,#-30335)
	}
	{
		r13 = add(r5,#-30079)
		r1:0 = combine(#64,#16)
		v5:4.h = vunpack(v0.b)
		v0.cur = vmem(r1+#0)
	}
	{
		r12 = add(r5,#-30207)
		r14 = add(r5,#-29951)
		v14.w = vasl(v2.w,v1.w)
		v7 = vmem(r8+#0)
	}
	{
		v3.b = vsplat(r2)
		r4 = add(r5,#-29695)
		v9:8.w = vunpack(v4.h)
		v0 = vxor(v0,v0)
	}
	{
		v4 = vsplat(r6)
		v5 = vsplat(r7)
		r5 = add(r5,#-32767)
		v13:12.w = vunpack(v5.h)
	}
	{
		r7:6 = combine(#8,#32)
		v6.w = vasl(v8.w,r0)
		v11 = vmem(r13+#0)
	}
	{
		r8 = ##first_word.kept
		v8.w = vasl(v9.w,r0)
		v9 = vmem(r12+#0)
	}
	{
		r13:12 = combine(#10,##8388736)
		r29 = add(r29,#-16)
		v10.w = vasl(v12.w,r0)
	}
	{
		loop0(##.LBB0_1,#16)
		memd(r29+#8) = r17:16
		memd(r29+#0) = r19:18
	}
	{
		r14 = #31
		v12.w = vasl(v13.w,r0)
		v13 = vmem(r14+#0)
	}
	{
		jump .LBB0_1
		v14.uw = vlsr(v14.uw,r2)
	}
	.p2align	4
.LBB0_5:
	{
		r15 = extractu(r15,#15,#1)
		v17 = vsplat(r15)
		r2 = sub(r17,r28)
		v21:20.h = vunpack(v15.b)
	}
	{
		v19 = vsplat(r15)
		v18 = vsplat(r11)
		r5 = add(r5,#128)
	}
	{
		v23:22.w = vunpack(v20.h)
	}
	{
		v27:26.w = vunpack(v21.h)
	}
	{
		v15.w = vmpyi(v22.w,r12.h)
	}
	{
		v30.w = vmpyi(v23.w,r12.h)
		v23.w = vsub(v15.w,v16.w)
	}
	{
		v20.w = vmpyi(v26.w,r12.h)
		v31.w = vabs(v23.w)
		v28.w = vsub(v30.w,v16.w)
	}
	{
		v15.w = vmpyi(v27.w,r12.h)
		v20.w = vsub(v20.w,v16.w)
		v22.w = vabs(v28.w)
	}
	{
		v21.w = vasl(v31.w,r13)
		v15.w = vsub(v15.w,v16.w)
		v24.w = vabs(v20.w)
	}
	{
		v22.w = vasl(v22.w,r13)
		v25.w = vabs(v15.w)
		v21.w = vadd(v21.w,v19.w)
	}
	{
		v24.w = vasl(v24.w,r13)
	}
	{
		v26.w = vmpye(v21.w,v18.uh)
		v29.w = vasl(v25.w,r13)
		v24.w = vadd(v24.w,v19.w)
	}
	{
		v16.w = vasr(v23.w,r14)
		v23.w = vadd(v22.w,v19.w)
		v22.w = vadd(v29.w,v19.w)
	}
	{
		v26.w += vmpyo(v21.w,v18.h):<<1:rnd:sat:shift
		v28.w = vasr(v28.w,r14)
	}
	{
		v25.w = vmpye(v24.w,v18.uh)
		v15.w = vasr(v15.w,r14)
	}
	{
		v27.w = vmpye(v23.w,v18.uh)
		v19.w = vasr(v26.w,r2)
	}
	{
		v26.w = vmpye(v22.w,v18.uh)
	}
	{
		v25.w += vmpyo(v24.w,v18.h):<<1:rnd:sat:shift
	}
	{
		v27.w += vmpyo(v23.w,v18.h):<<1:rnd:sat:shift
	}
	{
		v26.w += vmpyo(v22.w,v18.h):<<1:rnd:sat:shift
		v18.w = vasr(v20.w,r14)
	}
	{
		v25.w = vmpyie(v17.w,v19.uh)
		v20.w = vasr(v25.w,r2)
	}
	{
		v27.w = vasr(v27.w,r2)
		v21.w = vsub(v21.w,v25.w)
	}
	{
		v30.w = vmpyie(v17.w,v20.uh)
		v26.w = vasr(v26.w,r2)
		q0 = vcmp.gt(v0.w,v21.w)
	}
	{
		v29.w = vmpyie(v17.w,v27.uh)
		v24.w = vsub(v24.w,v30.w)
		q2 = vcmp.gt(v17.w,v21.w)
	}
	{
		v30.w = vmpyie(v17.w,v26.uh)
		if (q0) v19.w -= v2.w
		v23.w = vsub(v23.w,v29.w)
	}
	{
		v31.w = vsub(v22.w,v30.w)
		if (!q2) v19.w += v2.w
		q1 = vcmp.gt(v0.w,v23.w)
		q3 = vcmp.gt(v0.w,v24.w)
	}
	{
		q2 = vcmp.gt(v0.w,v31.w)
		if (q1) v27.w -= v2.w
		q1 = vcmp.gt(v17.w,v23.w)
		if (q3) v20.w -= v2.w
	}
	{
		q3 = vcmp.gt(v17.w,v24.w)
		if (q2) v26.w -= v2.w
		q2 = vcmp.gt(v17.w,v31.w)
		if (!q1) v27.w += v2.w
	}
	{
		if (!q3) v20.w += v2.w
		if (!q2) v26.w += v2.w
		v19 = vxor(v19,v16)
		v23 = vxor(v27,v28)
	}
	{
		v24 = vxor(v20,v18)
		v25 = vxor(v26,v15)
		v16.w = vsub(v19.w,v16.w)
		v17.w = vsub(v23.w,v28.w)
	}
	{
		v18.w = vsub(v24.w,v18.w)
		v15.w = vsub(v25.w,v15.w)
	}
	{
		v16.w = vmpyio(v16.w,v6.h)
	}
	{
		v17.w = vmpyio(v17.w,v8.h)
		v16.w = vadd(v16.w,v7.w)
	}
	{
		v18.w = vmpyio(v18.w,v10.h)
		v17.w = vadd(v17.w,v9.w)
	}
	{
		v15.w = vmpyio(v15.w,v12.h)
		v18.w = vadd(v18.w,v11.w)
	}
	{
		v26.w = vmpye(v16.w,v4.uh)
		v15.w = vadd(v15.w,v13.w)
	}
	{
		v27.w = vmpye(v17.w,v4.uh)
	}
	{
		v28.w = vmpye(v18.w,v4.uh)
	}
	{
		v29.w = vmpye(v15.w,v4.uh)
	}
	{
		v26.w += vmpyo(v16.w,v4.h):<<1:rnd:sat:shift
	}
	{
		v28.w += vmpyo(v18.w,v4.h):<<1:rnd:sat:shift
		v16.w = vadd(v26.w,v14.w)
	}
	{
		v29.w += vmpyo(v15.w,v4.h):<<1:rnd:sat:shift
		v30.w = vadd(v28.w,v14.w)
	}
	{
		v27.w += vmpyo(v17.w,v4.h):<<1:rnd:sat:shift
		v16.w = vasr(v16.w,v1.w)
		v31.w = vadd(v29.w,v14.w)
	}
	{
		v17.w = vasr(v30.w,v1.w)
		v15.w = vadd(v27.w,v14.w)
		v16.w = vadd(v16.w,v5.w)
	}
	{
		v18.w = vasr(v31.w,v1.w)
		v17.w = vadd(v17.w,v5.w)
	}
	{
		v15.w = vasr(v15.w,v1.w)
		v18.w = vadd(v18.w,v5.w)
	}
	{
		v15.w = vadd(v15.w,v5.w)
	}
	{
		v17.h = vpack(v18.w,v17.w):sat
	}
	{
		v15.h = vpack(v15.w,v16.w):sat
	}
	{
		v15.b = vpack(v17.h,v15.h):sat
		vmem(r4++#1) = v15.new
	} :endloop0
	{
		jump .LBB0_6
	}
.LBB0_1:
	{
		v17:16 = vcombine(v0,v0)
		v15 = vmemu(r5+#0)
	}
	{
		r11 = ##1073741824
		r17 = #30
	}
	{
		v16.w += vrmpy(v15.b,v15.b)
	}
	{
		v17.w += vrmpy(v15.b,v3.b)
	}
	{
		v18 = vror(v16,r1)
	}
	{
		v19 = vror(v17,r1)
		v16.w = vadd(v16.w,v18.w)
	}
	{
		v17.w = vadd(v17.w,v19.w)
	}
	{
		v18 = vror(v16,r6)
	}
	{
		v19 = vror(v17,r6)
		v16.w = vadd(v16.w,v18.w)
	}
	{
		v17.w = vadd(v17.w,v19.w)
	}
	{
		v18 = vror(v16,r0)
	}
	{
		v19 = vror(v17,r0)
		v16.w = vadd(v16.w,v18.w)
	}
	{
		v17.w = vadd(v17.w,v19.w)
	}
	{
		v18 = vror(v16,r7)
	}
	{
		v19 = vror(v17,r7)
		v16.w = vadd(v16.w,v18.w)
	}
	{
		v17.w = vadd(v17.w,v19.w)
	}
	{
		v18 = valign(v16,v16,#4)
	}
	{
		v19 = valign(v17,v17,#4)
		v16.w = vadd(v16.w,v18.w)
		vmem(r8+#0) = v16.new
	}
	{
		v16.w = vadd(v17.w,v19.w)
		r2 = memw(r8+#0)
		vmem(r8+#0) = v16.new
	}
	{
		r2 = asl(r2,#7)
		r15 = memw(r8+#0)
	}
	{
		r15 = mpyi(r15,r15)
	}
	{
		r2 = add(r2,sub(##4096,r15))
	}
	{
		r15 = lsr(r2,#30)
	}
	{
		p0 = cmp.eq(r15,#0)
	}
	{
		r15 = mux(p0,#0,r9)
	}
	{
		r28 = setbit(r15,#14)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#13)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#12)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#11)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#10)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#9)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#8)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#7)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#6)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#5)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#4)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#3)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#2)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#1)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = setbit(r15,#0)
	}
	{
		r10 = mpyi(r28,r28)
	}
	{
		p0 = cmp.gtu(r10,r2)
		if (!p0.new) r15 = add(r28,#0)
	}
	{
		r28 = cl0(r15)
	}
	{
		r2 = asl(r15,r28)
	}
	{
		p0 = cmp.eq(r2,##-2147483648)
		if (p0.new) jump:t .LBB0_5
	}
	{
		r11:10 = combine(#0,#24)
		r16 = ##-2147483648
	}
.LBB0_3:
	{
		r11 = asl(r11,#2)
		r17:16 = combine(#0,r16)
	}
	{
		r17:16 = asl(r17:16,#1)
		r18 = setbit(r11,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
		if (!p0.new) r11 = add(r18,#0)
	}
	{
		r18 = setbit(r11,#0)
		r17 = mux(p0,#0,r2)
	}
	{
		r16 = sub(r16,r17)
	}
	{
		r17:16 = combine(#0,r16)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p1 = cmp.gtu(r3:2,r17:16)
		if (!p1.new) r11 = add(r18,#0)
	}
	{
		r11 = asl(r11,#2)
		r17 = mux(p1,#0,r2)
	}
	{
		r18 = setbit(r11,#1)
		r16 = sub(r16,r17)
	}
	{
		r17:16 = combine(#0,r16)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p2 = cmp.gtu(r3:2,r17:16)
		if (!p2.new) r11 = add(r18,#0)
	}
	{
		r17 = mux(p2,#0,r2)
	}
	{
		r16 = sub(r16,r17)
	}
	{
		r17:16 = combine(#0,r16)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p3 = cmp.gtu(r3:2,r17:16)
	}
	{
		r17 = mux(p3,#0,r2)
	}
	{
		r16 = sub(r16,r17)
	}
	{
		r17:16 = combine(#0,r16)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
	}
	{
		r17 = mux(p0,#0,r2)
	}
	{
		r17 = setbit(r11,#0)
		r16 = sub(r16,r17)
	}
	{
		r19:18 = combine(#0,r16)
		if (!p3) r11 = add(r17,#0)
	}
	{
		r17:16 = asl(r19:18,#1)
		r11 = asl(r11,#2)
	}
	{
		p1 = cmp.gtu(r3:2,r17:16)
		r17 = setbit(r11,#1)
	}
	{
		if (!p0) r11 = add(r17,#0)
		r18 = mux(p1,#0,r2)
	}
	{
		r17 = setbit(r11,#0)
		r16 = sub(r16,r18)
	}
	{
		if (!p1) r11 = add(r17,#0)
		p1 = cmp.eq(r10,#0)
		r19:18 = combine(#0,r16)
	}
	{
		r11 = asl(r11,#1)
		r17:16 = asl(r19:18,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
		r17 = setbit(r11,#0)
	}
	{
		if (!p0) r11 = add(r17,#0)
		r17 = #31
		if (p1) jump:nt .LBB0_5
	}
	{
		p0 = not(p0)
		r11 = asl(r11,#1)
		r10 = add(r10,#-8)
	}
	{
		r18 = setbit(r11,#0)
		r17 = mux(p0,r2,#0)
	}
	{
		r16 = sub(r16,r17)
	}
	{
		r17:16 = combine(#0,r16)
	}
	{
		r17:16 = asl(r17:16,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r17:16)
		if (!p0.new) r11 = add(r18,#0)
	}
	{
		r17 = mux(p0,#0,r2)
	}
	{
		r16 = sub(r16,r17)
		jump .LBB0_3
	}
.LBB0_6:
	{
		r29 = add(r29,#16)
		jumpr r31
		r17:16 = memd(r29+#8)
		r19:18 = memd(r29+#0)
	}
.Lfunc_end0:
	.lcomm	first_word.kept,128,128
