"""The rules for held-out sizes: what is legal, and what is wrong with a file of them."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.size_rules import (
    Divisor,
    Listed,
    Multiples,
    Product,
    held_out_rules,
    parse,
    refusal,
)
from kernelcraft.cells.sizes import ConfigurationError, arithmetic, configurations

TASKS = {"gemv": ("M", "N"), "gqa": ("s", "h", "n_h", "n_kv")}
GQA = """[gqa]
s = {step = 16, most = 48, tile = 32}
n_h = {step = 1, least = 2, most = 4}
h = {times = "n_h", by = [64, 128]}
n_kv = {divides = "n_h"}
"""


@pytest.mark.parametrize("platform", platforms.names())
def test_every_task_has_rules_for_all_its_dims(platform: str) -> None:
    rules = held_out_rules(platform)
    assert list(rules) == list(configurations(platform))
    for name, found in rules.items():
        assert set(found) == set(tasks.load(name, arithmetic(platform)).dims)


@pytest.mark.parametrize("platform", platforms.names())
def test_the_published_sizes_are_legal(platform: str) -> None:
    """But those whose operands are streamed, along a plan that only published sizes have."""
    rules = held_out_rules(platform)
    for cell in find_cells(platform):
        if not cell.memory_map.streamed:
            assert refusal(rules[cell.task.name], cell.dims) is None


def test_sizes_of_each_kind_of_rule() -> None:
    multiples = Multiples(step=16, most=90, tile=32)
    assert multiples.sizes({}) == (16, 32, 48, 64, 80)
    assert multiples.tails() == (48, 80)
    assert Multiples(step=4, least=9, most=16).sizes({}) == (12, 16)
    assert Listed(values=(64, 128)).sizes({}) == (64, 128)
    assert Product(times="n_h", by=(64, 128)).sizes({"n_h": 3}) == (192, 384)
    assert Divisor(divides="n_h").sizes({"n_h": 8}) == (1, 2, 4)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"s": 24}, "s: expected a multiple of 16 from 16 to 48, got 24"),
        ({"s": 64}, "s: expected a multiple of 16 from 16 to 48, got 64"),
        ({"h": 192}, "h: expected n_h times 64 or 128, got 192"),
        ({"n_kv": 4}, "n_kv: expected a divisor of n_h, but less, got 4"),
        ({}, None),
    ],
)
def test_what_is_not_legal(changed: dict[str, int], sentence: str | None) -> None:
    rules = parse(GQA, "p.toml", TASKS)["gqa"]
    assert refusal(rules, {"s": 16, "h": 256, "n_h": 4, "n_kv": 2, **changed}) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[gemv", "p.toml: not TOML"),
        ("[gemv]\nM = 4\nN = {values = [1]}", "p.toml: gemv/M: expected a rule such as {step"),
        ("[gemv]\nM = {stp = 4, most = 8}\nN = {values = [1]}", "p.toml: gemv/M: expected a rule"),
        ("[gemv]\nM = {values = []}\nN = {values = [1]}", "p.toml: gemv/M: expected a rule"),
        ("[gemv]\nM = {values = [1]}", "p.toml: gemv: expected the dims M, N, found M"),
        ("[gemm]\nM = {values = [1]}", "p.toml: gemm: there is no such task"),
        (
            '[gemv]\nM = {divides = "N"}\nN = {values = [1]}',
            "p.toml: gemv/M: N is no dim above it",
        ),
        (
            "[gemv]\nM = {step = 64, most = 32}\nN = {values = [1]}",
            "p.toml: gemv/M: no multiple of 64 is from 1 to 32",
        ),
    ],
)
def test_a_fault_names_the_place(text: str, sentence: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse(text, "p.toml", TASKS)
    assert str(caught.value).startswith(sentence)
    assert len(caught.value.faults) == 1


def test_a_platform_without_rules() -> None:
    with pytest.raises(ConfigurationError, match="no sizes for held-out cells of platform 'x'"):
        held_out_rules("x")
