"""`simulate coral_npu`: texts and ELF files, bytes at any address, exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from tests.cli.conftest import Command
from tests.judges.qemu import elf

# Adds 1 to four bytes of external memory and keeps their sum in DTCM.
PROGRAM = """\
    .data
total: .word 0
    .text
_start:
    lui a0, 0x20000
    vsetivli zero, 4, e8, m1, ta, ma
    vle8.v v1, (a0)
    vadd.vi v1, v1, 1
    vse8.v v1, (a0)
    vmv.s.x v2, zero
    vredsum.vs v2, v1, v2
    vmv.x.s a1, v2
    sw a1, total, t0
    mpause
"""


@pytest.fixture(params=["text", "elf"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The program's file, in both forms."""
    image = assemble(PROGRAM).image
    assert image is not None
    path = tmp_path / "program"
    path.write_bytes(PROGRAM.encode() if request.param == "text" else elf(image))
    return path


def test_bytes_in_and_bytes_out(kernelcraft: Command, program: Path, tmp_path: Path) -> None:
    given, changed, total = (tmp_path / name for name in ("given", "changed", "total"))
    given.write_bytes(bytes((1, 2, 3, 4)))
    found = kernelcraft(
        *("simulate", "coral_npu", program, "--mem", f"0x20000000:{given}"),
        *("--dump", f"536870912:6:{changed}", "--dump", f"0x10000:0x4:{total}", "--json"),
    )
    assert (found.code, found.record["fault"]) == (0, None)
    assert changed.read_bytes() == bytes((2, 3, 4, 5, 0, 0))
    assert total.read_bytes() == bytes((14, 0, 0, 0))


def test_a_fault_is_exit_code_1(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.s"
    path.write_text("nop\nebreak\n")
    found = kernelcraft("simulate", "coral_npu", path)
    assert found.code == 1
    assert "fault: line 2: ebreak: the program stopped itself with an error" in found.out


def test_a_budget_of_cycles(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.s"
    path.write_text("1: j 1b\n")
    found = kernelcraft("simulate", "coral_npu", path, "--max-cycles", 50)
    assert found.code == 1
    assert "budget of 50 cycles" in found.out


def test_settings(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.s"
    path.write_text("vsetivli zero, 0, e8, m1, ta, ma\nvadd.vv v1, v1, v1\nmpause\n")
    words = ("simulate", "coral_npu", path)
    assert kernelcraft(*words).code == 1
    assert kernelcraft(*words, "--machine", "errata=off").code == 0
    assert kernelcraft(*words, "--machine", "retirement_buffer=false").code == 0
    assert kernelcraft(*words, "--machine", "retirement_buffer=maybe").code == 2


WRONG = [
    (("--mem", "file"), "expected address:file"),
    (("--dump", "1:file"), "expected address:length:file"),
    (("--dump", "-1:4:x"), "expected address:length:file"),
    (("--dump", "0x30000:4:x"), "4 bytes at 0x30000 lie in no memory; there are DTCM 0x10000"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[words[1] for words, _ in WRONG])
def test_wrong_places(
    kernelcraft: Command, program: Path, words: tuple[str, str], message: str
) -> None:
    found = kernelcraft("simulate", "coral_npu", program, *words)
    assert found.code == 2
    assert message in found.err


def test_a_broken_elf_file(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.elf"
    path.write_bytes(b"\x7fELF\x01\x01\x01")
    found = kernelcraft("simulate", "coral_npu", path)
    assert (found.code, found.out) == (1, "the ELF file ends inside its header\n")
