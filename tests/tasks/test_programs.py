"""The CPU programs as plain loops in Python judge their references; inputs are as described."""

import functools
from collections.abc import Callable

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.grading.inputs import DISTRIBUTIONS, descriptions, distributions, draw
from kernelcraft.grading.word_inputs import RANGES
from kernelcraft.tasks import EXACT, FloatArray, Task
from kernelcraft.tasks.task import Given

SMALL = {
    "multiply": {"n": 13},
    "vvadd": {"n": 13},
    "copy": {"n": 13},
    "median": {"n": 13},
    "dotprod": {"n": 13},
    "qsort": {"n": 40},
    "rsort": {"n": 40},
    "towers": {"discs": 4},
    "dhrystone": {"runs": 60},
    "pmp": {"windows": 9, "n": 80},
}
SEEDS = (1, 3, 5, 7, 9)
"""As many as a strict grading has."""
Values = dict[str, list[int]]


def _low(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def _multiply(v: Values) -> list[int]:
    """By shifts and additions."""
    found = []
    for a, b in zip(v["a"], v["b"], strict=True):
        product = sum(a << step for step in range(32) if b >> step & 1)
        found.append(_low(product))
    return found


def _median(v: Values) -> list[int]:
    x = v["x"]
    inner = []
    for a, b, c in zip(x, x[1:], x[2:], strict=False):
        inner.append(max(min(a, b), min(max(a, b), c)))
    return [0, *inner, 0]


def _insertion(v: Values) -> list[int]:
    found: list[int] = []
    for each in v["x"]:
        place = len(found)
        while place and found[place - 1] > each:
            place -= 1
        found.insert(place, each)
    return found


def _towers(v: Values) -> list[int]:
    """With stacks: odd moves move the smallest disc round, others make the only legal move."""
    count = len(v["disc"])
    pegs: list[list[int]] = [list(range(count))[::-1], [], []]
    round_ = (0, 2, 1) if count % 2 else (0, 1, 2)
    rows: list[int] = []
    for move in range(2**count - 1):
        smallest = next(peg for peg in range(3) if pegs[peg] and pegs[peg][-1] == 0)
        if move % 2 == 0:
            start, goal = smallest, round_[(round_.index(smallest) + 1) % 3]
        else:
            others = [peg for peg in range(3) if peg != smallest]
            start, goal = sorted(others, key=lambda peg: pegs[peg][-1] if pegs[peg] else count)
        pegs[goal].append(pegs[start].pop())
        rows += [v["disc"][pegs[goal][-1]], v["peg"][start], v["peg"][goal]]
    assert [len(peg) for peg in pegs] == [0, 0, count]
    return rows


def _dhrystone(v: Values) -> list[int]:
    names = [v["names"][start : start + 32] for start in range(0, len(v["names"]), 32)]
    before, total, counts, rows = names[0][: names[0].index(0) + 1], 0, {}, []
    counts = dict.fromkeys([(case, place) for case in range(4) for place in range(16)], 0)
    for w in v["numbers"]:
        name = names[w & 7][: names[w & 7].index(0) + 1]
        place, case = w >> 3 & 15, w >> 11 & 3
        name[place] = 65 + (w >> 7 & 15)
        order = 0
        for one, other in zip(name, before, strict=False):
            if one != other:
                order = 1 if one > other else -1
                break
            if one == 0:
                break
        before = name
        value = _low([total + w, total - w, 7 * total - w, total ^ w][case])
        quotient = int(value / (3 + (w >> 13 & 127)))
        counts[case, place] += 1
        total = _low(value + quotient * order + counts[case, place])
        rows += [order, quotient, counts[case, place], total]
    return rows


def _pmp(v: Values) -> list[int]:
    found = []
    for x, right in zip(v["accesses"], v["rights"], strict=True):
        decision = 0
        for index, (address, given) in enumerate(
            zip(v["address"], v["configuration"], strict=True)
        ):
            before = v["address"][index - 1] if index else 0
            ones = len(bin(address)) - len(bin(address).rstrip("1"))
            hit = {
                0: False,
                1: before <= x >> 2 < address,
                2: x >> 2 == address,
                3: x >> ones + 3 == address >> ones + 1,
            }[given >> 3 & 3]
            if hit:
                decision = index + 1 if given & right else -(index + 1)
                break
        found.append(decision)
    return found


LOOPS: dict[str, Callable[[Values], list[int]]] = {
    "multiply": _multiply,
    "vvadd": lambda v: [_low(a + b) for a, b in zip(v["a"], v["b"], strict=True)],
    "copy": lambda v: v["x"],
    "median": _median,
    "dotprod": lambda v: [
        functools.reduce(lambda y, ab: _low(y + ab[0] * ab[1]), zip(v["a"], v["b"], strict=True), 0)
    ],
    "qsort": _insertion,
    "rsort": _insertion,
    "towers": _towers,
    "dhrystone": _dhrystone,
    "pmp": _pmp,
}


def _task(name: str) -> Task:
    return tasks.load(name, "int32")


def _sets(name: str) -> list[dict[str, FloatArray]]:
    task = _task(name)
    usual = [draw(task, SMALL[name], each, 1) for each in distributions(task)]
    return usual + [draw(task, SMALL[name], "shifted", seed) for seed in SEEDS[1:]]


def test_every_program_has_a_judge() -> None:
    assert set(LOOPS) == set(SMALL) == set(tasks.names("int32"))


@pytest.mark.parametrize("name", SMALL)
def test_plain_loops_give_the_reference(name: str) -> None:
    task, dims = _task(name), SMALL[name]
    for inputs in _sets(name):
        values = {key: each.ravel().astype(int).tolist() for key, each in inputs.items()}
        output = task.reference(inputs, {}, dims)
        assert output.shape == task.output_shape(task.sizes(dims))
        assert output.ravel().astype(int).tolist() == LOOPS[name](values)


@pytest.mark.parametrize("name", SMALL)
def test_inputs_and_outputs_are_numbers_of_their_elements(name: str) -> None:
    ranges = {**RANGES, "uint8": (0, 255)}
    task = _task(name)
    for inputs in _sets(name):
        held = [(each.element, inputs[each.name]) for each in task.inputs]
        held.append((task.element, task.reference(inputs, {}, SMALL[name])))
        for element, values in held:
            least, most = ranges[element]
            assert np.array_equal(values, np.rint(values))
            assert least <= values.min()
            assert values.max() <= most


@pytest.mark.parametrize("name", SMALL)
def test_every_mistake_shows_in_a_strict_grading(name: str) -> None:
    """At sizes near the published ones: the small ones are too small for some."""
    task = _task(name)
    dims = {**{axis: 7 * size for axis, size in SMALL[name].items()}, "discs": 6}
    dims = {axis: dims[axis] for axis in task.dims}
    sets = [(kind, seed) for seed in SEEDS for kind in DISTRIBUTIONS]
    drawn = [Given(task, EXACT, draw(task, dims, *each), {}, dims) for each in sets]
    for edge, rows in task.edges.items():
        given = Given(task, EXACT, draw(task, dims, edge, 1), {}, dims)
        assert all((wrong(given) != given.output()).any() for wrong in rows.values())
        drawn.append(given)
    for what, wrong in task.mistakes(dims).items():
        assert any((wrong(given) != given.output()).any() for given in drawn), what


def test_inputs_are_what_is_said_of_them() -> None:
    qsort, dims = _task("qsort"), {"n": 500}
    drawn = {each: draw(qsort, dims, each, 2)["x"] for each in distributions(qsort)}
    assert set(descriptions(qsort)) == set(drawn)
    assert (np.diff(drawn["sorted"]) >= 0.0).all()
    assert (np.diff(drawn["reversed"]) <= 0.0).all()
    assert len(set(drawn["equal"])) == 1
    assert len(set(drawn["few"])) == 4
    assert set(drawn["extreme"]) == {-(2.0**31), 2.0**31 - 1}
    assert {drawn["wide"].min(), drawn["wide"].max()} == {-(2.0**31), 2.0**31 - 1}
    assert np.abs(drawn["normal"]).mean() == pytest.approx(2.0**30, rel=0.1)
    assert 1000 <= drawn["shifted"].min() <= drawn["shifted"].max() < 2000


def test_names_of_few_differ_only_beyond_their_ends() -> None:
    names = draw(_task("dhrystone"), SMALL["dhrystone"], "few", 1)["names"].astype(np.uint8)
    texts = [bytes(each).split(b"\0")[0] for each in names]
    assert len(set(texts)) == 1
    assert len({bytes(each) for each in names}) == len(names)
    assert all(16 <= len(text) <= 30 for text in texts)
