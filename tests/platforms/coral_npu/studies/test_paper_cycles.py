"""The table of the compiler's cycles beside the paper's is what the lock file gives."""

from pathlib import Path

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.published import published_cycles, same_sizes
from kernelcraft.grading.lockfile import Lock, LockFile, read
from kernelcraft.platforms.coral_npu.studies import paper_cycles
from kernelcraft.platforms.coral_npu.studies.paper_cycles import NO_LOCK, page, table

ROOT = Path(__file__).parents[4]
CELLS = find_cells(platform="coral_npu")


def lock_file(plain: int, rvv: int) -> LockFile:
    """One in which every cell takes the same cycles."""
    lock = Lock(
        taus={},
        baseline_cycles=min(plain, rvv),
        baseline_instructions=1,
        baseline_sha256="",
        origins={"plain": plain, "rvv": rvv},
    )
    return LockFile(
        platform="coral_npu",
        platform_version="",
        fidelity="",
        benchmark_version="",
        cells={cell.name: lock for cell in CELLS},
    )


def test_the_page_is_up_to_date() -> None:
    text = (ROOT / paper_cycles.PAGE).read_text(encoding="utf-8")
    assert page(text, read("coral_npu")) == text


def test_what_the_paper_prints() -> None:
    assert published_cycles(load_cell("coral_npu/gemm/C2")) == 118_005
    assert published_cycles(load_cell("coral_npu/softmax/C5")) is None
    assert published_cycles(load_cell("coral_npu/ffn/C1")) is None
    assert same_sizes(load_cell("coral_npu/relu/C1"))
    assert not same_sizes(load_cell("coral_npu/silu/C1"))


def test_a_row() -> None:
    rows = table(lock_file(plain=47_277, rvv=15_759)).splitlines()
    assert rows[2 + CELLS.index(load_cell("coral_npu/gemm/C1"))] == (
        "| gemm C1 | M 32, K 32, N 32 | 47,277 | 15,759 | intrinsics, 3.0x | 31,518 | 0.50 |"
    )
    assert rows[2] == "| silu C1 | n 512 | 47,277 | 15,759 | intrinsics, 3.0x | 595,299 | – |"
    assert "Plain C takes 3.00 times" in rows[-2]
    assert "gemv 0." in rows[-1]


def test_plain_c_can_be_the_better_one() -> None:
    assert "| plain C, 2.0x | 31,518 | 0.25 |" in table(lock_file(plain=7_880, rvv=15_760))


def test_without_a_lock_file_it_says_so() -> None:
    assert table(None) == NO_LOCK
