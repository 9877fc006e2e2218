"""A variant has one name, and a name one variant."""

from dataclasses import replace

import pytest

from kernelcraft.cells.cell import UnknownName, find_cells, load_cell
from kernelcraft.cells.variants import STRENGTHS, NoVariants, Variant, drawn, parsed
from kernelcraft.cells.variants.platform import variant_of
from kernelcraft.platforms.plena.machine.platform import PLATFORM

WRONG = [
    "plena",
    "plena~",
    "plena~encoding",
    "plena~encoding-",
    "plena~encoding-07f3a",
    "plena~encoding-7F3A",
    "plena~encoding-123456789",
    "plena~spelling-7f3a",
    "plena~names-1~names-2",
    "~names-1",
]


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("seed", [0, 0x7F3A, 2**32 - 1])
def test_a_name_says_all(strength: str, seed: int) -> None:
    variant = Variant("plena", next(each for each in STRENGTHS if each == strength), seed)
    assert parsed(str(variant)) == variant


@pytest.mark.parametrize("name", WRONG)
def test_other_names_are_no_variants(name: str) -> None:
    assert parsed(name) is None


def test_a_longer_list_begins_with_the_shorter() -> None:
    assert drawn("plena", 20, "names", 3)[:8] == drawn("plena", 8, "names", 3)
    assert len({each.seed for each in drawn("plena", 500, "names", 3)}) == 500
    assert drawn("plena", 8, "names", 3) != drawn("plena", 8, "names", 4)


def test_its_cells_are_those_of_its_base() -> None:
    own = find_cells("plena~names-1", level=1, config="C2")
    usual = find_cells("plena", level=1, config="C2")
    assert [each.dims for each in own] == [each.dims for each in usual]
    assert own[0] is load_cell("plena~names-1/silu/C1".replace("C1", own[0].configuration))
    assert not [each for each in find_cells() if parsed(each.platform.name)]
    sized = load_cell("plena~names-1/silu/rows=12,width=64")
    assert sized.held_out
    assert sized.dims == {"rows": 12, "width": 64}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("plenna~names-1/silu/C1", "there is no platform 'plenna~names-1'"),
        ("plena~name-1/silu/C1", "there is no platform 'plena~name-1'"),
        ("plena~names-1/sylu/C1", "there is no task 'sylu'"),
        ("amd_npu~timing-1/silu/C1", "amd_npu has no variants in time"),
        ("plena~names-1/silu/C9", "there is no configuration 'C9'"),
        ("plena~names-1/silu/C1+errata=official", "no setting changes the machine"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, says: str) -> None:
    with pytest.raises(UnknownName, match=says):
        load_cell(name)


def test_only_what_is_described_has_variants() -> None:
    base = replace(PLATFORM, described=False)
    with pytest.raises(NoVariants, match="known only to a simulator of others"):
        variant_of(base, Variant("plena", "names", 1))
