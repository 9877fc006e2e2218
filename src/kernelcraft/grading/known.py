"""What is known to be too weak in the cells, and why; an entry that no longer holds is an error."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.grading.soundness import ACCEPTED, Soundness


@dataclass(frozen=True)
class Known:
    """`names`: the wrong outputs that pass or nearly pass; none for right kernels' errors."""

    cells: tuple[str, ...]
    names: tuple[str, ...]
    reason: str


KNOWN: Final = (
    Known(
        ("plena/gemv/C5",),
        (),
        "baseline and expert add partial sums that were rounded to bf16: their errors are 0.6 τ",
    ),
    Known(
        ("plena/layer_norm/C2", "plena/layer_norm/C3"),
        ("variance in one pass",),
        "it misses `lifted` by 4.2 and 4.7 τ, where safeguards are to be missed by 5: refused, but "
        "by less than elsewhere",
    ),
    Known(
        ("amd_npu/rms_norm/C2",),
        (),
        "the largest errors of baseline and expert are 0.52 and 0.54 τ; it is not known why",
    ),
)


def complaints(found: Sequence[Soundness]) -> list[str]:
    """A sentence for everything too weak that is not known, and for what is known no longer."""
    weak = {(each.cell, name) for each in found for name in weaknesses(each)}
    excused = {(cell, name) for known in KNOWN for cell in known.cells for name in _names(known)}
    seen = {each.cell for each in found}
    return [
        *(f"{cell}: {_sentence(name)}" for cell, name in sorted(weak - excused)),
        *(
            f"{cell}: {name} is no weakness any more; take it off the list of known ones"
            for cell, name in sorted(excused - weak)
            if cell in seen
        ),
    ]


def weaknesses(found: Soundness) -> list[str]:
    """The names of the wrong outputs that are not refused enough; "" for right kernels' errors."""
    names = [each.name for each in found.unrefused()]
    best = found.best
    return names if best is not None and best.error <= ACCEPTED else [*names, ""]


def _names(known: Known) -> tuple[str, ...]:
    return known.names or ("",)


def _sentence(name: str) -> str:
    if not name:
        return f"no right kernel has an error of at most {ACCEPTED:g} τ"
    return f"{name} is not refused by as much as it should be"
