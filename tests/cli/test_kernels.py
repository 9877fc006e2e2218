"""`check`, `grade`, `disassemble`, `baseline`, `expert`: right and wrong kernels and files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from tests.cli.conftest import Command
from tests.small_kernels import fill, silu

CELL = "plena/silu/C1"
GRADE = {
    "cell",
    "correct",
    "cycles",
    "baseline_cycles",
    "speedup",
    "bound_cycles",
    "sol_score",
    "message",
    "seeds",
}


@pytest.fixture
def right(tmp_path: Path) -> Path:
    """A right SiLU."""
    path = tmp_path / "right.asm"
    path.write_text(silu(4))
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A kernel that gives ones."""
    path = tmp_path / "wrong.asm"
    path.write_text(fill(4))
    return path


def test_check_counts_instructions(kernelcraft: Command, right: Path) -> None:
    shown = kernelcraft("check", CELL, right)
    assert (shown.code, shown.out) == (0, "no errors, 0 warnings, 24 instructions\n")


def test_check_lists_every_error(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.asm"
    path.write_text("V_ADD_VW gp1, gp2, gp3\nS_ADDI_INT gp1, gp0, f3\n")
    shown = kernelcraft("check", CELL, path)
    assert shown.code == 1
    assert shown.out.startswith("2 errors\nline 1: ")
    record = kernelcraft("check", CELL, path, "--json").record
    assert record["correct"] is False
    assert str(record["errors"]).count("line ") == 2


def test_check_warns(kernelcraft: Command, tmp_path: Path) -> None:
    path = tmp_path / "warn.asm"
    path.write_text("S_ADDI_INT gp0, gp0, 1\n")
    shown = kernelcraft("check", CELL, path)
    assert shown.code == 0
    assert "warning: line 1: S_ADDI_INT: gp0 is constant" in shown.out


def test_check_lists_hazards_where_it_is_asked(kernelcraft: Command) -> None:
    kernel = Path(__file__).parents[1] / "platforms" / "amd_npu" / "machine" / "kernels" / "gemm.s"
    shown = kernelcraft("check", "amd_npu/gemm/C1", kernel)
    assert shown.out == "no errors, 0 warnings, 818 instructions\n"
    shown = kernelcraft("check", "amd_npu/gemm/C1", kernel, "--hazards")
    assert (shown.code, shown.out.splitlines()[0]) == (
        0,
        "no errors, 0 warnings, 818 instructions; 1 hazard",
    )
    assert "line 281: 1 of the 5 delay slots of ret is idle" in shown.out


def test_a_right_kernel(kernelcraft: Command, right: Path) -> None:
    found = kernelcraft("grade", CELL, right, "--seed", 7, "--json")
    assert found.code == 0
    assert set(found.record) >= GRADE
    assert found.record["cell"] == CELL
    assert found.record["correct"] is True
    cycles, bound = found.record["cycles"], found.record["bound_cycles"]
    assert isinstance(cycles, int)
    assert isinstance(bound, int)
    assert 0 < bound <= cycles
    assert str(found.record["seeds"]).count(",") == 4
    assert kernelcraft("grade", CELL, right, "--seed", 7, "--json").out == found.out


def test_a_wrong_kernel(kernelcraft: Command, wrong: Path) -> None:
    shown = kernelcraft("grade", CELL, wrong, "--rules", "paper")
    assert shown.code == 1
    assert "not correct (wrong)" in shown.out
    found = kernelcraft("grade", CELL, wrong, "--json")
    assert (found.code, found.record["correct"]) == (1, False)
    assert set(found.record) >= GRADE


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "the text holds no instruction"),
        (b"\x00" * 100, "expected a plain text"),
        (b"S_ADDI_INT gp1, gp0, 1\n\xff\xfe", "line 2: expected UTF-8 text, found the byte 0xff"),
        (b"x" * 40_000_000, "more than 16,000,000 bytes"),
        (b"hello\n" * 200_001, "at most 200,000 are read"),
        (b"V_ADD_VV gp1\n", "line 1: "),
    ],
    ids=["empty", "binary", "not UTF-8", "40 MB", "too many lines", "wrong operands"],
)
@pytest.mark.parametrize("command", ["grade", "check"])
def test_files_that_are_no_kernels(
    kernelcraft: Command, tmp_path: Path, command: str, content: bytes, expected: str
) -> None:
    path = tmp_path / "bad.asm"
    path.write_bytes(content)
    found = kernelcraft(command, CELL, path, "--json")
    assert (found.code, found.record["correct"]) == (1, False)
    assert expected in found.out
    assert expected in kernelcraft(command, CELL, path).out


@pytest.mark.parametrize("command", ["grade", "check"])
def test_files_that_cannot_be_read(kernelcraft: Command, tmp_path: Path, command: str) -> None:
    (tmp_path / "kernel.asm").touch()
    missing = kernelcraft(command, CELL, tmp_path / "kernal.asm")
    assert missing.code == 2
    assert f"did you mean {tmp_path / 'kernel.asm'}?" in missing.err
    folder = kernelcraft(command, CELL, tmp_path)
    assert (folder.code, "expected a file, found a folder" in folder.err) == (2, True)
    odd = kernelcraft(command, CELL, "nul\0l")
    assert (odd.code, "cannot be read" in odd.err) == (2, True)


