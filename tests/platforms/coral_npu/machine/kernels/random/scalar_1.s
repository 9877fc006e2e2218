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
 nop
1:
 add a5,a2,a4
 divu t2,a0,s6
 xor a5,a4,t1
 sb t1,24(s3)
 divu a1,t2,s6
 addi a2,a5,1
 lw a0,64(s2)
 xor a1,t2,t1
 sub t2,a2,a3
 mul a1,a2,a5
 divu a4,a4,s6
 lw t1,252(s0)
 addi a1,a0,72
 slli a3,t2,3
 addi t6,t6,-1
 bnez t6,1b
 li t6,2
2:
 xor a0,a5,a4
 addi s2,s2,16
 lw a1,64(s2)
 divu a3,a4,s6
 add a1,a1,a0
 lw a3,100(s0)
 addi a5,a4,1
 sub a4,a0,a4
 sb a5,184(s2)
 sub a4,a1,a5
 addi a1,a3,1
 addi t6,t6,-1
 bnez t6,2b
 mpause
