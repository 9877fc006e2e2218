"""A site of made-up episodes: two platforms, programs and models, and hostile texts everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kernelcraft.cli.web import printed
from kernelcraft.records.attempt import Attempt
from kernelcraft.records.conversation import Call, Note, Reply
from kernelcraft.records.episode import Episode
from kernelcraft.reports.report import build
from kernelcraft.reports.web.material import Material
from kernelcraft.reports.web.site import Site
from tests.reports.made_up import episode

SCRIPT = "<script>window.hacked = true</script><img src=x onerror='window.hacked = true'>"
HOSTILE_MODEL = f"evil/{SCRIPT}\u202e</script>"
TASKS = ("silu", "relu", "gelu", "softmax", "gemv", "gemm", "linear", "layer_norm", "rms_norm")


@dataclass(frozen=True)
class Cycles:
    """A line of a profile."""

    line: int
    executions: int
    cycles: int


@dataclass(frozen=True)
class Profile:
    """A profile without loops and what-ifs."""

    lines: tuple[Cycles, ...]
    message: str = ""
    loops: tuple[()] = ()
    what_if: tuple[()] = ()

    @property
    def cycles(self) -> int:
        return sum(each.cycles for each in self.lines)

    @property
    def by_unit(self) -> tuple[tuple[str, int], ...]:
        return (("vector", self.cycles),)

    @property
    def by_reason(self) -> tuple[tuple[str, int], ...]:
        return ()


def history(cycles: int) -> tuple[Attempt, ...]:
    return (
        Attempt(1, 1, 100, correct=False, cycles=None),
        Attempt(2, 2, 250, correct=True, cycles=2 * cycles),
        Attempt(3, 2, 250, correct=True, cycles=cycles),
    )


def episodes() -> list[Episode]:
    """20 of the tuner on both platforms, 9 of a model with prices, 1 with a hostile name."""
    plena = [f"plena/{task}/{config}" for task in TASKS for config in ("C1", "C2")]
    tuner = [
        episode(cell, 200 + 30 * k, bound=100, history=history(200 + 30 * k), best_attempt=3)
        for k, cell in enumerate(plena)
    ]
    coral = [
        episode(f"coral_npu/{task}/C1", 400, bound=100).model_copy(update={"platform": "coral_npu"})
        for task in ("silu", "relu")
    ]
    model = [
        episode(
            f"plena/{task}/C1",
            900 if k % 3 else None,
            bound=100,
            failure=None if k % 3 else "wrong result",
            agent="llm",
            model="openai/gpt-5.2",
            turns=4,
            cost=0.25,
        )
        for k, task in enumerate(TASKS)
    ]
    attention = episode("plena/attention/C1", 700, bound=600, level=2)
    hostile = episode(
        f"plena/{SCRIPT}/C1", 500, agent="llm", model=HOSTILE_MODEL, turns=1, cost=None
    )
    return [*tuner, *coral, attention, *model, hostile]


MATERIAL = Material(
    entries=(
        Reply(1, f"I think {SCRIPT}", f"secretly {SCRIPT}", 77, None),
        Call("write_code", {"code": "V_ADD a\nV_MUL b\n"}, "2 lines written", None),
        Call("run_evaluation", {}, "wrong", None),
        Call("write_code", {"code": f"V_ADD a\n; {SCRIPT}\n"}, "2 lines written", None),
        Call("run_evaluation", {}, "correct", None),
        Call(SCRIPT, {SCRIPT: SCRIPT}, "", f"no tool {SCRIPT}"),
        Note(SCRIPT, f"line\x00one\n{SCRIPT}"),
    ),
    kernel=f"V_ADD a\n; {SCRIPT}\u202e\n",
    baseline=f"; {SCRIPT}\nV_SLOW a\n",
    profile=Profile((Cycles(1, 8, 99),)),
)


def write(folder: Path) -> list[Episode]:
    """Write the site, every page with the same material, and give its episodes."""
    made = episodes()
    site = Site(folder)
    site.write_index(made, build(made, [f"a note {SCRIPT}"]), printed())
    for each in made:
        site.write_page(each, MATERIAL)
    return made
