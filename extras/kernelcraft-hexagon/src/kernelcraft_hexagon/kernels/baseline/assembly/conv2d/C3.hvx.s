// conv2d.hvx.c for H = 8, c_in = 16, c_out = 32, k = 3; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1 = ##536903711
		r0 = ##order+32767
	}
	{
		loop0(.LBB0_1,#2)
		r2 = add(r1,#-26911)
		r3 = add(r0,#-31615)
	}
	{
		r4 = add(r2,#512)
		v0 = vmem(r2+#0)
	}
	{
		r2 = add(r1,#-30495)
		v1 = vmem(r2+#2)
	}
	{
		v2 = vmem(r4+#0)
	}
	.p2align	4
.LBB0_1:
	{
		r4 = add(r2,#-1152)
		r6 = add(r3,#-1152)
		r7 = add(r2,#1024)
	}
	{
		v3 = vmem(r4+#0)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		r6 = add(r3,#1024)
		v3.b = vshuff(v3.b)
		vmem(r6+#0) = v3.new
	}
	{
		v3 = vmem(r2+#-8)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-8) = v3.new
	}
	{
		v3 = vmem(r2+#-7)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-7) = v3.new
	}
	{
		v3 = vmem(r2+#-6)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-6) = v3.new
	}
	{
		v3 = vmem(r2+#-5)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-5) = v3.new
	}
	{
		v3 = vmem(r2+#-4)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-4) = v3.new
	}
	{
		v3 = vmem(r2+#-3)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-3) = v3.new
	}
	{
		v3 = vmem(r2+#-2)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-2) = v3.new
	}
	{
		v3 = vmem(r2+#-1)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#-1) = v3.new
	}
	{
		v3 = vmem(r2+#0)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#0) = v3.new
	}
	{
		v3 = vmem(r2+#1)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#1) = v3.new
	}
	{
		v3 = vmem(r2+#2)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#2) = v3.new
	}
	{
		v3 = vmem(r2+#3)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#3) = v3.new
	}
	{
		v3 = vmem(r2+#4)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#4) = v3.new
	}
	{
		v3 = vmem(r2+#5)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#5) = v3.new
	}
	{
		v3 = vmem(r2+#6)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r3+#6) = v3.new
	}
	{
		v3 = vmem(r2+#7)
	}
	{
		r2 = add(r2,#2304)
		v3.b = vshuff(v3.b)
	}
	{
		r3 = add(r3,#2304)
		v3.b = vshuff(v3.b)
		vmem(r3+#7) = v3.new
	}
	{
		v3 = vmem(r7+#0)
	}
	{
		v3.b = vshuff(v3.b)
	}
	{
		v3.b = vshuff(v3.b)
		vmem(r6+#0) = v3.new
	} :endloop0
	{
		r2 = ##frame+36
		r3 = ##-320017172
	}
	{
		loop0(.LBB0_3,#16)
		r4 = add(r2,#12)
	}
	.p2align	4
.LBB0_3:
	{
		memw(r4+#-48) = r3
		memw(r4+#-44) = r3
	}
	{
		memw(r4+#-40) = r3
		memw(r4+#-36) = r3
	}
	{
		memw(r4+#-32) = r3
		memw(r4+#-28) = r3
	}
	{
		memw(r4+#-24) = r3
		memw(r4+#-20) = r3
	}
	{
		memw(r4+#-16) = r3
		memw(r4+#-12) = r3
	}
	{
		memw(r4+#-8) = r3
		memw(r4+#-4) = r3
	}
	{
		memw(r4+#0) = r3
		memw(r4+#4) = r3
	}
	{
		memw(r4+#8) = r3
		memw(r4+#12) = r3
	}
	{
		memw(r4+#16) = r3
		memw(r4+#20) = r3
	}
	{
		memw(r4+#24) = r3
		memw(r4+#28) = r3
	}
	{
		memw(r4+#32) = r3
		memw(r4+#36) = r3
	}
	{
		memw(r4+#40) = r3
		memw(r4+#44) = r3
	}
	{
		r4 = add(r4,#100)
		memw(r4+#48) = r3
	} :endloop0
	{
		loop0(.LBB0_5,#2)
		r3 = add(r2,#200)
		r4 = add(r1,#-32767)
	}
	.p2align	4
.LBB0_5:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_7,#2)
		r3 = add(r2,#360)
		r4 = add(r1,#-32639)
	}
	.p2align	4
.LBB0_7:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_9,#2)
		r3 = add(r2,#520)
		r4 = add(r1,#-32511)
	}
	.p2align	4
.LBB0_9:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_11,#2)
		r3 = add(r2,#680)
		r4 = add(r1,#-32383)
	}
	.p2align	4
.LBB0_11:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_13,#2)
		r3 = add(r2,#840)
		r4 = add(r1,#-32255)
	}
	.p2align	4
.LBB0_13:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_15,#2)
		r3 = add(r2,#1000)
		r4 = add(r1,#-32127)
	}
	.p2align	4
.LBB0_15:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_17,#2)
		r3 = add(r2,#1160)
		r4 = add(r1,#-31999)
	}
	.p2align	4
.LBB0_17:
	{
		r5 = memw(r4+#-32)
		memw(r3+#-60) = r5.new
	}
	{
		r5 = memw(r4+#-28)
		memw(r3+#-56) = r5.new
	}
	{
		r5 = memw(r4+#-24)
		memw(r3+#-52) = r5.new
	}
	{
		r5 = memw(r4+#-20)
		memw(r3+#-48) = r5.new
	}
	{
		r5 = memw(r4+#-16)
		memw(r3+#-44) = r5.new
	}
	{
		r5 = memw(r4+#-12)
		memw(r3+#-40) = r5.new
	}
	{
		r5 = memw(r4+#-8)
		memw(r3+#-36) = r5.new
	}
	{
		r5 = memw(r4+#-4)
		memw(r3+#-32) = r5.new
	}
	{
		r5 = memw(r4+#0)
		memw(r3+#-28) = r5.new
	}
	{
		r5 = memw(r4+#4)
		memw(r3+#-24) = r5.new
	}
	{
		r5 = memw(r4+#8)
		memw(r3+#-20) = r5.new
	}
	{
		r5 = memw(r4+#12)
		memw(r3+#-16) = r5.new
	}
	{
		r5 = memw(r4+#16)
		memw(r3+#-12) = r5.new
	}
	{
		r5 = memw(r4+#20)
		memw(r3+#-8) = r5.new
	}
	{
		r5 = memw(r4+#24)
		memw(r3+#-4) = r5.new
	}
	{
		r4 = add(r4,#64)
		r3 = add(r3,#64)
		r5 = memw(r4+#28)
		memw(r3+#0) = r5.new
	} :endloop0
	{
		loop0(.LBB0_19,#2)
		r2 = add(r2,#1320)
		r3 = add(r1,#-31871)
	}
	.p2align	4
.LBB0_19:
	{
		r4 = memw(r3+#-32)
		memw(r2+#-60) = r4.new
	}
	{
		r4 = memw(r3+#-28)
		memw(r2+#-56) = r4.new
	}
	{
		r4 = memw(r3+#-24)
		memw(r2+#-52) = r4.new
	}
	{
		r4 = memw(r3+#-20)
		memw(r2+#-48) = r4.new
	}
	{
		r4 = memw(r3+#-16)
		memw(r2+#-44) = r4.new
	}
	{
		r4 = memw(r3+#-12)
		memw(r2+#-40) = r4.new
	}
	{
		r4 = memw(r3+#-8)
		memw(r2+#-36) = r4.new
	}
	{
		r4 = memw(r3+#-4)
		memw(r2+#-32) = r4.new
	}
	{
		r4 = memw(r3+#0)
		memw(r2+#-28) = r4.new
	}
	{
		r4 = memw(r3+#4)
		memw(r2+#-24) = r4.new
	}
	{
		r4 = memw(r3+#8)
		memw(r2+#-20) = r4.new
	}
	{
		r4 = memw(r3+#12)
		memw(r2+#-16) = r4.new
	}
	{
		r4 = memw(r3+#16)
		memw(r2+#-12) = r4.new
	}
	{
		r4 = memw(r3+#20)
		memw(r2+#-8) = r4.new
	}
	{
		r4 = memw(r3+#24)
		memw(r2+#-4) = r4.new
	}
	{
		r3 = add(r3,#64)
		r2 = add(r2,#64)
		r4 = memw(r3+#28)
		memw(r2+#0) = r4.new
	} :endloop0
	{
		p0 = or(p0,!p0)
		r5:4 = combine(#1,#4)
		r1 = add(r1,#-26143)
		r3:2 = combine(#10,#0)
	}
	{
		p1 = and(p1,!p1)
		v3 = vsplat(r5)
	}
	{
		loop1(.LBB0_21,#8)
	}
	{
		v3 = vsplat(r4)
		r4 = #20
		v4.w = vasl(v3.w,v2.w)
	}
	{
		v4.uw = vlsr(v4.uw,r5)
	}
	.p2align	4
.LBB0_21:
	{
		p3 = or(p0,p0)
		r5 = #0
	}
	.p2align	4
.LBB0_22:
	{
		r7 = ##frame+36
		r6 = add(r2,r5)
		v8 = v0
	}
	{
		r7 += asl(r6,#4)
		p2 = or(p3,p3)
		r6 = add(r0,#-32767)
		v7:6 = vcombine(v0,v0)
	}
	{
		loop0(.LBB0_23,#1)
		v10 = vmem(r6+#0)
	}
	{
		r8 = memw(r7+#-36)
	}
	{
		v5 = vsplat(r8)
		r8 = memw(r7+#-20)
	}
	{
		v9 = vsplat(r8)
		r8 = memw(r7+#-4)
	}
	{
		v8.w += vrmpy(v5.b,v10.b)
		v5 = v0
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
	}
	.p2align	4
.LBB0_23:
	{
		v11 = vsplat(r8)
		r8 = memw(r7+#12)
		r9 = memw(r7+#-32)
	}
	{
		v13 = vsplat(r8)
		v17 = vsplat(r9)
		r8 = memw(r7+#0)
		r12 = memw(r7+#-16)
	}
	{
		v15 = vsplat(r8)
		v14 = vsplat(r12)
		r9 = memw(r7+#-28)
		r13 = memw(r7+#16)
	}
	{
		v18 = vsplat(r9)
		v12 = vsplat(r13)
		r8 = memw(r7+#4)
		v16 = vmem(r6+#1)
	}
	{
		v20 = vsplat(r8)
		r10 = memw(r7+#-12)
		r8 = memw(r7+#-24)
	}
	{
		v7.w += vrmpy(v11.b,v10.b)
		r11 = memw(r7+#20)
		r9 = memw(r7+#-8)
	}
	{
		v5.w += vrmpy(v13.b,v10.b)
		v26 = vmem(r6+#2)
	}
	{
		v8.w += vrmpy(v17.b,v16.b)
		v28 = vmem(r6+#3)
	}
	{
		v10 = vsplat(r8)
		v19 = vsplat(r10)
		r8 = memw(r7+#8)
	}
	{
		v6.w += vrmpy(v14.b,v16.b)
	}
	{
		v8.w += vrmpy(v18.b,v26.b)
	}
	{
		v22 = vsplat(r9)
		v21 = vsplat(r11)
		r9 = memw(r7+#24)
	}
	{
		v7.w += vrmpy(v15.b,v16.b)
	}
	{
		v5.w += vrmpy(v12.b,v16.b)
	}
	{
		v6.w += vrmpy(v19.b,v26.b)
	}
	{
		v27 = vsplat(r8)
		v29 = vsplat(r9)
		r8 = memw(r7+#28)
	}
	{
		v8.w += vrmpy(v10.b,v28.b)
		v10 = vmem(r6+#4)
	}
	{
		v7.w += vrmpy(v20.b,v26.b)
	}
	{
		v5.w += vrmpy(v21.b,v26.b)
	}
	{
		v6.w += vrmpy(v22.b,v28.b)
	}
	{
		v8.w += vrmpy(v9.b,v10.b)
	}
	{
		v9 = vsplat(r8)
		r7 = add(r7,#24)
		r8 = memw(r7+#32)
	}
	{
		v7.w += vrmpy(v27.b,v28.b)
		r9 = memw(r7+#-20)
	}
	{
		v5.w += vrmpy(v29.b,v28.b)
	}
	{
		v6.w += vrmpy(v11.b,v10.b)
		r6 = add(r6,#768)
		v11 = vmem(r6+#5)
	}
	{
		v30 = vsplat(r8)
		r8 = memw(r7+#-36)
	}
	{
		v5.w += vrmpy(v9.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
		v10 = vmem(r6+#0)
	}
	{
		v31 = vsplat(r8)
		v9 = vsplat(r9)
		r8 = memw(r7+#-4)
	}
	{
		v8.w += vrmpy(v14.b,v11.b)
	}
	{
		v6.w += vrmpy(v15.b,v11.b)
	}
	{
		v7.w += vrmpy(v12.b,v11.b)
	}
	{
		v5.w += vrmpy(v30.b,v11.b)
	}
	{
		v8.w += vrmpy(v31.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
		nop
	} :endloop0
	{
		loop0(##.LBB0_25,#1)
		v11 = vsplat(r8)
		r8 = memw(r7+#12)
	}
	{
		v13 = vsplat(r8)
		r9 = memw(r7+#-32)
		r12 = memw(r7+#-16)
	}
	{
		v17 = vsplat(r9)
		r8 = memw(r7+#0)
		r9 = memw(r7+#16)
	}
	{
		v14 = vsplat(r8)
		v12 = vsplat(r12)
		r10 = memw(r7+#-28)
		r8 = memw(r7+#-12)
	}
	{
		v15 = vsplat(r9)
		v18 = vsplat(r10)
		r9 = memw(r7+#4)
	}
	{
		v19 = vsplat(r8)
		v20 = vsplat(r9)
		r8 = memw(r7+#-24)
		v16 = vmem(r6+#1)
	}
	{
		v7.w += vrmpy(v11.b,v10.b)
		r11 = memw(r7+#20)
		r9 = memw(r7+#-8)
	}
	{
		v5.w += vrmpy(v13.b,v10.b)
		v28 = vmem(r6+#2)
	}
	{
		v8.w += vrmpy(v17.b,v16.b)
		v30 = vmem(r6+#3)
	}
	{
		v10 = vsplat(r8)
		v22 = vsplat(r9)
		r8 = memw(r7+#8)
		r9 = memw(r7+#24)
	}
	{
		v8.w += vrmpy(v18.b,v28.b)
	}
	{
		v21 = vsplat(r11)
		v29 = vsplat(r8)
		r8 = memw(r7+#28)
		r7 = memw(r7+#32)
	}
	{
		v6.w += vrmpy(v12.b,v16.b)
	}
	{
		v7.w += vrmpy(v14.b,v16.b)
	}
	{
		v5.w += vrmpy(v15.b,v16.b)
	}
	{
		v8.w += vrmpy(v10.b,v30.b)
		v10 = vmem(r6+#4)
	}
	{
		v31 = vsplat(r9)
	}
	{
		v6.w += vrmpy(v19.b,v28.b)
	}
	{
		v7.w += vrmpy(v20.b,v28.b)
	}
	{
		v5.w += vrmpy(v21.b,v28.b)
	}
	{
		v8.w += vrmpy(v9.b,v10.b)
	}
	{
		v9 = vsplat(r8)
		r8 = add(r3,r5)
	}
	{
		v6.w += vrmpy(v22.b,v30.b)
	}
	{
		v7.w += vrmpy(v29.b,v30.b)
	}
	{
		v5.w += vrmpy(v31.b,v30.b)
	}
	{
		v5.w += vrmpy(v9.b,v10.b)
		r6 = add(r0,#-31231)
		v9 = vmem(r6+#5)
	}
	{
		v6.w += vrmpy(v11.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
	}
	{
		v10 = vsplat(r7)
		r7 = ##frame+36
	}
	{
		r7 += asl(r8,#4)
		v8.w += vrmpy(v12.b,v9.b)
	}
	{
		v5.w += vrmpy(v10.b,v9.b)
		v10 = vmem(r6+#0)
	}
	{
		v6.w += vrmpy(v14.b,v9.b)
		r8 = memw(r7+#-36)
	}
	{
		v11 = vsplat(r8)
		r8 = memw(r7+#-20)
	}
	{
		v7.w += vrmpy(v15.b,v9.b)
	}
	{
		v9 = vsplat(r8)
		r8 = memw(r7+#-4)
	}
	{
		v8.w += vrmpy(v11.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
	}
	.p2align	4
.LBB0_25:
	{
		v11 = vsplat(r8)
		r8 = memw(r7+#12)
		r9 = memw(r7+#-32)
	}
	{
		v13 = vsplat(r8)
		v17 = vsplat(r9)
		r8 = memw(r7+#0)
		r12 = memw(r7+#-16)
	}
	{
		v15 = vsplat(r8)
		v14 = vsplat(r12)
		r9 = memw(r7+#-28)
		r13 = memw(r7+#16)
	}
	{
		v18 = vsplat(r9)
		v12 = vsplat(r13)
		r8 = memw(r7+#4)
		v16 = vmem(r6+#1)
	}
	{
		v20 = vsplat(r8)
		r10 = memw(r7+#-12)
		r8 = memw(r7+#-24)
	}
	{
		v7.w += vrmpy(v11.b,v10.b)
		r11 = memw(r7+#20)
		r9 = memw(r7+#-8)
	}
	{
		v5.w += vrmpy(v13.b,v10.b)
		v26 = vmem(r6+#2)
	}
	{
		v8.w += vrmpy(v17.b,v16.b)
		v28 = vmem(r6+#3)
	}
	{
		v10 = vsplat(r8)
		v19 = vsplat(r10)
		r8 = memw(r7+#8)
	}
	{
		v6.w += vrmpy(v14.b,v16.b)
	}
	{
		v8.w += vrmpy(v18.b,v26.b)
	}
	{
		v22 = vsplat(r9)
		v21 = vsplat(r11)
		r9 = memw(r7+#24)
	}
	{
		v7.w += vrmpy(v15.b,v16.b)
	}
	{
		v5.w += vrmpy(v12.b,v16.b)
	}
	{
		v6.w += vrmpy(v19.b,v26.b)
	}
	{
		v27 = vsplat(r8)
		v29 = vsplat(r9)
		r8 = memw(r7+#28)
	}
	{
		v8.w += vrmpy(v10.b,v28.b)
		v10 = vmem(r6+#4)
	}
	{
		v7.w += vrmpy(v20.b,v26.b)
	}
	{
		v5.w += vrmpy(v21.b,v26.b)
	}
	{
		v6.w += vrmpy(v22.b,v28.b)
	}
	{
		v8.w += vrmpy(v9.b,v10.b)
	}
	{
		v9 = vsplat(r8)
		r7 = add(r7,#24)
		r8 = memw(r7+#32)
	}
	{
		v7.w += vrmpy(v27.b,v28.b)
		r9 = memw(r7+#-20)
	}
	{
		v5.w += vrmpy(v29.b,v28.b)
	}
	{
		v6.w += vrmpy(v11.b,v10.b)
		r6 = add(r6,#768)
		v11 = vmem(r6+#5)
	}
	{
		v30 = vsplat(r8)
		r8 = memw(r7+#-36)
	}
	{
		v5.w += vrmpy(v9.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
		v10 = vmem(r6+#0)
	}
	{
		v31 = vsplat(r8)
		v9 = vsplat(r9)
		r8 = memw(r7+#-4)
	}
	{
		v8.w += vrmpy(v14.b,v11.b)
	}
	{
		v6.w += vrmpy(v15.b,v11.b)
	}
	{
		v7.w += vrmpy(v12.b,v11.b)
	}
	{
		v5.w += vrmpy(v30.b,v11.b)
	}
	{
		v8.w += vrmpy(v31.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
		nop
	} :endloop0
	{
		v11 = vsplat(r8)
		r9 = memw(r7+#-32)
		r12 = memw(r7+#-16)
	}
	{
		loop0(##.LBB0_27,#1)
		v17 = vsplat(r9)
		r11 = memw(r7+#0)
	}
	{
		v12 = vsplat(r12)
		r10 = memw(r7+#12)
		r14 = memw(r7+#16)
	}
	{
		v13 = vsplat(r10)
		v14 = vsplat(r11)
		r15 = memw(r7+#-28)
		r28 = memw(r7+#-12)
	}
	{
		v15 = vsplat(r14)
		v18 = vsplat(r15)
		r14 = memw(r7+#-24)
		v16 = vmem(r6+#1)
	}
	{
		v7.w += vrmpy(v11.b,v10.b)
		r10 = memw(r7+#4)
	}
	{
		v5.w += vrmpy(v13.b,v10.b)
		r11 = memw(r7+#20)
		r15 = memw(r7+#-8)
	}
	{
		v10 = vsplat(r14)
		v19 = vsplat(r28)
		r28 = memw(r7+#8)
		v28 = vmem(r6+#2)
	}
	{
		v8.w += vrmpy(v17.b,v16.b)
		v30 = vmem(r6+#3)
	}
	{
		v8.w += vrmpy(v18.b,v28.b)
	}
	{
		v20 = vsplat(r10)
		v21 = vsplat(r11)
		r10 = memw(r7+#24)
	}
	{
		v6.w += vrmpy(v12.b,v16.b)
		r11 = memw(r7+#28)
		r7 = memw(r7+#32)
	}
	{
		v7.w += vrmpy(v14.b,v16.b)
	}
	{
		v5.w += vrmpy(v15.b,v16.b)
	}
	{
		v8.w += vrmpy(v10.b,v30.b)
		v10 = vmem(r6+#4)
	}
	{
		v22 = vsplat(r15)
		v29 = vsplat(r28)
	}
	{
		v31 = vsplat(r10)
	}
	{
		v6.w += vrmpy(v19.b,v28.b)
	}
	{
		v7.w += vrmpy(v20.b,v28.b)
	}
	{
		v5.w += vrmpy(v21.b,v28.b)
	}
	{
		v8.w += vrmpy(v9.b,v10.b)
	}
	{
		v9 = vsplat(r11)
	}
	{
		v6.w += vrmpy(v22.b,v30.b)
	}
	{
		v7.w += vrmpy(v29.b,v30.b)
	}
	{
		v5.w += vrmpy(v31.b,v30.b)
	}
	{
		v5.w += vrmpy(v9.b,v10.b)
		r6 = ##frame+36
		v9 = vmem(r6+#5)
	}
	{
		v6.w += vrmpy(v11.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
	}
	{
		v10 = vsplat(r7)
		r7 = add(r4,r5)
		r5 = add(r0,#-29695)
	}
	{
		r6 += asl(r7,#4)
		v8.w += vrmpy(v12.b,v9.b)
	}
	{
		v5.w += vrmpy(v10.b,v9.b)
		v10 = vmem(r5+#0)
	}
	{
		v6.w += vrmpy(v14.b,v9.b)
		r7 = memw(r6+#-36)
	}
	{
		v11 = vsplat(r7)
		r7 = memw(r6+#-20)
	}
	{
		v7.w += vrmpy(v15.b,v9.b)
	}
	{
		v9 = vsplat(r7)
		r7 = memw(r6+#-4)
	}
	{
		v8.w += vrmpy(v11.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
	}
	.p2align	4
.LBB0_27:
	{
		v11 = vsplat(r7)
		r7 = memw(r6+#12)
		r8 = memw(r6+#-32)
	}
	{
		v13 = vsplat(r7)
		v17 = vsplat(r8)
		r7 = memw(r6+#0)
		r9 = memw(r6+#-16)
	}
	{
		v15 = vsplat(r7)
		v14 = vsplat(r9)
		r11 = memw(r6+#-28)
		r12 = memw(r6+#16)
	}
	{
		v18 = vsplat(r11)
		v12 = vsplat(r12)
		r7 = memw(r6+#4)
		v16 = vmem(r5+#1)
	}
	{
		v20 = vsplat(r7)
		r14 = memw(r6+#-12)
		r7 = memw(r6+#-24)
	}
	{
		v7.w += vrmpy(v11.b,v10.b)
		r28 = memw(r6+#-8)
		r15 = memw(r6+#20)
	}
	{
		v5.w += vrmpy(v13.b,v10.b)
		r10 = memw(r6+#24)
		v26 = vmem(r5+#2)
	}
	{
		v8.w += vrmpy(v17.b,v16.b)
		v28 = vmem(r5+#3)
	}
	{
		v10 = vsplat(r7)
		v19 = vsplat(r14)
		r7 = memw(r6+#8)
	}
	{
		v6.w += vrmpy(v14.b,v16.b)
	}
	{
		v8.w += vrmpy(v18.b,v26.b)
	}
	{
		v21 = vsplat(r15)
		v22 = vsplat(r28)
	}
	{
		v7.w += vrmpy(v15.b,v16.b)
	}
	{
		v5.w += vrmpy(v12.b,v16.b)
	}
	{
		v6.w += vrmpy(v19.b,v26.b)
	}
	{
		v27 = vsplat(r7)
		v29 = vsplat(r10)
		r7 = memw(r6+#28)
	}
	{
		v8.w += vrmpy(v10.b,v28.b)
		v10 = vmem(r5+#4)
	}
	{
		v7.w += vrmpy(v20.b,v26.b)
	}
	{
		v5.w += vrmpy(v21.b,v26.b)
	}
	{
		v6.w += vrmpy(v22.b,v28.b)
	}
	{
		v8.w += vrmpy(v9.b,v10.b)
	}
	{
		v9 = vsplat(r7)
		r6 = add(r6,#24)
		r7 = memw(r6+#32)
	}
	{
		v7.w += vrmpy(v27.b,v28.b)
		r11 = memw(r6+#-20)
	}
	{
		v5.w += vrmpy(v29.b,v28.b)
	}
	{
		v6.w += vrmpy(v11.b,v10.b)
		r5 = add(r5,#768)
		v11 = vmem(r5+#5)
	}
	{
		v30 = vsplat(r7)
		r7 = memw(r6+#-36)
	}
	{
		v5.w += vrmpy(v9.b,v10.b)
	}
	{
		v7.w += vrmpy(v13.b,v10.b)
		v10 = vmem(r5+#0)
	}
	{
		v31 = vsplat(r7)
		v9 = vsplat(r11)
		r7 = memw(r6+#-4)
	}
	{
		v8.w += vrmpy(v14.b,v11.b)
	}
	{
		v6.w += vrmpy(v15.b,v11.b)
	}
	{
		v7.w += vrmpy(v12.b,v11.b)
	}
	{
		v5.w += vrmpy(v30.b,v11.b)
	}
	{
		v8.w += vrmpy(v31.b,v10.b)
	}
	{
		v6.w += vrmpy(v9.b,v10.b)
		nop
	} :endloop0
	{
		p3 = or(p1,p1)
		v11 = vsplat(r7)
		r9 = memw(r6+#-16)
		r7 = memw(r6+#12)
	}
	{
		v13 = vsplat(r7)
		v12 = vsplat(r9)
		r8 = memw(r6+#-32)
		r13 = memw(r6+#16)
	}
	{
		v15 = vsplat(r13)
		v17 = vsplat(r8)
		r7 = memw(r6+#0)
		v16 = vmem(r5+#1)
	}
	{
		v14 = vsplat(r7)
		r7 = memw(r6+#-12)
		r14 = memw(r6+#-28)
	}
	{
		v5.w += vrmpy(v13.b,v10.b)
		r28 = memw(r6+#20)
		r15 = memw(r6+#4)
	}
	{
		v21 = vsplat(r28)
		v19 = vsplat(r7)
		r10 = memw(r6+#-8)
		v31 = vmem(r5+#2)
	}
	{
		v7.w += vrmpy(v11.b,v10.b)
		r7 = memw(r6+#-24)
		r11 = memw(r6+#24)
	}
	{
		v5.w += vrmpy(v15.b,v16.b)
		v24 = vmem(r5+#4)
	}
	{
		v20 = vsplat(r15)
		v30 = vsplat(r7)
		r7 = memw(r6+#8)
		v26 = vmem(r5+#5)
	}
	{
		v6.w += vrmpy(v12.b,v16.b)
	}
	{
		v7.w += vrmpy(v14.b,v16.b)
	}
	{
		v5.w += vrmpy(v21.b,v31.b)
		r5 = #4
		v21 = vmem(r5+#3)
	}
	{
		v18 = vsplat(r14)
		v22 = vsplat(r10)
	}
	{
		v8.w += vrmpy(v17.b,v16.b)
	}
	{
		v6.w += vrmpy(v19.b,v31.b)
	}
	{
		v7.w += vrmpy(v20.b,v31.b)
	}
	{
		v20 = vsplat(r7)
		v23 = vsplat(r11)
		r7 = memw(r6+#28)
		r6 = memw(r6+#32)
	}
	{
		v8.w += vrmpy(v18.b,v31.b)
	}
	{
		v6.w += vrmpy(v22.b,v21.b)
	}
	{
		v25 = vsplat(r7)
		v27 = vsplat(r6)
	}
	{
		v8.w += vrmpy(v30.b,v21.b)
	}
	{
		v7.w += vrmpy(v20.b,v21.b)
	}
	{
		v5.w += vrmpy(v23.b,v21.b)
	}
	{
		v6.w += vrmpy(v11.b,v24.b)
	}
	{
		v8.w += vrmpy(v9.b,v24.b)
	}
	{
		v7.w += vrmpy(v13.b,v24.b)
	}
	{
		v5.w += vrmpy(v25.b,v24.b)
	}
	{
		v6.w += vrmpy(v14.b,v26.b)
	}
	{
		v8.w += vrmpy(v12.b,v26.b)
	}
	{
		v7.w += vrmpy(v15.b,v26.b)
	}
	{
		v5.w += vrmpy(v27.b,v26.b)
	}
	{
		v29.w = vmpye(v6.w,v1.uh)
	}
	{
		v28.w = vmpye(v8.w,v1.uh)
	}
	{
		v30.w = vmpye(v7.w,v1.uh)
	}
	{
		v29.w += vmpyo(v6.w,v1.h):<<1:rnd:sat:shift
	}
	{
		v6.w = vmpye(v5.w,v1.uh)
		v10.w = vadd(v29.w,v4.w)
	}
	{
		v6.w += vmpyo(v5.w,v1.h):<<1:rnd:sat:shift
	}
	{
		v30.w += vmpyo(v7.w,v1.h):<<1:rnd:sat:shift
		v7.w = vasr(v10.w,v2.w)
		v6.w = vadd(v6.w,v4.w)
	}
	{
		v28.w += vmpyo(v8.w,v1.h):<<1:rnd:sat:shift
		v5.w = vadd(v30.w,v4.w)
		v7.w = vadd(v7.w,v3.w)
	}
	{
		v6.w = vasr(v6.w,v2.w)
		v9.w = vadd(v28.w,v4.w)
	}
	{
		v5.w = vasr(v5.w,v2.w)
		v6.w = vadd(v6.w,v3.w)
	}
	{
		v9.w = vasr(v9.w,v2.w)
		v5.w = vadd(v5.w,v3.w)
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
		if (p2) jump:nt .LBB0_22
		v5.b = vpack(v5.h,v6.h):sat
		vmem(r1++#1) = v5.new
	}
	{
		r3 = add(r3,#10)
		nop
		r2 = add(r2,#10)
		r4 = add(r4,#10)
	} :endloop1
	{
		jumpr r31
	}
.Lfunc_end0:
	.lcomm	order,4608,128
	.lcomm	frame,1604,128
