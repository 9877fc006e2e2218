"""`evaluate --dry-run`: what would run and what it could cost."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli.answers import answer

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.evaluation.estimate import Estimate
    from kernelcraft.evaluation.options import Options
    from kernelcraft.evaluation.plan import Contestant, NotTried, Plan

DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Only say what would run, and the most that it could cost."),
]

COUNTED: Final = (
    "Prompt tokens are estimated without the model's tokeniser (about one for six letters, three "
    "digits or a mark; meant to be within a fifth) and are those of an episode's first call."
)
TYPICAL: Final = (
    "Typically: all turns are used, each adds 1,000 tokens and gets a reply of 2,000 (assumed; "
    "about the paper's runs), and the provider's cache gives back what was said before."
)
BOUNDED: Final = (
    "The bound: every turn is used, with a context as long as the model's, none of it cached, and "
    "the longest reply; limits lower it, and the call that crosses one is counted. Calls that are "
    "repeated after a failure are not."
)


def answer_dry_run(
    cells: "Sequence[Cell]", who: "Contestant", options: "Options", *, as_json: bool
) -> None:
    """Print the episodes that are still to run; asks no model, writes nothing, needs no key."""
    from kernelcraft.evaluation.estimate import dearest_call, estimates
    from kernelcraft.evaluation.plan import NO_MODEL, plans, tried
    from kernelcraft.evaluation.prices import set_prices
    from kernelcraft.records import logs

    able, not_tried = tried(cells, who, options.answer)
    wanted = plans(able, who, options)
    known = logs.load(options.log_dir).episodes if options.log_dir.is_dir() else ()
    done = {episode.key for episode in known}
    todo = [plan for plan in wanted if plan.key not in done]
    common: dict[str, object] = {
        "agent": who.name,
        "model": who.model,
        "log_dir": str(options.log_dir),
        "wanted": len(wanted),
        "finished": len(wanted) - len(todo),
        "not_tried": [asdict(each) for each in not_tried],
    }
    if who.model == NO_MODEL:
        _answer_offline(todo, not_tried, common, as_json=as_json)
        return
    origins = set_prices(options.prices)
    common["price"] = origins.get(who.model)
    missing = dearest_call(who.model, options).missing
    _answer_model(estimates(todo, who.model, options), common, missing, as_json=as_json)


def _answer_offline(
    todo: "Sequence[Plan]",
    not_tried: "Sequence[NotTried]",
    common: dict[str, object],
    *,
    as_json: bool,
) -> None:
    record = {
        **common,
        "episodes": [{"cell": plan.key.cell, "epoch": plan.key.epoch} for plan in todo],
        "bound_dollars": 0.0,
    }
    lines = [plan.sample_id for plan in todo]
    lines += [f"{each.cell} is not tried: {each.reason}" for each in not_tried]
    text = f"{len(todo)} episodes to run; no model is asked, so they cost nothing"
    answer(record, "\n".join([*lines, text]), as_json=as_json)


def _answer_model(
    found: "Sequence[Estimate]", common: dict[str, object], missing: str, *, as_json: bool
) -> None:
    from kernelcraft.cli.terminal import show
    from kernelcraft.reports.tables import Column, Table

    tokens = sum(each.prompt for each in found)
    bounds = [each.dollars for each in found]
    bound = _sum(bounds)
    typical = _sum([each.typical for each in found])
    record = {
        **common,
        "episodes": [
            {
                "cell": each.plan.key.cell,
                "epoch": each.plan.key.epoch,
                "prompt_tokens": each.prompt,
                "turns": each.turns,
                "typical_dollars": each.typical,
                "bound_dollars": each.dollars,
            }
            for each in found
        ],
        "prompt_tokens": tokens,
        "typical_dollars": typical,
        "bound_dollars": bound,
        "unknown": missing or None,
    }
    if not as_json:
        columns = (
            Column("episode"),
            Column("prompt tokens", right=True),
            Column("turns", right=True),
            Column("typical", right=True),
            Column("at most", right=True),
        )
        rows = tuple(
            (
                each.plan.sample_id,
                f"{each.prompt:,}",
                str(each.turns),
                _dollars(each.typical),
                _dollars(each.dollars),
            )
            for each in found
        )
        show(Table(f"{len(found)} episodes to run", columns, rows))
    whole = _dollars(bound) + (f" ({missing} is unknown)" if missing and found else "")
    text = (
        f"{len(found)} episodes, {tokens:,} prompt tokens, typically {_dollars(typical)}, "
        f"at most {whole}"
    )
    prices = [f"Price: {common['price']}"] if common["price"] else []
    answer(record, "\n".join([COUNTED, TYPICAL, BOUNDED, *prices, text]), as_json=as_json)


def _sum(amounts: "Sequence[float | None]") -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None


def _dollars(amount: float | None) -> str:
    return "unknown" if amount is None else f"${amount:,.2f}"
