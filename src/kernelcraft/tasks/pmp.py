"""Pmp-like: which accesses of a program do windows of memory allow, checked in software.

Ours, after the rules of RISC-V's physical memory protection; no machine-mode register is used.
"""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.mistakes import of_output, step
from kernelcraft.tasks.task import Dims, FloatArray, Input, Mistake, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER, Words, words

OFF, TOR, NA4, NAPOT = range(4)
BITS: Final = {"normal": 12, "shifted": 6, "wide": 30, "equal": 4}
"""Of the words of memory that windows and accesses lie in."""
Hits = npt.NDArray[np.bool_]
Spans = Callable[[Words, Words], tuple[Words, Words]]
Decides = Callable[..., Words]
Way = Callable[[Words, Words], Words]


def span(address: Words, configuration: Words) -> tuple[Words, Words]:
    """The first byte of each window, and the first one after it."""
    mode, before = configuration >> 3 & 3, np.concatenate(([0], address[:-1]))
    ones = address ^ (address + 1)  # the trailing ones and the zero above
    base = np.select([mode == TOR, mode == NA4], [before, address], address & ~ones)
    end = np.select(
        [mode == OFF, mode == TOR, mode == NA4], [base, address, address + 1], base + ones + 1
    )
    return 4 * base, 4 * end


def pmp(
    r: Rounding,
    address: FloatArray,
    configuration: FloatArray,
    accesses: FloatArray,
    rights: FloatArray,
    spans: Spans = span,
    decides: Decides = np.argmax,
) -> FloatArray:
    """i + 1 where window i decides and allows, -(i + 1) where it does not, 0 without a window."""
    base, end = spans(words(address), words(configuration))
    x = words(accesses)[:, None]
    hits = (base <= x) & (x < end)
    which = decides(hits, axis=1)
    allowed = words(configuration)[which] & words(rights) != 0
    found = np.where(allowed, which + 1, -(which + 1))
    return np.where(hits.any(axis=1), found, 0).astype(np.float64)


def _addresses(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Of windows, in words; they end in some ones, which are a size in mode NAPOT."""
    count, bits = sizes["windows"], BITS[kind]
    ones = (1 << generator.integers(0, max(bits - 4, 1), count)) - 1
    return (generator.integers(0, 1 << bits, count) | ones).astype(np.float64)


def _configurations(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Rights and modes, and bits besides that mean nothing here."""
    return generator.integers(0, 256, sizes["windows"]).astype(np.float64)


def _accesses(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    return generator.integers(0, 4 << BITS[kind], sizes["n"]).astype(np.float64)


def _rights(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    return generator.choice(np.array((1.0, 2.0, 4.0)), sizes["n"])


def _last(hits: Hits, axis: int) -> Words:
    turned = np.flip(hits, axis).argmax(axis=axis)
    return np.asarray(hits.shape[axis] - 1 - turned, np.int64)


def _in_mode(mode: int, base: Way, end: Way) -> Mistake:
    """Another first byte, and one after the last, of the windows in a mode."""

    def wrong(address: Words, configuration: Words) -> tuple[Words, Words]:
        here = configuration >> 3 & 3 == mode
        first, after = span(address, configuration)
        return np.where(here, base(first, address), first), np.where(
            here, end(after, address), after
        )

    return step(spans=wrong)


def _kept(found: Words, address: Words) -> Words:
    return found


PROGRAM = Task(
    name="pmp",
    title="Pmp-like",
    level=3,
    category="program",
    formula="y[i] = the window that decides on access i, with a minus where it does not allow it",
    inputs=(
        Input("address", ("windows",), element="uint32", drawn=_addresses),
        Input("configuration", ("windows",), element="uint8", drawn=_configurations),
        Input("accesses", ("n",), element="uint32", drawn=_accesses),
        Input("rights", ("n",), element="uint8", drawn=_rights),
    ),
    output=("n",),
    constants=no_constants,
    algorithm=pmp,
    stages=(
        "window w, with c = configuration[w] and mode = (c >> 3) & 3: for mode 0 none; for mode 1 "
        "bytes 4 * address[w-1] (0 for w = 0) to 4 * address[w] - 1, none if that is no range; for "
        "mode 2 the 4 bytes from 4 * address[w] on; for mode 3, where address[w] ends in k ones, "
        "the 2^(k+3) bytes from 4 * (address[w] & ~(2^(k+1) - 1)) on; addresses are below 2^30",
        "the first window that has the byte accesses[i] decides: y[i] = w + 1 if configuration[w] "
        "& rights[i] is not 0, else -(w + 1); y[i] = 0 where no window has it",
    ),
    mistakes=lambda dims: {
        "the last window decides": step(decides=_last),
        "all is allowed": of_output(np.abs),
        "denied without a window": of_output(lambda y: np.where(y < 0.0, 0.0, y)),
        "TOR to its last byte": _in_mode(TOR, _kept, lambda end, address: end + 1),
        "TOR from zero": _in_mode(TOR, lambda base, address: 0 * base, _kept),
        "NA4 of a byte": _in_mode(NA4, _kept, lambda end, address: end - 3),
        "NAPOT from its address": _in_mode(NAPOT, lambda base, address: 4 * address, _kept),
        "NAPOT one byte longer": _in_mode(NAPOT, _kept, lambda end, address: end + 1),
        "OFF as NA4": _in_mode(
            OFF,
            lambda base, address: 4 * address,
            lambda end, address: 4 * address + 4,
        ),
        "one access later": LATER,
        "the last access left out": LAST,
    },
    edges={"equal": {}},
    kinds={
        "normal": "windows and accesses in 16 KB",
        "shifted": "windows and accesses in 256 bytes",
        "wide": "windows and accesses in 4 GB",
        "equal": "windows and accesses in 64 bytes",
    },
    element="int32",
)
