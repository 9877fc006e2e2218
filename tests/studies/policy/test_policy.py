"""A policy learns from rewards and not from shuffled ones, on made-up and on real episodes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.variants import drawn
from kernelcraft.studies.policy.experiment import ARMS, Settings, course
from kernelcraft.studies.policy.learner import Policy, Try, worth
from kernelcraft.studies.policy.remembered import Actions, Remembered, Seen
from kernelcraft.studies.policy.split import PLACES, By, Split, split
from tests.cli.conftest import Command, kernelcraft

__all__ = ["kernelcraft"]
CELLS = ("plena/relu/C1", "plena/silu/C1", "plena/gelu/C1")
SHAPE = (3, 2)


class Levers:
    """Two steps, three levers, the last one broken; it pays to pull the one that is lit."""

    def after(self, cell: str, actions: Actions) -> Seen:
        lit = int(cell[-1])
        observation = np.eye(2, dtype=np.float32)[lit]
        pulled = sum(each == lit for each in actions) / 2
        usable = np.array([True, True, False])
        return Seen(observation, usable, pulled if len(actions) == 2 else None)


def test_what_is_seen_decides_where_it_has_to() -> None:
    """Each cell wants another lever, so only the policy that sees can do better than a half."""
    names = Split(("made/0", "made/1"), ("up/0", "up/1"))
    given = Settings(batches=30, rate=2.0)
    ends: dict[str, list[float]] = {arm: [] for arm in ARMS}
    for seed in range(5):
        for arm in ARMS:
            ends[arm].append(course(Levers(), SHAPE, names, seed, arm, given).reward)
    assert min(ends["policy"]) > 0.9
    assert max(abs(each - 0.5) for each in ends["blind"]) < 0.15
    assert np.mean(ends["shuffled"]) < 0.7


def test_actions_that_a_cell_lacks_are_never_drawn() -> None:
    rng, policy = np.random.default_rng(0), Policy(*SHAPE)
    tries = [policy.play("made/0", Levers(), rng) for _ in range(50)]
    assert {action for each in tries for action in each.actions} == {0, 1}


def test_the_slope_is_that_of_the_log_probability() -> None:
    policy, rng = Policy(*SHAPE), np.random.default_rng(1)
    policy.weights[:] = rng.normal(size=policy.weights.shape)
    once = policy.play("made/1", Levers(), np.random.default_rng(2))

    def likelihood() -> float:
        seen = Levers().after("made/1", ())
        chances = policy._chances(policy._features(seen), seen.usable)
        return float(sum(np.log(chances[action]) for action in once.actions))

    for place in np.ndindex(policy.weights.shape):
        ends = []
        for by in (1e-5, -1e-5):
            policy.weights[place] += by
            ends.append(likelihood())
            policy.weights[place] -= by
        assert (ends[0] - ends[1]) / 2e-5 == pytest.approx(once.slope[place], abs=1e-6)


def test_advantages_are_within_a_cell() -> None:
    tries = [Try(cell, (), 0.0, np.zeros(1)) for cell in ("a", "b", "a", "b")]
    assert worth(tries, [0.0, 5.0, 1.0, 5.0]) == [-1.0, 0.0, 1.0, 0.0]


@pytest.mark.parametrize("by", ["task", "machine"])
def test_a_task_or_a_machine_is_on_one_side(by: By) -> None:
    """Names are not looked up: there is no such machine."""
    names = [f"{m}/{t}/C1" for m in ("plena", "plena~timing-7f3a", "made") for t in "abcdef"]
    place = PLACES[by]
    drawn = [split(names, seed, by) for seed in range(9)]
    for each in drawn:
        learnt, out = ({n.split("/")[place] for n in side} for side in (each.learnt, each.held_out))
        assert learnt
        assert out
        assert not learnt & out
        assert sorted([*each.learnt, *each.held_out]) == sorted(names)
    assert len({each.held_out for each in drawn}) > 1
    with pytest.raises(ValueError, match="at least two tasks, got a"):
        split(["plena/a/C1"], 0)


def test_equal_actions_are_played_once_and_as_the_environment_plays_them() -> None:
    with Remembered(CELLS, 2) as episodes:
        straighten = episodes.actions.index("straighten")
        first = episodes.after(CELLS[1], (straighten, straighten))
        assert (first.reward or 0.0) > 0.65 == pytest.approx(episodes.start(CELLS[1]))
        count = episodes.played
        assert episodes.after(CELLS[1], (straighten, straighten)) is first
        assert episodes.played == count
        assert episodes.best(CELLS[1]) == first.reward


def test_machines_with_other_moves_do_not_mix() -> None:
    with pytest.raises(ValueError, match="plena, amd_npu have different moves or units"):
        Remembered(["plena/relu/C1", "amd_npu/relu/C1"], 2)


def test_the_command_shows_that_a_policy_learns(kernelcraft: Command, tmp_path: Path) -> None:
    """Eight seeds on ten tasks, for real; the whole result is docs/policy.md."""
    cells = [cell.name for cell in find_cells("plena", level=1, config="C1")]
    given = (*cells, "--seeds", "8", "--batches", "12", "--out", str(tmp_path), "--json")
    found = kernelcraft("lab", "policy", *given)
    assert found.code == 0, found.err
    record = json.loads((tmp_path / "policy.json").read_text())
    gain = record["gains"][0]
    assert (gain["of"], gain["over"]) == ("policy", "shuffled")
    assert gain["interval"]["low"] > 0.0
    assert len(record["courses"]) == 3 * 8
    assert (tmp_path / "policy.svg").read_text().count("<polyline") == len(ARMS)


def test_the_command_holds_a_machine_out(kernelcraft: Command) -> None:
    """Two variants, named as the command names its own: too few for an interval, so it fails."""
    machines = [str(each) for each in drawn("plena", 2, "timing", 0)]
    cells = [f"{machine}/{task}/C1" for machine in machines for task in ("relu", "silu")]
    given = ("--by", "machine", "--seeds", "2", "--batches", "2", "--json")
    found = kernelcraft("lab", "policy", *cells, *given)
    (record,) = json.loads(found.out)["results"]
    held_out = [{cell.split("/")[0] for cell in each["held_out"]} for each in record["courses"]]
    assert all(len(each) == 1 and each <= set(machines) for each in held_out)
    assert record["gains"][0]["interval"] is None
    assert found.code == 1


def test_one_task_cannot_be_split(kernelcraft: Command) -> None:
    found = kernelcraft("lab", "policy", "plena/relu/C1")
    assert found.code == 2
    assert "at least two tasks, got relu" in found.err
