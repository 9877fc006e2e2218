"""`manual`: prints a platform's manual, searches it, or exports the instruction set."""

from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json, OnePlatform, known_platform
from kernelcraft.cli.patience import at_most

if TYPE_CHECKING:
    from kernelcraft.isa.manual import Manual, Match, Page

SHOWN_TITLES = 4  # of pages that hold the same line


def manual(
    platform: OnePlatform,
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUERY]",
            help="A page's title, words, a regular expression, or a question in words.",
        ),
    ] = None,
    summary: Annotated[
        bool,
        typer.Option(
            "--summary",
            help="Print a short one, which a program makes of its text and tries on the simulator.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Print a platform's manual, or what it says about QUERY; --json exports the whole table.

    Where no line holds QUERY, the sections nearest to its words are printed, best first.
    """
    from kernelcraft.cells import platforms
    from kernelcraft.isa.manual import export
    from kernelcraft.isa.ranking import ranking
    from kernelcraft.workbench.tools.grep_docs import nearest_sections

    found = platforms.platform(known_platform(platform))
    book = found.manual()
    if summary:
        _answer_summary(found.name, as_json=as_json)
        return
    if query is None:
        text = "\n\n".join(map(_printed, book.pages)) if not as_json else ""
        record = {"platform": found.name, "version": found.version, **export(found.isa)}
        answer(record, text, as_json=as_json)
        return
    page = _page(book, query)
    if page is not None:
        record = {"platform": found.name, "pages": [{"title": page.title, "text": page.text}]}
        answer(record, _printed(page), as_json=as_json)
        return
    with at_most("the search for this expression"):
        matches = book.search(query)
    in_words = len(query.split()) > 1  # a single one is rather a name that was mistyped
    if not matches and in_words and (sections := ranking(book).search(query)):
        ranked = nearest_sections(query, sections, asked=False)
        record = {
            "platform": found.name,
            "sections": [each.model_dump() for each in ranked.matches],
        }
        answer(record, str(ranked), as_json=as_json)
        return
    if not matches:
        nearest = tuple(book.nearest(query))
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        raise UsageFault(f"the manual of {found.name} says nothing about {query!r}{hint}", nearest)
    lines = [{"title": match.title, "line": match.line} for match in matches]
    answer({"platform": found.name, "matches": lines}, "\n".join(_once(matches)), as_json=as_json)


def _once(matches: "list[Match]") -> list[str]:
    """Every line once, after the titles of the pages that say it: many share an erratum."""
    titles: dict[str, list[str]] = {}
    for match in matches:
        titles.setdefault(match.line, []).append(match.title)
    return [f"{_named(pages)}: {line}" for line, pages in titles.items()]


def _named(pages: list[str]) -> str:
    if len(pages) <= SHOWN_TITLES + 1:
        return ", ".join(pages)
    return f"{', '.join(pages[:SHOWN_TITLES])} and {len(pages) - SHOWN_TITLES} more pages"


def _page(book: "Manual", title: str) -> "Page | None":
    wanted = title.strip().casefold()
    return next((page for page in book.pages if page.title.casefold() == wanted), None)


def _printed(page: "Page") -> str:
    return f"## {page.title}\n\n{page.text.strip()}"


def _answer_summary(platform: str, *, as_json: bool) -> None:
    from kernelcraft.agents.manual.summary import of_cell
    from kernelcraft.cells.cell import find_cells
    from kernelcraft.workbench import Workbench

    found = of_cell(Workbench(find_cells(platform)[0]))
    record = {
        "platform": platform,
        "summary": found.text,
        "tokens": found.tokens,
        "manual_tokens": found.whole,
        "strategies": len(found.strategies),
        "snippets": [
            {
                "instruction": each.instruction.name,
                "section": each.instruction.section.number,
                "text": each.text,
                "ran": each.ran,
                "cycles_dependent": each.dependent,
                "cycles_independent": each.independent,
            }
            for each in found.snippets
        ],
    }
    say(found.message)
    answer(record, found.text, as_json=as_json)
