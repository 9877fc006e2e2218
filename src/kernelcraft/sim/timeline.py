"""What the parts of a machine did at which time, slice by slice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Event(NamedTuple):
    """From cycle `begin` to before `end` `who` did `what`, and moved so many bytes by that.

    `who` is such as "core" or "memory tile, channel 3"; `line` is the source line that it is of,
    `text` what
    stands there, `kind` such as the unit that it is charged to; `notes` are further numbers.
    """

    who: str
    what: str
    begin: int
    end: int
    moved: int = 0
    line: int | None = None
    notes: tuple[tuple[str, int], ...] = ()
    kind: str = ""
    text: str = ""


@dataclass(frozen=True)
class Lane:
    """All that `who` did of one kind: in `cycles` cycles, `moved` bytes in all.

    `shares` are those of equal slices of the run's time, 0 to 1.
    """

    who: str
    what: str
    cycles: int
    moved: int
    shares: tuple[float, ...]


def lanes(events: Iterable[Event], cycles: int, slices: int) -> tuple[Lane, ...]:
    """Of a run of so many cycles, in the order of the first events; one lane's do not overlap."""
    found: dict[tuple[str, str], list[Event]] = {}
    for event in events:
        found.setdefault((event.who, event.what), []).append(event)
    return tuple(_lane(*key, each, cycles, slices) for key, each in found.items())


def _lane(who: str, what: str, events: list[Event], cycles: int, slices: int) -> Lane:
    edges = np.linspace(0, cycles, slices + 1)
    begins = np.array([event.begin for event in events], np.float64)
    ends = np.array([event.end for event in events], np.float64)
    done = _done(edges, begins, ends)
    width = cycles / slices or 1.0
    shares = tuple(round(float(share), 4) for share in np.diff(done) / width)
    moved = sum(event.moved for event in events)
    return Lane(who, what, int((ends - begins).sum()), moved, shares)


def _done(
    edges: npt.NDArray[np.float64], begins: npt.NDArray[np.float64], ends: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """How many cycles of the intervals lie before each edge."""
    order = np.argsort(begins)
    begins, ends = begins[order], ends[order]
    whole = np.concatenate([[0.0], np.cumsum(ends - begins)])
    index = np.searchsorted(begins, edges, side="right")
    last = np.where(index > 0, ends[np.maximum(index - 1, 0)], 0.0)
    done: npt.NDArray[np.float64] = whole[index] - np.maximum(last - edges, 0.0) * (index > 0)
    return done
