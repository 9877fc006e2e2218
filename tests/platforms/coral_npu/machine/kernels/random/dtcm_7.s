_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e16,m2,ta,ma
 vmv.v.i v0,1
 vmv.v.i v4,5
 vmv.v.i v8,1
 vmv.v.i v12,5
 vmv.v.i v16,1
 vmv.v.i v20,5
 vmv.v.i v24,1
 vmv.v.i v28,5
 li t6,5
.balign 16
1:
 vse16.v v28,(s0)
 vnsra.wi v20,v28,3
 vsub.vx v0,v26,a3
 vadd.vv v10,v8,v0
 vadd.vv v4,v20,v14
 vredsum.vs v24,v14,v15
 vwmul.vv v12,v10,v2
 vwmacc.vv v12,v18,v22
 mul a0,t2,a3
 addi a3,a0,1
 vadd.vv v26,v16,v10
 beqz zero,9f
 nop
9:
 vadd.vv v2,v2,v6
 addi t6,t6,-1
 bnez t6,1b
 mpause
