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
 li t6,3
.balign 16
1:
 vadd.vi v12,v8,3
 vlse8.v v20,(s1),s4
 vadd.vv v22,v10,v26
 sub a3,a5,t2
 vmacc.vx v4,t1,v12
 lw a0,0(s3)
 addi a0,t2,66
 addi t6,t6,-1
 bnez t6,1b
 mpause
