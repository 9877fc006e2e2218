"""The kernels that a composite is made of, each for its size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.cells.protocol import Platform
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.retile import Operation, Order, elementwise, retile
from kernelcraft.platforms.amd_npu.kernels.schedule import core_writer
from kernelcraft.tasks import batch_matmul, gemm, rms_norm, silu, softmax
from kernelcraft.tasks.task import Task

LOWEST: Final = 0xC780  # -65,536 as bfloat16
VECTOR: Final = 32  # bytes, of 16 elements
ELEMENTS: Final = 64  # of a row of what is done element by element
Kernel = Callable[[Cell], str]
Weights = Callable[[int, int, float], str]
"""From scores of queries and keys, and their scale, to weights, both in tiles."""


@dataclass(frozen=True)
class Library:
    """Kernels for cells: templates, or our best.

    `scores` are products within heads. `least` are the elements of the shortest rows that `softmax`
    takes; others are multiples of it. Scores become `weights` in tiles where there is a kernel that
    does, or else go through rows. With `batched` several heads go through a step at once.
    """

    product: Kernel
    scores: Kernel
    softmax: Kernel
    silu: Kernel
    rms_norm: Kernel
    least: int
    pipelined: bool
    weights: Weights | None = None
    batched: bool = False


@dataclass(frozen=True)
class Texts:
    """The texts of a library on one machine."""

    platform: Platform
    library: Library

    def product(self, m: int, k: int, n: int) -> str:
        """Of matrices in tiles."""
        return self._text(self.library.product, gemm.TASK, {"M": m, "K": k, "N": n})

    def scores(self, m: int, k: int, n: int, batches: int = 1) -> str:
        """As many such products within heads, one after the other."""
        dims = {"M": m, "K": k, "N": n}
        if batches == 1:
            return self._text(self.library.scores, gemm.TASK, dims)
        return self._text(self.library.scores, batch_matmul.TASK, {"b": batches, **dims})

    def softmax(self, rows: int, width: int) -> str:
        """Of each row."""
        return self._text(self.library.softmax, softmax.TASK, {"rows": rows, "width": width})

    def weights(self, rows: int, keys: int, scale: float) -> str | None:
        """The softmax of scores in tiles, or None where they go through rows."""
        if self.library.weights is None:
            return None
        try:
            return self.library.weights(rows, keys, scale)
        except Unwritten:
            return None

    def rms_norm(self, rows: int, width: int) -> str:
        """Of each row."""
        return self._text(self.library.rms_norm, rms_norm.TASK, {"rows": rows, "width": width})

    def silu(self, count: int) -> str:
        """Of as many elements."""
        if count % ELEMENTS:
            raise Unwritten(f"{count} elements are no whole rows of {ELEMENTS}")
        dims = {"rows": count // ELEMENTS, "width": ELEMENTS}
        return self._text(self.library.silu, silu.TASK, dims)

    def retiled(
        self,
        kind: Order,
        rows: int,
        columns: int,
        *,
        pitch: int | None = None,
        source: int | None = None,
        scale: float | None = None,
        heads: int = 1,
    ) -> str:
        """A matrix in another order; see `retile`."""
        return retile(
            kind,
            rows,
            columns,
            pitch=pitch,
            source=source,
            scale=scale,
            heads=heads,
            pipelined=self.library.pipelined,
        )

    def elementwise(self, operation: Operation, count: int) -> str:
        """Sums or products of two arrays."""
        return elementwise(operation, count, pipelined=self.library.pipelined)

    def width(self, columns: int) -> int:
        """Elements of a row of as many scores, with what fills it up."""
        return -(-columns // self.library.least) * self.library.least

    def _text(self, kernel: Kernel, task: Task, dims: Mapping[str, int]) -> str:
        """Written once in a process: several libraries may be tried for a composite."""
        name = ",".join(f"{axis}={size}" for axis, size in dims.items())
        key = kernel, f"{task.name} {name}"
        if key not in _TEXTS:
            _TEXTS[key] = kernel(make_cell(self.platform, task, name, dict(dims)))
        return _TEXTS[key]


_TEXTS: Final[dict[tuple[Kernel, str], str]] = {}


def filled(size: int) -> str:
    """A kernel that writes the lowest number into as many bytes."""
    writer = core_writer()
    writer.straight(f"lda p1, [p0, #0]\nmovxm r3, #{LOWEST}\nvbcst.16 x0, r3")
    writer.loop("vst wl0, [p1], #32", size // VECTOR)
    writer.finish()
    return writer.kernel()


def copied(size: int) -> str:
    """A kernel that copies as many bytes, the same in templates, which are frozen."""
    writer = core_writer(early=False)
    writer.straight("lda p1, [p0, #0]\nlda p2, [p0, #4]")
    writer.loop("vlda %a, [p1], #32\nvst %a, [p2], #32", size // VECTOR, {"a": "w"})
    writer.finish()
    return writer.kernel()
