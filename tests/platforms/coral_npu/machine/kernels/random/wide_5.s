_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,3
 li s5,3
 li s6,21
 vsetvli t0,zero,e32,m8,ta,ma
 vmv.v.i v0,5
 vmv.v.i v8,-3
 vmv.v.i v16,-3
 vmv.v.i v24,2
 li a0,77
 li a1,1234567
 vsetvli t0,zero,e8,m1,ta,ma
 vid.v v31
 fcvt.s.w fa0,a0
 fcvt.s.w fa1,a1
 vsetvli t0,s6,e32,m8,ta,ma
 li t6,2
.balign 16
 nop
 nop
1:
 vlse16.v v4,(s1),s4
 fsw fa2,68(s1)
 vslideup.vi v8,v24,2
 add a5,a3,t1
 vid.v v16
 vsm.v v0,(s2)
 fdiv.s fa3,fa0,fa1
 vs2r.v v26,(s2)
 add a5,a2,a0
 vmsbf.m v1,v2
 csrr a0,mcycle
 vsm.v v0,(s0)
 csrr a1,mcycle
 vadd.vv v24,v24,v0
 vl2re8.v v28,(s0)
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
