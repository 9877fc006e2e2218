_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e32,m1,ta,ma
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
1:
 add a0,t1,a1
 sw a1,160(s1)
 addi t1,t2,1
 sb a2,248(s2)
 addi a0,a1,61
 slli a1,a1,3
 sw a1,216(s1)
 addi a5,t1,1
 mul a0,a0,a5
 addi s1,s1,16
 divu a4,a3,s6
 lb a3,175(s0)
 sw t2,176(s3)
 addi a3,a2,34
 add a1,t1,a2
 add a2,a4,a0
 divu t2,t1,s6
 addi t6,t6,-1
 bnez t6,1b
 mpause
