_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e16,m1,ta,ma
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
 nop
1:
 sw a0,192(s0)
 vse16.v v9,(s0)
 vwadd.vv v12,v5,v1
 addi t6,t6,-1
 bnez t6,1b
 mpause
