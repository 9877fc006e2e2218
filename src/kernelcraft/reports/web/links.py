"""Where a number leads: to its episode's page, or to the list of those that it is of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from kernelcraft.records.episode import Key
from kernelcraft.reports.tables import Column, Source, Table
from kernelcraft.reports.views import GENERATORS
from kernelcraft.reports.web.leaderboard import Contender
from kernelcraft.reports.web.text import slug

LIST = "episodes"
"""The list's place on the first page."""
EPISODES = "episodes"
"""The folder of their pages."""


@dataclass(frozen=True)
class Linked:
    """A table whose texts have an address each, or none; `place` is its own on the page."""

    title: str
    place: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[tuple[str, str | None], ...], ...]


def page_name(key: Key) -> str:
    """The file of an episode's page, relative to the first page."""
    name = f"{key.cell} {key.agent} {key.epoch}"
    return f"{EPISODES}/{slug(name, key.model_dump_json())}.html"


def timeline_name(key: Key) -> str:
    """The file of its timeline, relative to the first page."""
    return page_name(key).replace(EPISODES, "timelines", 1)


def linked(table: Table, entered: Sequence[Contender]) -> Linked:
    """The table with the addresses of what its texts stand on; a dash stands on nothing."""
    none = ((None,) * len(table.columns),) * len(table.rows)
    rows = tuple(
        tuple(
            (text, None if source is None or text in ("", "-") else address(source, entered))
            for text, source in zip(texts, sources, strict=True)
        )
        for texts, sources in zip(table.rows, table.sources or none, strict=True)
    )
    return Linked(table.title, place(table.title), table.columns, rows)


def place(title: str) -> str:
    """The place of a table on the page, from the first words of its title."""
    words = title.partition("(")[0].partition(",")[0].partition(":")[0].lower().split()
    return f"table-{'-'.join(word for word in words if word.isalnum())}"


def address(source: Source, entered: Sequence[Contender]) -> str:
    """Relative to the first page; the list's script reads what comes after the question mark."""
    if source.key is not None:
        return page_name(source.key)
    if source.conditions == GENERATORS:
        return f"#{place('Generators by task')}"
    found = {
        "who": _numbers(source.agent, source, entered),
        "beside": _numbers(source.beside, source, entered),
        "both": "1" if source.both else "",
        "cell": source.cell,
    }
    return listed(found)


def listed(chosen: dict[str, str]) -> str:
    """The address of the list with what is chosen, where it is not empty."""
    return f"index.html?{urlencode({k: v for k, v in chosen.items() if v})}#{LIST}"


def _numbers(agent: str, source: Source, entered: Sequence[Contender]) -> str:
    return ".".join(str(each) for each in _meant(agent, source, entered))


def _meant(agent: str, source: Source, entered: Sequence[Contender]) -> Iterator[int]:
    for number, each in enumerate(entered):
        if (
            each.group.label == agent
            and source.rules in ("", each.rules)
            and source.conditions in ("", each.conditions)
        ):
            yield number
