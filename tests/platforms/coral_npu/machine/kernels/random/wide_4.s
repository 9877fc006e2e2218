_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,17
 li s5,3
 li s6,21
 vsetvli t0,zero,e32,m8,ta,ma
 vmv.v.i v0,1
 vmv.v.i v8,-3
 vmv.v.i v16,1
 vmv.v.i v24,5
 li a0,77
 li a1,1234567
 vsetvli t0,zero,e8,m1,ta,ma
 vid.v v31
 fcvt.s.w fa0,a0
 fcvt.s.w fa1,a1
 vsetvli t0,s6,e8,mf2,ta,ma
 li t6,3
.balign 16
 nop
1:
 vs2r.v v26,(s0)
 vrgather.vv v14,v22,v5
 vssra.vi v16,v20,3
 vmerge.vvm v29,v20,v5,v0
 vluxei16.v v10,(s2),v18
 fmv.x.w a0,fa3
 vlseg2e32.v v12,(s2)
 vle16.v v26,(s2)
 vluxei16.v v9,(s2),v26,v0.t
 vmadc.vv v0,v7,v7
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
