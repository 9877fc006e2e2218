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
 li t6,3
.balign 16
1:
 vsetvli t0,s5,e16,m2,ta,ma
 bnez zero,9f
9:
 add a0,t2,a2
 vwadd.wv v4,v4,v22
 vsse16.v v6,(s0),s4
 add a0,t1,a0
 add a0,a4,t2
 addi t6,t6,-1
 bnez t6,1b
 mpause
