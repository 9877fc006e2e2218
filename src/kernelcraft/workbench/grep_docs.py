"""The tool `grep_docs`: searches the platform's manual."""

from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.isa.manual import Manual, Match, Page
from kernelcraft.isa.ranking import Ranked, ranking
from kernelcraft.workbench.results import DocsMatch, DocsResult

MOST_LINES = 30
WHOLE_PAGES = 2
"""Up to this many pages with matches are shown whole instead of line by line."""
MOST_SECTIONS = 5
BRIEF = 3


def grep_docs(cell: Cell, query: str, *, ranked: bool = False) -> DocsResult:
    """Lines or whole pages that hold the query; else, or if `ranked`, the nearest sections."""
    manual = cell.platform.manual()
    wanted = query.strip()
    if not wanted:
        titles = ", ".join(page.title for page in manual.pages)
        return _nothing(query, f"empty query; the pages are: {titles}")
    if not ranked:
        exact = manual.page(wanted) or manual.page(wanted.upper())
        if exact is not None:
            return _whole(query, [exact])
        if found := manual.search(wanted):
            holding = dict.fromkeys(match.title for match in found)
            if len(holding) <= WHOLE_PAGES:
                return _whole(query, [page for title in holding if (page := manual.page(title))])
            return _lines(query, found)
    if sections := ranking(manual).search(wanted):
        return nearest_sections(query, sections, asked=ranked)
    return _nothing(query, f"no matches for {wanted[:80]!r}{_hint(manual, wanted)}")


def _hint(manual: Manual, wanted: str) -> str:
    nearest = manual.nearest(wanted)
    return f"; the pages most like it: {', '.join(nearest)}" if nearest else ""


def _nothing(query: str, message: str) -> DocsResult:
    return DocsResult(success=False, query=query, message=message)


def _whole(query: str, pages: Sequence[Page]) -> DocsResult:
    return DocsResult(
        success=True,
        query=query,
        message=_count(len(pages), "page"),
        matches=tuple(DocsMatch(title=page.title, text=page.text) for page in pages),
    )


def _lines(query: str, found: Sequence[Match]) -> DocsResult:
    by_title: dict[str, list[str]] = {}
    for match in found[:MOST_LINES]:
        by_title.setdefault(match.title, []).append(match.line)
    return DocsResult(
        success=True,
        query=query,
        message=f"{_count(len(found), 'line')} match",
        matches=tuple(
            DocsMatch(title=title, text="\n".join(lines)) for title, lines in by_title.items()
        ),
        more=max(0, len(found) - MOST_LINES),
    )


def nearest_sections(query: str, found: Sequence[Ranked], *, asked: bool) -> DocsResult:
    """The best of the sections that a ranking found; `asked` says that nothing else was wanted."""
    shown = found[:MOST_SECTIONS]
    why = "" if asked else "no line matches; "
    return DocsResult(
        success=True,
        query=query,
        message=f"{why}{_count(len(shown), 'section')} nearest to the words, best first",
        matches=tuple(_cited(each, place < WHOLE_PAGES) for place, each in enumerate(shown)),
    )


def _cited(found: Ranked, whole: bool) -> DocsMatch:
    """The whole page of an instruction only if it is one of the best."""
    lines = found.lines if whole else found.lines[:BRIEF]
    alike = [f"Alike: {', '.join(found.alike)}"] if found.alike else []
    return DocsMatch(title=found.title, text="\n".join([*lines, *alike]), section=found.section)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
