"""Assemble a PLENA program, run it on the native and on the reference machine, see its profile."""

import numpy as np

from kernelcraft import assemble, simulate

PROGRAM = """
S_ADDI_INT gp1, gp0, 64        ; the second row of vector SRAM
C_LOOP_START gp2, 3
V_ADD_VF gp1, gp1, f1, 0       ; add f1 to every element, three times
C_LOOP_END gp2
"""

program = assemble("plena", PROGRAM)
registers = np.array([0.0, 2.0], np.float16).view(np.uint16)  # f0 and f1, as bits
for reference in (False, True):
    run = simulate("plena", program, {"f": registers}, reference=reference)
    first = run.state["vector_sram"][64]
    print(f"{run.cycles} cycles; first element {first:#06x} (bf16 bits of 6.0)")
    for line, (executions, cycles) in run.profile.by_line().items():
        print(f"  line {line}: {executions} executions, {cycles} cycles")