def test_machine_code_there_and_back(kernelcraft: Command, right: Path, tmp_path: Path) -> None:
    words = tmp_path / "code.hex"
    assert kernelcraft("check", CELL, right, "--words", words).code == 0
    text = kernelcraft("disassemble", "plena", words)
    assert text.code == 0
    again, back = tmp_path / "again.asm", tmp_path / "again.hex"
    again.write_text(text.out)
    assert kernelcraft("check", CELL, again, "--words", back).code == 0
    assert back.read_text() == words.read_text()
    raw = tmp_path / "code.bin"
    numbers = [int(word, 16) for word in words.read_text().split()]
    raw.write_bytes(b"".join(number.to_bytes(4, "little") for number in numbers))
    assert kernelcraft("disassemble", "plena", raw).out == text.out
    record = kernelcraft("disassemble", "plena", raw, "--json").record
    assert (record["words"], record["text"]) == (24, text.out)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "holds no machine words"),
        (b"\xff\xff\xff", "neither hexadecimal words nor a multiple of 4"),
        (b"0xFFFFFFFF", "no instruction 0xffffffff"),
        (b"123456789", "outside 32 bits"),
    ],
)
def test_no_machine_code(
    kernelcraft: Command, tmp_path: Path, content: bytes, expected: str
) -> None:
    path = tmp_path / "code"
    path.write_bytes(content)
    found = kernelcraft("disassemble", "plena", path)
    assert (found.code, found.out) == (1, "")
    assert expected in found.err
    assert expected in str(kernelcraft("disassemble", "plena", path, "--json").record["message"])


def test_baseline_prints_only_the_kernel(kernelcraft: Command) -> None:
    shown = kernelcraft("baseline", CELL)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == kernels.baseline(load_cell(CELL))


def test_expert_prints_only_the_kernel_if_there_is_one(kernelcraft: Command) -> None:
    shown, written = kernelcraft("expert", CELL), kernels.expert(load_cell(CELL))
    assert shown.out == (written or "")
    assert shown.code == (0 if written else 1)
    assert bool(shown.err) == (written is None)


def test_standard_input_is_a_file(right: Path) -> None:
    words = [sys.executable, "-m", "kernelcraft", "check", CELL, "-"]
    done = subprocess.run(words, input=right.read_bytes(), capture_output=True, check=True)
    assert b"no errors" in done.stdout


def test_the_origins_of_a_baseline(kernelcraft: Command) -> None:
    cell = load_cell("coral_npu/relu/C1")
    for name, text in kernels.origins(cell).items():
        assert kernelcraft("baseline", cell.name, "--from", name).out == text
    assert kernelcraft("baseline", cell.name).out == kernels.baseline(cell)


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("coral_npu/relu/C1", "there are plain, rvv"),
        (CELL, "its compiler has one only"),
        ("amd_npu/linear/C1", "its compiler has one only"),  # another task's module writes it
    ],
)
def test_unknown_origins(kernelcraft: Command, cell: str, sentence: str) -> None:
    shown = kernelcraft("baseline", cell, "--from", "gcc")
    assert shown.code == 2
    assert sentence in shown.err


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("baseline", CELL, "--variant", "plain"), "--variant is --from now"),
        (("grade", CELL, "-", "--profile", "paper"), "--profile is --rules now"),
        (("verify", "--agent", "baseline", "--profile=paper"), "--profile is --rules now"),
    ],
)
def test_the_old_name_of_an_option_is_told(
    kernelcraft: Command, line: tuple[str, ...], sentence: str
) -> None:
    shown = kernelcraft(*line)
    assert shown.code == 2
    assert sentence in shown.err


OFFICIAL = ("--machine", "errata=official")


def test_a_cell_on_another_machine(kernelcraft: Command, tmp_path: Path) -> None:
    path, documented = tmp_path / "official.asm", tmp_path / "documented.asm"
    path.write_text(kernelcraft("expert", "plena/gemm/C1", *OFFICIAL).out)
    documented.write_text(kernelcraft("expert", "plena/gemm/C1").out)
    record = kernelcraft("grade", "plena/gemm/C1", path, *OFFICIAL, "--json").record
    assert (record["cell"], record["correct"]) == ("plena/gemm/C1+errata=official", True)
    refused = kernelcraft("grade", "plena/gemm/C1", documented, *OFFICIAL)
    assert refused.code == 1
    assert "aborts on M_BMV" in refused.out
    profiled = kernelcraft("profile", "plena/gemm/C1", path, *OFFICIAL, "--json").record
    assert profiled["cycles"] == record["cycles"]
    warned = kernelcraft("check", "plena/gemm/C1", documented, *OFFICIAL)
    assert "the official assembler and emulator make M_BMV_WO" in warned.out
    unknown = kernelcraft("grade", CELL, path, "--machine", "errata=oficial")
    assert (unknown.code, "expected documented or official" in unknown.err) == (2, True)


def test_assemble_prints_the_words_of_the_official_assembler(
    kernelcraft: Command, tmp_path: Path
) -> None:
    path = tmp_path / "masked.asm"
    path.write_text("S_ADDI_INT gp1, gp0, 64\nV_RED_MAX f1, gp1, 1\n")
    assert kernelcraft("assemble", "plena", path).out == "0x00100062\n0x00004456\n"
    own = kernelcraft("assemble", "plena", path, "--machine", "errata=documented")
    assert own.out == "0x00100062\n0x00040456\n"
    path.write_text("V_ADD_VV gp1, gp2, gp3\n")
    refused = kernelcraft("assemble", "plena", path)
    assert refused.code == 1
    assert "line 1: the official assembler refuses this" in refused.err


@pytest.mark.parametrize(("cell", "word"), [("coral_npu/relu/C1", 10), ("amd_npu/relu/C1", 6)])
def test_assemble_knows_every_platform(
    kernelcraft: Command, tmp_path: Path, cell: str, word: int
) -> None:
    path = tmp_path / "kernel.s"
    path.write_text(kernelcraft("baseline", cell).out)
    words = kernelcraft("assemble", cell.partition("/")[0], path).out.split()
    assert len(words) > 10
    assert min(map(len, words)) == word
