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
1:
 addi a2,a4,1
 sb a4,96(s0)
 xor a0,t1,a3
 max t1,a2,a0
 lw a0,44(s0)
 max t2,a0,a1
 xor a4,a2,t2
 mul t2,t2,a1
 addi t6,t6,-1
 bnez t6,1b
 li t6,3
2:
 sb t2,172(s0)
 add a5,a3,a3
 lw a2,52(s3)
 addi a0,a3,94
 mul t1,a0,a4
 addi t2,a1,0
 slli a1,t1,3
 addi t6,t6,-1
 bnez t6,2b
 mpause
