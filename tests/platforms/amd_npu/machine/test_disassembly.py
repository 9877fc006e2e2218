"""Machine code back to text: bundles of several sizes, each as wide as it was."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelcraft.isa.disassembler import disassemble
from kernelcraft.isa.errors import DecodeError
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.random_programs import AmdNpuRecipe
from tests.platforms.amd_npu.machine import vendor


def code(program: Program) -> bytes:
    sizes = np.diff(program.addresses).tolist()
    pairs = zip(program.words(), sizes, strict=True)
    return b"".join(word.to_bytes(size, "little") for word, size in pairs)


def test_idle_slots_are_written_only_where_they_make_a_bundle_longer() -> None:
    text = "movx r0, #5\nnopa ; movx r0, #5\nnop\nj #@0 ; nopv\n"
    program = assemble(text)
    assert np.diff(program.addresses).tolist() == [4, 6, 2, 10]
    assert disassemble(aie2, program.words()) == (
        "movx r0, #5\nnopa ; movx r0, #5\nnop\nj #@0 ; nopv\n"
    )


def test_random_programs_come_back() -> None:
    recipe = AmdNpuRecipe()
    for seed in range(40):
        words = recipe.assemble(recipe.text(Random(seed))).words()
        assert assemble(disassemble(aie2, words)).words() == words


def test_bytes_are_divided_into_bundles() -> None:
    program = assemble(AmdNpuRecipe().text(Random(7)))
    assert aie2.bundle is not None
    assert aie2.bundle.words(code(program)) == (program.words(), len(code(program)))
    cut = code(program)[:-1]
    words, read = aie2.bundle.words(cut)
    assert words == program.words()[: len(words)]
    assert read <= len(cut)


@pytest.mark.parametrize("expected", vendor.encoded().values())
def test_the_vendors_bytes(expected: str) -> None:
    word = int.from_bytes(bytes.fromhex(expected), "little")
    assert vendor.bytes_of(disassemble(aie2, [word])) == expected


def test_what_is_no_bundle() -> None:
    with pytest.raises(DecodeError, match="word 1: amd_npu has no bundle 0x20001"):
        disassemble(aie2, [1, 0x20001])
    far = assemble("j #@2\nnop\nnop").words()[0]
    with pytest.raises(DecodeError, match="j: @8 is beyond the end, @6"):
        disassemble(aie2, [far])
    with pytest.raises(DecodeError, match="j: no bundle begins at 0x8"):
        disassemble(aie2, [far, assemble("nopa ; nopb ; nops ; nopx ; nopm ; nopv").words()[0]])
