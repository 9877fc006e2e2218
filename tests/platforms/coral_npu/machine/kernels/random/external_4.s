_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e8,m4,ta,ma
 vmv.v.i v0,1
 vmv.v.i v4,5
 vmv.v.i v8,1
 vmv.v.i v12,5
 vmv.v.i v16,1
 vmv.v.i v20,5
 vmv.v.i v24,1
 vmv.v.i v28,5
 li t6,2
.balign 16
 nop
 nop
1:
 vsub.vx v8,v24,a0
 addi s0,s0,16
 vslidedown.vi v24,v12,1
 addi t6,t6,-1
 bnez t6,1b
 li t6,3
2:
 lw a4,28(s3)
 addi a3,a0,1
 vmul.vv v8,v4,v28
 beqz zero,9f
 nop
9:
 beqz zero,9f
 nop
9:
 mul a3,a2,a3
 sw a1,12(s3)
 vadd.vi v24,v20,3
 addi t6,t6,-1
 bnez t6,2b
 mpause
