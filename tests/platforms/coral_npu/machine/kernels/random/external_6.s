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
 li t6,2
.balign 16
 nop
1:
 addi a5,t1,81
 vle32.v v0,(s0)
 lw t1,148(s1)
 sb a5,156(s0)
 vmv.x.s t2,v20
 vrgather.vi v28,v0,2
 vle32.v v12,(s2)
 mul a3,a2,a2
 addi a2,a3,1
 lw a0,132(s0)
 addi t6,t6,-1
 bnez t6,1b
 li t6,3
2:
 slli a5,a5,3
 vle32.v v24,(s1)
 vle32.v v8,(s2)
 addi t6,t6,-1
 bnez t6,2b
 mpause
