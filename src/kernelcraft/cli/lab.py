"""`lab`: experiments about agents that need no model; `lab search` is meant without a name."""

from typing import Annotated

import typer
from typer.core import TyperGroup

from kernelcraft.cli import lab_data, lab_engines, lab_feedback, lab_memory, lab_policy
from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.docs_pages import page_of_docs
from kernelcraft.cli.lazy import OnceEach
from kernelcraft.cli.options import Json

DEFAULT = "search"
HELP = ("-h", "--help")
QUICK_TAKES = "this takes about 20 s of CPU"  # measured on one core, as is the next
TAKES = "this takes about 90 s of CPU; --quick: 20 s"


class _SearchByDefault(TyperGroup):
    """`lab --quick` is `lab search --quick`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        named = bool(args) and (args[0] in self.commands or args[0] in HELP)
        return super().parse_args(ctx, args if named else [DEFAULT, *args])


app = typer.Typer(
    cls=_SearchByDefault, help="Experiments about agents, without a model.", add_completion=False
)


@app.callback()
def group() -> None:
    """Experiments about agents that need no model; without a name, `search`."""


@app.command(cls=OnceEach)
def search(
    quick: Annotated[
        bool, typer.Option("--quick", help="The 30 seeds of docs/lab.md only.")
    ] = False,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help="Rewrite docs/lab.md of this checkout.")
    ] = False,
    as_json: Json = False,
) -> bool:
    """Try the search strategies on landscapes with a known optimum, beside random search.

    Fails unless every stated ordering holds.
    """
    from kernelcraft.studies.lab import trials

    page = page_of_docs(trials.PAGE, wanted=write_docs)
    say(QUICK_TAKES if quick else TAKES)
    found = trials.held(quick=quick, say=say)
    if page is not None:
        page.write_text(found.page, encoding="utf-8")
    answer(found.record(), found.text, as_json=as_json)
    return found.holds


app.command(cls=OnceEach)(lab_feedback.feedback)
app.command(cls=OnceEach)(lab_engines.engines)
app.command(cls=OnceEach)(lab_policy.policy)
app.command(cls=OnceEach)(lab_memory.memory)
app.command(cls=OnceEach)(lab_data.data_set)
