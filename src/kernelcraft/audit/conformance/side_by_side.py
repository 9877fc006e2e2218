"""What several platforms have, beside one another: the page docs/platforms/conformance.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kernelcraft.audit.conformance.records import Conformance, Row, State
from kernelcraft.audit.conformance.table import CHECKS
from kernelcraft.audit.page import table

SHOWN: Final[dict[State, str]] = {
    "ok": "yes",
    "missing": "no",
    "wrong": "wrong",
    "not tried": "not tried",
    "not applicable": "n/a",
}
INTRODUCTION: Final = """\
# What each platform has

The rows of `kernelcraft conformance` ([what is tried](../conformance.md)) for every platform of
this repository: those in the tree, Hexagon as clang and QEMU (`extras/kernelcraft-hexagon`), and
the Coral NPU once more from outside, as clang and QEMU too (`tests/external/coral_outside`).
`make conformance` rewrites this page, and a test compares it with what is found. *n/a* is what
such a machine cannot have, whatever its designer does.

"""


def page(found: Sequence[Conformance]) -> str:
    """Markdown: a table of rows and platforms, then why a row is not there."""
    heads = ["row", *(each.title for each in found)]
    names = [*(check.name for check in CHECKS), "there, of what applies"]
    rows = zip(names, *map(column, found), strict=True)
    reasons = [f"* {line}\n" for each in found for line in exceptions(each)]
    return f"{INTRODUCTION}{table(heads, rows)}\n## What is not there\n\n{''.join(reasons)}"


def column(found: Conformance) -> tuple[str, ...]:
    """What the table shows of a platform."""
    there = sum(row.state == "ok" for row in found.rows)
    return (*(SHOWN[row.state] for row in found.rows), f"{there} of {len(found.applicable)}")


def exceptions(found: Conformance) -> Iterator[str]:
    """A line for each row that is not there, with what was found."""
    for row in found.rows:
        if row.state != "ok":
            yield f"{found.title}, {row.name}: {SHOWN[row.state]}. {_sentence(row)}"


def _sentence(row: Row) -> str:
    return f"{row.found[:1].upper()}{row.found[1:]}."
