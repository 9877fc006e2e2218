"""The paper's table: its own sums, and ours beside it."""

import pytest

from kernelcraft.cli.web import printed
from kernelcraft.records.episode import Episode
from kernelcraft.reports.paper import paper
from kernelcraft.reports.web.leaderboard import contenders
from kernelcraft.reports.web.published import Beside, Count, beside
from tests.reports.made_up import episode

PRINTED = printed()
PLENA, AMD, CORAL = (list(PRINTED).index(name) for name in ("plena", "amd_npu", "coral_npu"))


def table(*episodes: Episode) -> Beside:
    return beside(paper(), PRINTED, contenders(episodes))


def row(found: Beside, title: str) -> tuple[tuple[Count | None, ...], ...]:
    return next(line.counts for line in found.lines if line.title == title)


@pytest.mark.parametrize(
    ("title", "platform", "printed", "n"),
    [
        ("Level 1", PLENA, (37, 30, 12, 1), 50),
        ("Level 1", AMD, (16, 11, 3, 1), 60),
        ("Level 1", CORAL, (34, 28, 2, 1), 60),
        ("Level 2", PLENA, (18, 5, 0, 0), 40),
        ("Level 2", AMD, (3, 1, 0, 0), 35),
        ("Level 2", CORAL, (1, 0, 0, 0), 10),
        ("All", PLENA, (55, 35, 12, 1), 100),
        ("All", AMD, (19, 12, 3, 1), 110),
        ("All", CORAL, (35, 29, 2, 1), 75),
    ],
)
def test_the_sums_are_those_that_the_paper_prints(
    title: str, platform: int, printed: tuple[int, ...], n: int
) -> None:
    assert row(table(), title)[platform] == tuple(Count(each, n) for each in printed)


def test_a_platform_without_the_task_has_no_count() -> None:
    assert row(table(), "FlashAttention")[AMD] == (None,) * 4


def test_ours_are_counted_by_task_level_and_platform() -> None:
    found = table(
        episode("plena/silu/C1", 5),
        episode("plena/silu/C2", None, failure="wrong result"),
        episode("coral_npu/gelu/C1", 5),
    )
    silu = "index.html?platform=plena&level=1&task=silu&who=0#episodes"
    gelu = "index.html?platform=coral_npu&level=1&task=gelu&who=0#episodes"
    assert row(found, "SiLU")[PLENA][4:] == (Count(1, 2, address=silu),)
    assert row(found, "ReLU")[PLENA][4:] == (None,)
    assert row(found, "GELU")[CORAL][4:] == (Count(1, 1, other=True, address=gelu),)
    plena, coral = (silu.replace("&level=1&task=silu", ""), gelu.partition("&level")[0])
    assert row(found, "All")[PLENA][4:] == (Count(1, 2, address=plena),)
    all_of_coral = Count(1, 1, other=True, address=f"{coral}&who=0#episodes")
    assert row(found, "All")[CORAL][4:] == (all_of_coral,)
    assert row(found, "SiLU")[AMD][4:] == ()


@pytest.mark.parametrize(
    ("model", "rules", "reasons"),
    [
        ("none/none", "strict", ["program", "strict grading", "our simulator"]),
        ("openai/gpt-5.2-2025-12-11", "paper", ["our simulator"]),
        ("anthropic/claude-sonnet-4-20250514", "strict", ["strict grading", "our simulator"]),
        ("openai/gpt-4o", "paper", ["did not try", "our simulator"]),
        ("openrouter/deepseek/deepseek-r1", "paper", ["our simulator"]),
    ],
)
def test_why_a_column_is_not_comparable(model: str, rules: str, reasons: list[str]) -> None:
    each = episode("plena/silu/C1", 5, agent="llm", model=model, turns=3)
    found = table(each.model_copy(update={"rules": rules}))
    (column,) = found.groups[PLENA].measured
    assert len(column.reasons) == len(reasons)
    assert all(part in said for part, said in zip(reasons, column.reasons, strict=True))


def test_held_out_sizes_are_not_in_the_table() -> None:
    held_out = episode("plena/silu/C1", 5).model_copy(update={"held_out": True})
    assert table(held_out).groups[PLENA].measured == ()


def test_the_tasks_of_the_platforms_are_those_of_the_table() -> None:
    assert {task for each in PRINTED.values() for task in each.solved} == set(paper().tasks)
