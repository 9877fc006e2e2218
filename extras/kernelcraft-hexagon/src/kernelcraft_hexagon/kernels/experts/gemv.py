"""GEMV: y[i] = requantise(sum over j of A[i, j] * x[j])."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft_hexagon.kernels.experts.scaling import Scale, packed, requantised, scale
from kernelcraft_hexagon.kernels.packets import Kernel

LINE, ROWS = 128, 32


def kernel(cell: Cell) -> str:
    """32 rows at once: sums of four products in each word, then a tree that adds the words of
    every row and leaves the sum of row i in word i."""
    rows, columns = cell.dims["M"], cell.dims["N"]
    if rows not in (64, 128) or (columns != 64 and columns % LINE):
        raise Unwritten(f"{cell.name}: M is 64 or 128, N is 64 or a multiple of {LINE}")
    a, x, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    text = Kernel([f"// {cell.name}: 32 rows at once", "kernel:"])
    zero = int(cell.constants["zero_point"])
    text.emit(
        f"R8 = ##{a:#x}",
        f"R9 = ##{x:#x}",
        f"R10 = ##{multiplier:#x}",
        f"R11 = ##{shift:#x}",
        f"R12 = ##{cell.memory_map.output.address:#x}",
        "R1 = #-4",
        "R2 = #-8",
        "R3 = #-16",
        "R4 = #-32",
        "R5 = #-64",
        "R13 = #64",
        "R28 = #1",
        f"R15 = #{zero}",
    )
    one, zeros = text.vector(), text.vector()
    text.emit(f"{one} = vsplat(R28)", f"{zeros} = vsplat(R15)")
    given = _vector(text, columns)
    words = []
    for block in range(rows // ROWS):
        sums = _sums(text, given)
        by = Scale(text.vector(), text.vector(), text.vector())
        scale(text, block, by, zeros, one)
        words.append(requantised(text, sums, by))
    result = packed(text, (words * 2)[:4])
    if rows == LINE:
        text.emit(f"vmem(R12+#0) = {result}")
    else:
        text.emit("Q0 = vsetq(R13)", f"if (Q0) vmem(R12+#0) = {result}")
    text.schedule()
    text.write("    jumpr r31")
    return str(text)


def _vector(text: Kernel, columns: int) -> list[str]:
    """x as vectors; 64 bytes twice."""
    found = []
    for index in range(-(-columns // LINE)):
        found.append(text.vector())
        text.emit(f"{found[-1]} = vmem(R9+#{index})")
    if columns < LINE:
        turned, both = text.vector(), text.vector()
        text.emit(
            "Q1 = vsetq(R13)",
            f"{turned} = vror({found[0]},R13)",
            f"{both} = vmux(Q1,{found[0]},{turned})",
        )
        return [both]
    return found


def _sums(text: Kernel, given: Sequence[str]) -> str:
    """The sums of 32 rows, each in its word."""
    if len(given) == 1 and text.waiting and any("vmux" in each for each in text.waiting):
        return _of_halves(text, given[0])
    return _of_rows(text, given, 0, ROWS)


def _of_rows(text: Kernel, given: Sequence[str], level: int, rows: int) -> str:
    """Of a power of two of rows; words of one row are `rows` words apart."""
    if rows == 1:
        return _products(text, given)
    first = _of_rows(text, given, level + 1, rows // 2)
    second = _of_rows(text, given, level + 1, rows // 2)
    return _added(text, first, second, {2: "R1", 4: "R2", 8: "R3", 16: "R4", 32: "R5"}[rows])


def _of_halves(text: Kernel, given: str) -> str:
    """Of 32 rows of 64 bytes, of which a vector holds two: even rows and odd ones apart."""

    def level(vectors: int) -> tuple[str, str]:
        if vectors == 2:
            first, second = _products(text, [given]), _products(text, [given])
            pair, low, high = text.pair()
            text.emit(f"{pair} = vshuff({second},{first},R1)")
            return low, high
        a, b = level(vectors // 2), level(vectors // 2)
        step = {4: "R2", 8: "R3", 16: "R4"}[vectors]
        return _added(text, a[0], b[0], step), _added(text, a[1], b[1], step)

    even, odd = level(16)
    return _added(text, even, odd, "R1")


def _added(text: Kernel, first: str, second: str, step: str) -> str:
    """Both interleaved, the upper half added to the lower."""
    pair, low, high = text.pair()
    result = text.vector()
    text.emit(f"{pair} = vshuff({second},{first},{step})", f"{result}.w = vadd({low}.w,{high}.w)")
    return result


def _products(text: Kernel, given: Sequence[str]) -> str:
    """Sums of four products in each word, of the vectors that come next in A."""
    acc = text.vector()
    for index, each in enumerate(given):
        loaded = text.vector()
        text.emit(
            f"{loaded} = vmem(R8++#1)",
            f"{acc}.w {'+' if index else ''}= vrmpy({loaded}.b,{each}.b)",
        )
    return acc
