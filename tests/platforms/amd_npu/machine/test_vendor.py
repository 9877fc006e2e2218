"""Text, slots, operand widths and bytes against the vendor's public tables and tests."""

from __future__ import annotations

import pytest

from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from tests.platforms.amd_npu.machine import vendor


def test_every_form_is_one_of_the_vendor_with_its_slot_and_operand_widths() -> None:
    known = vendor.forms() | {("nop", "nop")}  # which has no slot there
    assert [each.name for each in aie2.table if vendor.as_vendor(each) not in known] == []


def test_what_the_table_leaves_out_is_of_a_named_family() -> None:
    ours = {vendor.as_vendor(each) for each in aie2.table}
    left = sorted(text for slot, text in vendor.forms() - ours)
    assert [text for text in left if vendor.omitted(text) is None] == []
    assert len(left) == 92


@pytest.mark.parametrize(("text", "expected"), vendor.encoded().items())
def test_bytes(text: str, expected: str) -> None:
    assert vendor.bytes_of(text) == expected


@pytest.mark.judge
def test_what_was_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """`make judges` lists form by form what agrees with the vendor."""
    known, with_bytes = vendor.forms(), vendor.forms_with_bytes()
    with capsys.disabled():
        print()
        for each in aie2.table:
            text = "text, slot, widths" if vendor.as_vendor(each) in known else "nothing"
            also = ", bytes" if each.name in with_bytes else ""
            print(f"{each.unit:4} {each.name:48} {text}{also}")
        print(f"{len(aie2.table)} forms, {len(with_bytes)} of them with bytes; left out:")
        for slot, text in sorted(known - {vendor.as_vendor(each) for each in aie2.table}):
            print(f"{slot:4} {text:48} {vendor.omitted(text)}")
