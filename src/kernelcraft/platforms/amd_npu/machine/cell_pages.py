"""What a kernel finds when it begins: the page of its arguments, of the tables, and of one cell."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.cells.protocol import MemoryMap, Placement, Stream
from kernelcraft.isa.manual import Page
from kernelcraft.platforms.amd_npu.machine.dma import LATE, PUSH, ROOM, TURN
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS, sizes
from kernelcraft.platforms.amd_npu.machine.plan import (
    FIRST,
    HOP,
    LATER,
    MEMORIES,
    MOST_ITERATIONS,
    MOST_REPEAT,
    MOST_SIZE,
)
from kernelcraft.platforms.amd_npu.machine.streaming import MOST_SHIFT, SHIFT
from kernelcraft.platforms.amd_npu.machine.tables import COPIES, tables


def arguments() -> Page:
    """What registers and memory hold at the first bundle."""
    return Page(
        "Arguments of a kernel",
        f"""\
A kernel is a function: .globl kernel, and it ends with ret lr and its five delay slots.
p0 is {ARGUMENTS:#x}: there lie the addresses of the inputs in their order, then the output's, 32 \
bits each: lda p1, [p0, #0] loads the first one.
r0, r1, ... hold the sizes that the cell's layout lists. crRnd is 0 (floor), crSat is 0.
All other registers hold garbage, and so does memory where nothing else is said; the output is NaN.
In the final grading all tensors lie further on than printed, by one multiple of {SHIFT} up to \
{MOST_SHIFT} that is not known before: take addresses from the argument block. Distances between \
tensors stay, and so do their banks.
Elements are bfloat16, little-endian. Factors and products of matrices lie in tiles: the tile of \
row i, column j of a left factor is 4x8 elements, of a right one 8x4, of a product 4x4; tiles \
follow one another row by row, and elements in a tile do. One vmac.f with mode 28 multiplies two.
All else is row-major, in rows of as many elements as the last axis has.
Constants are not in memory: write them into the code or into .rodata (.word, .short), which has \
8 KB together with .data and .bss.
A kernel writes its output and what is free, nothing else.
Cycles count from the first bundle to the last delay slot of ret lr; bringing operands into these \
memories before that, and starting the core, are not counted.""",
    )


def offered() -> Page:
    """The tables that are there without a kernel's doing."""
    lines = "\n".join(
        f"{table.addresses[0]:#x} {table.addresses[1]:#x} {table.name}: {table.doc}."
        for table in tables()
    )
    return Page(
        "Tables",
        f"""\
These tables of bfloat16, or of pairs of it, lie in memory, once in bank 0 of the own memory \
(from {COPIES[0]:#x}), once in bank 3 of the north's (from {COPIES[1]:#x}); both addresses are \
given.
{lines}
Every 16 bytes of entries lie twice in a row. For a look-up lane n of the addresses holds where \
the table begins plus 4*i for vldb.4x16 (entries of 16 bits), 8*i for vldb.4x32 (pairs); lanes 0, \
1, 4, 5 take the first copy and lanes 2, 3, 6, 7 the second; the hardware finds the entry from that.
A pair is a number in two parts, the upper one in its lower 16 bits. vshuffle with mode 24 of what \
four look-ups gave (lo and hi of 8 lanes, then of 8 more) has 16 upper parts in its lower half, \
and the 16 lower ones in its upper half.
e to the x: vfloor.s32.bf16 with shift 8 gives 256 x; 96 more than its upper bits (>> 8) is i of \
exp_whole, the lowest 8 are that of exp_fraction; the product of the entries is the result. With \
pairs W and F, and G for F with its halves exchanged, mode 60 gives it as W*F + W*G.""",
    )


def streaming() -> Page:
    """What holds of all cells of which operands are streamed."""
    return Page(
        "Streamed operands",
        f"""\
Operands that do not fit lie in DDR. DMA channels of one column of the array move them: of the \
shim, which reaches DDR, of the memory tile (512 KB), of the core's tile and of its neighbours' to \
the north and south. What they move is a plan. A cell has a fixed one, printed with it; a kernel \
may bring its own instead (see the page "Plans of data movement").
The fixed plan: what comes and goes in pieces has two buffers in the core's own memory; its first \
piece uses the first one, the next one the second, and so on in turn. Of each piece one half \
passes channel 0 of its direction and one half channel 1, all the way, and each half has locks of \
its own. An inbound piece: acq both full locks, 1 each, read it, rel both free locks, 1 each. An \
outbound one: acq both free locks, write it, rel both full locks. At the beginning free locks hold \
2 and full locks 0. What comes at once has one full lock: acq it, 1, before the first use. What \
goes at once: rel its full lock, 1, when all of it is written.
A channel takes its pieces in the order of the plan and waits for the lock of each: a tensor whose \
buffers are full holds up what comes after it.
An acq waits until the lock holds enough; acq and rel take a cycle more than their bundle. Memory \
accesses of the bundle of an acq come before the wait. What a bundle after a rel still touches of \
a buffer may be lost or new.
A channel moves 4 bytes a cycle; one of the shim that brings something moves 0.95 of that. Its \
first task begins after {FIRST["mm2s"]} cycles (back to DDR: {FIRST["s2mm"]}), a later one after \
{LATER["mm2s"]}. A piece is there {LATE * TURN} cycles after its last 16 bytes moved, and so is \
the room for another. From a tile to the next it is {HOP} cycles, and a stream holds {ROOM} times \
16 bytes on the way.
Channel n of a tile (S2MM 0, S2MM 1, MM2S 0, MM2S 1) moves 16 bytes in each cycle that is n modulo \
4, and takes half a bank then, by bit 4 of the address. A bundle that needs it in this cycle takes \
one more.
The core and the shim begin in cycle 0. The cycles of a streamed cell end when the last word of \
the output is in DDR: the channels go on after the kernel's end, but what a kernel has not \
released by then never leaves. In the final grading buffers lie further on like tensors, if their \
banks have room.""",
    )


def plans() -> Page:
    """How a kernel says itself what the DMA moves."""
    areas = ", ".join(
        f"{tile} {first:#x} to {end - 1:#x}" for tile, (first, end) in MEMORIES.items()
    )
    return Page(
        "Plans of data movement",
        f"""\
A kernel of a streamed cell may have a plan of its own: TOML, between a line .plan and a line \
.endplan, anywhere in its text. Nothing else moves then. Without one the cell's fixed plan runs.
[locks]: values at the beginning, such as "core.0" = 2; others hold 0. core, north and south have \
16 locks, memory 64. A core knows south.n as n, north.n as 32 + n, and core.n as 48 + n.
[[buffer]]: name, tile, address, bytes. They may lie in {areas}; the west's memory is the core's \
alone. moves = true: further on in the final grading, by as much as tensors and the argument \
block.
[[stream]]: from, a channel that sends, such as "shim.mm2s0", and to, a list of channels that \
receive, such as ["memory.s2mm0"]. core, north, south and shim have 2 of each direction, memory 6. \
mm2s reads memory (of the shim: DDR), s2mm writes it.
[[descriptor]]: name, tile, of (a buffer of that tile; of the shim: a tensor), offset in bytes, \
sizes and strides in words of 4 bytes, the innermost first (3 dimensions, in memory 4), acquire \
and release, such as ["core.0", 1], of its own tile; next, a descriptor that follows at once; \
iterate = [times, stride]: each time it runs it begins stride words further on, and after so many \
times at the beginning again. core, north and south have 16 descriptors, memory 48, of which even \
channels reach 24 and odd ones 24. Sizes but the last one are at most {MOST_SIZE}, times at most \
{MOST_ITERATIONS}; a descriptor moves a multiple of 4 words.
[[task]]: channel, descriptor, repeat (its chain so many times, {MOST_REPEAT} at most). The tasks \
of a channel follow one another. Four of each channel are there at the beginning; the controller \
gives out further ones in the order of the text, one in {PUSH} cycles, {2 * PUSH} for the shim, \
when the channel's queue of four has room. A descriptor whose next leads back to it never ends.
The tensors lie in DDR one after the other as the cell's table of operands says, in panels.
An example, one tensor x of 1024 words to the core in two buffers, by two tasks:
  .plan
  [locks]
  "core.0" = 2
  [[buffer]]
  name = "ping"
  tile = "core"
  address = 0x74000
  bytes = 2048
  [[buffer]]
  name = "pong"
  tile = "core"
  address = 0x78000
  bytes = 2048
  [[stream]]
  from = "shim.mm2s0"
  to = ["core.s2mm0"]
  [[descriptor]]
  name = "read"
  tile = "shim"
  of = "x"
  sizes = [1024]
  [[descriptor]]
  name = "first"
  tile = "core"
  of = "ping"
  sizes = [512]
  acquire = ["core.0", 1]
  release = ["core.1", 1]
  next = "second"
  [[descriptor]]
  name = "second"
  tile = "core"
  of = "pong"
  sizes = [512]
  acquire = ["core.0", 1]
  release = ["core.1", 1]
  [[task]]
  channel = "shim.mm2s0"
  descriptor = "read"
  [[task]]
  channel = "core.s2mm0"
  descriptor = "first"
  .endplan""",
    )


def describe(memory_map: MemoryMap) -> str:
    """The memory layout of one cell: one table of operands, sizes, what is free."""
    placements = (*memory_map.inputs, memory_map.output)
    values = ", ".join(
        f"r{number} = {name} = {size}"
        for number, (name, size) in enumerate(sizes(memory_map).items())
    )
    resident = "This cell is resident: all operands lie in data memory before the first bundle."
    streamed = (
        "This cell is streamed: all operands lie in DDR; those with two addresses come and go "
        "piece by piece, the others at once."
    )
    lines = [
        streamed if memory_map.streamed else resident,
        "Argument, address, operand, elements, bytes, layout:",
        *(
            _line(4 * index, each, memory_map.stream(each.tensor.name))
            for index, each in enumerate(placements)
        ),
        f"Sizes: {values}.",
        "Free for the kernel: "
        + ", ".join(f"{each.start:#x}..{each.end - 1:#x}" for each in memory_map.scratch)
        + "; the first is the stack, the second has .rodata, .data and .bss.",
    ]
    if memory_map.streamed:
        lines += [*_plan(memory_map), "", streaming().text]
    return "\n".join(lines)


def _line(offset: int, placement: Placement, stream: Stream | None) -> str:
    tensor, region = placement.tensor, placement.region
    shape = "x".join(map(str, tensor.shape))
    what = f"{tensor.name}  {shape}  {region.size:,}  {placement.layout}"
    if stream is None:
        return f"  p0+{offset}  {region.start:#x}  {what}"
    if stream.whole:
        return f"  p0+{offset}  {stream.buffers[0]:#x}  {what}"
    first, second = stream.buffers
    return f"  p0+{offset} and p0+{stream.arguments[1]}  {first:#x} and {second:#x}  {what}"


def _plan(memory_map: MemoryMap) -> Iterator[str]:
    """The streams, and in which order their pieces pass."""
    yield "The plan. Streamed operand, direction, bytes of a piece, pieces, locks:"
    for each in memory_map.streams:
        yield (
            f"  {each.tensor.name}  {'in' if each.inbound else 'out'}  {each.piece:,}  "
            f"{each.pieces:,}  {_locks(each)}"
        )
    whole = [each for each in memory_map.streams if each.whole and each.inbound]
    if whole:
        yield f"First, over channel 0: {', '.join(each.tensor.name for each in whole)}."
    if (spill := memory_map.spill) is not None:
        yield (
            f"What there is no room for: a queue of {spill.blocks} blocks of {spill.size:,} bytes "
            f"in the memory tile, by a buffer at {spill.buffer:#x}. Write it, rel #{spill.send}; "
            f"acq #{spill.sent} before it is written again. rel #{spill.ask}, acq #{spill.came}: "
            "it has the block that went first. Each by 1; all begin with 0."
        )
    yield "Order; after the last piece of an operand comes its first one again:"
    rows = {(each.inbound, each.round): each.times for each in memory_map.plan}
    for (inbound, number), times in rows.items():
        together = [
            f"{each.tensor} {_count(each.pieces, 'piece')}"
            for each in memory_map.plan
            if (each.inbound, each.round) == (inbound, number)
        ]
        often = "once" if times == 1 else f"{times:,} times"
        yield f"  {'in' if inbound else 'out'}  {often}: {', then '.join(together)}"


def _locks(stream: Stream) -> str:
    full = " and ".join(map(str, stream.full))
    if stream.whole:
        return f"full {full}"
    return f"free {' and '.join(map(str, stream.free))}, full {full}"


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"
