"""`template` and `generate`: generators of kernels, in Starlark; and the verdict on one."""

import sys
from collections.abc import Sequence

import typer

from kernelcraft.cells.cell import Cell
from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import NoKernel
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import CellName, KernelFile, Machine, Rules, cell_on
from kernelcraft.records.verdict import AtSize, Verdict


def template(cell: CellName) -> None:
    """Print the compiler's template as a generator, and nothing else: a starting point.

    Only the task of the cell matters.
    """
    from kernelcraft.generators.templates import template as written

    found = cell_on(cell, None)
    sys.stdout.write(written(found.platform.name, found.task.name))


def generate(cell: CellName, file: KernelFile, machine: Machine = None) -> bool:
    """Print the kernel that a generator writes for a cell, and nothing else.

    `generate CELL FILE | kernelcraft run CELL -` runs it, and so do `check` and `profile`.
    """
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.generators import program

    need("starlark")
    found = cell_on(cell, machine)
    try:
        text = program.kernel(found, read_kernel(file))
    except (program.GeneratorFault, NoKernel) as fault:
        typer.echo(f"kernelcraft: {file}: {fault}", err=True)
        return False
    sys.stdout.write(text)
    return True


def answer_grade(cell: Cell, file: str, rules: Rules, seed: int | None, *, as_json: bool) -> bool:
    """Grade a generator at the published sizes and at hidden ones, drawn by the seed."""
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.generators.grade import grade
    from kernelcraft.grading.verification import fresh_seed

    need("starlark")
    try:
        text = read_kernel(file)
    except NoKernel as refusal:
        answer({"cell": cell.name, "message": str(refusal)}, f"{refusal}", as_json=as_json)
        return False
    drawn = fresh_seed() if seed is None else seed
    grader = local(None)
    try:
        verdict = grade(grader, cell, text, rules.value, drawn)
    finally:
        grader.close()
    answer(verdict.model_dump(mode="json"), "\n".join(_lines(verdict)), as_json=as_json)
    return verdict.correct


def _lines(verdict: Verdict) -> list[str]:
    state = "correct" if verdict.correct else f"not correct ({verdict.failure})"
    head = [f"{verdict.cell}, a generator: {state}", verdict.message]
    return [*head, *_table(verdict.sizes), f"rules {verdict.rules}, seed {verdict.seed}"]


def _table(sizes: Sequence[AtSize]) -> list[str]:
    width = max(len(each.cell) for each in sizes)
    return [f"  {each.cell:{width}}  {_found(each)}" for each in sizes]


def _found(each: AtSize) -> str:
    kind = "hidden" if each.hidden else "published"
    if not each.correct:
        return f"{kind}  {each.failure}"
    cycles = "" if each.cycles is None else f"  {each.cycles:,} cycles"
    ratio = "" if each.speedup is None else f"  {each.speedup:.3f}x"
    return f"{kind}  right{cycles}{ratio}"
