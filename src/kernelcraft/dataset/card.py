"""The data card: what the rows are, who wrote them, and what they must not be used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kernelcraft import __version__
from kernelcraft.cells.variants import drawn_from
from kernelcraft.dataset.rows import Trajectory
from kernelcraft.records.verdict import BENCHMARK_VERSION

HEAD = """\
# Kernels in accelerators' assembly, with the way to them

Made by KernelCraft {version} (benchmark version {benchmark}). Every kernel was run on the public
inputs when the data was written; those that passed were graded on hidden inputs of a fresh seed
under the rules {rules}. A row that says `right` was right there.

| file | rows | what a row is |
|---|---|---|
| trajectories | {trajectories} | an episode: conversation, attempts, rewards, credit |
| examples | {examples} | the prompt of a cell, and an episode's best right kernel |
| preferences | {preferences} | two kernels of an episode: a better one, and what it followed |

Messages are those of chat completions with the tools `write_code` and `run_evaluation`. `credit` is
the discounted sum of a step's reward and of those after it. `parent` is the attempt before.
"""
GENERATORS = """\
{count} of the trajectories hand in generators (`answer` is `generator` or `template`): programs in
Starlark that write a kernel for any sizes of their task. `right` says that they were at all
published sizes and at hidden ones (`sizes` of a step).
"""
PROGRAMS = """\
Programs wrote these kernels, no language model: the data is under Apache-2.0, like KernelCraft.
"""
MODELS = """\
Language models wrote some of these kernels ({names}): whether their output may be used to train
others is for their providers' terms to say. What programs wrote is under Apache-2.0.
"""
CONTAMINATION = """\
A model that was trained on these rows has seen the cells below: do not rank it on them, and say so
where you report it. Rows carry their reasons in `contaminates`.

| reason | trajectories |
|---|---|
"""


def text(rows: Sequence[Trajectory], counts: Mapping[str, int], left_out: Sequence[str]) -> str:
    """The whole card of trajectories, in Markdown; `counts` has how many rows each file has."""
    head = HEAD.format(
        version=__version__,
        benchmark=BENCHMARK_VERSION,
        rules=" and ".join(sorted({row.rules for row in rows})) or "strict",
        **{name: f"{count:,}" for name, count in counts.items()},
    )
    models = sorted({row.author for row in rows if not row.program})
    licence = MODELS.format(names=", ".join(models)) if models else PROGRAMS
    generators = sum(row.answer in ("generator", "template") for row in rows)
    head += GENERATORS.format(count=generators) if generators else ""
    parts = [head, _who(rows), f"## Licence\n\n{licence}", _contamination(rows)]
    if left_out:
        parts.append("## Left out\n\n" + "".join(f"* {each}\n" for each in left_out))
    return "\n".join(parts)


def _who(rows: Sequence[Trajectory]) -> str:
    counted = Counter(map(_origin, rows))
    right = Counter(_origin(row) for row in rows if row.right)
    lines = [
        f"| {key[0]} | {key[1]} | {'program' if key[2] else 'model'} | {count} | {right[key]} |\n"
        for key, count in sorted(counted.items())
    ]
    head = "| platform | author | | episodes | with a right kernel |\n|---|---|---|---|---|\n"
    return f"## Who wrote them\n\n{head}{''.join(lines)}"


def _origin(row: Trajectory) -> tuple[str, str, bool]:
    """Platform, author and whether it is a program; variants of a platform are one."""
    base = drawn_from(row.platform)
    return f"variants of {base}" if base else row.platform, row.author, row.program


def _contamination(rows: Sequence[Trajectory]) -> str:
    counted = Counter(reason for row in rows for reason in row.contaminates)
    lines = [f"| {reason} | {count} |\n" for reason, count in counted.most_common()]
    return f"## Contamination\n\n{CONTAMINATION}{''.join(lines)}"
