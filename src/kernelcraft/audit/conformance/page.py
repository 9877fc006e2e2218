"""The one-page report card of a platform, as Markdown."""

from kernelcraft.audit.conformance.records import Conformance
from kernelcraft.audit.page import table

INTRODUCTION = """\
What it has, what is missing and what that would bring, as `kernelcraft conformance` found it.

"""


def page(found: Conformance) -> str:
    """The same text for the same findings."""
    heads = ["", "state", "found", "what it brings", "command", "page"]
    rows = [
        [row.name, row.state, row.found, row.brings, f"`{row.command}`", f"`docs/{row.page}`"]
        for row in found.rows
    ]
    cells = "all cells" if found.everything else "the smallest cells"
    return (
        f"# {found.title}\n\n{INTRODUCTION}"
        f"Version {found.version or 'unknown'}; cycles are {found.fidelity or 'unknown'}. "
        f"Tried: {cells}.\n\n**{found.sentence()}**\n\n{table(heads, rows)}"
    )
