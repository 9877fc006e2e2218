// relu.hvx.c for n = 4096; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		loop0(.LBB0_1,#2)
		r1:0 = combine(#-11,##536876160)
	}
	{
		v0.b = vsplat(r1)
		r1 = ##536871936
	}
	.p2align	4
.LBB0_1:
	{
		v1 = vmem(r1+#-8)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-8) = v1.new
	}
	{
		v1 = vmem(r1+#-7)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-7) = v1.new
	}
	{
		v1 = vmem(r1+#-6)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-6) = v1.new
	}
	{
		v1 = vmem(r1+#-5)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-5) = v1.new
	}
	{
		v1 = vmem(r1+#-4)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-4) = v1.new
	}
	{
		v1 = vmem(r1+#-3)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-3) = v1.new
	}
	{
		v1 = vmem(r1+#-2)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-2) = v1.new
	}
	{
		v1 = vmem(r1+#-1)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#-1) = v1.new
	}
	{
		v1 = vmem(r1+#0)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#0) = v1.new
	}
	{
		v1 = vmem(r1+#1)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#1) = v1.new
	}
	{
		v1 = vmem(r1+#2)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#2) = v1.new
	}
	{
		v1 = vmem(r1+#3)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#3) = v1.new
	}
	{
		v1 = vmem(r1+#4)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#4) = v1.new
	}
	{
		v1 = vmem(r1+#5)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#5) = v1.new
	}
	{
		v1 = vmem(r1+#6)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#6) = v1.new
	}
	{
		r1 = add(r1,#2048)
		v1 = vmem(r1+#7)
	}
	{
		r0 = add(r0,#2048)
		v1.b = vmax(v1.b,v0.b)
		vmem(r0+#7) = v1.new
	} :endloop0
	{
		jumpr r31
	}
.Lfunc_end0:
