"""What was found of a platform: a row for each check, as data."""

from typing import Literal

from kernelcraft.audit.records import Record

State = Literal["ok", "missing", "wrong", "not tried", "not applicable"]
"""The last is what such a machine cannot have, whatever its designer does."""


class Row(Record):
    """One check; `command` tries it alone or goes on from it, `page` of the docs tells how."""

    name: str
    state: State
    found: str
    brings: str
    command: str
    page: str


class Conformance(Record):
    """All rows of one platform, with what its numbers rest on."""

    platform: str
    title: str
    version: str
    fidelity: str
    everything: bool
    rows: tuple[Row, ...]

    @property
    def right(self) -> bool:
        """Whether nothing is wrong; what is missing is not."""
        return not any(row.state == "wrong" for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether nothing is wrong or missing of what such a machine can have."""
        return all(row.state == "ok" for row in self.applicable)

    @property
    def applicable(self) -> tuple[Row, ...]:
        """The rows of what such a machine can have."""
        return tuple(row for row in self.rows if row.state != "not applicable")

    def sentence(self) -> str:
        """The verdict, and the first thing to do."""
        count = sum(row.state == "ok" for row in self.applicable)
        start = f"{self.platform}: {count} of {len(self.applicable)} are there"
        first = next((row for row in self.rows if row.state == "wrong"), None)
        if first is not None:
            return f"{start}; {first.name} is wrong: {first.command}, docs/{first.page}"
        first = next((row for row in self.applicable if row.state != "ok"), None)
        if first is None:
            return start
        return f"{start}, nothing is wrong; next {first.name}: {first.command}, docs/{first.page}"
