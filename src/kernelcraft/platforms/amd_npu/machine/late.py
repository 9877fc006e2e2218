"""What stores do at later stages: those that convert, and those of less than a word.

An instruction names what it does later in `late`, by its stage; its body hands over what is known
at its issue. `vlda.ups` goes on at stage 7, where its shift is sampled. Its result has to be on the
way then already: an addition seven bundles after it samples it at stage 3, which is decided with
that bundle. crSat, of stage 8, is sampled ahead.

    late={7: widen}, stages={"shift": 7, "crUPSSign": 7, "crSat": 8}, latency=9
    body    m.later(7, offset=m.load_lanes(address, 32))
    widen   ... m.s[shift] ... m.crSat ... m.set_accumulator(bmd, 2, result)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.state import AT_STAGE_7, GRANULE

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

WORD = 4  # bytes


def store_at_7(m: AmdNpu, address: int, offset: int) -> None:
    """Let the 256 bits at `offset` of the lanes be in memory from stage 7 on: see `AT_7`."""
    m.later(AT_STAGE_7, address=address, offset=offset)


def _store(m: AmdNpu, address: int, offset: int) -> None:
    m.store_lanes(address, offset, GRANULE)


AT_7 = {AT_STAGE_7: _store}


def store_part(m: AmdNpu, address: int, size: int) -> None:
    """Store the low bytes of operand `ra`: the word is read at stage 5; see `PARTS`."""
    m.check(
        address % size == 0,
        "address {address:#x} is no multiple of {size}",
        address=address,
        size=size,
    )
    start = address - address % WORD
    m.later(7, address=address, word=m.load(start, WORD), size=size)


def _part(m: AmdNpu, ra: int, address: int, word: int, size: int) -> None:
    """The data are sampled at stage 7; memory has the word at stage 11, which is as far on."""
    shift = 8 * (address % WORD)
    mask = ((1 << 8 * size) - 1) << shift
    m.store(address - address % WORD, (word & ~mask) | (m.r[ra] << shift & mask), WORD)


PARTS = {7: _part}
PARTS_SAMPLED = {"ra": 7}
