"""Reference and native machine agree on random programs: the toys here, PLENA beside its tests."""

from __future__ import annotations

import dataclasses

import pytest

from kernelcraft.isa.program import Program
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import Disagreement, Recipe, case, compare, differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State
from tests.toys.recipes import AccumulatorRecipe, VliwRecipe

RECIPES = (AccumulatorRecipe(), VliwRecipe())


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda r: r.interpreter.name)
def test_programs_agree(recipe: Recipe, toy_module: str) -> None:
    native = load(recipe.interpreter, toy_module)
    assert isinstance(native, Native)
    tally = compare(recipe, native, range(400))
    assert tally.finished >= 200
    assert set(tally.faults) >= {"machine", "instruction budget", "cycle budget"}
    assert tally.rarest(recipe.interpreter.isa)[1] >= 40


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda r: r.interpreter.name)
def test_a_program_depends_on_its_seed_only(recipe: Recipe) -> None:
    one, other = case(recipe, 7), case(recipe, 7)
    assert one.program.source == other.program.source != case(recipe, 8).program.source
    assert (one.limits, one.stop_at) == (other.limits, other.stop_at)
    assert all((one.state[name] == other.state[name]).all() for name in one.state.arrays)


def test_every_kind_of_difference_is_named() -> None:
    one = case(AccumulatorRecipe(), 3)
    expected = run_reference(one.program, one.state.copy(), Limits())
    found = dataclasses.replace(expected, cycles=expected.cycles + 1, state=one.state.copy())
    found.state["data"][:] = expected.state["data"]
    found.state["data"][9] += 1
    sentences = list(differences(expected, found))
    assert sentences[0] == f"cycles: expected {expected.cycles}, found {expected.cycles + 1}"
    assert any(s.startswith("data: 1 elements, the first is 9: expected ") for s in sentences)
    assert not list(differences(expected, expected))


def test_a_disagreement_shows_the_program(toy_module: str) -> None:
    class Shifted(Native):
        """The accumulator's interpreter, told a budget that is one too small."""

        def run(
            self, program: Program, state: State, limits: Limits, stop_at: int | None = None
        ) -> Run:
            return super().run(program, state, Limits(1), stop_at)

    recipe = AccumulatorRecipe()
    built = load(recipe.interpreter, toy_module)
    assert isinstance(built, Native)
    wrong = Shifted(built.module, built.interpreter, "")
    wrong.faults = built.faults  # the parsed sentences
    with pytest.raises(Disagreement, match=r"program 0: the native machine differs") as caught:
        compare(recipe, wrong, range(3))
    assert case(recipe, 0).program.source in str(caught.value)
