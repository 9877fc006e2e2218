"""The tool `check_syntax`: assembles the kernel text and lists every fault, or hazards, too."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import partial

from kernelcraft.cells.cell import load_cell
from kernelcraft.generators.grade import published_cells, sizes_said
from kernelcraft.generators.program import SAYS
from kernelcraft.records.verdict import Failure
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.reading import Reading, why
from kernelcraft.workbench.results import NOTHING_WRITTEN, Kind, Result
from kernelcraft.workbench.syntax import Syntax, syntax

TOOL = Offer(
    place=2,
    of_paper=True,
    prompt="""\
- check_syntax(): assembles it and lists errors and warnings with their lines.
""",
    with_hazards="""\
- check_syntax(): assembles it and lists errors and warnings with their lines, and hazards: values
  that are read before they are there, clashes, idle delay slots.
""",
)


class SyntaxResult(Result):
    """Of `check_syntax`: the first 50 errors with their lines; `more` were left out.

    `hazards` are the first of those that a lint found, where they were asked for.
    """

    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    more: int = 0
    instructions: int = 0

    def details(self) -> list[str]:
        """Errors first."""
        return Syntax(**dict(self)).details()

    def changes(self, kinds: Collection[Kind]) -> dict[str, object]:
        """Without errors only whether it assembles."""
        if "errors" in kinds or self.success:
            return {}
        return {"message": "it does not assemble", "errors": (), "warnings": (), "more": 0}


def check_syntax(bench: Bench) -> SyntaxResult:
    """Assemble the kernel text."""
    if bench.code is None:
        return SyntaxResult(success=False, message=NOTHING_WRITTEN)
    check = partial(Check, hazards="hazards" in bench.feedback.extras)
    if not bench.generates:
        return bench.feedback.shown(bench.submit(check, bench.code).result())
    asked = [(each, bench.submit(check, bench.code, each)) for each in published_cells(bench.cell)]
    for cell, future in asked:
        if not future.result().success:
            found = future.result()
            message = f"at {sizes_said(cell)}: {found.message}"
            return bench.feedback.shown(found.model_copy(update={"message": message}))
    found = asked[0][1].result()
    message = f"{found.message} at {sizes_said(bench.cell)}; no errors at {len(asked)} sizes"
    return bench.feedback.shown(found.model_copy(update={"message": message}))


@dataclass(frozen=True)
class Check(Reading):
    """Whether a text assembles; with `hazards` what the platform's lint says of it, too."""

    hazards: bool = False

    def perform(self) -> SyntaxResult:
        """Errors and warnings with their lines."""
        found = syntax(load_cell(self.cell), self.text, hazards=self.hazards)
        return SyntaxResult(**asdict(found))

    def failed(self, failure: Failure, message: str) -> SyntaxResult:
        """One error: the reason."""
        said = message if message.startswith(SAYS) else why(failure, "text")
        return SyntaxResult(success=False, message="1 error", errors=(said,))
