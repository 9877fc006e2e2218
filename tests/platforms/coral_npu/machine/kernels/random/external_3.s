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
 sb a3,240(s1)
 vnclip.wi v20,v24,2
 vadd.vv v2,v30,v18
 vse8.v v12,(s3)
 addi a5,a4,85
 vadd.vv v0,v20,v14
 lw a1,112(s3)
 addi t6,t6,-1
 bnez t6,1b
 li t6,3
2:
 vse8.v v4,(s0)
 vle8.v v24,(s3)
 vle8.v v18,(s3)
 addi t6,t6,-1
 bnez t6,2b
 mpause
