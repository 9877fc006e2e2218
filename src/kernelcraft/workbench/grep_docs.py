"""The tool `grep_docs`: searches the platform's manual."""

import re
from collections import Counter
from collections.abc import Sequence

from kernelcraft.isa.manual import Manual, Match, Page
from kernelcraft.kernels.cell import Cell
from kernelcraft.workbench.results import DocsMatch, DocsResult

MOST_LINES = 30
WHOLE_PAGES = 2
"""Up to this many pages with matches are shown whole instead of line by line."""


def grep_docs(cell: Cell, query: str) -> DocsResult:
    """Lines or whole pages that hold the query; else lines with at least two words of it."""
    manual = cell.platform.manual()
    wanted = query.strip()
    if not wanted:
        titles = ", ".join(page.title for page in manual.pages)
        return _nothing(query, f"empty query; the pages are: {titles}")
    exact = manual.page(wanted) or manual.page(wanted.upper())
    if exact is not None:
        return _whole(query, [exact])
    found = manual.search(wanted) or _with_several_words(manual, wanted)
    if not found:
        nearest = manual.nearest(wanted)
        hint = f"; the pages most like it: {', '.join(nearest)}" if nearest else ""
        return _nothing(query, f"no matches for {wanted[:80]!r}{hint}")
    holding = dict.fromkeys(match.title for match in found)
    if len(holding) <= WHOLE_PAGES:
        return _whole(query, [page for title in holding if (page := manual.page(title))])
    return _lines(query, found)


def _with_several_words(manual: Manual, query: str) -> list[Match]:
    """The lines of those pages that hold the most of the query's longer words, two at least."""
    words = dict.fromkeys(re.findall(r"\w{4,}", query.casefold()))
    found = {word: manual.search(word) for word in words}
    held = Counter(title for lines in found.values() for title in {line.title for line in lines})
    most = max(held.values(), default=0)
    if most < 2:
        return []
    chosen = [line for lines in found.values() for line in lines if held[line.title] == most]
    return list(dict.fromkeys(sorted(chosen, key=lambda line: line.title)))


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


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
