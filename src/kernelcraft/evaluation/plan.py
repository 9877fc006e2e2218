"""Which episodes an evaluation consists of, before anything runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kernelcraft import agents
from kernelcraft.agents import AgentError, OfflineAgent
from kernelcraft.agents.agent import Choosy, WritesGenerators
from kernelcraft.agents.from_manual import FromManual, ModelFromManual
from kernelcraft.agents.open_tools import OpenTools
from kernelcraft.agents.search.agent import ModelSearch, Searcher
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.designs import NoDesign, takes_proposals
from kernelcraft.cells.protocol import Detail
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.origins import Setting, fingerprint, strategy_hash, texts
from kernelcraft.experience.advice import Advice
from kernelcraft.experience.store import Store
from kernelcraft.generators import templates
from kernelcraft.grading.job import Grader
from kernelcraft.records.episode import Answer, Clock, Key, Texts
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.example import worked_example
from kernelcraft.workbench.feedback import Feedback
from kernelcraft.workbench.offered import OFFERED

NO_MODEL = "none/none"  # Inspect's name for it


@dataclass(frozen=True)
class Contestant:
    """Who is evaluated: an offline strategy, the llm loop (strategy None) with a model, a search
    with a model, or what somebody else's agent did."""

    strategy: OfflineAgent | ModelSearch | ModelFromManual | OpenTools | None
    model: str
    spec: str

    @property
    def name(self) -> str:
        """The agent's name."""
        return self.strategy.name if self.strategy else agents.LLM

    @property
    def label(self) -> str:
        """A file name: the strategy's name, the model's or both, with dashes."""
        name = self.strategy.name if self.strategy else self.model
        if isinstance(self.strategy, ModelSearch | ModelFromManual):
            name = f"{name}-{self.model}"
        return re.sub(r"[/ :]", "-", name)

    @property
    def offline(self) -> bool:
        """Whether it is a strategy of ours that a budget limits."""
        return self.strategy is not None and self.model == NO_MODEL and not self.open_tools

    @property
    def open_tools(self) -> bool:
        """Whether it is somebody else's agent."""
        return isinstance(self.strategy, OpenTools)


@dataclass(frozen=True)
class Briefing:
    """What a model is told: how much of the manual, which tools it may call, whose kernel it sees,
    which kinds of feedback it is given.

    texts: hashes of all of it; None for agents without a model. answer: what is to be handed in.
    clock: what an agent that is not ours is given.
    """

    prompt: Detail = "compact"
    tools: tuple[str, ...] = OFFERED
    example: Cell | None = None
    feedback: Feedback = Feedback()
    texts: Texts | None = None
    answer: Answer = "kernel"
    clock: Clock | None = None

    def workbench(
        self,
        cell: Cell,
        grader: Grader | None = None,
        seed: int = 0,
        attempted: Callable[[], None] = lambda: None,
        experience: Advice | None = None,
    ) -> Workbench:
        """A fresh workbench with these words and tools."""
        return Workbench(
            cell,
            grader=grader,
            seed=seed,
            attempted=attempted,
            detail=self.prompt,
            tools=self.tools,
            example=self.example,
            feedback=self.feedback,
            answer=self.answer,
            experience=experience,
        )


@dataclass(frozen=True)
class Plan:
    """One episode to run; `seed` is the strategy's."""

    cell: Cell
    key: Key
    seed: int
    briefing: Briefing = Briefing()

    @property
    def sample_id(self) -> str:
        """The Inspect sample's id, such as "plena/softmax/C1@1"."""
        return f"{self.key.cell}@{self.key.epoch}"


@dataclass(frozen=True)
class NotTried:
    """A cell on which an agent has nothing to try, and why; no episode is made of it."""

    cell: str
    reason: str


def tried(
    cells: Sequence[Cell], who: Contestant, answer: Answer = "kernel"
) -> tuple[list[Cell], tuple[NotTried, ...]]:
    """The cells on which the agent has something to try, and the others.

    Raises AgentError where there is none of the former.
    """
    reasons = {cell.name: _obstacle(who, cell, answer) for cell in cells}
    able = [cell for cell in cells if not reasons[cell.name]]
    left_out = tuple(NotTried(name, reason) for name, reason in reasons.items() if reason)
    if left_out and not able:
        more = f", and so for {len(left_out) - 1} other cells" if len(left_out) > 1 else ""
        raise AgentError(f"{who.name} has nothing to try: {left_out[0].reason}{more}")
    return able, left_out


