"""`simulate`: raw memories in, raw memories out, and what a run says of itself."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Command, Outcome

# Adds f1 = FP SRAM[3] to row 0 and stores INT SRAM[2] + 5 as an address in gp2.
PROGRAM = """\
S_LD_FP f1, gp0, 3
S_LD_INT gp2, gp0, 2
V_ADD_VF gp0, gp0, f1
S_ADDI_INT gp2, gp2, 5
"""

ENDLESS = """\
C_LOOP_START gp1, 4000000
M_BMM 0, gp0, gp0
C_LOOP_END gp1
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program's file."""
    path = tmp_path / "program.asm"
    path.write_text(PROGRAM)
    return path


def words(path: Path, values: list[float], kind: str) -> Path:
    """A raw file."""
    path.write_bytes(np.array(values, dtype=kind).tobytes())
    return path


def test_memories_are_filled_and_the_rest_is_zero(
    kernelcraft: Command, program: Path, tmp_path: Path
) -> None:
    fp = words(tmp_path / "fp", [0, 0, 0, 1.5], "<f2")
    integers = words(tmp_path / "int", [0, 0, 7], "<u4")
    dump, hbm = tmp_path / "vector", tmp_path / "hbm"
    found = kernelcraft(
        *("simulate", "plena", program, "--fp-sram", fp, "--int-sram", integers),
        *("--dump-vector-sram", dump, "--dump-hbm", hbm, "--machine", "hbm_bytes=4096"),
        *("--machine", "vector_sram_rows=4", "--stop-at", 4, "--show-rows", "0:1", "--json"),
    )
    assert found.code == 0
    record = found.record
    assert (record["instructions"], record["fault"], record["stopped_at"]) == (3, None, 4)
    assert "gp2 = 7" in str(record["registers"])
    assert str(record["rows"]).count("row ") == 2
    bf16 = np.frombuffer(dump.read_bytes(), "<u2")
    assert bf16.tolist() == [0x3FC0] * 64 + [0] * 192
    assert hbm.read_bytes() == bytes(4096)


def test_hbm_is_read_from_its_first_byte(kernelcraft: Command, tmp_path: Path) -> None:
    program, hbm, dump = tmp_path / "a.asm", tmp_path / "hbm", tmp_path / "dump"
    program.write_text("S_ADDI_INT gp1, gp0, 1\n")
    hbm.write_bytes(b"\x01\x02\x03")
    kernelcraft("simulate", "plena", program, "--hbm", hbm, "--dump-hbm", dump)
    assert dump.read_bytes()[:5] == b"\x01\x02\x03\x00\x00"
    assert dump.stat().st_size == 1 << 26


def test_the_profile(kernelcraft: Command, program: Path) -> None:
    record = kernelcraft("simulate", "plena", program, "--json").record
    profile = record["profile"]
    assert isinstance(profile, dict)
    assert sum(profile["by_unit"].values()) == record["cycles"]
    assert profile["by_instruction"]["V_ADD_VF"] == 1
    assert [line["line"] for line in profile["lines"]] == [1, 2, 3, 4]
    shown = kernelcraft("simulate", "plena", program)
    assert "4 instructions executed" in shown.out
    assert "lines that took the most cycles" in shown.out


def test_both_machines_agree(kernelcraft: Command, program: Path) -> None:
    native = kernelcraft("simulate", "plena", program, "--json")
    assert kernelcraft("simulate", "plena", program, "--json", "--reference").out == native.out


