// relu.plain.c for n = 14336; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r0 = ##536885383
		r1 = ##536870919
	}
	{
		loop0(.LBB0_1,#896)
		r2 = #-11
	}
	.p2align	4
.LBB0_1:
	{
		r3 = memb(r1+#-7)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-7) = r3.new
	}
	{
		r3 = memb(r1+#-6)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-6) = r3.new
	}
	{
		r3 = memb(r1+#-5)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-5) = r3.new
	}
	{
		r3 = memb(r1+#-4)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-4) = r3.new
	}
	{
		r3 = memb(r1+#-3)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-3) = r3.new
	}
	{
		r3 = memb(r1+#-2)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-2) = r3.new
	}
	{
		r3 = memb(r1+#-1)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#-1) = r3.new
	}
	{
		r3 = memb(r1+#0)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#0) = r3.new
	}
	{
		r3 = memb(r1+#1)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#1) = r3.new
	}
	{
		r3 = memb(r1+#2)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#2) = r3.new
	}
	{
		r3 = memb(r1+#3)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#3) = r3.new
	}
	{
		r3 = memb(r1+#4)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#4) = r3.new
	}
	{
		r3 = memb(r1+#5)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#5) = r3.new
	}
	{
		r3 = memb(r1+#6)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#6) = r3.new
	}
	{
		r3 = memb(r1+#7)
	}
	{
		r3 = max(r3,r2)
		memb(r0+#7) = r3.new
	}
	{
		r1 = add(r1,#16)
		r3 = memb(r1+#8)
	}
	{
		r3 = max(r3,r2)
		r0 = add(r0,#16)
		memb(r0+#8) = r3.new
	} :endloop0
	{
		jumpr r31
	}
.Lfunc_end0:
