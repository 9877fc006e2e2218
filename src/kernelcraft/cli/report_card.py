"""`report-card`: how well the evaluator itself does."""

import os
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.docs_pages import page_of_docs
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json, Platforms, WorkersOption, known_platform


def report_card(
    platform: Platforms = None,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help="Rewrite docs/report-card.md of this checkout.")
    ] = False,
    workers: WorkersOption = None,
    as_json: Json = False,
) -> bool:
    """Examine the grader: cheats, honest oddities, mutants of itself and of kernels.

    With --platform only the changes of the grader are tried that come with that platform. Fails
    unless every target is met.
    """
    from kernelcraft.audit.card import report_card as examine
    from kernelcraft.audit.page import page
    from kernelcraft.audit.summary import summary

    if write_docs and platform:
        raise UsageFault("--write-docs: the page is of all platforms; leave --platform out")
    docs = page_of_docs("report-card.md", wanted=write_docs)
    chosen = [known_platform(name) for name in platform or ()]
    card = examine(workers or os.cpu_count() or 1, say, chosen)
    if docs is not None:
        docs.write_text(page(card), encoding="utf-8")
    answer({"met": card.met, **card.model_dump(mode="json")}, summary(card), as_json=as_json)
    return card.met
