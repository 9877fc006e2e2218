"""The AIE2 core for the back end: its registers, and what its instruction table does not say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kernelcraft.codegen.operation import ALL, Access, Port
from kernelcraft.codegen.reading import NOTHING_KNOWN, Memory, Reader
from kernelcraft.codegen.registers import Register, RegisterClass, RegisterFile
from kernelcraft.codegen.target import More, Target
from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import Writer
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.registers import AM, SCALARS, W
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.sim.uses import Uses

BARRIERS = ("asked", "event_at")  # what no memory access may pass
EARLIEST = -3  # the stage in which an acquired lock is asked for, counted as those of memory are


def _unsaid(instruction: Instruction, found: Uses, accesses: tuple[Access, ...]) -> More:
    looked_up = [each for each in accesses if not each.pointed and each.bank is None]
    return More(
        (*_load_unit_a(instruction, found, accesses), *_store(found)),
        (*looked_up, *_barriers(found)),  # of the four entries of a look-up two may meet
    )


def _load_unit_a(
    instruction: Instruction, found: Uses, accesses: tuple[Access, ...]
) -> Iterator[Port]:
    """A table look-up needs it besides its own, so that nothing of slot lda can load beside it."""
    touched = {each.part for each in found.memory_reads | found.memory_writes}
    pointed = any(each.pointed for each in accesses)
    if "memory" in touched and (instruction.unit == "lda" or not pointed):
        yield "load unit A", 1


def _store(found: Uses) -> Iterator[Port]:
    for each in found.memory_writes:
        if each.part == "memory":
            yield "store", each.stage


def _barriers(found: Uses) -> Iterator[Access]:
    """What a lock guards is touched after its acquisition and before its release."""
    touched = found.reads | found.writes
    if any(each.part in BARRIERS for each in touched):
        yield Access(ALL, EARLIEST, True, "locks")
        yield Access(ALL, 1, True, "locks")


def _x(index: int) -> Register:
    low, high = f"wl{index}", f"wh{index}"
    return Register({"": f"x{index}", "l": low, "h": high}, (low, high))


def _bm(half: str, index: int) -> Register:
    low, high = f"am{half}l{index}", f"am{half}h{index}"
    return Register({"": f"bm{half}{index}", "l": low, "h": high}, (low, high))


def _cm(index: int) -> Register:
    quarters = {each: f"am{each}{index}" for each in ("ll", "lh", "hl", "hh")}
    halves = {"l": f"bml{index}", "h": f"bmh{index}"}
    return Register({"": f"cm{index}", **halves, **quarters}, tuple(quarters.values()))


def _one(name: str) -> Register:
    return Register({"": name}, (name,))


def _classes(of: Mapping[str, Iterable[Register]]) -> dict[str, RegisterClass]:
    """All classes of one file."""
    registers = {name: tuple(each) for name, each in of.items()}
    parts = {part for each in registers.values() for register in each for part in register.parts}
    file = RegisterFile(", ".join(registers), frozenset(parts))
    return {name: RegisterClass(name, each, file) for name, each in registers.items()}


AIE2 = Target(
    isa=aie2,
    machine=AmdNpu,
    classes={
        **_classes(
            {
                "r": (_one(f"r{index}") for index in range(16)),
                "mask": (_one(f"r{index}") for index in range(16, 24)),
            }
        ),
        **_classes(
            {
                "w": (_one(f"w{half}{index}") for index in range(12) for half in "lh"),
                "wl": (_one(f"wl{index}") for index in range(12)),
                "x": (_x(index) for index in range(12)),
            }
        ),
        **_classes(
            {
                "am": (_one(f"am{q}{i}") for i in range(9) for q in ("ll", "lh", "hl", "hh")),
                "bm": (_bm(half, index) for index in range(9) for half in "lh"),
                "bml": (_bm("l", index) for index in range(8)),  # what vshuffle reaches
                "bmh": (_bm("h", index) for index in range(8)),
                "cm": (_cm(index) for index in range(9)),
            }
        ),
    },
    parts={"scalars": SCALARS, "granules": (*W, *AM)},
    pointers=("pa", "sp"),
    idle={
        "lda": "nopa",
        "ldb": "nopb",
        "st": "nops",
        "alu": "nopx",
        "mv": "nopm",
        "vec": "nopv",
    },
    unknown_accesses=2,  # what three in one bank cost is not public
    unsaid=_unsaid,
)


def core_reader(memory: Memory = NOTHING_KNOWN) -> Reader:
    """A reader of instructions of the AIE2 core."""
    return Reader(AIE2, memory)


def core_writer(
    memory: Memory = NOTHING_KNOWN, taken: Sequence[str] = (), *, early: bool = True
) -> Writer:
    """A writer of kernels of the AIE2 core; see `Writer`."""
    return Writer(AIE2, core_reader(memory), taken, early=early)
