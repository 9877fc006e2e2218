_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,21
 vsetvli t0,zero,e32,m8,ta,ma
 vmv.v.i v0,5
 vmv.v.i v8,2
 vmv.v.i v16,-3
 vmv.v.i v24,2
 li a0,77
 li a1,1234567
 vsetvli t0,zero,e8,m1,ta,ma
 vid.v v31
 fcvt.s.w fa0,a0
 fcvt.s.w fa1,a1
 vsetvli t0,s5,e16,m4,ta,ma
 li t6,2
.balign 16
 nop
 nop
 nop
1:
 vmv2r.v v18,v4
 vsetvli t0,s5,e32,m1,ta,ma
 remu a5,a1,s6
 add a5,a1,a3
 fle.s a4,fa0,fa3
 vsext.vf2 v30,v23
 vsse32.v v17,(s0),s4,v0.t
 vslide1down.vx v10,v21,t2
 vdiv.vx v3,v9,s6
 viota.m v26,v30
 vsseg2e32.v v18,(s0)
 vsetvli t0,s6,e32,m4,ta,ma
 mul a4,a5,a1
 nop
 vslide1down.vx v16,v0,t2
 vle8.v v14,(s0)
 fmv.x.w t1,fa1
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
