"""`simulate boom`: texts and ELF files of 64 bits, bytes at any address, cores of other sizes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kernelcraft.platforms.boom.machine.assembly import assemble
from tests.cli.conftest import Command
from tests.judges import qemu

PROGRAM = """\
kernel:
    la t0, operand
    ld a0, (t0)
    addi a0, a0, 1
    sd a0, 8(t0)
    ret
    .section .operands, "aw"
operand: .dword 41, 0
"""
OPERANDS = 0x8010_0000


@pytest.fixture(params=["text", "elf"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The program's file, in both forms."""
    image = assemble(PROGRAM).image
    assert image is not None
    elf = partial(qemu.elf, image, 64)
    path = tmp_path / "program"
    path.write_bytes(PROGRAM.encode() if request.param == "text" else elf())
    return path


def test_bytes_in_and_bytes_out(kernelcraft: Command, program: Path, tmp_path: Path) -> None:
    given, left = tmp_path / "given", tmp_path / "left"
    given.write_bytes((99).to_bytes(8, "little"))
    found = kernelcraft(
        *("simulate", "boom", program, "--mem", f"{OPERANDS}:{given}"),
        *("--dump", f"{OPERANDS:#x}:16:{left}", "--json"),
    )
    assert (found.code, found.record["fault"]) == (0, None)
    assert left.read_bytes() == b"".join(n.to_bytes(8, "little") for n in (99, 100))


def test_a_fault_is_exit_code_1(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.s"
    path.write_text("kernel:\n    ld a0, 4(sp)\n")
    found = kernelcraft("simulate", "boom", path)
    assert found.code == 1
    assert "fault: line 2: ld a0, 4(sp): load from 0x80300004, which is no multiple" in found.out


def test_an_unknown_core(kernelcraft: Command, program: Path) -> None:
    found = kernelcraft("simulate", "boom", program, "--machine", "core=mega")
    assert found.code == 2
    assert "core: expected small or medium or large, got 'mega'" in found.err
