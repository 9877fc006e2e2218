"""Finds the orders of `schedules/orders.toml` by a search, and shows that it finds them again.

`python -m kernelcraft.platforms.coral_npu.studies.orders --check` searches for an order of each
name, with the seed and the number of evaluations that stand in the file but without a look at what
is written there; it ends with 1 if it finds none that is as good. `--write` puts a better one into
the file: for no published cell it is worse. Names choose some of the orders.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, make_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import (
    FILE,
    Order,
    Trial,
    trying,
    written,
)
from kernelcraft.platforms.coral_npu.studies.order_search import Case, Found, Search

PLATFORM: Final = "coral_npu"
TIMED: Final = 2
"""Cells of an order that its search times: those of the fewest cycles."""
HEAD: Final = """\
# Orders in which steps are issued, by name; the modules that use them say what the steps are.
# Written by `python -m kernelcraft.platforms.coral_npu.studies.orders --write`.
"""


@dataclass
class Use:
    """The cells whose kernels use an order, and the longest list of its steps one by one."""

    cells: list[Cell] = field(default_factory=list)
    others: list[Cell] = field(default_factory=list)
    plain: tuple[str, ...] = ()


@cache
def uses() -> Mapping[str, Use]:
    """Of every order that the kernel of a published cell or of its odd sizes asks for."""
    found: dict[str, Use] = {}
    published = list(find_cells(platform=PLATFORM))
    for cell in (*published, *map(_odd, published)):
        with trying(Trial()) as trial:
            try:
                kernels.expert.__wrapped__(cell)
            except Unwritten:
                continue
        for name, plain in trial.asked.items():
            use = found.setdefault(name, Use())
            (use.cells if cell in published else use.others).append(cell)
            use.plain = max(use.plain, plain, key=len)
    return found


def _odd(cell: Cell) -> Cell:
    """With every size one less, but for that of a window: where steps are missing at an end."""
    dims = {name: max(size - (name != "k"), 1) for name, size in cell.dims.items()}
    return make_cell(cell.platform, cell.task, "odd", dims)


def search_of(name: str) -> Search:
    """A search for the order of that name, on the cells that use it."""
    use = uses()[name]
    cases = [Case(cell, name, use.plain) for cell in use.cells or use.others]
    others = [Case(cell, name, use.plain) for cell in use.others]
    timed = sorted(cases, key=lambda case: case.plain_cycles)[:TIMED]
    return Search(use.plain, timed, others)


def check(name: str) -> str:
    """A line that says what a search for an order finds; it ends with `worse` if that is so."""
    order, search = written()[name], search_of(name)
    cost = search.cost(order.steps)
    if cost is None:
        return f"{name}: the order that is written is wrong: worse"
    found = search.run(order.seed, order.evaluations, enough=cost)
    verdict = "as good" if found.cost <= cost else "worse"
    return f"{name}: {_cycles(search, order, found)}, {found.evaluations:,} orders tried: {verdict}"


def _cycles(search: Search, order: Order, found: Found) -> str:
    parts = []
    for case in search.cases:
        cell = f"{case.cell.task.name}/{case.cell.configuration}"
        before, after = case.cycles(order.steps), case.cycles(found.steps)
        parts.append(f"{cell} {case.plain_cycles:,} plain, {before:,} written, {after:,} found")
    return "; ".join(parts)


def improved(name: str, seed: int, evaluations: int) -> tuple[str, Order | None]:
    """What another search finds, in a line, and its order if that is for no cell worse."""
    search, order = search_of(name), written()[name]
    found = search.run(seed, evaluations)
    use = uses()[name]
    cases = [Case(cell, name, use.plain) for cell in use.cells] or search.cases
    pairs = [(case.cycles(order.steps), case.cycles(found.steps)) for case in cases]
    gained = [before - after for before, after in pairs if before is not None and after is not None]
    line = f"{name}: {_cycles(search, order, found)}; {sum(gained):,} cycles fewer in all"
    if len(gained) == len(pairs) and min(gained) >= 0 and (any(gained) or not order.evaluations):
        return line, Order(found.steps, seed, evaluations)
    cost = search.cost(order.steps)
    if cost is not None and found.cost <= cost and not order.evaluations:
        return f"{line}: left", replace(order, seed=seed, evaluations=evaluations)
    return f"{line}: left", None


def text(orders: Mapping[str, Order]) -> str:
    """The file of orders."""
    return HEAD + "".join(_rows(orders))


def _rows(orders: Mapping[str, Order]) -> Iterator[str]:
    for name, order in orders.items():
        steps = "\n".join(textwrap.wrap(" ".join(order.steps), 98))
        yield f"\n[{name}]\nseed = {order.seed}\nevaluations = {order.evaluations}\n"
        yield f'steps = """\\\n{steps}"""\n'


def main(arguments: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="orders", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of an order; all by default")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="search again for what is written")
    what.add_argument("--write", action="store_true", help="write better orders into the file")
    parser.add_argument("--seed", type=int, default=1, help="of the search, with --write")
    parser.add_argument("--evaluations", type=int, default=6000, help="orders tried, with --write")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.names if name not in written()]
    if unknown:
        parser.error(f"no order is called {unknown[0]}; there are {', '.join(written())}")
    worse = False
    for name in given.names or written():
        if given.check:
            line = check(name)
            worse |= line.endswith("worse")
        else:
            line, order = improved(name, given.seed, given.evaluations)
            if order is not None:
                FILE.write_text(text({**written(), name: order}), encoding="utf-8")
                written.cache_clear()
        print(line, flush=True)
    return int(worse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
