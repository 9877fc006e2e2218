"""What the ablation found as the page docs/feedback.md: the same text for the same findings."""

from collections.abc import Iterator, Sequence
from typing import Final

from kernelcraft.cells.platforms import platform
from kernelcraft.scores.estimate import Interval
from kernelcraft.studies.lab.feedback.doubt import DEFECTS, MADE_FOR, Defect
from kernelcraft.studies.lab.feedback.experiment import ALL, BUDGET, CHOICES, KERNELS, NONE, THREE
from kernelcraft.studies.lab.feedback.orderings import ELSEWHERE, SURE, Results, made_for, orderings
from kernelcraft.studies.lab.retrieval import PARTS, WAYS, asked, recall
from kernelcraft.workbench.feedback import KINDS, MEANING, Feedback

LOOKS: Final[dict[Defect, str]] = {
    "spelling": "a letter of a mnemonic is missing",
    "address": "another operand; the run stops at this line",
    "rows": "another operand; some rows of the output are wrong, or all by one factor",
    "waste": "a line is repeated and is now among the ten hottest",
    "spread waste": "a line is repeated; no copy is hot, but one cause could gain more",
    "instruction": "another instruction with the same operands; its purpose is known in words",
    "order": "two neighbours are swapped; the worked example has them the right way round",
}

INTRODUCTION: Final = """\
# What feedback is worth

Which part of what the tools answer does an agent need? `kernelcraft lab feedback` measures it with
a program, the *faulty oracle*, because nobody can say what a language model did with an answer.
**All figures on this page are of programs; no language model was run.** A release rewrites the
page with `--write-docs`; `--quick` does the same with up to three kernels of a kind instead of six.

The faulty oracle holds our expert's kernel of a cell and up to 42 *doubts*: places that could read
otherwise. In some of them, the defects, the kernel reads wrong; the oracle does not know in which.
It reads the text of the tools' answers, tries the doubts that these name one by one, then the
others in a random order, and keeps what brings the kernel further: until it is right, then until
it is as fast as it was. It works on the same [workbench](agents.md#the-tools) as every agent.

The doubts are found by trying edits of the right kernel, and each shows one thing only. So it is
known before which kind of feedback names a defect. The experiment tests that the answers hold it,
that it can be read out of them, and that nothing else gives it away. It does not say how well a
language model reads. For that, `craft` and `evaluate` take the same masks: `--feedback no-rows`
for everything but the rows, `--feedback errors` for nothing but errors. Whether a kernel is right,
whether it ran to its end, and the cycles of a right one are always told.

"""

EACH_KIND: Final = f"""\
## Each kind of feedback

Evaluations until the kernel was mended, over the defects that the kind is made for: {BUDGET} at
most, counted as {BUDGET + 1} where it never was. *Saves* compares the kind alone with no feedback,
*costs* compares all feedback with all but this kind. In brackets: 95 % intervals over the cells.
"""

THREES: Final = """
## Three defects at once

Median evaluations until the kernel was right, and until it was mended; the share that was mended
within the budget, with its 95 % interval.
"""

MUST_HOLD: Final = f"""
## What must hold

Each kind of feedback alone beats none on the defects it is made for, and its lack is missed there
(p <= {SURE:g}, exact sign flips over cells); on other defects it saves less than {ELSEWHERE:g}
evaluation; all feedback beats none on three defects at once.
"""

RETRIEVAL: Final = """\
## Retrieval

`grep_docs` searches by regular expression or, for questions, by ranked full text (BM25 over
sections, `isa/ranking.py`). Measured on 30 questions for each platform whose right sections are
known (`studies/questions.toml` of a platform): how often one of them is found first, and among the
first five. The search was tuned on the *seen* half only. An expression finds lines in reading
order; *an expert's* is one that a reader who knows the manual's words would type for the question.
Sections that differ in a number only (`vle8.v`, `vle16.v`) count as one.

"""


def page(results: Results) -> str:
    """The whole page."""
    return INTRODUCTION + "\n".join(_parts(results)) + "\n"


