"""Kernels compiled from PLENA's lowering table: right, and no slower than the locked baselines."""

from __future__ import annotations

import pytest

from kernelcraft import Unwritten, baseline, cells, grade, load_cell
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import make_cell
from kernelcraft.platforms.plena.lowering import TABLE
from kernelcraft.studies import compiled
from kernelcraft.tasks import load

SAMPLED = [
    *(f"{task}/C5" for task in ("silu", "relu", "gelu", "softmax", "layer_norm", "rms_norm")),
    *(f"{task}/C3" for task in ("gemv", "gemm", "linear", "ffn")),
    *(f"{task}/C2" for task in ("batch_matmul", "swiglu", "rope", "attention", "mha", "gqa")),
    *(f"{task}/C1" for task in ("rope", "flash_attention", "mqa", "decoder_llama", "decoder_t5")),
]
HELD_OUT = [  # tails, partial vectors, more depth than matrix SRAM holds, a full vector SRAM
    "silu/rows=12,width=192",
    "softmax/rows=20,width=256",
    "layer_norm/rows=4,width=128",
    "gemv/M=128,N=320",
    "gemm/M=12,K=192,N=192",
    "linear/n=20,h_in=64,h_out=320",
    "batch_matmul/b=3,M=12,K=128,N=64",
    "ffn/n=4,h=64,h_i=320",
    "attention/s=48,h=64",
    "attention/s=80,h=128",
    "mha/s=16,h=128,n_h=2",
    "linear/n=1636,h_in=256,h_out=1024",
]
SIZES = {
    "one row": ("relu", {"rows": 3, "width": 64}, "no multiple of 4"),
    "keys that no mask enables": ("attention", {"s": 36, "h": 64}, "first 36 elements"),
}


def test_all_tasks_are_sampled() -> None:
    assert {name.partition("/")[0] for name in SAMPLED} == {
        cell.task.name for cell in cells(platform="plena")
    }


@pytest.mark.sweep
@pytest.mark.parametrize("name", SAMPLED)
def test_kernels_are_right_and_at_most_as_slow_as_the_baseline(name: str) -> None:
    found = compiled.compared(load_cell(f"plena/{name}"))
    assert found.quotient is not None
    assert found.quotient <= 1


@pytest.mark.sweep
@pytest.mark.parametrize("name", HELD_OUT)
def test_kernels_of_other_sizes_are_right(name: str) -> None:
    cell = load_cell(f"plena/{name}")
    verdict = grade(cell, TABLE.kernel(cell))
    assert verdict.correct, verdict
    assert verdict.cycles is not None
    assert verdict.cycles <= (grade(cell, baseline(cell)).cycles or 0)


def test_an_iteration_ends_before_the_official_emulator_gives_up() -> None:
    """C5 of FFN has column blocks of more than 10,000 instructions: they are written out."""
    plain, official = (load_cell(f"plena/ffn/C5{more}") for more in ("", "+errata=official"))
    assert official.memory_map.parameters["loop_cap"] == 10_000
    text = TABLE.kernel(official)
    assert len(text.splitlines()) > 2 * len(TABLE.kernel(plain).splitlines())
    assert grade(official, text).correct


@pytest.mark.parametrize(("task", "dims", "message"), SIZES.values(), ids=list(SIZES))
def test_sizes_that_no_instruction_covers(task: str, dims: dict[str, int], message: str) -> None:
    cell = make_cell(platforms.platform("plena"), load(task), "C9", dims)
    with pytest.raises(Unwritten, match=message):
        TABLE.kernel(cell)


def test_the_page_has_a_row_for_each_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled.main(["plena", "relu"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "| task | C1 | C2 | C3 | C4 | C5 |"
    assert lines[4] == "| relu | 0.976 | 0.994 | 0.997 | 0.999 | 1.000 |"
    assert lines[-1] == "5 cells, geometric mean 0.993."


def test_a_page_needs_a_lowering_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled.main(["nothing"]) == 2
    assert "lowering table" in capsys.readouterr().err
