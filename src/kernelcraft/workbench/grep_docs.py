"""The tool `grep_docs`: searches the platform's manual."""

import re

from kernelcraft.kernels.cell import Cell
from kernelcraft.workbench.results import DocsMatch, DocsResult

MOST_MATCHES = 30
WHOLE_PAGES = 2
"""Up to this many pages with matches are shown whole instead of line by line."""


def grep_docs(cell: Cell, query: str) -> DocsResult:
    """Lines or whole pages that hold the query; without any, the titles most like it."""
    manual = cell.platform.manual()
    if not query.strip():
        titles = ", ".join(page.title for page in manual.pages)
        return DocsResult(
            success=False, query=query, message=f"empty query; the pages are: {titles}"
        )
    found = manual.search(query) or manual.search(_any_word(query))
    if not found:
        nearest = manual.nearest(query)
        hint = f"; the pages most like it: {', '.join(nearest)}" if nearest else ""
        return DocsResult(success=False, query=query, message=f"no matches for {query!r}{hint}")
    titled = list(dict.fromkeys(match.title for match in found))
    exact = manual.page(query.strip().upper()) or manual.page(query.strip())
    if exact is not None or len(titled) <= WHOLE_PAGES:
        pages = [exact] if exact is not None else [manual.page(title) for title in titled]
        shown = [DocsMatch(title=page.title, text=page.text) for page in pages if page is not None]
        return DocsResult(
            success=True, query=query, message=_count(len(shown), "page"), matches=tuple(shown)
        )
    lines = found[:MOST_MATCHES]
    grouped = {match.title: "" for match in lines}
    for match in lines:
        grouped[match.title] += f"{match.line}\n"
    return DocsResult(
        success=True,
        query=query,
        message=f"{_count(len(found), 'line')} on {_count(len(titled), 'page')}",
        matches=tuple(
            DocsMatch(title=title, text=text.rstrip()) for title, text in grouped.items()
        ),
        more=len(found) - len(lines),
    )


def _any_word(query: str) -> str:
    """A pattern for any of the query's words of four letters or more."""
    words = [re.escape(word) for word in re.findall(r"\w{4,}", query)]
    return "|".join(dict.fromkeys(words))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
