_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
 vsetvli t0,zero,e8,m1,ta,ma
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
 slli a5,a1,3
 bnez zero,9f
9:
 vadd.vi v20,v27,3
 vslidedown.vi v17,v18,1
 vrgather.vi v12,v14,2
 vmacc.vv v29,v6,v1
 vle8.v v28,(s0)
 vsetvli t0,s6,e16,m2,ta,ma
 vsetvli t0,s5,e8,m1,ta,ma
 vmv.v.x v2,t2
 vsra.vi v27,v7,2
 vwadd.vv v20,v29,v14
 vmacc.vv v17,v28,v31
 vwmacc.vv v12,v25,v18
 addi t6,t6,-1
 bnez t6,1b
 li t6,3
2:
 vle8.v v4,(s0)
 vmax.vv v9,v10,v9
 lb a4,103(s3)
 bnez zero,9f
9:
 vmv.x.s t1,v25
 bnez zero,9f
9:
 addi t6,t6,-1
 bnez t6,2b
 mpause
