"""The report card as the page docs/report-card.md: the same text for the same findings."""

from collections import Counter
from collections.abc import Iterable, Sequence

from kernelcraft.audit.records import FamilyScore, GraderMutants, KernelMutants, ReportCard, Trials
from kernelcraft.audit.summary import exceptions, grader_line, kernels_line, trials_line

INTRODUCTION = """\
# The grader's report card

How well the evaluator itself does, measured by `kernelcraft report-card`, which exits with 0 only
if every target is met. `kernelcraft report-card --write-docs` rewrites this page; a release does.
Every input is decided by one seed, so the page changes only with the code. Everything here is done
for every platform.

The grader grows by rounds of attack and repair. In a round somebody who did not write the grader
tries to score without solving, to end the grader or its host, and to forge records; each attack
that succeeds, also by half, is first written down as a suspect, a hostile text or a test that
fails, then closed by a rule where one rule covers many cases, and the whole card is run again.
There were two rounds so far. The second, of about 150 attacks, added the families *missing
safeguard* and *breaks the assembler* of every platform, and edges of the inputs on which each
safeguard decides.

"""

CHEATS = """\
## (a) Cheats

Each is a kernel that tries to score without solving, graded strictly, and under the rules of
training, right after an honest run of the same cell on the same inputs in the same process. It
counts as caught only if both refuse it for the right reason: a syntax error catches no cheat. The
last column counts those that the paper's
rules accept (one set of inputs, zeros in free memory, an absolute tolerance, no audit).
Families written for a platform are in `platforms/<platform>/adversaries/cheats/`, those that follow
from its right kernels in `audit/cheats/`. *Missing safeguard* is made from the compiler's, the
expert's and the tuner's kernels by the edits in `platforms/<platform>/adversaries/safeguards.py`.

"""

ODD = """\
## (b) Honest oddities

Right kernels that look wrong: every refusal is a false alarm. A kernel that drops precision and
stays within the tolerance is right, not a cheat: the tolerance says how much precision a cell asks
for. What is beyond it is the family *tolerance surfing* above.

"""

GRADER = """\
## (c) Mutants of the grader

One piece of the grader's own source is replaced in a copy of the package and the grader's tests
run on it: one must fail. A replacement that fits the source no longer is an error.

"""

KERNELS = """\
## (d) Mutants of right kernels

One instruction is changed: another operand (one up or down; numbers also doubled or halved), two
operands swapped, another mnemonic with operands of the same kinds, left out, twice (where it reads
what it writes). Only texts that assemble count, and only instructions without which the public
output is another: changes of dead code would all be equivalent. The first time that the changed
instruction runs, it must leave another machine behind (or go on elsewhere), on the public inputs:
a + b for b + a is no change. Every mutant is graded strictly. A
survivor is *equivalent* if the output is the same, bit for bit, on every input set it was graded
on; *under the error budget* if the error of its output is at most τ on all input sets of five
seeds (single rows or elements may still be refused on some); else *unexplained*. The target counts
equivalent mutants as not judged wrong.

"""


def page(card: ReportCard) -> str:
    """Markdown."""
    failed = [f"* {each}" for each in exceptions(card)]
    parts = [
        INTRODUCTION,
        f"**{'Every target is met.' if card.met else 'Not every target is met.'}**\n\n",
        *(["\n".join([*failed, "", ""])] if failed else []),
        CHEATS,
        _trials(card.cheats, "refused for the right reason", paper=True),
        ODD,
        _trials(card.odd, "accepted", paper=False),
        *([GRADER, _grader(card.grader)] if card.grader else []),
        KERNELS,
        *map(_kernels, card.kernels),
    ]
    return "".join(parts).rstrip() + "\n"


def _trials(trials: Trials, answer: str, *, paper: bool) -> str:
    heads = ["platform", "family", "what it does", "kernels", answer, *(["paper"] * paper)]
    rows = [_family(each, paper=paper) for each in trials.families]
    target = f"Target: all, and at least {trials.least} a platform. "
    return f"{target}Found: {trials_line(trials, answer)}.\n\n{table(heads, rows)}\n"


def _family(each: FamilyScore, *, paper: bool) -> list[str]:
    numbers = [each.kernels, each.as_expected, *([each.paper] * paper)]
    return [each.platform, each.family, each.title, *map(str, numbers)]


def _grader(part: GraderMutants) -> str:
    rows = [[f"`{m.module}`", m.what, f"`{m.killed_by}`"] for m in part.mutants]
    listed = table(["module", "change", "the first test that fails"], rows)
    return f"Target: all. Found: {grader_line(part)}.\n\n{listed}\n"


def _kernels(part: KernelMutants) -> str:
    operators = Counter(survivor.kind for survivor in part.survivors)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(operators.items()))
    answers = ", ".join(f"{count} {answer}" for answer, count in part.answers.items())
    rows = [
        [s.cell, s.kernel, f"`{s.before}`", f"`{s.after}`", s.kind, s.evidence]
        for s in part.survivors
    ]
    heads = ["cell", "kernel", "instruction", "instead", "class", "evidence"]
    return (
        f"{part.platform}: {part.kernels} kernels of {part.tasks} tasks, baselines and experts. "
        f"Target: {part.least} mutants, {part.share:.0%} judged wrong, none unexplained. "
        f"Found: {kernels_line(part)}. Answers: {answers}. Survivors: {kinds or 'none'}.\n\n"
        f"{table(heads, rows)}\n"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(_escaped, line))} |\n" for line in lines)


def _escaped(cell: str) -> str:
    return cell.replace("|", chr(92) + "|")
