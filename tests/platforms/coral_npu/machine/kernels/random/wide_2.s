_start:
 li s0,0x10000
 li s1,0x11000
 li s2,0x20000000
 li s3,0x20001000
 li s4,3
 li s5,3
 li s6,13
 vsetvli t0,zero,e32,m8,ta,ma
 vmv.v.i v0,1
 vmv.v.i v8,2
 vmv.v.i v16,-3
 vmv.v.i v24,2
 li a0,77
 li a1,1234567
 vsetvli t0,zero,e8,m1,ta,ma
 vid.v v31
 fcvt.s.w fa0,a0
 fcvt.s.w fa1,a1
 vsetvli t0,zero,e32,m8,ta,ma
 li t6,2
.balign 16
 nop
 nop
 nop
1:
 vmsne.vi v8,v8,1
 vmand.mm v0,v27,v19
 lw a3,152(s0)
 vcompress.vm v16,v0,v8
 vs2r.v v18,(s2)
 csrr a3,vl
 vsext.vf2 v8,v16
 vfirst.m t2,v0
 vcompress.vm v8,v0,v5
 vmand.mm v0,v29,v25
 fmv.w.x fa0,a0
 vfirst.m a5,v0
 remu a2,a1,s6
 call f
 vsmul.vv v16,v16,v8
 fmv.x.w t1,fa3
 addi t6,t6,-1
 bnez t6,1b
 mpause
f: addi t2,t2,1
 ret
