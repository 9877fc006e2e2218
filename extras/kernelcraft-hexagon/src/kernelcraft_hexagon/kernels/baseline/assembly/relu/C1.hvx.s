// relu.hvx.c for n = 512; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r1:0 = combine(#-11,##536903679)
	}
	{
		v0.b = vsplat(r1)
		r7 = add(r0,#-32767)
		r6 = add(r0,#-31999)
		r5 = add(r0,#-32511)
	}
	{
		r2 = add(r7,#640)
		r1 = add(r7,#128)
		r4 = add(r0,#-31871)
		v1 = vmem(r7+#0)
	}
	{
		r3 = add(r0,#-32383)
		r0 = add(r0,#-31743)
		v1.b = vmax(v1.b,v0.b)
		vmem(r2+#0) = v1.new
	}
	{
		v1 = vmem(r1+#0)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r6+#0) = v1.new
	}
	{
		v1 = vmem(r5+#0)
	}
	{
		v1.b = vmax(v1.b,v0.b)
		vmem(r4+#0) = v1.new
	}
	{
		v0.b = vmax(v1.b,v0.b)
		jumpr r31
		v1.cur = vmem(r3+#0)
		vmem(r0+#0) = v0.new
	}
.Lfunc_end0:
