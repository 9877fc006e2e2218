    li x1, 0x1000
    li x2, 0x1140
    li x3, 8
    vset v1, 0
again:
    load v0, x1
    vmax v0, v0, v1
    store v0, x2
    addi x1, x1, 32
    addi x2, x2, 32
    addi x3, x3, -1
    bnz x3, again
    halt
