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
 nop
1:
 vmv.x.s a4,v6
 vmacc.vx v28,t1,v0
 vrgather.vi v4,v20,2
 sub t1,t2,a1
 vsse32.v v24,(s0),s4
 vrgather.vi v8,v24,2
 vlse32.v v8,(s1),s4
 vsetvli t0,s6,e32,m2,ta,ma
 addi t6,t6,-1
 bnez t6,1b
 mpause
