_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,40
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
 vsetvli t0,s6,e8,m4,ta,ma
 li t6,3
.balign 16
1:
 vfirst.m a4,v0
 vsuxei16.v v4,(s0),v24
 remu a5,a1,s6
 vmul.vx v4,v0,t2
 vmv2r.v v12,v20
 vlse16.v v8,(s0),zero
 nop
 vsetvli t0,zero,e16,m2,ta,ma
 fdiv.s fa3,fa0,fa1
 remu a2,a1,s6
 vsuxei8.v v8,(s2),v20
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
