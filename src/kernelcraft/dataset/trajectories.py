"""An episode, each of its kernels graded, as a trajectory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from kernelcraft.cells.protocol import Detail
from kernelcraft.dataset.contamination import reasons
from kernelcraft.dataset.rows import Message, Step, Trajectory
from kernelcraft.evaluation.replaying import work_again
from kernelcraft.evaluation.transcripts import Transcript
from kernelcraft.generators import grade
from kernelcraft.generators.job import kernel_of
from kernelcraft.grading.job import Grade, Grader
from kernelcraft.grading.verification import fresh_seed
from kernelcraft.records.attempt import Attempt as Recorded
from kernelcraft.records.episode import Episode
from kernelcraft.records.verdict import Rules, Verdict
from kernelcraft.rewards import Outcome, credit, named
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.attempt import Attempt


@dataclass(frozen=True)
class Author:
    """Who wrote the kernels: a model under its name, or a program under its agent's.

    `program` where no language model had a part in it, as far as anybody knows; `detail` is how
    much of the instruction set it was told.
    """

    name: str
    program: bool = True
    epoch: int = 1
    detail: Detail = "compact"

    @classmethod
    def of(cls, episode: Episode) -> Author:
        """As a record has it."""
        program = episode.turns is None and not episode.open_tools
        name = episode.agent if program else episode.model
        return cls(name, program, episode.epoch, episode.prompt)


def done_again(
    transcript: Transcript, grader: Grader, rules: Rules, shape: str
) -> Trajectory | None:
    """The trajectory of an episode that is done again from its log alone.

    Raises what `work_again` does, and GeneratorFault.
    """
    bench = work_again(transcript, grader)
    return trajectory(bench, Author.of(transcript.episode), rules, shape)


def trajectory(bench: Workbench, author: Author, rules: Rules, shape: str) -> Trajectory | None:
    """What came of the attempts on a workbench; None where nothing was evaluated.

    Kernels that passed are graded on hidden inputs of a fresh seed, generators at hidden sizes,
    too. Raises GeneratorFault.
    """
    if not bench.attempts:
        return None
    verdicts = _graded(bench, rules)
    steps = _steps(bench.attempts, verdicts, shape)
    best = max(steps, key=lambda step: step.reward)
    cell = bench.home  # without proposals, which only this process knows
    return Trajectory(
        cell=cell.name,
        platform=cell.platform.name,
        task=cell.task.name,
        answer=bench.answer,
        author=author.name,
        program=author.program,
        contaminates=reasons(cell, _right(bench, steps), generates=bench.generates),
        epoch=author.epoch,
        rules=rules,
        shape=named(shape).label,
        reward=best.reward,
        right=bool(best.right),
        messages=(*prompt(bench, author.detail), *_conversation(steps)),
        steps=tuple(steps),
    )


def prompt(bench: Workbench, detail: Detail) -> tuple[Message, ...]:
    """What an agent is told before its first turn, as far as the episode's settings say."""
    told = Workbench(
        bench.cell, grader=bench.grader, detail=detail, tools=bench.tools, answer=bench.answer
    ).prompt
    return (
        {"role": "system", "content": told.system},
        {"role": "user", "content": told.task},
    )


def handed_in(number: int, kernel: str) -> Message:
    """The turn that writes a kernel and has it run."""
    calls: dict[str, Message] = {"write_code": {"code": kernel}, "run_evaluation": {}}
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": f"{name}-{number}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given)},
            }
            for name, given in calls.items()
        ],
    }


def _conversation(steps: Sequence[Step]) -> Iterator[Message]:
    for step in steps:
        yield handed_in(step.number, step.kernel)
        lines = len(step.kernel.splitlines())
        answers = {"write_code": f"written, {lines} lines", "run_evaluation": step.feedback}
        for name, answer in answers.items():
            yield {"role": "tool", "tool_call_id": f"{name}-{step.number}", "content": answer}


def _graded(bench: Workbench, rules: Rules) -> dict[str, Verdict]:
    """The verdicts on the texts that passed, each once."""
    grader, seed = bench.grader, fresh_seed()
    texts = dict.fromkeys(each.code for each in bench.attempts if each.correct)
    if bench.generates:
        return {text: grade.grade(grader, bench.cell, text, rules, seed) for text in texts}
    asked: dict[str, Future[Verdict]] = {
        text: grader.submit(bench.with_proposals(Grade(bench.cell.name, text, rules, seed)))
        for text in texts
    }
    return {text: future.result() for text, future in asked.items()}


def _right(bench: Workbench, steps: Sequence[Step]) -> Iterator[str]:
    """The texts that are right, and the kernels for the cell that generators of them write."""
    for text in dict.fromkeys(step.kernel for step in steps if step.right):
        yield text
        if bench.generates:
            yield kernel_of(bench.cell.name, text)


def _steps(attempts: Sequence[Attempt], verdicts: dict[str, Verdict], shape: str) -> list[Step]:
    rewards = [_reward(each, verdicts.get(each.code), shape) for each in attempts]
    return [
        Step(
            number=each.number,
            parent=each.number - 1 or None,
            kernel=each.code,
            feedback=str(each.result),
            passed=each.correct,
            right=verdicts[each.code].correct if each.code in verdicts else None,
            cycles=each.cycles,
            reward=reward,
            credit=due,
            sizes=verdicts[each.code].sizes if each.code in verdicts else (),
        )
        for each, reward, due in zip(attempts, rewards, credit(rewards), strict=True)
    ]


def _reward(attempt: Attempt, verdict: Verdict | None, shape: str) -> float:
    if verdict is not None:
        return named(shape).of(Outcome.of_verdict(verdict))
    seen = Recorded(attempt.number, None, 0, attempt.correct, attempt.cycles)
    return named(shape).of(Outcome.of_attempt(seen, attempt.result.baseline_cycles, None))
