"""ShinkaEvolve's evaluation program: `evaluate.py` beside `initial.asm`, the compiler's kernel."""

from kernelcraft.environments.evaluators import of_shinka

if __name__ == "__main__":
    of_shinka("plena/softmax/C2")
