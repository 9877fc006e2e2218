_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,21
 vsetvli t0,zero,e32,m8,ta,ma
 vmv.v.i v0,-3
 vmv.v.i v8,5
 vmv.v.i v16,2
 vmv.v.i v24,1
 li a0,77
 li a1,1234567
 vsetvli t0,zero,e8,m1,ta,ma
 vid.v v31
 fcvt.s.w fa0,a0
 fcvt.s.w fa1,a1
 vsetvli t0,s6,e16,m4,ta,ma
 li t6,2
.balign 16
 nop
 nop
1:
 vrgather.vv v16,v4,v20
 fmul.s fa1,fa1,fa1
 fsw fa1,8(s0)
 vmv.s.x v7,a1
 remu a2,a1,s6
 fsw fa3,48(s1)
 fsgnj.s fa3,fa1,fa2
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
