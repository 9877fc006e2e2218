_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,64
 li s5,3
 li s6,13
 vsetvli t0,zero,e32,m8,ta,ma
 vmv.v.i v0,1
 vmv.v.i v8,2
 vmv.v.i v16,2
 vmv.v.i v24,5
 li a0,77
 li a1,1234567
 vsetvli t0,zero,e8,m1,ta,ma
 vid.v v31
 fcvt.s.w fa0,a0
 fcvt.s.w fa1,a1
 vsetvli t0,s5,e32,m8,ta,ma
 li t6,2
.balign 16
 nop
 nop
 nop
1:
 vl2re8.v v10,(s0)
 vl2re8.v v12,(s1)
 vsetvli t0,s5,e8,mf4,ta,ma
 vsetvli t0,zero,e16,m8,ta,ma
 vdiv.vx v8,v24,s6
 vmv.s.x v29,a3
 vmv2r.v v14,v18
 nop
 vl2re8.v v4,(s2)
 remu a5,a1,s6
 vslide1down.vx v8,v16,a3
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
