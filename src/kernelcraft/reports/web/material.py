"""What an episode's page shows beside its record; who may read logs and machines gathers it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kernelcraft.records.conversation import Entry
from kernelcraft.reports.web.listing import LineCycles
from kernelcraft.reports.web.timeline import Recording


class Loop(Protocol):
    """Source lines `first` to `last`; `own` cycles are in no loop further inside."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def iterations(self) -> int: ...
    @property
    def cycles(self) -> int: ...
    @property
    def own(self) -> int: ...


class WhatIf(Protocol):
    """The same kernel where one cause takes no time: `gain` cycles fewer."""

    @property
    def cause(self) -> str: ...
    @property
    def cycles(self) -> int: ...
    @property
    def gain(self) -> int: ...
    @property
    def speedup(self) -> float | None: ...


class Profile(Protocol):
    """Where a kernel's cycles went on the public inputs; message: why it ended early, or ""."""

    @property
    def message(self) -> str: ...
    @property
    def cycles(self) -> int: ...
    @property
    def by_unit(self) -> Sequence[tuple[str, int]]: ...
    @property
    def by_reason(self) -> Sequence[tuple[str, int]]: ...
    @property
    def lines(self) -> Sequence[LineCycles]: ...
    @property
    def loops(self) -> Sequence[Loop]: ...
    @property
    def what_if(self) -> Sequence[WhatIf]: ...


@dataclass(frozen=True)
class Material:
    """What was said and done, the best kernel, the compiler's, and where the best one's cycles go.

    recording: what the units did when, for the timeline. missing: sentences about what there is
    none of, and why.
    """

    entries: tuple[Entry, ...] = ()
    kernel: str | None = None
    baseline: str | None = None
    profile: Profile | None = None
    recording: Recording | None = None
    missing: tuple[str, ...] = ()
