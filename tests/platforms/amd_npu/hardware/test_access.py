"""Descriptors as fields: what is merged, what is split, what does not fit; and counts of acq."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.hardware import HardwareError
from kernelcraft.platforms.amd_npu.hardware.access import access
from kernelcraft.platforms.amd_npu.hardware.prepared import prepared
from kernelcraft.platforms.amd_npu.machine.plan import Descriptor
from tests.platforms.amd_npu.hardware.test_column_design import numbers

DIMENSIONS = (
    ("core", (64,), (1,), (1, 0), ()),
    ("core", (16, 4, 2), (1, 16, 64), (1, 0), ()),  # one after the other
    ("core", (1, 8, 4), (9, 1, 16), (1, 0), ((8, 1), (4, 16))),
    ("core", (512, 2), (1, 1024), (1, 0), ((128, 1), (4, 128), (2, 1024))),
    ("memory", (512, 2), (1, 1024), (1, 0), ((512, 1), (2, 1024))),
    ("shim", (8, 4, 2048), (1, 16, 128), (1, 0), ((8, 1), (4, 16), (2048, 128))),
    ("memory", (2048,), (1,), (4, 2048), ((512, 1), (4, 512), (1, 1), (4, 2048))),
)


@pytest.mark.parametrize(("tile", "sizes", "strides", "iterate", "found"), DIMENSIONS)
def test_dimensions_fit_the_fields(
    tile: str,
    sizes: tuple[int, ...],
    strides: tuple[int, ...],
    iterate: tuple[int, int],
    found: tuple[tuple[int, int], ...],
) -> None:
    each = Descriptor("d", tile, "x", 0, sizes, strides, iterate=iterate)
    assert access(each).dimensions == found
    assert access(each).iterates == (iterate != (1, 0))


@pytest.mark.parametrize(
    ("tile", "sizes", "strides", "said"),
    [
        ("core", (257, 4, 4), (1, 300, 2000), "hold up to 255, up to 255, any size"),
        ("core", (4, 4), (1, 8193), "in core an array's descriptor has strides of 1 to 8,192"),
    ],
)
def test_what_fits_no_field_is_refused(
    tile: str, sizes: tuple[int, ...], strides: tuple[int, ...], said: str
) -> None:
    with pytest.raises(HardwareError, match=said):
        access(Descriptor("d", tile, "x", 0, sizes, strides))


TAKE = """
kernel:
movx r4, #{count}
acq #52, r4
{used}
ret lr
nop
nop
nop
nop
nop
"""


def test_an_acq_gets_a_register_that_start_up_code_sets_to_minus_one() -> None:
    cell = load_cell("amd_npu/gemm/C4")
    ready = prepared(cell, TAKE.format(count=1, used="nop"), numbers(cell))
    assert "acq #52, r30\n" in ready.kernel
    assert "movxm r30, #-1\njl #kernel\n" in ready.startup


def test_an_acq_of_another_count_or_without_a_free_register_is_refused() -> None:
    cell = load_cell("amd_npu/gemm/C4")
    with pytest.raises(HardwareError, match="an acq of another count"):
        prepared(cell, TAKE.format(count=2, used="nop"), numbers(cell))
    used = "\n".join(f"movx r{number}, #0" for number in range(32))
    with pytest.raises(HardwareError, match="leaves no scalar register free"):
        prepared(cell, TAKE.format(count=1, used=used), numbers(cell))
    with pytest.raises(HardwareError, match="stops at a fault: .*waits for 3"):
        prepared(cell, TAKE.format(count=3, used="nop"), numbers(cell))
