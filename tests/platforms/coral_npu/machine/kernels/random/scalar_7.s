_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e32,m2,ta,ma
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
 nop
 nop
1:
 mul a3,a4,t2
 add a5,a1,a4
 addi a1,a0,74
 sb a5,156(s3)
 addi t6,t6,-1
 bnez t6,1b
 li t6,2
2:
 add a0,a2,a3
 mul a3,a3,a0
 xor a5,a1,a5
 sw a2,8(s0)
 add a3,t1,a2
 divu a5,a0,s6
 lw a4,56(s0)
 divu t1,a1,s6
 sb a1,244(s0)
 slli t2,t2,3
 lw a1,224(s0)
 sub a3,a4,a0
 add t2,a5,t1
 addi t6,t6,-1
 bnez t6,2b
 mpause
