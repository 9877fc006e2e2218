_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e8,m2,ta,ma
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
1:
 xor a5,a1,a1
 sub a5,t2,t1
 mul a0,a4,a3
 sub t1,a1,t1
 lb a5,236(s3)
 addi a1,t2,1
 lw a4,120(s2)
 addi a2,a1,78
 lw a2,76(s1)
 addi t6,t6,-1
 bnez t6,1b
 mpause
