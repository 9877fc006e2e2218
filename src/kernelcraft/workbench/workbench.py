"""One cell under work: the current kernel, the tools, every attempt and the prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from kernelcraft.cells.arguments import expect_seed
from kernelcraft.cells.cell import Cell, UnknownName, as_cell
from kernelcraft.cells.designs import takes_proposals
from kernelcraft.cells.protocol import Detail, NotInstalled
from kernelcraft.generators import grade
from kernelcraft.generators.templates import template
from kernelcraft.grading.child import Killed
from kernelcraft.grading.job import Grade, Grader, InProcess
from kernelcraft.grading.verification import derive
from kernelcraft.grading.workers import Broken, WorkersClosed
from kernelcraft.records.episode import Answer
from kernelcraft.records.verdict import Rules, Verdict
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.feedback import Feedback
from kernelcraft.workbench.offered import OFFERED, for_answer, known
from kernelcraft.workbench.prompt import Prompt, render
from kernelcraft.workbench.remembered import section
from kernelcraft.workbench.results import FinalVerdict, Result
from kernelcraft.workbench.tool import load
from kernelcraft.workbench.tools import (
    check_syntax,
    compare_attempts,
    get_instruction_size,
    grep_docs,
    profile,
    run_evaluation,
    view_output,
    write_code,
)

if TYPE_CHECKING:
    from kernelcraft.experience.advice import Advice

FINALISTS = 3
"""How many of the fastest attempts are graded until one is right on fresh inputs, too."""


FAILED = "KernelCraft cannot deal with what it was given; write it in another way"


class ToolFailed(Exception):
    """A call that no tool foresaw; the message is a sentence for the agent."""


class Workbench(Bench):
    """One cell under work, given as a `Cell` or by its name: what every agent works with.

    There is one current kernel text, as in the paper: `write_code` replaces it and every other tool
    reads it. A tool never raises for what an agent did: it answers with a sentence. `seed` decides
    the inputs of the final verdict; draw it freshly (`secrets.randbits(64)`) where it must be
    unknown before. `attempted` is called after every attempt. `detail` says how much of the
    instruction set the prompt holds, `tools` which ones it names, and `example` whose expert's
    kernel it shows. `feedback` says which kinds of it are given, `experience` what earlier episodes
    have shown. With another `answer` than "kernel" the text is a generator, and for "template" the
    compiler's is there from the start; raises Unwritten where there is none. For "design" it is a
    kernel, too, and instructions can be proposed; raises NoDesign where the platform takes none.
    """

    def __init__(  # noqa: PLR0913 - what agents are given differs in many ways
        self,
        cell: Cell | str,
        *,
        grader: Grader | None = None,
        seed: int = 0,
        attempted: Callable[[], None] = lambda: None,
        detail: Detail = "compact",
        tools: Sequence[str] = OFFERED,
        example: Cell | None = None,
        feedback: Feedback = Feedback(),  # noqa: B008 (it is frozen)
        answer: Answer = "kernel",
        experience: Advice | None = None,
    ) -> None:
        expect_seed(seed, "an int", int)
        grader = InProcess() if grader is None else grader
        super().__init__(as_cell(cell), grader, feedback, attempted, answer, experience)
        if answer == "design":
            takes_proposals(self.cell)
        if answer == "template":
            self.code = template(self.cell.platform.name, self.cell.task.name)
        self.detail, self.tools, self.seed = detail, for_answer(tools, answer), seed
        self.example = example if "example" in feedback.kinds else None

    @cached_property
    def prompt(self) -> Prompt:
        """What a model is told before its first turn."""
        hazards = "hazards" in self.feedback.extras
        edition = self.feedback.edition
        known = "" if self.experience is None else section(self.experience, self.cell, self.grader)
        return render(
            self.cell,
            self.detail,
            self.tools,
            self.example,
            hazards=hazards,
            edition=edition,
            answer=self.answer,
            experience=known,
        )

    # Programs call them as typed methods. A tool needs no line here: `call` finds every one.
    write_code = write_code.write_code
    check_syntax = check_syntax.check_syntax
    run_evaluation = run_evaluation.run_evaluation
    view_output = view_output.view_output
    grep_docs = grep_docs.grep_docs
    get_instruction_size = get_instruction_size.get_instruction_size
    profile = profile.profile
    compare_attempts = compare_attempts.compare_attempts

    def call(self, name: str, given: Mapping[str, JsonValue]) -> Result:
        """The tool of this name, as an agent calls it.

        Raises UnknownName where there is none, or one of a package that is not offered here, and
        ToolFailed for what escapes from it: a failed call of the agent's, not the end of its
        episode. Only what every job would meet here ends that.
        """
        if known(name) not in (*OFFERED, *self.tools):
            raise UnknownName(f"the tool {name} is not offered here", ())
        tool = load(name)
        try:
            return tool.perform(self, **given)
        except (Killed, WorkersClosed, Broken, NotInstalled, OSError):
            raise
        except Exception as error:
            raise ToolFailed(f"{name} failed, and nothing was changed: {FAILED}") from error

    def verdict(self, rules: Rules = "strict") -> FinalVerdict:
        """Grade the best attempt and the last one on fresh inputs, generators at hidden sizes, too.

        Where the fastest attempt fails there, the next fastest stands for the best, up to
        `FINALISTS` of them.
        """
        if not self.attempts:
            return FinalVerdict(best=None, last=None, best_attempt=None, last_attempt=None)
        graded: dict[int, Verdict] = {}
        best = self._first_right(rules, graded)
        last = self.attempts[-1]
        if best is not None and last.code == best.code:
            graded[last.number] = graded[best.number]
        if last.number not in graded:
            graded[last.number] = self._grade(last, rules)
        return FinalVerdict(
            best=graded[best.number] if best else None,
            last=graded[last.number],
            best_attempt=best.number if best else None,
            last_attempt=last.number,
        )

    def _first_right(self, rules: Rules, graded: dict[int, Verdict]) -> Attempt | None:
        right = sorted((each for each in self.attempts if each.correct), key=lambda each: each.rank)
        finalists = right[:FINALISTS]
        for attempt in finalists:
            graded[attempt.number] = self._grade(attempt, rules)
            if graded[attempt.number].correct:
                return attempt
        return finalists[0] if finalists else None

    def _grade(self, attempt: Attempt, rules: Rules) -> Verdict:
        seed = derive(self.seed, attempt.number)
        if self.generates:
            return grade.grade(self.grader, self.cell, attempt.code, rules, seed)
        return self.grader.submit(
            self.with_proposals(Grade(self.cell.name, attempt.code, rules, seed))
        ).result()