def _parts(results: Results) -> Iterator[str]:
    cells = dict.fromkeys(each.cell for each in results.episodes)
    yield "## Defects\n"
    yield from _table(
        ["defect", "what it looks like", "named by", "kernels"],
        [[d, LOOKS[d], MADE_FOR[d], str(len(results.of(d, ALL)))] for d in DEFECTS],
    )
    yield f"\nIn {len(cells)} cells: {', '.join(cells)}."
    yield f"*{THREE}*: one of the first two, one of *rows*, *instruction* and *order*, one waste.\n"
    yield EACH_KIND
    yield from worth(results)
    yield "\n## Every choice\n\nMean evaluations until the kernel was mended.\n"
    yield from _choices(results)
    yield THREES
    yield from _threes(results)
    yield MUST_HOLD
    count, broken = sum(1 for _ in orderings()), results.broken()
    yield f"{count - len(broken)} of these {count} orderings hold."
    yield from (f"- broken: {ordering}" for ordering in broken)
    yield "\n" + RETRIEVAL.rstrip() + "\n"
    yield from retrieval()


def worth(results: Results) -> list[str]:
    """The table of what each kind saves and costs where it is needed."""
    rows = []
    for kind in KINDS:
        for defect in made_for(kind):
            alone, missed = Feedback.only(kind), Feedback.without(kind)
            saves = results.saved(defect, alone, NONE)
            costs = results.saved(defect, ALL, missed)
            rows.append(
                [
                    kind,
                    MEANING[kind],
                    defect,
                    f"{results.mean(defect, NONE):.1f}",
                    f"{results.mean(defect, alone):.1f}",
                    f"{saves.difference:.1f}{_interval(saves.interval)}",
                    f"{costs.difference:.1f}{_interval(costs.interval)}",
                ]
            )
    head = ["kind", "what it tells", "defect", "none", "alone", "saves", "costs if missing"]
    return _table(head, rows)


def _choices(results: Results) -> list[str]:
    rows = [
        [_name(choice), *(f"{results.mean(kernel, choice):.1f}" for kernel in KERNELS)]
        for choice in CHOICES
    ]
    return _table(["feedback", *KERNELS], rows)


def _threes(results: Results) -> list[str]:
    rows = []
    for choice in CHOICES:
        found, share = results.of(THREE, choice), results.mended(THREE, choice)
        spread = share.interval
        between = f" ({spread.low:.0%}-{spread.high:.0%})" if spread else ""
        rows.append(
            [
                _name(choice),
                _median([each.passed for each in found]),
                _median([each.mended for each in found]),
                f"{share.value or 0.0:.0%}{between}",
            ]
        )
    return _table(["feedback", "right", "mended", "mended within the budget"], rows)


def retrieval() -> list[str]:
    """The table of how well each way of searching finds the right section."""
    rows = []
    for name in asked():
        for way in WAYS:
            cells = [platform(name).title, way]
            for part in PARTS:
                found = recall(name, way, part)
                cells += [f"{found.at_1:.0%}", f"{found.at_5:.0%}"]
            rows.append(cells)
    return _table(["platform", "search", *(f"{p} @{k}" for p in PARTS for k in (1, 5))], rows)


def summary(results: Results) -> str:
    """One line."""
    count, broken = sum(1 for _ in orderings()), len(results.broken())
    kernels = len(results.episodes) // len(CHOICES)
    return (
        f"{len(results.episodes):,} episodes of a program on {kernels} wrong kernels: "
        f"{count - broken} of {count} orderings hold"
    )


def _name(choice: Feedback) -> str:
    if choice in (ALL, NONE):
        return str(choice)
    if len(choice.kinds) == 1:
        return f"{choice} alone"
    return f"all but {next(kind for kind in KINDS if kind not in choice.kinds)}"


def _median(values: Sequence[int | None]) -> str:
    """Of evaluations, where None is never."""
    ordered = sorted(BUDGET + 1 if value is None else value for value in values)
    middle = ordered[len(ordered) // 2] if ordered else BUDGET + 1
    return "never" if middle > BUDGET else str(middle)


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f" ({interval.low:.1f}-{interval.high:.1f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
