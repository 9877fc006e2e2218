"""A schedule under construction: steps written with addresses, as if registers were free."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement, Region, Tensor
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules.emit import Part, emit
from kernelcraft.platforms.plena.kernels.schedules.forms import Context
from kernelcraft.platforms.plena.kernels.schedules.loops import End, Moving, Start
from kernelcraft.platforms.plena.kernels.schedules.reorder import reordered
from kernelcraft.platforms.plena.kernels.schedules.simplify import simplified
from kernelcraft.platforms.plena.kernels.schedules.steps import SCALES, Maker, Step, based
from kernelcraft.platforms.plena.kernels.shape import expect_usual

ROW = 64  # elements of a vector SRAM row (MLEN = VLEN)
TILE = ROW * ROW  # elements of a matrix SRAM tile
HEADS = 4  # heads of the batched matrix instructions
HEAD = ROW // HEADS  # rows of a tile that one of them multiplies
FETCH = 4  # rows of one H_PREFETCH_V
ALIGNED = 4_096  # bytes: a multiple, at which tiles side by side come fastest
SHORT = 1_000  # steps of a kernel for which many orders are tried
REORDERED = 4_000  # steps of a kernel that is worth reordering
ORDERS = (
    *((window, 0.0) for window in (4, 8, 16, 32)),
    *((window, chance) for window in (8, 16, 32) for chance in (0.25, 0.5, 0.5, 1.5)),
)
"""Windows and restlessness tried by `shortest`; see `reorder`."""


class Schedule:
    """Collects steps; vector SRAM after the output is free from `scratch` on."""

    def __init__(self, cell: Cell, idea: str) -> None:
        expect_usual(cell.memory_map, "schedules are")
        self.cell, self.title = cell, f"{cell.name}: {idea}"
        self.memory_map = cell.memory_map
        free = {region.memory: region for region in cell.memory_map.scratch}
        self.scratch, self._end = free["vector_sram"].start, free["vector_sram"].end
        self._hbm = -(-free["hbm"].start // ROW) * ROW
        self._hbm_free = self._hbm + 2 * FETCH * ROW
        self._tiles: dict[int, tuple[Placement, int]] = {}  # constant ones, by their place
        self.parts: list[Part] = []
        self._stores: deque[tuple[int, Placement, int, int]] = deque()
        self._maker = Maker(cell.memory_map.parameters)
        self._bases: list[Region] = []

    @property
    def official(self) -> bool:
        """Whether the machine does what the official tools do: there is no M_BMV."""
        return bool(self.memory_map.parameters["errata"])

    def do(self, mnemonic: str, *values: int, v_mask: int | None = None) -> None:
        """One step; every operand of the text in signature order, registers as numbers.

        Raises Unwritten for one that the official tools do not have.
        """
        if self.official and mnemonic == "M_BMV":
            raise Unwritten(f"{self.cell.name}: there is no form without M_BMV")
        self.parts.append(self._maker.step(mnemonic, *values, context=Context(v_mask=v_mask)))

    @contextmanager
    def loop(self, count: int) -> Iterator[Moving]:
        """A hardware loop over the steps inside the `with`; gives the iteration's number i, so that
        `start + i * 64` is an address that moves. Loops do not nest, and only `text` writes them.
        """
        if count == 1:
            yield Moving(0, 0)
            return
        self.parts.append(Start(count))
        yield Moving(0, 1)
        self.parts.append(End())

    def reserve(self, rows: int) -> int:
        """The address of `rows` free rows of vector SRAM; raises Unwritten if there are none."""
        start, self.scratch = self.scratch, self.scratch + rows * ROW
        if self.scratch > self._end:
            raise Unwritten(
                f"{(self.scratch - self._end) // ROW:,} rows of vector SRAM are missing"
            )
        return start

    @contextmanager
    def lent(self) -> Iterator[None]:
        """What is reserved inside the `with` is free again after it."""
        before = self.scratch
        yield
        self.scratch = before

    def reserve_tensor(self, name: str, rows: int, columns: int) -> Placement:
        """Free HBM for a tensor that `store` fills, rows a multiple of 64 for whole tiles.

        Tiles of 128 columns are fetched in 136 cycles, those of 64 in 200.
        """
        start, elements = -(-self._hbm_free // ALIGNED) * ALIGNED, rows * columns
        self._hbm_free = -(-(start + elements + elements // SCALES) // ROW) * ROW
        return Placement(
            Tensor(name, (rows, columns), "cache"),
            Region("hbm", start, self._hbm_free),
            "MXFP8",
            (("rows", rows), ("columns", columns), ("scale offset", elements)),
        )

    def store(self, source: int, tensor: Placement, element: int, stride: int) -> None:
        """H_STORE_V: 4 rows of 64 from `source` on to elements `stride` apart of a tensor."""
        self._fetch("H_STORE_V", source, tensor, element, stride)

    def store_later(self, source: int, tensor: Placement, element: int, stride: int) -> None:
        """A store that waits for `catch_up`: between other steps, the queue of writes empties."""
        self._stores.append((source, tensor, element, stride))

    def catch_up(self, count: int | None = None) -> None:
        """Some of the stores that wait, or all of them."""
        for _ in range(len(self._stores) if count is None else min(count, len(self._stores))):
            self.store(*self._stores.popleft())

    def fetch_rows(self, target: int, tensor: Placement, element: int, stride: int) -> None:
        """H_PREFETCH_V: 4 rows of 64, `stride` elements apart, from one element of a tensor."""
        self._fetch("H_PREFETCH_V", target, tensor, element, stride)

    def fetch_tile(self, target: int, tensor: Placement, element: int, stride: int) -> None:
        """H_PREFETCH_M: 64 rows of 64 elements, `stride` elements apart."""
        self._fetch("H_PREFETCH_M", target, tensor, element, stride)

    def holds(self, target: int, tensor: Placement, element: int) -> bool:
        """Whether `ensure_tile` brought that tile, and no other came since."""
        return self._tiles.get(target) == (tensor, element)

    def ensure_tile(self, target: int, tensor: Placement, element: int) -> None:
        """Fetch a tile of a tensor that nobody changes, unless it is there already."""
        if not self.holds(target, tensor, element):
            self.fetch_tile(target, tensor, element, tensor.detail("columns"))
            self._tiles[target] = tensor, element

    def fetch_scales(self, target: int, source: int) -> None:
        """Row target = the scale bytes of 4 rows as elements, twice; the first 8 of them are its
        scales as well.

        The stores leave them in the place of their own first row: that still waits to be written,
        so that nothing is read from DRAM.
        """
        for element in (0, FETCH * ROW):
            self._move("H_STORE_V", source, element, ROW, self._hbm, 0)
        self._move("H_PREFETCH_V", target, 0, 0, self._hbm, 0)

    def fetch_repeated(self, target: int, source: int) -> None:
        """A tile whose 64 rows are the last of 4 rows that are stored for it.

        It is read while it waits to be written, in 63 cycles.
        """
        tensor = self.reserve_tensor("repeated", FETCH, ROW)
        self.store(source, tensor, 0, ROW)
        self.fetch_tile(target, tensor, (FETCH - 1) * ROW, 0)

    def keep_heads(self, target: int, source: int, heads: int) -> None:
        """Row target = row source in the heads of a bit set, 0 in the others; source is finite."""
        others = (1 << HEADS) - 1 & ~heads
        self.do("V_MUL_VF", target, source, 0, 1, v_mask=others)

    def base_on(self, *tensors: Placement) -> None:
        """Keep the addresses of tensors in base registers, of which a program has seven; worth it
        where transfers go from one to the other by turns. Only `shortest` does so."""
        self._bases += [tensor.region for tensor in tensors]

    def load_constant(self, register: int, name: str) -> None:
        """f[register] = a constant of the cell."""
        self.do("S_LD_FP", register, 0, self.memory_map.constant(name).address)

    def text(self) -> str:
        """The kernel; one without loops is simplified."""
        steps = self.steps()
        return emit(self.parts if steps is None else simplified(self.cell, steps), self.title)

    def steps(self) -> list[Step] | None:
        """The steps; None if there are loops."""
        steps = [part for part in self.parts if isinstance(part, Step)]
        return steps if len(steps) == len(self.parts) else None

    def shortest(self) -> str:
        """The kernel in the one of a few orders that leaves the least integer arithmetic.

        All do the same work, so fewer instructions are fewer cycles; nothing is simulated.
        """
        all_steps = self.steps()
        if all_steps is None:
            return self.text()
        steps = [based(step, self._bases) for step in simplified(self.cell, all_steps)]
        bases = [tensor.start for tensor in self._bases]
        texts = [emit(steps, self.title, bases)]
        if len(steps) <= REORDERED:
            attempts = 4 if len(steps) <= SHORT else 1
            for seed, (window, restlessness) in enumerate(ORDERS * attempts):
                rng = random.Random(seed)
                order = reordered(steps, rng, window, restlessness, transfers_stay=True)
                texts.append(emit(order, self.title, bases))
        return min(texts, key=lambda text: text.count("\n"))

    def _fetch(
        self, mnemonic: str, target: int, tensor: Placement, element: int, stride: int
    ) -> None:
        scale = tensor.detail("scale offset")
        self._move(mnemonic, target, element, stride, tensor.address, scale)

    def _move(
        self, mnemonic: str, sram: int, element: int, stride: int, base: int, scale: int
    ) -> None:
        if mnemonic == "H_PREFETCH_M":
            self._tiles.pop(sram, None)
        context = Context(scale=scale, stride=stride)
        step = self._maker.step(mnemonic, sram, element, 0, 1, 0, context=context, base=base)
        self.parts.append(step)
