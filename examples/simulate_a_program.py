"""Assemble a PLENA program, run it on the native and on the reference machine, see its profile."""

import numpy as np

from kernelcraft.cells.platforms import platform
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import fresh

PROGRAM = """
S_ADDI_INT gp1, gp0, 64        ; the second row of vector SRAM
C_LOOP_START gp2, 3
V_ADD_VF gp1, gp1, f1, 0       ; add f1 to every element, three times
C_LOOP_END gp2
"""

plena = platform("plena")
program = plena.assemble(PROGRAM)
for reference in (False, True):
    state = fresh(Plena, PlenaConfiguration().parameters())
    state["f"][1] = np.float16(2.0).view(np.uint16)
    run = plena.run(program, state, Limits(), reference=reference)
    print(f"{run.cycles} cycles; first element {state['vector_sram'][64]:#06x} (bf16 bits of 6.0)")
    for line, (executions, cycles) in run.profile.by_line().items():
        print(f"  line {line}: {executions} executions, {cycles} cycles")
