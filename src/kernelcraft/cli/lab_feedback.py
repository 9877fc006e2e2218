"""`lab feedback`: what each kind of feedback is worth to a program with known needs."""

import time
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.docs_pages import page_of_docs
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json

TAKES = "this takes about two minutes of CPU; --quick: one"  # measured


def feedback(
    quick: Annotated[
        bool, typer.Option("--quick", help="Three wrong kernels of a kind for each cell, not six.")
    ] = False,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help="Rewrite docs/feedback.md of this checkout.")
    ] = False,
    as_json: Json = False,
) -> bool:
    """Feedback is masked kind by kind while a program mends known defects (no language model).

    Fails unless each kind helps on the defects it is made for, and there only.
    """
    from kernelcraft.studies.lab.feedback.case import EACH, case
    from kernelcraft.studies.lab.feedback.experiment import (
        CELLS,
        QUICK,
        Episode,
        Remembering,
        episodes,
    )
    from kernelcraft.studies.lab.feedback.orderings import Results
    from kernelcraft.studies.lab.feedback.page import page, retrieval, summary, worth

    if write_docs and quick:
        raise UsageFault("--write-docs: the page is of all kernels; leave --quick out")
    docs = page_of_docs("feedback.md", wanted=write_docs)
    say("this takes about one minute of CPU" if quick else TAKES)
    found: list[Episode] = []
    for name in CELLS:
        start, grader = time.monotonic(), Remembering()
        found += episodes(case(name, grader, QUICK if quick else EACH), grader)
        say(f"{name}: {time.monotonic() - start:.0f} s")
    results = Results(tuple(found))
    if docs is not None:
        docs.write_text(page(results), encoding="utf-8")
    broken = [str(ordering) for ordering in results.broken()]
    text = [*worth(results), "", *retrieval(), "", *(f"broken: {each}" for each in broken)]
    record = {"episodes": len(found), "broken": broken}
    answer(record, "\n".join([*text, summary(results)]), as_json=as_json)
    return not broken
