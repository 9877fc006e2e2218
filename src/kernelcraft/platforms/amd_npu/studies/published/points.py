"""Published cycles, and what programs of ours take for the same, each with the reason why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.platforms.amd_npu.studies.published import (
    difference_int32,
    loop_back,
    product_bf16,
    product_int8,
    scaling_int16,
)
from kernelcraft.platforms.amd_npu.studies.published.measured import (
    NEIGHBOURS,
    OWN_BANKS,
    cycles_of_cell,
    run,
)

RETURN = "\nret lr" + "\nnop" * 5
SILICON = "silicon, ignite-xdna"
EMULATOR = "silicon, xdna-emu"
TOOLS = "Chess, mlir-aie"


@dataclass(frozen=True)
class Ours:
    """A program of ours; `cycles` runs it."""

    what: str
    cycles: Callable[[], int]


@dataclass(frozen=True)
class Point:
    """A published number of cycles, where it was measured, and why ours are others."""

    what: str
    published: float
    by: str
    ours: tuple[Ours, ...]
    why: str


def _template(name: str, sizes: str = "") -> Ours:
    return Ours("template baseline" + sizes, partial(cycles_of_cell, baseline, name))


def _kernels(name: str, sizes: str = "") -> tuple[Ours, ...]:
    return _template(name, sizes), Ours("expert" + sizes, partial(cycles_of_cell, expert, name))


def _program(what: str, text: str, operands: Sequence[int] = OWN_BANKS) -> Ours:
    return Ours(what, lambda: run(text, operands).cycles)


def points() -> tuple[Point, ...]:
    """All of them that have a program of ours."""
    return (
        Point(
            "bf16 product of 32x32 by 32x32, by hand",
            288,
            "silicon, Hello XDNA! of Jena",
            (_program("by hand", product_bf16.kernel() + RETURN),),
            "256 bundles multiply in both; in ours the first of them is the tenth bundle, and the "
            "last sums are stored before the return",
        ),
        Point(
            "bf16 32x32x32, mm.cc by Peano",
            879,
            SILICON,
            _kernels("gemm/M=32,K=32,N=32"),
            "the inner loop has 32 bundles and a stall for 16 products there, 30 bundles in the "
            "template; the rest comes before and behind the sums of a block, where the published "
            "one also loads sums and spills registers",
        ),
        *(
            Point(what, published, SILICON, _kernels(f"gemm/{sizes}"), "as above")
            for what, published, sizes in (
                ("bf16 32x64x32, with a call of 19 cycles", 1418.5, "M=32,K=64,N=32"),
                ("bf16 32x128x32, with a call of 19 cycles", 2482.4, "M=32,K=128,N=32"),
                ("bf16 64x64x64", 5407, "M=64,K=64,N=64"),
            )
        ),
        Point(
            "int8 32x32x32, mm.cc by Peano",
            514,
            SILICON,
            (
                _program("list-scheduled", product_int8.kernel(pipelined=False)),
                _program("pipelined", product_int8.kernel(pipelined=True)),
            ),
            "the inner loop has 9 bundles and a stall for 8 of 128 products there, which is 160 "
            "cycles in all; ours has a block's 16 products in one piece and loads no sums",
        ),
        Point(
            "int16 vector times scalar, 1,024 elements, not pipelined",
            495,
            TOOLS,
            (_program("list-scheduled", scaling_int16.kernel(pipelined=False)),),
            "32 rounds of 15 bundles there, of 17 in ours, where a round begins when the stores of "
            "the one before have reached memory",
        ),
        Point(
            "int16 vector times scalar, 1,024 elements, pipelined",
            72,
            TOOLS,
            (_program("pipelined", scaling_int16.kernel(pipelined=True)),),
            "32 rounds of two bundles in both; ours counts set-up and return besides",
        ),
        Point(
            "int32 differences, 16x1,024",
            2130,
            TOOLS,
            (_program("pipelined", difference_int32.kernel(), NEIGHBOURS),),
            "the ports need 2,048 cycles; ours has one loop",
        ),
        Point(
            "bf16 Softmax, 1,024 elements, exponentials by table",
            3712,
            TOOLS,
            (
                _template("softmax/rows=4,width=256", ", 4 rows of 256"),
                *_kernels("softmax/C2", ", 16 rows of 64 (C2)"),
            ),
            "how long its rows are is not published; maximum and sum of each row are chains of "
            "dependent steps",
        ),
        *_loop_back(),
    )


def _loop_back() -> Iterator[Point]:
    """Words between DDR and the memory tile."""
    for there in (True, False):
        way = "from DDR to the memory tile" if there else "from the memory tile to DDR"
        for words in loop_back.SWEEP:
            ours = Ours("one task", partial(loop_back.cycles, words, there=there))
            what, line = f"{words:,} words {way}", loop_back.published(words, there=there)
            yield Point(what, line, EMULATOR, (ours,), "the fit over the sweep")
        yield Point(
            f"a later task of {loop_back.SHORT} words {way}",
            loop_back.LATER[there],
            EMULATOR,
            (Ours("one of five", partial(loop_back.later, there=there)),),
            "steady state, 8 tasks",
        )
    words, cycles = loop_back.ADD_ONE
    yield Point(
        f"add-one example: {words} words until they are sent",
        cycles,
        EMULATOR,
        (Ours("one task", partial(loop_back.cycles, words, there=True)),),
        "one run; the first task varies by 30 to 50 % from campaign to campaign",
    )
