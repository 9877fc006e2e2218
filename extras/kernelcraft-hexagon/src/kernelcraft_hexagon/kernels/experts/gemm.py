"""GEMM: y[i, j] = requantise(sum over k of x[i, k] * w[k, j])."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft_hexagon.kernels.experts.scaling import Scale, packed, requantised, scale
from kernelcraft_hexagon.kernels.packets import Kernel

WORDS, ROWS = 32, 4
HELD: Final = 8  # vectors of weights that can stay in registers, from V6 on
SCALES: Final = (Scale("V0", "V1", "V2"), Scale("V3", "V4", "V5"))
SUMS: Final = ("R1:0", "R3:2", "R5:4", "R7:6")
GIVEN: Final = ("R17:16", "R19:18", "R21:20", "R23:22", "R25:24", "R27:26")


@dataclass(frozen=True)
class _Size:
    """Rows, what is summed up, and blocks of 32 columns."""

    rows: int
    inner: int
    blocks: int

    @property
    def weights(self) -> int:
        """Vectors of weights."""
        return self.inner // 4 * self.blocks

    @property
    def held(self) -> list[str]:
        """The registers that keep weights; none where there are too many."""
        few = self.weights <= HELD
        return [f"V{6 + index}" for index in range(self.weights)] if few else []

    @property
    def kept(self) -> list[str]:
        """All registers that hold the same for all rows."""
        scales = [(by.multiplier, by.shift, by.offset) for by in SCALES[: self.blocks]]
        return [*(name for names in scales for name in names), *self.held]


def kernel(cell: Cell) -> str:
    """Four bytes of a row, as a scalar, times four of each of 32 columns in one multiplier.

    The scalar has a sign and the vector none: weights are w + 128, and 128 times the sum of the row
    is taken off, which the scalar multipliers add up.
    """
    rows, inner, columns = (cell.dims[name] for name in "MKN")
    size = _Size(rows, inner, columns // WORDS)
    if columns not in (32, 64) or inner % 8 or rows % ROWS or inner * columns > 1 << 13:
        raise Unwritten(f"{cell.name}: N is 32 or 64, K a multiple of 8, M one of {ROWS}")
    text = Kernel([f"// {cell.name}: weights as w + 128, rows as scalars", "kernel:"])
    _prepare(cell, text, size)
    text.write(f"    {{ r15 = r14; loop0(2f,#{rows // ROWS}) }}")
    text.write("2:")
    _four_rows(text, size)
    text.schedule(last=":endloop0", kept=size.kept)
    text.write("    jumpr r31")
    return str(text)


def _prepare(cell: Cell, text: Kernel, size: _Size) -> None:
    """Scales, and weights in the order of products, in registers or in free memory."""
    x, w, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    scratch = cell.memory_map.scratch[0].start
    addresses = {"R8": x, "R9": w, "R10": multiplier, "R11": shift, "R13": scratch}
    text.emit(*(f"{name} = ##{address:#x}" for name, address in addresses.items()))
    text.emit(f"R12 = ##{cell.memory_map.output.address:#x}", "R28 = #1", "R1 = #-2")
    text.emit("R14 = ##0x80808080", f"R15 = #{int(cell.constants['zero_point'])}")
    one, zeros, signs = text.vector(), text.vector(), text.vector()
    text.emit(f"{one} = vsplat(R28)", f"{zeros} = vsplat(R15)", f"{signs} = vsplat(R14)")
    for block in range(size.blocks):
        scale(text, block, SCALES[block], zeros, one)
    for step in range(size.inner // 4):
        ordered = _by_columns(text, size.blocks)
        for block, vector in enumerate(ordered):
            if size.held:
                text.emit(f"{size.held[step * size.blocks + block]} = vxor({vector},{signs})")
            else:
                turned = text.vector()
                text.emit(f"{turned} = vxor({vector},{signs})", f"vmem(R13++#1) = {turned}")
    text.schedule(kept=size.kept)


def _by_columns(text: Kernel, blocks: int) -> list[str]:
    """Four rows of w as vectors of four bytes a column."""
    loaded = [text.vector() for _ in range(blocks)]
    mixed = [text.vector() for _ in range(blocks)]
    text.emit(*(f"{each} = vmem(R9++#1)" for each in loaded))
    text.emit(*(f"{b}.b = vshuff({a}.b)" for a, b in zip(loaded, mixed, strict=True)))
    if blocks == 1:
        result = text.vector()
        text.emit(f"{result}.b = vshuff({mixed[0]}.b)")
        return [result]
    pair, low, high = text.pair()
    text.emit(f"{pair} = vshuff({mixed[1]},{mixed[0]},R1)")
    return [low, high]


def _four_rows(text: Kernel, size: _Size) -> None:
    acc = {(row, block): text.vector() for row in range(ROWS) for block in range(size.blocks)}
    if not size.held:
        text.emit(f"R13 = add(R13,#{-128 * size.weights})")
    for step in range(size.inner // 8):
        given = [GIVEN[(step * ROWS + row) % len(GIVEN)] for row in range(ROWS)]
        weights = [_weight(text, size, step * 2 * size.blocks + i) for i in range(2 * size.blocks)]
        for row, pair in enumerate(given):
            text.emit(f"{pair} = memd(R8+#{row * size.inner + step * 8})")
            text.emit(f"{SUMS[row]} {_plus(step)}= vrmpybsu({pair},R15:14)")
            for index, weight in enumerate(weights):
                half, block = divmod(index, size.blocks)
                scalar = "R" + pair[1:].split(":")[1 - half]
                how = _plus(step + half)
                text.emit(f"{acc[row, block]}.w {how}= vrmpy({weight}.ub,{scalar}.b)")
    text.emit(f"R8 = add(R8,#{ROWS * size.inner})")
    _store(text, size, acc)


def _weight(text: Kernel, size: _Size, index: int) -> str:
    if size.held:
        return size.held[index]
    found = text.vector()
    text.emit(f"{found} = vmem(R13++#1)")
    return found


def _plus(step: int) -> str:
    return "+" if step else ""


def _store(text: Kernel, size: _Size, acc: dict[tuple[int, int], str]) -> None:
    """Take 128 times the sums of rows off, scale, and store row by row."""
    words = []
    for row, pair in enumerate(SUMS):
        high, low = ("R" + each for each in pair[1:].split(":"))
        sums = text.vector()
        text.emit(f"{low} = add({low},{high})", f"{sums} = vsplat({low})")
        for block in range(size.blocks):
            name, less = acc[row, block], text.vector()
            text.emit(f"{less}.w = vsub({name}.w,{sums}.w)")
            words.append(requantised(text, less, SCALES[block]))
    for index in range(0, len(words), 4):
        text.emit(f"vmem(R12++#1) = {packed(text, words[index : index + 4])}")
