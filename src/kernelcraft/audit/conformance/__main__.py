"""`python -m kernelcraft.audit.conformance PLATFORM|FOLDER ...`: the page of all of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kernelcraft import packages
from kernelcraft.audit.conformance.records import Row
from kernelcraft.audit.conformance.side_by_side import page
from kernelcraft.audit.conformance.table import conformance
from kernelcraft.cells import platforms


def main(given: Sequence[str]) -> None:
    """Examine each platform, and print the page."""
    names = [name for each in given for name in _names(each)]
    print(page([conformance(name, everything=False, hear=_tell) for name in names]), end="")


def _names(given: str) -> tuple[str, ...]:
    """A platform's own name, or those that the package in a folder brings."""
    return (given,) if given in platforms.names() else packages.add(Path(given))


def _tell(row: Row) -> None:
    print(f"{row.state}: {row.name}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
