"""The experiment as text: lines for a terminal, one JSON record, and the page docs/policy.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.scores.paired import Paired
from kernelcraft.studies.policy.experiment import ARMS, Arm, Results

NAMES: Final[dict[Arm, str]] = {
    "policy": "policy",
    "blind": "policy that sees nothing",
    "shuffled": "control: shuffled rewards",
}
GAINS: Final[tuple[tuple[Arm, Arm, str], ...]] = (
    ("policy", "shuffled", "gain over the control"),
    ("policy", "blind", "gain over the policy that sees nothing"),
    ("blind", "shuffled", "gain of the policy that sees nothing over the control"),
)

INTRODUCTION: Final = """\
# Does it train?

A policy that learns from our rewards writes better kernels on tasks that it has not seen, and the
same learner with shuffled rewards does not. `kernelcraft lab policy` shows it without a GPU, a
network or a key, through the [gymnasium door](environments.md#gymnasium-moves-as-actions). It
exits with 0 only if the 95 % interval of the gain over the control is above 0. `kernelcraft lab
policy --write-docs` rewrites this page.

**Who it is.** Every number here is a *linear policy's*: a softmax over {actions} actions, linear
in {features} features and a constant, {weights} weights that begin at 0, so with equal chances.
No language model took part, and nothing here says how well one would learn.

**What it does.** An episode begins with the compiler's kernel and has {steps} steps; an action is
a move of the tuner's, the last one hands in. The reward comes at the end, graded on hidden inputs
by the rules of training, in the shape `default`: 0.65 for the compiler's kernel, 1 at the bound.

**How it learns.** REINFORCE, {batches} batches, each with {tries} tries of every cell that it
learns on; a try's advantage is GRPO's, its reward within the tries of its cell
(`kernelcraft.rewards.advantages`). Rate {rate}. The *control* is the same learner with the
rewards of each batch permuted among its episodes before that; *sees nothing* means that its
observation is always 0.

**Who judges.** For each seed a third of the {kinds} is drawn and held out, and the policy learns
on the cells of the others. The table is of {last} tries on each held-out cell after the last
batch. All arms of a seed have the same split. Intervals are over the {seeds} seeds, paired where
they are of a gain, and say nothing of other tasks than these: the seeds share the same {cells}
cells.

**What was chosen, and where.** Rate and tries were chosen on the cells of `plena` that four other
seeds (1000 to 1003) learn on, among the rates 0.3, 1, 3 and 10 and 4 or 8 tries; rates of 1 and
more were alike there, so the smallest was taken. Steps and batches were set before anything was
tried. No setting was chosen on another platform's cells.

**What is remembered.** All episodes have the same seed, so that equal actions on a cell give
equal kernels, and hidden inputs are those of one group. Equal actions are therefore played once,
and a kernel is run and graded once. Another run has other hidden inputs: where cycles depend on
them, as on the Coral NPU, its numbers are a little different.
"""
MACHINES: Final = """\
Held out are whole machines that were [drawn by seeds](variants.md): for each seed a third of them
judges, and the policy learns on the same tasks on the others.
"""


def page(found: Sequence[Results]) -> str:
    """docs/policy.md, a chapter for each platform."""
    first = found[0]
    given = asdict(first.settings)
    words = INTRODUCTION.format(
        **{name: given[name] for name in ("steps", "tries", "batches", "rate", "last")},
        actions=_spread(len(each.actions) for each in found),
        features=_spread(len(each.features) for each in found),
        weights=_spread(len(each.actions) * (len(each.features) + 1) for each in found),
        kinds=f"{first.by}s",
        cells=_spread(len(each.cells) for each in found),
        seeds=len(first.of("policy")),
    )
    return "\n".join([words, *(_chapter(each) for each in found)])


def text(found: Results) -> str:
    """For a terminal."""
    lines = [f"{found.title}: mean reward on held-out cells, {len(found.of('policy'))} seeds"]
    for arm in ARMS:
        after = _mean([each.reward for each in found.of(arm)])
        before = _mean([each.curve[0] for each in found.of(arm)])
        lines.append(f"  {NAMES[arm]:26} {before:.4f} before learning, {after:.4f} after")
    lines += [f"  {what}: {_paired(found.gain(one, other))}" for one, other, what in GAINS]
    return "\n".join(lines)


def record(found: Results) -> dict[str, object]:
    """All that was measured, as JSON has it."""
    return {
        "agent": "a linear softmax policy, no language model",
        "cells": list(found.cells),
        "split": found.by,
        "settings": asdict(found.settings),
        "actions": list(found.actions),
        "features": list(found.features),
        "courses": [asdict(each) for each in found.courses],
        "gains": [
            {"of": one, "over": other, **asdict(found.gain(one, other))} for one, other, _ in GAINS
        ],
        "compiler": dict(found.start),
        "best": dict(found.best),
        "holds": found.holds,
    }


def _chapter(found: Results) -> str:
    """Figure, final rewards, gains, cells."""
    rows = [
        (NAMES[arm], *_estimate([each.curve[0] for each in found.of(arm)]), *_estimate(ends))
        for arm in ARMS
        for ends in [[each.reward for each in found.of(arm)]]
    ]
    gains = [(what, *_paired(found.gain(one, other)).split(", ", 1)) for one, other, what in GAINS]
    return "\n".join(
        [
            f"## {found.title}\n",
            *([MACHINES] if found.by == "machine" else []),
            f"![Mean reward on held-out cells after each batch](assets/{found.file})\n",
            _table(("agent", "before learning", "95 %", "after", "95 %"), rows),
            _table(("", "reward", "95 %"), gains),
            f"{_eyes(found)}\n",
            "Single cells, over the seeds that held them out; *found* is the best reward of any "
            "episode here:\n",
            _table(("cell", "seeds", "compiler", "control", "policy", "found"), _cells(found)),
        ]
    )


def _eyes(found: Results) -> str:
    """What the observation is worth, in words."""
    interval = found.gain("policy", "blind").interval
    if interval is not None and interval.low > 0.0:
        return "What it sees of a kernel helps it on these tasks."
    return (
        "What it sees of a kernel makes it no better that these seeds would show: it learns which "
        "moves pay, for all tasks alike."
    )


def _cells(found: Results) -> Iterator[tuple[str, ...]]:
    for cell in found.cells:
        ends = {
            arm: [
                each.cells[each.held_out.index(cell)]
                for each in found.of(arm)
                if cell in each.held_out
            ]
            for arm in ARMS
        }
        shown = (_value(ends[arm]) for arm in ("shuffled", "policy"))
        start, best = f"{found.start[cell]:.3f}", f"{found.best[cell]:.3f}"
        yield cell, str(len(ends["policy"])), start, *shown, best


def _value(values: Sequence[float]) -> str:
    return f"{_mean(values):.3f}" if values else "-"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _estimate(values: Sequence[float]) -> tuple[str, str]:
    interval = mean_interval(values, [str(place) for place in range(len(values))])
    spread = "-" if interval is None else f"{interval.low:.4f} to {interval.high:.4f}"
    return f"{_mean(values):.4f}", spread


def _paired(gain: Paired) -> str:
    interval = gain.interval
    spread = "no interval" if interval is None else f"{interval.low:.4f} to {interval.high:.4f}"
    return f"{gain.difference or 0.0:.4f}, {spread}"


def _spread(numbers: Iterator[int]) -> str:
    """One number, or from which to which."""
    each = sorted(set(numbers))
    return str(each[0]) if len(each) == 1 else f"{each[0]} to {each[-1]}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]] | Iterator[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
