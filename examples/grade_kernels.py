"""Grade the compiler's and the best known kernels of two cells, beside the machine's bound."""

from kernelcraft import Unwritten, baseline, bound, cells, expert, grade

if __name__ == "__main__":
    for cell in cells(platform="plena", task="softmax")[:2]:
        print(cell, "bound:", bound(cell))
        for write in (baseline, expert):
            try:
                verdict = grade(cell, write(cell), seed=7)
            except Unwritten as reason:
                print(" ", reason)
                continue
            print(f"  {write.__name__}: {verdict.correct}, {verdict.cycles}, {verdict.speedup}")
