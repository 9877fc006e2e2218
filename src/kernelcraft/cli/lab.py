"""`lab`: experiments about agents that need no model; `lab search` is meant without a name."""

import typer
from typer.core import TyperGroup

from kernelcraft.cli import lab_feedback
from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json

DEFAULT = "search"
HELP = ("-h", "--help")


class _SearchByDefault(TyperGroup):
    """`lab --quick` is `lab search --quick`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        named = bool(args) and (args[0] in self.commands or args[0] in HELP)
        return super().parse_args(ctx, args if named else [DEFAULT, *args])


app = typer.Typer(cls=_SearchByDefault, help="Experiments about agents, without a model.")


@app.callback()
def group() -> None:
    """Experiments about agents that need no model; without a name, `search`."""


@app.command()
def search(as_json: Json = False) -> None:
    """What random search reaches on landscapes with a known optimum."""
    from kernelcraft.lab.control import random_search
    from kernelcraft.lab.synthetic import Deceptive, Rugged

    budget, seeds = 300, 30
    rugged = sum(random_search(Rugged(seed), budget, seed).regret for seed in range(seeds)) / seeds
    trap = sum(random_search(Deceptive(), budget, seed).regret for seed in range(seeds)) / seeds
    record = {"rugged": rugged, "deceptive": trap}
    answer(
        record,
        f"regret of random search: {rugged:.3f} rugged, {trap:.3f} deceptive",
        as_json=as_json,
    )


app.command()(lab_feedback.feedback)
