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
1:
 sub t2,a1,a5
 addi s1,s1,16
 lw t1,32(s0)
 sb a1,116(s2)
 addi a2,a2,1
 sb a2,128(s1)
 addi t6,t6,-1
 bnez t6,1b
 mpause
