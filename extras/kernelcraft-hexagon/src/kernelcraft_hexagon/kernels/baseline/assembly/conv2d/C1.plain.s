// conv2d.plain.c for H = 8, c_in = 8, c_out = 32, k = 1; clang 22.1.8 of ziglang 0.17.0, -O2
	.text
	.globl	kernel
	.p2align	4
kernel:
	{
		r29 = add(r29,#-144)
		r1:0 = combine(#0,##536870912)
	}
	{
		r3 = #0
		r2 = ##1073741824
		r7 = add(r29,#0)
	}
	{
		r5:4 = combine(#123,##-132)
		r8 = add(r0,#1792)
		memd(r29+#136) = r17:16
	}
	{
		r6 = add(r7,#32)
		jump .LBB0_1
		r7 = add(r7,#8)
		memd(r29+#128) = r19:18
	}
	.p2align	4
.LBB0_25:
	{
		r1 = add(r1,#1)
		if (cmp.eq(r1.new,#8)) jump:nt ##.LBB0_26
	}
.LBB0_1:
	{
		r9 = ##536870912
		r12 = add(r8,#3)
		r13 = #0
	}
	{
		loop1(.LBB0_2,#8)
		r9 += asl(r1,#6)
		jump .LBB0_2
	}
	.p2align	4
.LBB0_24:
	{
		r13 = add(r13,#1)
		r8 = add(r8,#32)
		r12 = add(r12,#32)
	} :endloop1
	{
		jump .LBB0_25
	}
.LBB0_2:
	{
		loop0(.LBB0_3,#2)
		r14 = add(r0,#1056)
		r15 = r6
	}
	.p2align	4
.LBB0_3:
	{
		r28 = memw(r14+#-32)
		memw(r15+#-32) = r28.new
	}
	{
		r28 = memw(r14+#-28)
		memw(r15+#-28) = r28.new
	}
	{
		r28 = memw(r14+#-24)
		memw(r15+#-24) = r28.new
	}
	{
		r28 = memw(r14+#-20)
		memw(r15+#-20) = r28.new
	}
	{
		r28 = memw(r14+#-16)
		memw(r15+#-16) = r28.new
	}
	{
		r28 = memw(r14+#-12)
		memw(r15+#-12) = r28.new
	}
	{
		r28 = memw(r14+#-8)
		memw(r15+#-8) = r28.new
	}
	{
		r28 = memw(r14+#-4)
		memw(r15+#-4) = r28.new
	}
	{
		r28 = memw(r14+#0)
		memw(r15+#0) = r28.new
	}
	{
		r28 = memw(r14+#4)
		memw(r15+#4) = r28.new
	}
	{
		r28 = memw(r14+#8)
		memw(r15+#8) = r28.new
	}
	{
		r28 = memw(r14+#12)
		memw(r15+#12) = r28.new
	}
	{
		r28 = memw(r14+#16)
		memw(r15+#16) = r28.new
	}
	{
		r28 = memw(r14+#20)
		memw(r15+#20) = r28.new
	}
	{
		r28 = memw(r14+#24)
		memw(r15+#24) = r28.new
	}
	{
		r14 = add(r14,#64)
		r15 = add(r15,#64)
		r28 = memw(r14+#28)
		memw(r15+#28) = r28.new
	} :endloop0
	{
		r14 = addasl(r9,r13,#3)
		r28 = add(r0,#647)
		r10 = r6
		r15 = memb(r9+r13<<#3)
	}
	{
		loop0(.LBB0_5,#2)
	}
	.p2align	4
.LBB0_5:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_7,#2)
		r28 = add(r0,#679)
		r10 = r6
		r15 = memb(r14+#1)
	}
	.p2align	4
.LBB0_7:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_9,#2)
		r28 = add(r0,#711)
		r10 = r6
		r15 = memb(r14+#2)
	}
	.p2align	4
.LBB0_9:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_11,#2)
		r28 = add(r0,#743)
		r10 = r6
		r15 = memb(r14+#3)
	}
	.p2align	4
.LBB0_11:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_13,#2)
		r28 = add(r0,#775)
		r10 = r6
		r15 = memb(r14+#4)
	}
	.p2align	4
.LBB0_13:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_15,#2)
		r28 = add(r0,#807)
		r10 = r6
		r15 = memb(r14+#5)
	}
	.p2align	4
.LBB0_15:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_17,#2)
		r28 = add(r0,#839)
		r10 = r6
		r15 = memb(r14+#6)
	}
	.p2align	4
.LBB0_17:
	{
		r16 = add(r10,#-32)
		r18 = add(r10,#-28)
		r19 = add(r10,#-24)
		r11 = memb(r28+#-7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r16+#0) += r11
	}
	{
		r11 = memb(r28+#-6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-20)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-16)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-12)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r19 = add(r10,#-8)
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#-2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r18 = add(r10,#-4)
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#-1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r19+#0) += r11
	}
	{
		r11 = memb(r28+#0)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r18+#0) += r11
	}
	{
		r11 = memb(r28+#1)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#0) += r11
	}
	{
		r11 = memb(r28+#2)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#4) += r11
	}
	{
		r11 = memb(r28+#3)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#8) += r11
	}
	{
		r11 = memb(r28+#4)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#12) += r11
	}
	{
		r11 = memb(r28+#5)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#16) += r11
	}
	{
		r11 = memb(r28+#6)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#20) += r11
	}
	{
		r11 = memb(r28+#7)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		memw(r10+#24) += r11
	}
	{
		r28 = add(r28,#16)
		r11 = memb(r28+#8)
	}
	{
		r11 = mpyi(r11,r15)
	}
	{
		r10 = add(r10,#64)
		memw(r10+#28) += r11
	} :endloop0
	{
		loop0(.LBB0_19,#2)
		r10 = add(r0,#871)
		r11 = r6
		r28 = memb(r14+#7)
	}
	.p2align	4
.LBB0_19:
	{
		r15 = add(r11,#-32)
		r14 = memb(r10+#-7)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-28)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#-6)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-24)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#-5)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-20)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#-4)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-16)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#-3)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-12)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#-2)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-8)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#-1)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r11,#-4)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#0)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r15 = add(r0,#1544)
		memw(r15+#0) += r14
	}
	{
		r14 = memb(r10+#1)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#0) += r14
	}
	{
		r14 = memb(r10+#2)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#4) += r14
	}
	{
		r14 = memb(r10+#3)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#8) += r14
	}
	{
		r14 = memb(r10+#4)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#12) += r14
	}
	{
		r14 = memb(r10+#5)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#16) += r14
	}
	{
		r14 = memb(r10+#6)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#20) += r14
	}
	{
		r14 = memb(r10+#7)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		memw(r11+#24) += r14
	}
	{
		r10 = add(r10,#16)
		r14 = memb(r10+#8)
	}
	{
		r14 = mpyi(r14,r28)
	}
	{
		r11 = add(r11,#64)
		r14 = add(r0,#1288)
		memw(r11+#28) += r14
	} :endloop0
	{
		loop0(##.LBB0_21,#8)
		r28 = r7
		r10 = r12
	}
	{
		jump .LBB0_21
	}
	.p2align	4
.LBB0_23:
	{
		r11 = max(r16,r4)
		r19:18 = combine(r3,r2)
	}
	{
		r11 = min(r11,r5)
	}
	{
		r11 = add(r11,#4)
		memb(r10+#-3) = r11.new
	}
	{
		r11 = memw(r28+#-4)
		r16 = memw(r14+#-4)
	}
	{
		r17 = memw(r15+#-4)
	}
	{
		r19:18 += mpy(r16,r11)
		r11 = add(r17,#-1)
		r16 = #1
		p0 = cmp.eq(r17,#0)
	}
	{
		r19:18 = lsr(r19:18,#31)
	}
	{
		r16 &= lsr(r18,r11)
	}
	{
		r16 += asr(r18,r17)
	}
	{
		if (p0) r16 = add(r18,#0)
		r19:18 = combine(r3,r2)
	}
	{
		r11 = max(r16,r4)
	}
	{
		r11 = min(r11,r5)
	}
	{
		r11 = add(r11,#4)
		memb(r10+#-2) = r11.new
	}
	{
		r11 = memw(r28+#0)
		r16 = memw(r14+#0)
	}
	{
		r17 = memw(r15+#0)
	}
	{
		r19:18 += mpy(r16,r11)
		r11 = add(r17,#-1)
		r16 = #1
		p0 = cmp.eq(r17,#0)
	}
	{
		r19:18 = lsr(r19:18,#31)
	}
	{
		r16 &= lsr(r18,r11)
	}
	{
		r16 += asr(r18,r17)
	}
	{
		if (p0) r16 = add(r18,#0)
		r19:18 = combine(r3,r2)
	}
	{
		r11 = max(r16,r4)
	}
	{
		r11 = min(r11,r5)
	}
	{
		r11 = add(r11,#4)
		memb(r10+#-1) = r11.new
	}
	{
		r28 = add(r28,#16)
		r14 = add(r14,#16)
		r11 = memw(r28+#4)
		r16 = memw(r14+#4)
	}
	{
		r15 = add(r15,#16)
		r17 = memw(r15+#4)
	}
	{
		r19:18 += mpy(r16,r11)
		r11 = add(r17,#-1)
		r16 = #1
		p0 = cmp.eq(r17,#0)
	}
	{
		r19:18 = lsr(r19:18,#31)
	}
	{
		r16 &= lsr(r18,r11)
	}
	{
		r16 += asr(r18,r17)
	}
	{
		if (p0) r16 = add(r18,#0)
	}
	{
		r11 = max(r16,r4)
	}
	{
		r11 = min(r11,r5)
	}
	{
		r11 = add(r11,#4)
		memb(r10++#4) = r11.new
	} :endloop0
	{
		jump .LBB0_24
	}
.LBB0_21:
	{
		r19:18 = combine(r3,r2)
		r16 = memw(r28+#-8)
		r17 = memw(r14+#-8)
	}
	{
		r19:18 += mpy(r17,r16)
	}
	{
		r17:16 = lsr(r19:18,#31)
		r11 = memw(r15+#-8)
		if (cmp.eq(r11.new,#0)) jump:t .LBB0_23
	}
	{
		r17 = #1
		r18 = add(r11,#-1)
	}
	{
		r17 &= lsr(r16,r18)
	}
	{
		r17 += asr(r16,r11)
	}
	{
		r16 = r17 ; jump .LBB0_23
	}
.LBB0_26:
	{
		r29 = add(r29,#144)
		jumpr r31
		r17:16 = memd(r29+#136)
		r19:18 = memd(r29+#128)
	}
.Lfunc_end0:
