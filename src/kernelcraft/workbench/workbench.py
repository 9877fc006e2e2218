"""One cell under work: the current kernel, the tools, every attempt and the prompt."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from pydantic import JsonValue

from kernelcraft.cells.arguments import expect
from kernelcraft.cells.cell import Cell, as_cell
from kernelcraft.cells.protocol import Detail
from kernelcraft.grading.child import Killed
from kernelcraft.grading.job import Grade, Grader, InProcess
from kernelcraft.grading.verification import derive
from kernelcraft.grading.workers import Broken, WorkersClosed
from kernelcraft.records.verdict import Rules, Verdict
from kernelcraft.workbench import (
    compare_attempts,
    profile,
    run_evaluation,
    view_output,
    write_code,
)
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.feedback import Feedback
from kernelcraft.workbench.offered import OFFERED
from kernelcraft.workbench.prompt import Prompt, render
from kernelcraft.workbench.reading import Check, Search, Size
from kernelcraft.workbench.results import (
    NOTHING_WRITTEN,
    ComparisonResult,
    DocsResult,
    EvaluationResult,
    FinalVerdict,
    OutputView,
    ProfileResult,
    Result,
    SizeResult,
    SyntaxResult,
    WriteResult,
)

FINALISTS = 3
"""How many of the fastest attempts are graded until one is right on fresh inputs, too."""


FAILED = "KernelCraft cannot deal with what it was given; write it in another way"


class ToolFailed(Exception):
    """A call that no tool foresaw; the message is a sentence for the agent."""


class Workbench:
    """One cell under work, given as a `Cell` or by its name: what every agent works with.

    There is one current kernel text, as in the paper: `write_code` replaces it and every other tool
    reads it. A tool never raises for what an agent did: it answers with a sentence. `seed` decides
    the inputs of the final verdict; draw it freshly (`secrets.randbits(64)`) where it must be
    unknown before. `attempted` is called after every attempt. `detail` says how much of the
    instruction set the prompt holds, `tools` which ones it names, and `example` whose expert's
    kernel it shows. `feedback` says which kinds of it are given.
    """

    def __init__(
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
    ) -> None:
        expect("seed", seed, "an int", int)
        self.cell, self.detail = as_cell(cell), detail
        self.tools, self.feedback = tuple(tools), feedback
        self.example = example if "example" in feedback.kinds else None
        self.grader: Grader = grader if grader is not None else InProcess()
        self.seed = seed
        self._attempted = attempted
        self.code: str | None = None
        self.attempts: list[Attempt] = []
        self.best: Attempt | None = None
        """The fastest attempt that was correct on the public inputs; the first of equals."""

    @cached_property
    def prompt(self) -> Prompt:
        """What a model is told before its first turn."""
        hazards = "hazards" in self.feedback.extras
        return render(self.cell, self.detail, self.tools, self.example, hazards=hazards)

    def write_code(self, code: str) -> WriteResult:
        """Replace the kernel text.

        code: the whole text of the kernel: at most 200,000 lines and 16,000,000 bytes of UTF-8
        """
        result = write_code.write_code(code)
        if result.success:
            self.code = code
        return result

    def check_syntax(self) -> SyntaxResult:
        """Assemble the kernel text."""
        hazards = "hazards" in self.feedback.extras
        if self.code is None:
            return SyntaxResult(success=False, message=NOTHING_WRITTEN)
        result = self.grader.submit(Check(self.cell.name, self.code, hazards)).result()
        return self.feedback.shown(result)

    def run_evaluation(self) -> EvaluationResult:
        """Run the kernel on the public inputs and compare its output with the reference."""
        number = len(self.attempts) + 1
        result = run_evaluation.run_evaluation(self.cell, self.code, self.grader, number)
        if self.code is not None:
            self.keep(Attempt.of(number, self.code, result))
        return self.feedback.shown(result)

    def view_output(self, num_rows: int = 10) -> OutputView:
        """The first rows of the evaluated kernel's output beside the reference.

        num_rows: how many rows, from 1; 64 at most are shown
        """
        rows = view_output.view_output(self.cell, self.code, self.attempts, self.grader, num_rows)
        return self.feedback.shown(rows)

    def grep_docs(self, query: str, ranked: bool = False) -> DocsResult:
        """Search the manual for a regular expression, or for a question in plain words.

        query: a mnemonic (gives its whole page), a regular expression (2 seconds), or plain words
        ranked: rank sections by the words of the query; also done when no line matches it
        """
        search = Search(self.cell.name, query, ranked)
        return self.feedback.shown(self.grader.submit(search).result())

    def get_instruction_size(self) -> SizeResult:
        """Count the kernel text's instructions by category."""
        if self.code is None:
            return SizeResult(success=False, message=NOTHING_WRITTEN)
        return self.grader.submit(Size(self.cell.name, self.code)).result()

    def profile(self) -> ProfileResult:
        """Where the kernel's cycles go, and the most that removing each cause could gain."""
        return self.feedback.shown(profile.profile(self.cell, self.code, self.grader))

    def compare_attempts(self) -> ComparisonResult:
        """All attempts side by side."""
        told = [self.feedback.told(attempt) for attempt in self.attempts]
        best = None if self.best is None else told[self.best.number - 1]
        return compare_attempts.compare_attempts(told, best)

    def call(self, name: str, given: Mapping[str, JsonValue]) -> Result:
        """The tool of this name, as an agent calls it.

        Raises ToolFailed for what escapes from it: a failed call of the agent's, not the end of its
        episode. Only what every job would meet here ends that.
        """
        method: Callable[..., Result] = getattr(self, name)
        try:
            return method(**given)
        except (Killed, WorkersClosed, Broken, OSError):
            raise
        except Exception as error:
            raise ToolFailed(f"{name} failed, and nothing was changed: {FAILED}") from error

    def keep(self, attempt: Attempt) -> None:
        """Add an attempt: one of now, or one that was evaluated before."""
        self.attempts.append(attempt)
        if attempt.correct and (self.best is None or _speed(attempt) < _speed(self.best)):
            self.best = attempt
        self._attempted()

    def verdict(self, rules: Rules = "strict") -> FinalVerdict:
        """Grade the best attempt and the last one on fresh inputs.

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
        right = sorted((attempt for attempt in self.attempts if attempt.correct), key=_speed)
        finalists = right[:FINALISTS]
        for attempt in finalists:
            graded[attempt.number] = self._grade(attempt, rules)
            if graded[attempt.number].correct:
                return attempt
        return finalists[0] if finalists else None

    def _grade(self, attempt: Attempt, rules: Rules) -> Verdict:
        seed = derive(self.seed, attempt.number)
        return self.grader.submit(Grade(self.cell.name, attempt.code, rules, seed)).result()


def _speed(attempt: Attempt) -> tuple[float, int]:
    return (attempt.cycles or float("inf"), attempt.number)
