"""`simulate`, `manual`, `show` and `grade` on the AMD NPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM
from tests.cli.conftest import Command

RELU = """
.globl kernel
kernel:
  movxm p0, #0x74000
  movxm p1, #0x78000
  vlda wl2, [p0], #32 ; movx r0, #0
  vlda wh2, [p0], #32 ; vbcst.16 x0, r0
  nop
  nop
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x2, r16, x2, x0   // wh2 has arrived
  nop
  vst wl2, [p1], #32 ; ret lr
  vst wh2, [p1], #32
  nop
  nop
  nop
  nop
"""
BUNDLES = 18


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "relu.s"
    path.write_text(RELU)
    return path


@pytest.mark.parametrize("machine", [(), ("--reference",)])
def test_simulate(
    kernelcraft: Command, file: Path, tmp_path: Path, machine: tuple[str, ...]
) -> None:
    given, left = tmp_path / "x", tmp_path / "y"
    numbers = np.arange(-16, 16, dtype=np.float32)
    bits = (numbers.view(np.uint32) >> 16).astype(np.uint16)
    given.write_bytes(bits.tobytes())
    options = ("--mem", f"0x74000:{given}", "--dump", f"0x78000:64:{left}", *machine)
    run = kernelcraft("simulate", "amd_npu", file, *options, "--json")
    assert (run.code, run.record["cycles"]) == (0, BUNDLES)
    assert left.read_bytes() == np.where(numbers > 0, bits, 0).astype(np.uint16).tobytes()


def test_registers_and_memory_where_it_stops(kernelcraft: Command, file: Path) -> None:
    line = 1 + RELU.splitlines().index("  vst wl2, [p1], #32 ; ret lr")
    options = ("--reference", "--stop-at", str(line), "--show-rows", "512:513")
    shown = kernelcraft("simulate", "amd_npu", file, *options)
    assert shown.code == 0
    assert "p0 = 0x74040  p1 = 0x78000  lr = 0xffffe  sp = 0x70000" in shown.out
    assert "0x74000  00000000 00000000" in shown.out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("vlda wl12, [p0], #32", "wl12"),
        ("mova r0, #1 ; vlda wl0, [p0], #32", "both need the slot 'lda'"),
        ("vadd.f bml0, bml0, bml1, #28", "line 1: vadd.f"),
    ],
)
def test_what_the_assembler_says(
    kernelcraft: Command, tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "wrong.s"
    path.write_text(text)
    found = kernelcraft("simulate", "amd_npu", path, "--reference")
    assert found.code == 1
    assert sentence in found.out + found.err


def test_the_manual(kernelcraft: Command) -> None:
    book = kernelcraft("manual", "amd_npu").out
    assert book.startswith("## Hardware configuration")
    # Two pages are in prompts only where they matter.
    assert "## Streamed operands" in book
    assert "## Plans of data movement" in book
    assert book.count("\n## ") == len(PLATFORM.prompt_sections()) + 2 + len(aie2.table) - 1
    page = kernelcraft("manual", "amd_npu", "Slots and sizes").out
    assert "2 bytes: nop" in page
    found = kernelcraft("manual", "amd_npu", "^Syntax: vmac.f")
    assert "vmac.f bmd, bma, xa, xb, config" in found.out


def test_the_table_as_json(kernelcraft: Command) -> None:
    found = kernelcraft("manual", "amd_npu", "--json")
    assert found.record["platform"] == "amd_npu"
    assert len(found.several("instructions")) == len(aie2.table)


def test_typos(kernelcraft: Command) -> None:
    found = kernelcraft("manual", "amd_npux")
    assert (found.code, found.out) == (2, "")
    assert "did you mean amd_npu?" in found.err


def test_disassemble(kernelcraft: Command, file: Path, tmp_path: Path) -> None:
    words, again, raw = tmp_path / "code.hex", tmp_path / "again.s", tmp_path / "code.bin"
    assert kernelcraft("check", "amd_npu/relu/C1", file, "--words", words).code == 0
    shown = kernelcraft("disassemble", "amd_npu", words)
    assert "vmax_lt.bf16 x2, r16, x2, x0\n" in shown.out
    again.write_text(".globl kernel\nkernel:\n" + shown.out)
    assert kernelcraft("check", "amd_npu/relu/C1", again, "--words", raw).code == 0
    assert raw.read_text() == words.read_text()
    raw.write_bytes(bytes.fromhex("0100") * 3)  # nop, three times
    assert kernelcraft("disassemble", "amd_npu", raw).out == "nop\n" * 3
    raw.write_bytes(bytes.fromhex("010002"))
    refused = kernelcraft("disassemble", "amd_npu", raw)
    assert (refused.code, refused.out) == (1, "")
    assert "what begins at byte 2 is no bundle of amd_npu" in refused.err
