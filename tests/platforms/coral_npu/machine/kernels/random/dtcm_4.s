_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e16,m4,ta,ma
 vmv.v.i v0,1
 vmv.v.i v4,5
 vmv.v.i v8,1
 vmv.v.i v12,5
 vmv.v.i v16,1
 vmv.v.i v20,5
 vmv.v.i v24,1
 vmv.v.i v28,5
 li t6,3
.balign 16
1:
 vle16.v v24,(s1)
 lw a0,244(s0)
 xor t1,t1,a3
 addi s0,s0,16
 vsetvli t0,s5,e16,m1,ta,ma
 vsra.vi v6,v9,2
 vmul.vv v16,v24,v25
 sub a2,t1,a0
 vwmul.vv v24,v3,v11
 sb a0,184(s0)
 addi t6,t6,-1
 bnez t6,1b
 mpause
