"""`craft`: one episode on one cell; takes a kernel home."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import INTERRUPTED, RIGHT, WRONG
from kernelcraft.cli.asking import (
    Answer,
    Answers,
    Edition,
    Example,
    Experience,
    Kinds,
    ReasoningTokens,
    Tools,
    answer_of,
    feedback_of,
    tool_names,
)
from kernelcraft.cli.evaluate import (
    AgentName,
    BaseUrl,
    CostLimit,
    Evaluations,
    MaxTokens,
    ModelArgs,
    ModelName,
    Prices,
    ReasoningEffort,
    Seconds,
    StrategySeed,
    Temperature,
    TimeLimit,
    TokenLimit,
    Turns,
)
from kernelcraft.cli.options import (
    CellName,
    Json,
    Machine,
    Prompt,
    PromptOption,
    Rules,
    RulesOption,
    cell_on,
    settings,
)


def craft(
    cell: CellName,
    agent: AgentName = None,
    model: ModelName = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the kernel here, too.")
    ] = None,
    log_dir: Annotated[
        Path | None,
        typer.Option("--log-dir", help="Log, record and kernel; a new folder in runs by default."),
    ] = None,
    seed: StrategySeed = 0,
    rules: RulesOption = Rules.strict,
    prompt: PromptOption = Prompt.compact,
    evaluations: Evaluations = None,
    seconds: Seconds = None,
    turns: Turns = None,
    token_limit: TokenLimit = None,
    cost_limit: CostLimit = None,
    time_limit: TimeLimit = None,
    prices: Prices = None,
    base_url: BaseUrl = None,
    model_arg: ModelArgs = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    reasoning_tokens: ReasoningTokens = None,
    example: Example = None,
    tools: Tools = None,
    feedback: Kinds = None,
    manual: Edition = None,
    answer: Answer = Answers.kernel,
    experience: Experience = None,
    machine: Machine = None,
    as_json: Json = False,
) -> int:
    """Let an agent craft one kernel; writes the verified kernel and prints its path."""
    from kernelcraft.agents import Budget
    from kernelcraft.cli import episodes
    from kernelcraft.cli.files import expect_writable
    from kernelcraft.evaluation.options import Generation, Options

    found = cell_on(cell, machine)
    if output is not None:
        expect_writable(output)  # before anything is spent
    who = episodes.who(agent, model)
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = f"{found.task.name}-{found.configuration}-{who.label}-{now}"
    options = Options(
        log_dir or Path("runs", folder),
        seed=seed,
        rules=rules.value,
        prompt=prompt.value,
        tools=tool_names(tools),
        feedback=feedback_of(feedback, manual),
        answer=answer_of(answer),
        example=example,
        experience=experience,
        budget=Budget(evaluations or Budget.evaluations, seconds),
        turns=turns,
        token_limit=token_limit,
        cost_limit=cost_limit,
        time_limit=time_limit,
        prices=prices,
        base_url=base_url,
        model_args=settings(model_arg, "--model-arg"),
        generation=Generation(
            temperature, max_tokens, episodes.effort(reasoning_effort), reasoning_tokens
        ),
    )
    result = episodes.run([found], who, options, workers=1)
    right = episodes.answer_craft(result, found.name, who, options.log_dir, output, as_json=as_json)
    if result.interrupted:
        return INTERRUPTED
    return RIGHT if right else WRONG
