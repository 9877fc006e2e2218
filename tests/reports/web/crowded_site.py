"""A site with all that makes a page wide: long names, many agents and cells, large numbers, long
lines of code; one agent solves nothing."""

from __future__ import annotations

from pathlib import Path

from kernelcraft.cli.web import printed
from kernelcraft.records.attempt import Attempt
from kernelcraft.records.conversation import Call, Note, Reply
from kernelcraft.records.episode import Episode
from kernelcraft.reports.report import build
from kernelcraft.reports.web.material import Material
from kernelcraft.reports.web.site import Site
from tests.reports.made_up import episode
from tests.reports.web.made_up_site import Cycles, Profile

PLATFORMS = ("plena", "coral_npu", "amd_npu")
TASKS = ("scaled_dot_product_attention", "softmax")
CONFIGURATIONS = ("C1", "C2", "C3")
LONG_MODEL = "openai-api/a-provider-with-a-long-name/a-model-with-a-longer-name-instruct-2026-11-22"
AGENTS = (
    ("baseline", "none/none", 1.0),
    ("expert", "none/none", 0.08),
    ("planner-coder-reviewer:rewriter", "none/none", 0.75),
    ("tuner", "none/none", 0.8),
    ("evolution", LONG_MODEL, 0.5),
    ("llm", "openai/gpt-5.2", 0.0),
)
BASELINE = 1_234_567
ATTEMPTS = 137
BUNDLE = "lda p1, [p0, #4] ; movx r16, #12 ; vadd.32 x1, x2, x3 ; nopa ; nopb ; nops ; nopxm " * 2


def _history(cycles: int | None) -> tuple[Attempt, ...]:
    """Slowly towards the last one; every ninth is wrong."""
    return tuple(
        Attempt(
            number,
            None,
            number * 1000,
            correct=cycles is not None and number % 9 != 0,
            cycles=cycles + 997 * (ATTEMPTS - number) if cycles and number % 9 else None,
        )
        for number in range(1, ATTEMPTS + 1)
    )


def episodes() -> list[Episode]:
    """6 agents on 18 cells of three platforms."""
    found = []
    for name, model, part in AGENTS:
        for place, platform in enumerate(PLATFORMS):
            for task in TASKS:
                for n, configuration in enumerate(CONFIGURATIONS, start=1):
                    cycles = round(BASELINE * part / (n + place)) if part else None
                    made = episode(
                        f"{platform}/{task}/{configuration}",
                        cycles,
                        baseline=BASELINE,
                        bound=12_345,
                        failure=None if part else "wrong result",
                        agent=name,
                        model=model,
                        turns=None if model == "none/none" else 12,
                        cost=0.0 if model == "none/none" else None,
                        evaluations=ATTEMPTS,
                        history=_history(cycles),
                    )
                    found.append(made.model_copy(update={"platform": platform}))
    return found


MATERIAL = Material(
    entries=(
        Note(
            "tuner",
            "1 baseline: 1,234,567 cycles, kept\n2 unroll: 1,000,000 cycles, not faster\n"
            f"  @ line 7\n  - {BUNDLE}\n  + nop\n  add 9 -> 12",
        ),
        Reply(1, "first " * 60, "thoughts " * 80, 77, None),
        Call("write_code", {"code": f"{BUNDLE}\n" * 90}, "90 lines written", None),
        Call("write_code", {"code": f"{BUNDLE}\n" * 80 + "nop\n"}, "81 lines written", None),
    ),
    kernel=f"{BUNDLE}\n" * 100,
    baseline=f"{BUNDLE}\n" * 99 + "last line of the compiler's kernel\n",
    profile=Profile(tuple(Cycles(line, 1_000_000, 12_345_678) for line in range(1, 101))),
)


def write(folder: Path) -> list[Episode]:
    """Write the first page and that of the first episode of three agents; give these episodes."""
    made, site = episodes(), Site(folder)
    site.write_index(made, build(made, []), printed())
    first = [next(each for each in made if each.agent == agent) for agent, _, _ in AGENTS[1:4]]
    for each in first:
        site.write_page(each, MATERIAL)
    return first
