"""Options of what a model is shown and offered."""

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.files import read_kernel

if TYPE_CHECKING:
    from kernelcraft.records import episode
    from kernelcraft.workbench import editions
    from kernelcraft.workbench.feedback import Feedback

TOLD = "What the model is told"

ReasoningTokens = Annotated[
    int | None,
    typer.Option(
        "--reasoning-tokens", min=1, help="Budget of thinking.", rich_help_panel="Asking the model"
    ),
]
Example = Annotated[
    str | None,
    typer.Option(
        "--example",
        metavar="TASK",
        help="Show our expert's kernel of this other task; auto chooses one.",
        rich_help_panel=TOLD,
    ),
]
Tools = Annotated[
    str | None,
    typer.Option(
        "--tools",
        metavar="A,B,...",
        help="Offer only these tools; paper: the paper's six; all: ours, for all,MINE.",
        rich_help_panel=TOLD,
    ),
]

Kinds = Annotated[
    str | None,
    typer.Option(
        "--feedback",
        metavar="A,B,...",
        help="Give only these kinds of feedback, or all but no-A,no-B: errors, rows, profile, "
        "what-if, manual, example; hazards, which is off unless named: all,hazards.",
        rich_help_panel=TOLD,
    ),
]

Edition = Annotated[
    str | None,
    typer.Option(
        "--manual",
        metavar="EDITION",
        help="Give a worse manual: terse, no-examples, wrong-page:SEED or links; or summary:FILE, "
        "which `manual PLATFORM --summary` writes.",
        rich_help_panel=TOLD,
    ),
]


Experience = Annotated[
    Path | None,
    typer.Option(
        "--experience",
        metavar="FILE",
        help="A store of lessons: the agent is given what earlier episodes have shown, and adds to "
        "it. A missing file is made.",
        rich_help_panel=TOLD,
    ),
]


class Answers(StrEnum):
    """What an agent hands in."""

    kernel = "kernel"
    generator = "generator"
    template = "template"
    design = "design"


Answer = Annotated[
    Answers,
    typer.Option(
        "--answer",
        help="What is handed in: a kernel; a generator in Starlark, graded at all sizes of the "
        "task; template: one made from the compiler's; design: a kernel, and instructions for it.",
        rich_help_panel=TOLD,
    ),
]


def answer_of(given: Answers) -> "episode.Answer":
    """The choice of `--answer`; raises ModuleNotFoundError where generators cannot be run."""
    if given in (Answers.generator, Answers.template):
        need("starlark")
    return given.value


def feedback_of(given: str | None, edition: str | None = None) -> "Feedback":
    """The choice of `--feedback` and `--manual`; all of the whole one without them."""
    from kernelcraft.workbench.feedback import Feedback, UnknownFeedback

    try:
        found = Feedback.parse(given or "all")
    except UnknownFeedback as error:
        raise UsageFault(f"--feedback: {error}") from None
    return found if edition is None else replace(found, edition=edition_of(edition))


def edition_of(given: str | None) -> "editions.Edition":
    """The choice of `--manual`; the whole one without it."""
    from kernelcraft.workbench import editions

    name, _, file = (given or "").partition(":")
    if name == "summary" and file:
        return editions.Edition.of_summary(read_kernel(file))
    try:
        return editions.Edition.parse(given) if given is not None else editions.Edition()
    except editions.UnknownEdition as error:
        raise UsageFault(f"--manual: {error}") from None


def tool_names(given: str | None, usual: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The tools of `--tools`; the usual ones without it, which are all. Raises UnknownName."""
    from kernelcraft.workbench.offered import OFFERED, TOOLS, allowed

    if given is None:
        return usual or OFFERED
    sets = {"paper": TOOLS, "all": OFFERED}
    named = [name.strip() for name in given.split(",")]
    return allowed([each for name in named for each in sets.get(name, (name,))])