def _obstacle(who: Contestant, cell: Cell, answer: Answer) -> str:
    if answer == "design":
        return _no_design(who, cell)
    if answer != "kernel" and who.offline:
        if not isinstance(who.strategy, WritesGenerators):
            return f"{who.name} writes kernels of one cell, no generators"
        return who.strategy.no_generator(cell)
    if answer == "template":
        return templates.missing(cell.platform.name, cell.task.name)
    return who.strategy.obstacle(cell) if isinstance(who.strategy, Choosy) else ""


def _no_design(who: Contestant, cell: Cell) -> str:
    """Why no instructions can be proposed; "" where some can."""
    if who.offline:
        return f"{who.name} proposes no instructions"
    try:
        takes_proposals(cell)
    except NoDesign as reason:
        return str(reason)
    return ""


def contestant(agent: str | OfflineAgent, model: str | None) -> Contestant:
    """Check who is to run; raises agents.UnknownAgent or AgentError with a sentence."""
    if not isinstance(agent, str):
        return Contestant(agent, NO_MODEL, agent.name)
    if agent != agents.LLM:
        strategy = agents.load(agent)
        if model is not None and isinstance(strategy, Searcher) and not strategy.given:
            return Contestant(strategy.with_model(), _checked(model), agent)
        if model is not None and isinstance(strategy, FromManual):
            return Contestant(strategy.with_model(), _checked(model), agent)
        if model is not None:
            raise AgentError(
                f"the {strategy.name} agent works without a model; leave {model!r} out"
            )
        return Contestant(strategy, NO_MODEL, agent)
    return Contestant(None, _checked(model), agent)


def _checked(model: str | None) -> str:
    if model is None or "/" not in model:
        given = "none was given" if model is None else f"got {model!r}"
        raise AgentError(f"the llm agent needs a model such as openai/gpt-5; {given}")
    return model


def plans(cells: Sequence[Cell], who: Contestant, options: Options) -> list[Plan]:
    """One plan for each cell and epoch, every cell's first epoch before any second one.

    Raises UnknownName where a cell has no kernel to show as an example.
    """
    briefings = {cell.name: _briefing(cell, who, options) for cell in cells}
    prints = {
        cell.name: fingerprint(_settings(cell, who, options, briefings[cell.name].texts))
        for cell in cells
    }
    return [
        Plan(
            cell,
            _key(cell, who, epoch, prints[cell.name]),
            options.seed + epoch - 1,
            briefings[cell.name],
        )
        for epoch in range(1, options.epochs + 1)
        for cell in cells
    ]


def _briefing(cell: Cell, who: Contestant, options: Options) -> Briefing:
    if who.model == NO_MODEL:
        return Briefing(options.prompt, answer=options.answer)
    example = None if options.example is None else worked_example(cell, options.example)
    briefing = Briefing(
        options.prompt, options.tools, example, options.feedback, answer=options.answer
    )
    return replace(briefing, texts=texts(briefing.workbench(cell)))


def _key(cell: Cell, who: Contestant, epoch: int, print_: str) -> Key:
    return Key(cell=cell.name, agent=who.name, model=who.model, epoch=epoch, fingerprint=print_)


def _settings(
    cell: Cell, who: Contestant, options: Options, told: Texts | None
) -> dict[str, Setting]:
    answer: dict[str, Setting] = {} if options.answer == "kernel" else {"answer": options.answer}
    if options.experience is not None:
        answer["experience"] = Store(options.experience).id
    if told is None:
        return {
            **answer,
            "spec": who.spec,
            "code": strategy_hash(cell.platform.name, cell.task.name, who.spec),
            "rules": options.rules,
            "seed": options.seed,
            "evaluations": options.budget.evaluations,
            "seconds": options.budget.seconds,
        }
    search: dict[str, Setting] = {}
    if who.strategy is not None:
        budget = options.budget
        code = strategy_hash(cell.platform.name, cell.task.name, who.spec)
        search = {"spec": who.spec, "code": code, "seed": options.seed}
        search |= {"evaluations": budget.evaluations, "seconds": budget.seconds}
    return {
        **answer,
        **search,
        **told.model_dump(),
        **({} if options.feedback == Feedback() else {"feedback": str(options.feedback)}),
        "rules": options.rules,
        "turns": options.cap(cell),
        **options.generation.settings(),
    }
