"""Softmax: one or two rows in each iteration of a loop, several in flight; few without a loop.

Powers are made by whole numbers, and wait in a ring in memory for their sum, whose reciprocal is
two bfloat16, so that rows that are nearly all in one element are right to the last bit or so.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.platforms.amd_npu.kernels.baseline import softmax as template
from kernelcraft.platforms.amd_npu.kernels.composites import padded
from kernelcraft.platforms.amd_npu.kernels.pipelines import greatest, pair_times, sums
from kernelcraft.platforms.amd_npu.kernels.pipelines.bent_powers import FIVE, SET_UP
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, Writer, core_writer
from kernelcraft.platforms.amd_npu.machine.assembly import STACK
from kernelcraft.platforms.amd_npu.machine.memory_map import STACK_END

LANES = 16
WIDEST = 8  # vectors of a row: registers suffice for no more
RING = (STACK_END - STACK) // 32  # vectors: the stack, whose bank has no tensor
ATTEMPTS = 3  # at a loop of narrow rows, one at a wide one
NARROW = 4  # vectors
FEW = 16  # vectors of rows that are done without a loop
MANY = 14  # rows from which on pairs are faster, whose way through an iteration is longer
ROOMS = (9, 8)  # vectors that may be under way then, if registers suffice
ORDERS = 32
MEMORY = Memory(
    apart=("p1", "p2", "p3", "p4", "p7"),
    banks={"p1": "x", "p3": "x", "p2": "y", "p4": "y", "p5": "0", "p6": "0", "p7": "0"},
    follows={"p5": "p6"},
)
START = f"""
lda p1, [p0, #0]
movxm p7, #constants
lda p3, [p0, #0]
{FIVE.loads}
lda p2, [p0, #4]
lda p4, [p0, #4]
{SET_UP}
movxm p5, #{STACK}
movxm p6, #{STACK}
movxm m1, #{-32 * (RING - 1)}
movxm m2, #{-32 * (RING - 1)}
mov dj1, #32
mov dj2, #32
mov dn2, #{RING - 1}
mov dc1, #0
mov dc2, #0
{sums.SET_UP}
{greatest.SET_UP}
movx r17, #60
"""
ONE_ROW = f"mov dn1, #{RING - 1}\n"  # stores until p6 goes back; each does, or each pair's last


def kernel(cell: Cell) -> str:
    """Rows of whole pairs of vectors; others are made longer, the longest are the template's."""
    rows, (vectors, rest) = cell.dims["rows"], divmod(cell.dims["width"], 2 * LANES)
    vectors *= 2
    if cell.dims["width"] > LANES * WIDEST:
        return template.kernel(cell)
    if rest:
        return padded.softmax(cell, kernel, 2 * LANES)
    writer = core_writer(MEMORY)
    if vectors <= NARROW and rows % 2 == 0 and rows * vectors <= FEW:
        _all_at_once(writer, rows // 2, vectors)
    elif vectors == pair_times.VECTORS and rows % 2 == 0 and rows >= MANY:
        _by_pairs(writer, rows // 2, vectors)
    else:
        text = greatest.of(vectors // 2) + _powers(vectors // 2) + _quotients(vectors)
        writer.straight(START + ONE_ROW)
        attempts = ATTEMPTS if vectors <= NARROW else 1
        writer.loop(text, rows, _values(vectors), attempts=attempts)
    writer.finish()
    constants = FIVE.section("constants") + sums.halves()
    return writer.kernel() + constants + sums.table("reciprocals")


def _all_at_once(writer: Writer, pairs: int, vectors: int) -> None:
    """Two rows go together, and pairs of them side by side."""
    text = START + _pairs_in_ring(vectors)
    for part in _parts_of_two(vectors):
        text += "".join(part.replace("%", f"%of{pair}") for pair in range(pairs))
    kinds = _values_of_two(vectors).items()
    values = {f"of{pair}{name}": kind for pair in range(pairs) for name, kind in kinds}
    for room in ROOMS:
        try:
            writer.straight(text, values, room=room, attempts=ORDERS)
            return
        except TooFewRegisters:
            if room == ROOMS[-1]:
                raise


def _by_pairs(writer: Writer, pairs: int, vectors: int) -> None:
    """Two rows go together, and pairs of them one after the other, in a loop."""
    writer.straight(START + _pairs_in_ring(vectors))
    text = pair_times.in_slots("".join(_parts_of_two(vectors, 2 * 32 * vectors)))
    interval, times = pair_times.INTERVAL, pair_times.TIMES
    writer.pinned_loop(text, pairs, _values_of_two(vectors), interval, times)


def _pairs_in_ring(vectors: int) -> str:
    return f"mov dn1, #{RING // (2 * vectors) - 1}\n"


def _parts_of_two(vectors: int, step: int | None = None) -> tuple[str, ...]:
    """What is done with two rows, whose vectors lie in halves of a register side by side."""
    return (
        greatest.of_two(vectors),
        _powers_of_two(vectors),
        sums.of_two(vectors, step),
        _quotients_of_two(vectors),
    )


def _powers_of_two(vectors: int) -> str:
    text = "".join(f"vmsc.f %row{row}, bmh8, %m{row}, x0, r17\n" for row in range(2))
    for index in range(vectors):
        for row, half in enumerate("lh"):
            step = greatest.step(vectors, index, row)
            name = f"%x{half}{index}"
            text += f"vlda {name}.l, [p3, #0]\nvldb {name}.h, [p3], #{step}\n"
            text += f"vmac.f %q{index}.{half}, %row{row}, {name}, x0, r17\n"
    text += FIVE.of([f"%q{index}" for index in range(vectors)])
    for index in range(vectors):
        text += sums.added(index, f"%e{index}")
        last = index == vectors - 1
        text += f"vst %e{index}.l, [p6], #{greatest.step(vectors, index, 0)}\n"
        onward = f"vst.2d %e{index}.h, [p6], d1\n"
        back = f"vst %e{index}.h, [p6], #{greatest.step(vectors, index, 1)}\n"
        text += onward if last else back
    return text


def _quotients_of_two(vectors: int) -> str:
    return "".join(
        f"vlda %again{row}{i}.l, [p5, #0]\nvldb.2d %again{row}{i}.h, [p5], d2\n"
        f"vmul.f %y{row}{i}, %again{row}{i}, %r{row}, r17\n"
        f"vst.conv.bf16.fp32 %y{row}{i}, [p2], #32\n"
        for row in range(2)
        for i in range(vectors)
    )


def _values_of_two(vectors: int) -> dict[str, str]:
    found = {"row0": "bm", "row1": "bm", **greatest.values_of_two(vectors)}
    found |= sums.values(vectors, rows=2) | FIVE.values(vectors)
    for index in range(vectors):
        found |= {f"x{half}{index}": "x" for half in "lh"} | {f"q{index}": "cm"}
        for row in range(2):
            found |= {f"again{row}{index}": "x", f"y{row}{index}": "bm"}
    return found


def _powers(pairs: int) -> str:
    """Stored in the ring, and summed: %r0, the reciprocal of the sum."""
    text = "vmsc.f %row, bmh8, %m, x0, r17\n"
    for pair in range(pairs):
        for half in "lh":
            text += f"vlda %x{half}{pair}.l, [p3, #0]\nvldb %x{half}{pair}.h, [p3], #32\n"
            text += f"vmac.f %q{pair}.{half}, %row, %x{half}{pair}, x0, r17\n"
    text += FIVE.of([f"%q{pair}" for pair in range(pairs)])
    for pair in range(pairs):
        text += sums.added(pair, f"%e{pair}")
        text += f"vst.2d %e{pair}.l, [p6], d1\nvst.2d %e{pair}.h, [p6], d1\n"
    return text + sums.of(pairs)


def _quotients(vectors: int) -> str:
    """Each power, in both halves of a vector, times both parts of the reciprocal."""
    return "".join(
        f"vlda %again{i}.l, [p5, #0]\nvldb.2d %again{i}.h, [p5], d2\n"
        f"vmul.f %y{i}, %again{i}, %r0, r17\n"
        f"vst.conv.bf16.fp32 %y{i}, [p2], #32\n"
        for i in range(vectors)
    )


def _values(vectors: int) -> dict[str, str]:
    pairs = range(vectors // 2)
    found = {"row": "bm", **greatest.values(len(pairs)), **sums.values(len(pairs))}
    found |= FIVE.values(len(pairs))
    for pair in pairs:
        found |= {f"x{half}{pair}": "x" for half in "lh"} | {f"q{pair}": "cm"}
    for i in range(vectors):
        found |= {f"again{i}": "x", f"y{i}": "bm"}
    return found