def test_a_line_that_is_not_reached(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "fault.asm"
    path.write_text("S_ADDI_INT gp1, gp0, 1\nV_ADD_VV gp1, gp1, gp1\nS_ADDI_INT gp1, gp0, 2\n")
    shown = kernelcraft("simulate", "plena", path, "--stop-at", 3)
    assert shown.code == 1
    assert shown.out.startswith("fault: line 2: V_ADD_VV gp1, gp1, gp1: vector SRAM address 1 ")
    assert "line 3 was not reached" in shown.out


@pytest.mark.parametrize(
    ("option", "kind"), [("--max-instructions", "instructions"), ("--max-cycles", "cycles")]
)
def test_a_budget_is_a_fault(kernelcraft: Command, program: Path, option: str, kind: str) -> None:
    found = kernelcraft("simulate", "plena", program, option, 2, "--json")
    assert found.code == 1
    assert f"budget of 2 {kind}" in str(found.record["fault"])
    assert found.record[kind] == 2


def test_a_last_instruction_over_the_budget_is_a_fault(
    kernelcraft: Command, tmp_path: Path
) -> None:
    path = tmp_path / "long.asm"
    path.write_text("H_PREFETCH_V gp0, gp0, a0, 0, 0\n")
    for machine in ([], ["--reference"]):
        assert kernelcraft("simulate", "plena", path, "--max-cycles", 46, *machine).code == 0
        found = kernelcraft("simulate", "plena", path, "--max-cycles", 45, "--json", *machine)
        assert (found.code, found.record["cycles"]) == (1, 46)
        assert "over its budget of 45 cycles" in str(found.record["fault"])


def test_a_long_run_ends_in_time(tmp_path: Path) -> None:
    path = tmp_path / "endless.asm"
    path.write_text(ENDLESS)
    words = ["simulate", "plena", str(path), "--max-seconds", "0.5", "--json"]
    found = subprocess.run(
        [sys.executable, "-m", "kernelcraft", *words], stdout=subprocess.PIPE, timeout=60
    )
    record = json.loads(found.stdout)
    assert (found.returncode, record["cycles"]) == (1, None)
    assert "longer than 0.5 seconds of wall-clock time" in record["fault"]


def test_ctrl_c_stops_a_long_run(tmp_path: Path) -> None:
    path = tmp_path / "endless.asm"
    path.write_text(ENDLESS)
    words = ["simulate", "plena", str(path), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "kernelcraft", *words], stdout=subprocess.PIPE, text=True
    ) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=10)
    assert process.returncode == 130
    assert json.loads(out)["error"] == "interrupted"


def test_warnings_are_shown_in_the_order_of_the_lines(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "constants.asm"
    path.write_text("\ufeffS_ADDI_INT gp0, gp0, 5\nS_ADD_FP f0, f1, f1\n", encoding="utf-8")
    expected = [
        "line 1: S_ADDI_INT: gp0 is constant; this write has no effect",
        "line 2: S_ADD_FP: f0 is constant; this write has no effect",
    ]
    assert kernelcraft("simulate", "plena", path, "--json").record["warnings"] == expected
    assert f"warning: {expected[1]}" in kernelcraft("simulate", "plena", path).out


def test_200_000_open_loops_are_refused_at_once(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "open.asm"
    path.write_text("C_LOOP_START gp1, 2\n" * 200_000)
    start = time.perf_counter()
    found = kernelcraft("simulate", "plena", path)
    assert time.perf_counter() - start < 20  # a loop over all pairs takes many minutes
    assert found.code == 1
    assert "line 25: C_LOOP_START gp1: the open loop of line 24 counts in it" in found.out


def test_what_does_not_assemble(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.asm"
    path.write_text("C_LOOP_START gp1, 3\nV_ADD\n")
    found = kernelcraft("simulate", "plena", path, "--json")
    assert (found.code, found.record["cycles"]) == (1, None)
    assert str(found.record["fault"]).startswith("line 2: ")
    path.write_bytes(b"\xff")
    assert "expected UTF-8" in kernelcraft("simulate", "plena", path).out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--machine", "mlen=65"], "--machine: mlen: expected one of (64, 128, 256), got 65"),
        (["--machine", "mlem=64"], "there is no setting 'mlem'; did you mean 'mlen'?"),
        (["--machine", "speed=9"], "there is no setting 'speed'; there are mlen, blen"),
        (["--machine", f"int_sram_size={10**20}"], "int_sram_size: expected 1 to"),
        (["--max-instructions", str(10**20)], "--max-instructions"),
        (["--machine", "mlen"], "expected key=value, got 'mlen'"),
        (["--machine", "mlen=big"], "expected a whole number, got 'big'"),
        (["--stop-at", "9"], "--stop-at 9: the last instruction is on line 4"),
        (["--show-rows", "0:32768"], "vector SRAM has rows 0 to 32767"),
        (["--show-rows", "a:b"], "expected two row numbers A:B, got 'a:b'"),
        (["--fp-sram", "LONG"], "longer than the memory, which has 2,048 bytes"),
        (["--int-sram", "ODD"], "3 bytes; expected elements of 4 bytes each"),
        (["--hbm", "MISSING"], "there is no file"),
        (["--hbm", "."], "expected a file, found a folder"),
        (["--dump-hbm", "/nowhere/x", "--machine", "hbm_bytes=64"], "/nowhere/x: cannot be"),
        (["--fp-srm", "x"], "--fp-sram"),
        (["--max-cycles", "0"], "--max-cycles"),
    ],
)
def test_usage_errors(
    kernelcraft: Command, program: Path, tmp_path: Path, words: list[str], expected: str
) -> None:
    (tmp_path / "LONG").write_bytes(bytes(2049))
    (tmp_path / "ODD").write_bytes(bytes(3))
    placed = [str(tmp_path / word) if word.isupper() else word for word in words]
    found: Outcome = kernelcraft("simulate", "plena", program, *placed)
    assert (found.code, found.out) == (2, "")
    assert expected in found.err
