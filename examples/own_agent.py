"""A strategy is a function on the workbench: this one tries both orders of two instructions."""

from kernelcraft import Budget, Workbench, baseline


def swap_neighbours(workbench: Workbench, budget: Budget) -> None:
    """Evaluate the baseline, then each text with two neighbouring lines exchanged."""
    lines = baseline(workbench.cell).splitlines()
    for at in range(min(len(lines), budget.evaluations) - 1):
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        workbench.write_code("\n".join(swapped))
        print(f"lines {at + 1} and {at + 2} exchanged: {workbench.run_evaluation().message}")


if __name__ == "__main__":
    workbench = Workbench("plena/silu/C1")
    swap_neighbours(workbench, Budget(evaluations=20))
    print(workbench.compare_attempts())
