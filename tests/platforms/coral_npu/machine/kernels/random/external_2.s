_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e16,m4,ta,ma
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
 nop
1:
 vle16.v v8,(s1)
 vlse16.v v20,(s0),s4
 max t2,t2,a4
 vmul.vv v24,v12,v16
 add a4,a3,a2
 max a2,a4,a5
 slli a0,a3,3
 addi t2,a5,1
 vmv.x.s a0,v24
 addi t6,t6,-1
 bnez t6,1b
 li t6,2
2:
 sw t2,152(s3)
 vsse16.v v20,(s0),s4
 vsetvli t0,s6,e8,m2,ta,ma
 slli a5,a1,3
 vmv.v.x v28,a0
 vadd.vv v26,v30,v2
 vle8.v v4,(s2)
 vmul.vv v30,v24,v20
 vse8.v v4,(s1)
 vmv.v.x v24,a1
 lb a1,47(s2)
 sb a3,160(s1)
 vmv.x.s t2,v22
 vmv.x.s a1,v24
 addi t6,t6,-1
 bnez t6,2b
 mpause
