// layer_norm.hvx.c for rows = 4, width = 64; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r6 = ##536903679
		r3:2 = combine(#0,#1)
		allocframe(r29,#640):raw
	}
	{
		v2 = vsplat(r2)
		r5:4 = combine(#11,#32)
		r1 = add(r6,#-32383)
		r0 = add(r6,#-32127)
	}
	{
		r15 = add(r6,#-31871)
		v5:4.h = vunpack(v1.b)
		v1.cur = vmem(r1+#0)
	}
	{
		v1 = vsplat(r5)
		r1 = #64
	}
	{
		r1 = ##16843009
		r5 = add(r6,#-31743)
		q0 = vsetq(r1)
	}
	{
		r13 = add(r6,#-31999)
		r29 = and(r29,#-128)
		r9:8 = combine(#16,#5)
		v10.w = vasl(v2.w,v1.w)
	}
	{
		v5 = vsplat(r8)
		r7 = ##1867083008
		v13:12.w = vunpack(v5.h)
	}
	{
		v4 = vand(q0,r1)
		r6 = add(r6,#-32767)
		v9:8.w = vunpack(v4.h)
		v11 = vmem(r15+#0)
	}
	{
		v4 = vsplat(r7)
		v3.b = vsplat(r2)
		v0 = vxor(v0,v0)
		vmem(r29+#3) = v4
	}
	{
		v10.uw = vlsr(v10.uw,r2)
		v7 = vmem(r0+#0)
	}
	{
		r7 = #8
		v6.w = vasl(v8.w,r9)
		v14 = vmem(r5+#0)
	}
	{
		r8 = ##first_word.kept
		v8.w = vasl(v9.w,r9)
		v9 = vmem(r13+#0)
	}
	{
		r13:12 = combine(#10,##4194368)
		r14 = #31
		v12.w = vasl(v12.w,r9)
	}
	{
		r15 = add(r29,#256)
		v13.w = vasl(v13.w,r9)
		memd(r30+#-8) = r17:16
		memd(r30+#-16) = r19:18
	}
	{
		loop0(##.LBB0_1,#4)
		memd(r30+#-24) = r21:20
		memd(r30+#-32) = r23:22
	}
	{
		jump .LBB0_1
		memd(r30+#-40) = r25:24
		memd(r30+#-48) = r27:26
	}
	.p2align	4
.LBB0_5:
	{
		r28 = extractu(r28,#15,#1)
		v17 = vsplat(r28)
		r2 = sub(r17,r10)
		v21:20.h = vunpack(v15.b)
	}
	{
		v19 = vsplat(r28)
		v18 = vsplat(r16)
		r6 = add(r6,#64)
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
		v29.w = vmpyi(v23.w,r12.h)
		v23.w = vsub(v15.w,v16.w)
	}
	{
		v20.w = vmpyi(v26.w,r12.h)
		v30.w = vabs(v23.w)
		v28.w = vsub(v29.w,v16.w)
	}
	{
		v15.w = vmpyi(v27.w,r12.h)
		v20.w = vsub(v20.w,v16.w)
		v22.w = vabs(v28.w)
	}
	{
		v21.w = vasl(v30.w,r13)
		v15.w = vsub(v15.w,v16.w)
		v24.w = vabs(v20.w)
	}
	{
		v16.w = vasr(v23.w,r14)
		v25.w = vabs(v15.w)
		v23.w = vadd(v21.w,v19.w)
	}
	{
		v22.w = vasl(v22.w,r13)
	}
	{
		v30.w = vmpye(v23.w,v18.uh)
		v31.w = vasl(v24.w,r13)
		v24.w = vadd(v22.w,v19.w)
	}
	{
		v30.w += vmpyo(v23.w,v18.h):<<1:rnd:sat:shift
		v29.w = vasl(v25.w,r13)
		v25.w = vadd(v31.w,v19.w)
	}
	{
		v19.w = vmpye(v24.w,v18.uh)
		v28.w = vasr(v28.w,r14)
		v22.w = vadd(v29.w,v19.w)
	}
	{
		v26.w = vmpye(v25.w,v18.uh)
		v21.w = vasr(v30.w,r2)
	}
	{
		v29.w = vmpye(v22.w,v18.uh)
		v20.w = vasr(v20.w,r14)
	}
	{
		v19.w += vmpyo(v24.w,v18.h):<<1:rnd:sat:shift
		v15.w = vasr(v15.w,r14)
	}
	{
		v26.w += vmpyo(v25.w,v18.h):<<1:rnd:sat:shift
	}
	{
		v29.w += vmpyo(v22.w,v18.h):<<1:rnd:sat:shift
		v19.w = vasr(v19.w,r2)
	}
	{
		v27.w = vmpyie(v17.w,v21.uh)
		v18.w = vasr(v26.w,r2)
	}
	{
		v30.w = vmpyie(v17.w,v19.uh)
		v26.w = vasr(v29.w,r2)
		v23.w = vsub(v23.w,v27.w)
	}
	{
		v29.w = vmpyie(v17.w,v18.uh)
		q1 = vcmp.gt(v0.w,v23.w)
		v24.w = vsub(v24.w,v30.w)
	}
	{
		v31.w = vmpyie(v17.w,v26.uh)
		v25.w = vsub(v25.w,v29.w)
		q3 = vcmp.gt(v17.w,v23.w)
	}
	{
		if (q1) v21.w -= v2.w
		v22.w = vsub(v22.w,v31.w)
		q2 = vcmp.gt(v0.w,v24.w)
		q0 = vcmp.gt(v0.w,v25.w)
	}
	{
		if (!q3) v21.w += v2.w
		q3 = vcmp.gt(v0.w,v22.w)
		if (q2) v19.w -= v2.w
		q2 = vcmp.gt(v17.w,v24.w)
	}
	{
		if (q0) v18.w -= v2.w
		q0 = vcmp.gt(v17.w,v25.w)
		if (q3) v26.w -= v2.w
		q3 = vcmp.gt(v17.w,v22.w)
	}
	{
		if (!q0) v18.w += v2.w
		if (!q3) v26.w += v2.w
		if (!q2) v19.w += v2.w
		v21 = vxor(v21,v16)
	}
	{
		v18 = vxor(v18,v20)
		v26 = vxor(v26,v15)
		v25 = vxor(v19,v28)
		v16.w = vsub(v21.w,v16.w)
	}
	{
		v17.w = vsub(v25.w,v28.w)
		v18.w = vsub(v18.w,v20.w)
		v15.w = vsub(v26.w,v15.w)
	}
	{
		v16.w = vmpyio(v16.w,v6.h)
	}
	{
		v17.w = vmpyio(v17.w,v8.h)
		v16.w = vadd(v16.w,v7.w)
	}
	{
		v18.w = vmpyio(v18.w,v12.h)
		v17.w = vadd(v17.w,v9.w)
	}
	{
		v15.w = vmpyio(v15.w,v13.h)
		v18.w = vadd(v18.w,v11.w)
	}
	{
		v27.w = vmpye(v16.w,v4.uh)
		v15.w = vadd(v15.w,v14.w)
	}
	{
		v28.w = vmpye(v17.w,v4.uh)
	}
	{
		v29.w = vmpye(v18.w,v4.uh)
	}
	{
		v30.w = vmpye(v15.w,v4.uh)
	}
	{
		v29.w += vmpyo(v18.w,v4.h):<<1:rnd:sat:shift
	}
	{
		v30.w += vmpyo(v15.w,v4.h):<<1:rnd:sat:shift
		v18.w = vadd(v29.w,v10.w)
	}
	{
		v28.w += vmpyo(v17.w,v4.h):<<1:rnd:sat:shift
		v15.w = vadd(v30.w,v10.w)
	}
	{
		v27.w += vmpyo(v16.w,v4.h):<<1:rnd:sat:shift
		v18.w = vasr(v18.w,v1.w)
		v17.w = vadd(v28.w,v10.w)
	}
	{
		v15.w = vasr(v15.w,v1.w)
		v19.w = vadd(v27.w,v10.w)
		v18.w = vadd(v18.w,v5.w)
	}
	{
		v17.w = vasr(v17.w,v1.w)
		v15.w = vadd(v15.w,v5.w)
	}
	{
		v31.w = vasr(v19.w,v1.w)
		v17.w = vadd(v17.w,v5.w)
	}
	{
		v15.h = vpack(v15.w,v18.w):sat
		v16.w = vadd(v31.w,v5.w)
	}
	{
		v16.h = vpack(v17.w,v16.w):sat
	}
	{
		v15.b = vpack(v15.h,v16.h):sat
		vmem(r15+#0) = v15.new
	}
	{
		r10 = memw(r15+#56)
		r11 = memw(r15+#60)
	}
	{
		r16 = memw(r15+#48)
		r17 = memw(r15+#52)
	}
	{
		r18 = memw(r15+#40)
		r19 = memw(r15+#44)
	}
	{
		r20 = memw(r15+#32)
		r21 = memw(r15+#36)
	}
	{
		r22 = memw(r15+#24)
		r23 = memw(r15+#28)
	}
	{
		r24 = memw(r15+#16)
		r25 = memw(r15+#20)
	}
	{
		r26 = memw(r15+#8)
		r27 = memw(r15+#12)
	}
	{
		r0 = memw(r15+#0)
		r1 = memw(r15+#4)
	}
	{
		memd(r5+#8) = r27:26
		memd(r5+#16) = r25:24
	}
	{
		memd(r5+#24) = r23:22
		memd(r5+#32) = r21:20
	}
	{
		memd(r5+#0) = r1:0
		memd(r5+#40) = r19:18
	}
	{
		r5 = add(r5,#64)
		memd(r5+#48) = r17:16
		memd(r5+#56) = r11:10
	} :endloop0
	{
		jump .LBB0_6
	}
.LBB0_1:
	{
		r0 = ##16843009
		v16 = vmem(r29+#3)
	}
	{
		q0 = vand(v16,r0)
		r17:16 = combine(#30,##1073741824)
	}
	{
		r0 = #64
		v15 = vmemu(r6+#0)
	}
	{
		v17:16 = vcombine(v0,v0)
		v15 = vmux(q0,v15,v0)
	}
	{
		v16.w += vrmpy(v15.b,v15.b)
	}
	{
		v17.w += vrmpy(v15.b,v3.b)
	}
	{
		v18 = vror(v16,r0)
	}
	{
		r0 = ##32768
		v19 = vror(v17,r0)
		v16.w = vadd(v16.w,v18.w)
	}
	{
		v17.w = vadd(v17.w,v19.w)
	}
	{
		v18 = vror(v16,r4)
	}
	{
		v19 = vror(v17,r4)
		v16.w = vadd(v16.w,v18.w)
	}
	{
		v17.w = vadd(v17.w,v19.w)
	}
	{
		v18 = vror(v16,r9)
	}
	{
		v19 = vror(v17,r9)
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
		r2 = asl(r2,#6)
		r28 = memw(r8+#0)
	}
	{
		r28 = mpyi(r28,r28)
	}
	{
		r2 = add(r2,sub(##1024,r28))
	}
	{
		r28 = lsr(r2,#30)
	}
	{
		p0 = cmp.eq(r28,#0)
	}
	{
		r28 = mux(p0,#0,r0)
	}
	{
		r10 = setbit(r28,#14)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#13)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#12)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#11)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#10)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#9)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#8)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#7)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#6)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#5)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#4)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#3)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#2)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#1)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = setbit(r28,#0)
	}
	{
		r11 = mpyi(r10,r10)
	}
	{
		p0 = cmp.gtu(r11,r2)
		if (!p0.new) r28 = add(r10,#0)
	}
	{
		r10 = cl0(r28)
	}
	{
		r2 = asl(r28,r10)
	}
	{
		p0 = cmp.eq(r2,##-2147483648)
		if (p0.new) jump:t .LBB0_5
	}
	{
		r17:16 = combine(##-2147483648,#0)
		r11 = #24
	}
.LBB0_3:
	{
		r16 = asl(r16,#2)
		r19:18 = combine(#0,r17)
	}
	{
		r19:18 = asl(r19:18,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r19:18)
	}
	{
		r17 = mux(p0,#0,r2)
	}
	{
		r17 = sub(r18,r17)
	}
	{
		r19:18 = combine(#0,r17)
	}
	{
		r19:18 = asl(r19:18,#1)
	}
	{
		p1 = cmp.gtu(r3:2,r19:18)
	}
	{
		r17 = mux(p1,#0,r2)
	}
	{
		r17 = sub(r18,r17)
	}
	{
		r19:18 = combine(#0,r17)
	}
	{
		r19:18 = asl(r19:18,#1)
	}
	{
		p2 = cmp.gtu(r3:2,r19:18)
	}
	{
		r17 = mux(p2,#0,r2)
	}
	{
		r17 = sub(r18,r17)
	}
	{
		r19:18 = combine(#0,r17)
	}
	{
		r19:18 = asl(r19:18,#1)
	}
	{
		p3 = cmp.gtu(r3:2,r19:18)
		r19 = setbit(r16,#1)
	}
	{
		if (!p0) r16 = add(r19,#0)
		r17 = mux(p3,#0,r2)
	}
	{
		r17 = sub(r18,r17)
	}
	{
		r17 = setbit(r16,#0)
		r21:20 = combine(#0,r17)
	}
	{
		r19:18 = asl(r21:20,#1)
		if (!p1) r16 = add(r17,#0)
	}
	{
		p0 = cmp.gtu(r3:2,r19:18)
		r16 = asl(r16,#2)
	}
	{
		r19 = setbit(r16,#1)
		r17 = mux(p0,#0,r2)
	}
	{
		if (!p2) r16 = add(r19,#0)
		r17 = sub(r18,r17)
	}
	{
		r18 = setbit(r16,#0)
		r21:20 = combine(#0,r17)
	}
	{
		r21:20 = asl(r21:20,#1)
		if (!p3) r16 = add(r18,#0)
	}
	{
		r16 = asl(r16,#2)
		p1 = cmp.gtu(r3:2,r21:20)
	}
	{
		r17 = setbit(r16,#1)
	}
	{
		if (!p0) r16 = add(r17,#0)
		r19 = mux(p1,#0,r2)
	}
	{
		r18 = setbit(r16,#0)
		r17 = sub(r20,r19)
	}
	{
		if (!p1) r16 = add(r18,#0)
		p1 = cmp.eq(r11,#0)
		r21:20 = combine(#0,r17)
	}
	{
		r16 = asl(r16,#1)
		r19:18 = asl(r21:20,#1)
	}
	{
		r17 = setbit(r16,#0)
		p0 = cmp.gtu(r3:2,r19:18)
	}
	{
		if (!p0) r16 = add(r17,#0)
		r17 = #31
		if (p1) jump:nt .LBB0_5
	}
	{
		p0 = not(p0)
		r16 = asl(r16,#1)
		r11 = add(r11,#-8)
	}
	{
		r17 = mux(p0,r2,#0)
	}
	{
		r17 = sub(r18,r17)
	}
	{
		r19:18 = combine(#0,r17)
	}
	{
		r19:18 = asl(r19:18,#1)
	}
	{
		p0 = cmp.gtu(r3:2,r19:18)
		r19 = setbit(r16,#0)
	}
	{
		if (!p0) r16 = add(r19,#0)
		r17 = mux(p0,#0,r2)
	}
	{
		r17 = sub(r18,r17)
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
