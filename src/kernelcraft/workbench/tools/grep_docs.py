"""The tool `grep_docs`: searches the platform's manual."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from kernelcraft.cells.cell import load_cell
from kernelcraft.isa.manual import Manual, Match, Page
from kernelcraft.isa.ranking import Ranked, ranking
from kernelcraft.records.verdict import Failure
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.editions import Edition
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.reading import Reading, why
from kernelcraft.workbench.results import Kind, Result
from kernelcraft.workbench.syntax import SECONDS

TOOL = Offer(
    place=5,
    of_paper=True,
    prompt="""\
- grep_docs(query, ranked): searches the manual. A mnemonic gives its whole page, a regular
  expression the lines that match; a question in words, or ranked = true, gives the sections that
  say most about it, best first, with their numbers.
""",
)

MOST_LINES = 30
WHOLE_PAGES = 2
"""Up to this many pages with matches are shown whole instead of line by line."""
MOST_SECTIONS = 5
BRIEF = 3


Shown = Annotated[str, AfterValidator(lambda text: text.encode(errors="replace").decode())]
"""A text of the agent's that an answer repeats; lone surrogates, which no encoding has, are "?"."""


class DocsMatch(BaseModel):
    """A passage of the manual; `section` is the number of its page where that is cited."""

    model_config = ConfigDict(frozen=True)

    title: str
    text: str
    section: int | None = None

    def __str__(self) -> str:
        cited = "" if self.section is None else f"Section {self.section}: "
        return f"## {cited}{self.title}\n{self.text}"


class DocsResult(Result):
    """Of `grep_docs`."""

    query: Shown
    matches: tuple[DocsMatch, ...] = ()
    more: int = 0

    def details(self) -> list[str]:
        """The passages under their titles."""
        more = [f"... and {self.more} more lines"] if self.more else []
        return [*map(str, self.matches), *more]

    def changes(self, kinds: Collection[Kind]) -> dict[str, object]:
        """Nothing is found where the manual is left out."""
        if "manual" in kinds:
            return {}
        message = "the manual cannot be searched in this run"
        return {"success": False, "message": message, "matches": (), "more": 0}


def grep_docs(bench: Bench, query: str, ranked: bool = False) -> DocsResult:
    """Search the manual for a regular expression, or for a question in plain words.

    query: a mnemonic (gives its whole page), a regular expression (2 seconds), or plain words
    ranked: rank sections by the words of the query; also done when no line matches it
    """
    job = Search(bench.cell.name, query, ranked, str(bench.feedback.edition))
    return bench.feedback.shown(bench.grader.submit(job).result())


@dataclass(frozen=True)
class Search(Reading):
    """A query to the manual of a cell's platform."""

    ranked: bool = False
    edition: str = str(Edition())

    @property
    def wall_seconds(self) -> float:
        """However long the query is."""
        return SECONDS

    def perform(self) -> DocsResult:
        """See `_search`."""
        platform = load_cell(self.cell).platform
        manual = Edition.parse(self.edition).manual(platform)
        return _search(manual, self.text, ranked=self.ranked)

    def failed(self, failure: Failure, message: str) -> DocsResult:
        """Nothing but the reason."""
        hint = "; ask in plain words" if failure == "limit" else ""
        return _nothing(self.text, f"{why(failure, 'search')}{hint}")


def _search(manual: Manual, query: str, *, ranked: bool) -> DocsResult:
    """Lines or whole pages that hold the query; else, or if `ranked`, the nearest sections."""
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
