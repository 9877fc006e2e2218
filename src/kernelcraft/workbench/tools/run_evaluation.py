"""The tool `run_evaluation`: runs the kernel on public inputs and says how right, how fast."""

from kernelcraft.cells.cell import Cell
from kernelcraft.generators.grade import geometric_mean, published_cells, sizes_said
from kernelcraft.grading import lockfile
from kernelcraft.grading.evaluation import Evaluation
from kernelcraft.grading.job import Evaluate
from kernelcraft.records.verdict import FAILURES
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import NOTHING_WRITTEN, EvaluationResult

TOOL = Offer(
    place=3,
    of_paper=True,
    needed=True,
    writes=True,
    prompt="""\
- run_evaluation(): runs it on one public set of inputs; gives match rate, MSE, errors of the worst
  rows, the first wrong elements with their addresses, the latency and its ratio to the baseline.
""",
)


def run_evaluation(bench: Bench) -> EvaluationResult:
    """Run the kernel on the public inputs and compare its output with the reference."""
    number, code = len(bench.attempts) + 1, bench.code
    if code is None:
        return EvaluationResult(
            success=False, message=NOTHING_WRITTEN, attempt=number, correct=False
        )
    if bench.generates:
        result = at_all_sizes(bench, code, number)
    else:
        result = answered(bench.submit(Evaluate, code).result(), bench.cell, number)
    bench.keep(Attempt.of(number, code, result))
    return bench.feedback.shown(result)


def at_all_sizes(bench: Bench, code: str, attempt: int) -> EvaluationResult:
    """A generator's kernels at every published size; in detail the first wrong one."""
    cells = published_cells(bench.cell)
    asked = [(cell, bench.submit(Evaluate, code, cell)) for cell in cells]
    found = [(cell, answered(future.result(), cell, attempt)) for cell, future in asked]
    wrong = next(((cell, each) for cell, each in found if not each.correct), None)
    bench.shown, shown = wrong or found[0]
    right = sum(each.correct for _, each in found)
    cycles = geometric_mean([each.latency_cycles for _, each in found])
    baseline = geometric_mean([each.baseline_cycles for _, each in found])
    speedup = baseline / cycles if baseline and cycles else None
    message = f"right at {right} of {len(found)} published sizes"
    if wrong is not None:
        message += f"; at {sizes_said(bench.shown)}: {shown.message}"
    elif speedup is not None:
        name = bench.cell.platform.compiler
        message += f", {speedup:.3f}x as fast as the {name} baseline (geometric means)"
    return shown.model_copy(
        update={
            "message": message,
            "latency_cycles": cycles,
            "baseline_cycles": baseline,
            "speedup": speedup if wrong is None else None,
            "sizes": tuple(f"{sizes_said(cell)}: {_at(each)}" for cell, each in found),
        }
    )


def _at(found: EvaluationResult) -> str:
    """One size in a line."""
    if not found.correct:
        return found.failure or "wrong"
    ratio = "" if found.speedup is None else f" ({found.speedup:.3f}x)"
    return f"right, {found.latency_cycles:,} cycles{ratio}"


def answered(found: Evaluation, cell: Cell, attempt: int) -> EvaluationResult:
    """What was found, as the tool's answer."""
    locked = lockfile.lock(cell)
    baseline = locked.on_public_inputs if locked else None
    speedup = baseline / found.cycles if baseline and found.cycles else None
    return EvaluationResult(
        success=found.ended,
        correct=found.ended and found.failure is None,
        message=_sentence(found, speedup, cell),
        attempt=attempt,
        failure=found.failure,
        errors=found.errors,
        match_rate=found.match_rate,
        mse=found.mse,
        normalised_error=found.normalised_error,
        tau=found.tau,
        largest_difference=found.largest,
        worst_rows=tuple(map(str, found.worst_rows)),
        wrong_elements=tuple(map(str, found.wrong_elements)),
        latency_cycles=found.cycles,
        instructions=found.instructions,
        baseline_cycles=baseline,
        compiler=cell.platform.compiler,
        speedup=speedup,
    )


def _sentence(found: Evaluation, speedup: float | None, cell: Cell) -> str:
    if found.failure is not None:
        stray = found.failure == "fault" and found.ended
        return f"{'refused' if stray else FAILURES[found.failure].begins}: {found.message}"
    operands, baseline = cell.memory_map.operands, f"{cell.platform.compiler} baseline"
    right = f"correct with {operands} operands" if operands else "correct"
    if speedup is None:
        return right
    if speedup > 1.0:
        return f"{right}, and {speedup:.3f}x as fast as the {baseline}"
    return f"{right}, but not faster than the {baseline} ({speedup:.3f}x)"
