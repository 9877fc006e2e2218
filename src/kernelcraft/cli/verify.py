"""`verify`: grades an offline agent's kernel for every chosen cell, in parallel."""

from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import (
    Configs,
    HeldOutCount,
    Json,
    Levels,
    Machine,
    Part,
    Platforms,
    Rules,
    RulesOption,
    Seed,
    Tasks,
    WorkersOption,
    chosen_cells,
    on_machine,
    one_part,
    unseen_cells,
)

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell


def verify(
    agent: Annotated[str, typer.Option("--agent", help="baseline or expert.")],
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    config: Configs = None,
    part: Part = None,
    held_out: HeldOutCount = None,
    rules: RulesOption = Rules.strict,
    seed: Seed = None,
    workers: WorkersOption = None,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Grade the baseline's or the expert's kernels; fails unless every one is right.

    With --held-out they are graded at the published sizes and at others, which none need cover.
    """
    from kernelcraft.cli.terminal import show
    from kernelcraft.cli.verification import Graded, gap, grade_all, record, table, writer
    from kernelcraft.grading.verification import fresh_seed

    write = writer(agent)
    unseen: list[Cell] = []
    if held_out is not None:
        seed = fresh_seed() if seed is None else seed
        drawn = unseen_cells(platform, level, task, None, held_out, seed)
        unseen = [each.cell for each in drawn]
    published = one_part(chosen_cells(platform, level, task, config), part)
    graded: list[Graded] = grade_all(
        on_machine([*published, *unseen], machine), write, rules.value, seed, workers
    )
    found = record(graded, platform, agent, rules.value)
    lines = [_sentence(found)]
    difference = gap(agent, graded)
    if difference is not None:
        found |= {"seed": seed, "generalisation": difference.record()}
        lines.append(f"{difference.sentence()}; seed {seed}")
    if not as_json:
        show(table(graded, agent))
    answer(found, "\n".join(lines), as_json=as_json)
    return all(each.correct or each.excused for each in graded)


def _sentence(record: dict[str, object]) -> str:
    speedup, ratio = record["geomean_speedup"], record["median_bound_ratio"]
    sol = record["mean_sol_score"]
    parts = [f"{record['agent']}, rules {record['rules']}"]
    parts.append(f"{record['correct']} of {record['cells']} cells correct")
    if isinstance(speedup, float):
        parts.append(f"geometric mean {speedup:.3f}x the baseline's speed over the correct ones")
    kinds = record["geomean_speedup_by_operands"]
    if isinstance(kinds, dict) and len(kinds) > 1:
        each = ", ".join(f"{kind} {value:.3f}x" for kind, value in kinds.items() if value)
        parts[-1] += f" (operands {each})"
    if isinstance(sol, float):
        parts.append(f"mean SOL score {sol:.3f}")
    if isinstance(ratio, float):
        parts.append(f"median {ratio:.2f}x the bound's cycles")
    return "; ".join(parts)
