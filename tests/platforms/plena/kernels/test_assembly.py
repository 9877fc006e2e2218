"""The assembly builder: constants of any size, loops, registers."""

import pytest

from kernelcraft.platforms.plena.kernels.assembly import Address, Assembly


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        (Address(262_143), ["S_ADDI_INT gp1, gp0, 262143"]),
        (Address(64, "gp5"), ["S_ADDI_INT gp1, gp5, 64"]),
        (Address(262_144), ["S_LUI_INT gp1, 64"]),
        (Address(262_145), ["S_LUI_INT gp1, 64", "S_ADDI_INT gp1, gp1, 1"]),
        (Address(262_144, "gp5"), ["S_LUI_INT gp1, 64", "S_ADD_INT gp1, gp1, gp5"]),
    ],
)
def test_set(address: Address, lines: list[str]) -> None:
    asm = Assembly("set")
    asm.set("gp1", address)
    assert str(asm).splitlines()[1:] == lines


def test_a_large_step_is_added_from_a_register() -> None:
    asm = Assembly("add")
    with asm.registers(1) as (pointer,):
        asm.add(pointer, 1 << 20)
    assert str(asm).splitlines()[1:] == ["S_LUI_INT gp2, 256", "S_ADD_INT gp1, gp1, gp2"]


def test_a_loop_counts_in_a_register_of_its_own() -> None:
    asm = Assembly("loop")
    with asm.registers(1) as (row,), asm.loop(3):
        asm.add(row, 64)
    assert str(asm).splitlines()[1:] == [
        "C_LOOP_START gp2, 3",
        "  S_ADDI_INT gp1, gp1, 64",
        "C_LOOP_END gp2",
    ]


def test_one_iteration_needs_no_loop() -> None:
    asm = Assembly("loop")
    with asm.loop(1):
        asm.add("gp1", 64)
    assert "C_LOOP" not in str(asm)


def test_repeat_unrolls_into_constants_or_loops_over_registers() -> None:
    unrolled = Assembly("repeat")
    for (at,) in unrolled.repeat(2, [Address(128)], [64], hardware=False):
        unrolled.set("gp9", at)
    assert str(unrolled).splitlines()[1:] == [
        "S_ADDI_INT gp9, gp0, 128",
        "S_ADDI_INT gp9, gp0, 192",
    ]
    looped = Assembly("repeat")
    for (at,) in looped.repeat(2, [Address(128)], [64], hardware=True):
        looped.set("gp9", at)
    assert str(looped).splitlines()[1:] == [
        "S_ADDI_INT gp1, gp0, 128",
        "C_LOOP_START gp2, 2",
        "  S_ADDI_INT gp9, gp1, 0",
        "  S_ADDI_INT gp1, gp1, 64",
        "C_LOOP_END gp2",
    ]


def test_registers_run_out_with_a_sentence() -> None:
    asm = Assembly("registers")
    with pytest.raises(ValueError, match="more than 15"), asm.registers(16):
        pass
