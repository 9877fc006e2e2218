"""`lab policy`: does a policy that learns from our rewards get better on what it has not seen?"""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.docs_pages import page_of_docs
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import Json, cell_names

TAKES = "this takes about six minutes of CPU on the Coral NPU, half a minute on PLENA"  # measured
USUAL = "coral_npu"
OF_DOCS = ("coral_npu", "plena")
VARIED = "plena"
VARIANTS = 6
TASKS = ("silu", "gelu", "softmax", "layer_norm", "gemm", "linear")


class By(StrEnum):
    """What is held out as a whole."""

    task = "task"
    machine = "machine"


def policy(
    cells: Annotated[
        list[str] | None,
        typer.Argument(
            help="Cells of machines with the same moves; without any, level 1 of the Coral NPU, "
            "C1; with --by machine six variants of PLENA in time.",
            autocompletion=cell_names,
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Splits and learners.")] = 20,
    batches: Annotated[int, typer.Option("--batches", min=1, help="Steps of learning.")] = 20,
    by: Annotated[By, typer.Option("--by", help="What is held out as a whole.")] = By.task,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for policy.json and policy.svg.")
    ] = None,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help="Rewrite docs/policy.md of this checkout.")
    ] = False,
    as_json: Json = False,
) -> bool:
    """Let a linear policy learn the tuner's moves, beside a control with shuffled rewards.

    A third of the tasks is held out and judges (no language model). Fails unless the interval of
    the gain over the control is above 0.
    """
    need("gymnasium")
    from kernelcraft.studies.policy.experiment import Results, Settings
    from kernelcraft.studies.policy.figure import figure
    from kernelcraft.studies.policy.page import page, record, text
    from kernelcraft.studies.policy.study import study

    docs = page_of_docs("policy.md", wanted=write_docs)
    if docs is not None and cells:
        raise UsageFault("--write-docs: the page is of the usual cells; name none")
    usual = _on_variants() if by == By.machine else _level_1(USUAL)
    asked = [(cells or usual, by)]
    if docs is not None:
        asked = [*((_level_1(each), By.task) for each in OF_DOCS), (_on_variants(), By.machine)]
    settings = Settings(batches=batches)
    say(TAKES)
    found: list[Results] = []
    for names, held_out in asked:
        try:
            found.append(study(names, range(seeds), settings, held_out.value, say))
        except ValueError as error:
            raise UsageFault(str(error)) from None
    if docs is not None:
        docs.write_text(page(found), encoding="utf-8")
        for each in found:
            file = docs.parent / "assets" / each.file
            file.write_text(figure(each), encoding="utf-8")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / "policy.json").write_text(json.dumps(record(found[0])) + "\n", encoding="utf-8")
        (out / "policy.svg").write_text(figure(found[0]), encoding="utf-8")
    results = {"results": [record(each) for each in found]}
    answer(results, "\n".join(map(text, found)), as_json=as_json)
    return all(each.holds for each in found)


def _level_1(platform: str) -> list[str]:
    from kernelcraft.cells.cell import find_cells

    return [cell.name for cell in find_cells(platform, level=1, config="C1")]


def _on_variants() -> list[str]:
    from kernelcraft.cells.variants import drawn

    machines = drawn(VARIED, VARIANTS, "timing", 0)
    return [f"{machine}/{task}/C1" for machine in machines for task in TASKS]
