_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e32,m4,ta,ma
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
 nop
 nop
1:
 xor t1,a3,a1
 vmacc.vx v12,a2,v4
 vmv.x.s a1,v0
 vmax.vv v12,v4,v0
 vle32.v v20,(s1)
 vmacc.vx v0,a1,v12
 vsetvli t0,s6,e32,m2,ta,ma
 vmax.vv v30,v24,v18
 addi t6,t6,-1
 bnez t6,1b
 mpause
