"""Use the six tools from Python: write a kernel for one cell, look at what is wrong, mend it."""

import secrets

from kernelcraft import Workbench, baseline

workbench = Workbench("plena/silu/C1", seed=secrets.randbits(64))
print(workbench.prompt.task, end="\n\n")

workbench.write_code("V_EXP_V gp1, gp2, 0\nV_DIV_VV gp1, gp1, gp2, 0")
print(workbench.check_syntax(), end="\n\n")
print(workbench.grep_docs("reciprocal"), end="\n\n")

workbench.write_code(baseline(workbench.cell))
print(workbench.run_evaluation(), end="\n\n")
print(workbench.profile(), end="\n\n")
print(workbench.verdict().best)
