"""`evaluate` and the options of an episode: an agent works on every chosen cell.

The same command finishes what was cut off.
"""

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
from kernelcraft.cli.dry_run import DryRun, answer_dry_run
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import (
    Configs,
    ExecutorOption,
    HeldOutCount,
    Json,
    Levels,
    Machine,
    Platforms,
    Prompt,
    PromptOption,
    Tasks,
    WorkersOption,
    chosen_cells,
    on_machine,
    one_of_each_task,
    settings,
    unseen_cells,
    with_parts,
)
from kernelcraft.cli.suites import SuiteName, SuiteRules, suite_cells
from kernelcraft.cli.variant import On, with_variants

ASKING = "Asking the model"
SPENDING = "What one episode may spend"

AgentName = Annotated[
    str | None,
    typer.Option(
        "--agent", help="Such as baseline, or FILE.py@create; `kernelcraft agents` lists them."
    ),
]
ModelName = Annotated[
    str | None, typer.Option("--model", help="A language model, such as openai/gpt-5.")
]
StrategySeed = Annotated[
    int,
    typer.Option("--seed", min=0, help="Decides what an offline agent draws, and held-out sizes."),
]
Evaluations = Annotated[
    int | None,
    typer.Option(
        "--evaluations", min=1, help="Of an offline agent or a search.", rich_help_panel=SPENDING
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0.01, help="Of an offline agent.", rich_help_panel=SPENDING),
]
Turns = Annotated[
    int | None,
    typer.Option("--turns", min=1, help="Of a model; by level.", rich_help_panel=SPENDING),
]
TokenLimit = Annotated[int | None, typer.Option("--token-limit", min=1, rich_help_panel=SPENDING)]
CostLimit = Annotated[
    float | None,
    typer.Option("--cost-limit", min=0.0, help="Dollars.", rich_help_panel=SPENDING),
]
TimeLimit = Annotated[
    int | None, typer.Option("--time-limit", min=1, help="Seconds.", rich_help_panel=SPENDING)
]
Prices = Annotated[
    Path | None,
    typer.Option("--prices", help="JSON file of models' prices.", rich_help_panel=ASKING),
]
BaseUrl = Annotated[
    str | None,
    typer.Option("--base-url", help="Of a compatible server.", rich_help_panel=ASKING),
]
ModelArgs = Annotated[
    list[str] | None,
    typer.Option(
        "--model-arg", metavar="KEY=VALUE", help="For the provider.", rich_help_panel=ASKING
    ),
]
Temperature = Annotated[
    float | None, typer.Option("--temperature", min=0.0, rich_help_panel=ASKING)
]
MaxTokens = Annotated[
    int | None,
    typer.Option("--max-tokens", min=1, help="Tokens of one reply.", rich_help_panel=ASKING),
]
ReasoningEffort = Annotated[
    str | None,
    typer.Option("--reasoning-effort", help="Such as low or high.", rich_help_panel=ASKING),
]


def evaluate(
    agent: AgentName = None,
    model: ModelName = None,
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    config: Configs = None,
    suite: SuiteName = None,
    held_out: HeldOutCount = None,
    parts: Annotated[
        bool,
        typer.Option("--with-parts", help="Of composites, the cells of their parts, too."),
    ] = False,
    on: On = None,
    log_dir: Annotated[
        Path | None,
        typer.Option("--log-dir", help="Logs, records and kernels; runs/AGENT by default."),
    ] = None,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Episodes for each cell.")] = 1,
    seed: StrategySeed = 0,
    rules: SuiteRules = None,
    prompt: PromptOption = Prompt.compact,
    parallel: Annotated[
        int | None, typer.Option("--parallel", min=1, help="Episodes at once.")
    ] = None,
    workers: WorkersOption = None,
    executor: ExecutorOption = "local",
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
    dry_run: DryRun = False,
    feedback: Kinds = None,
    manual: Edition = None,
    answer: Answer = Answers.kernel,
    experience: Experience = None,
    machine: Machine = None,
    as_json: Json = False,
) -> int:
    """Let an agent craft kernels for every chosen cell; the same command continues."""
    from kernelcraft.agents import Budget
    from kernelcraft.cli import episodes
    from kernelcraft.evaluation import suites
    from kernelcraft.evaluation.options import Generation, Options

    need("inspect_ai")
    who = episodes.who(agent, model)
    suited = suites.load(suite) if suite else suites.NO_SUITE
    if suite is not None:
        cells = suite_cells(suited, platform, level, task, config, held_out)
    elif held_out is None:
        cells = chosen_cells(platform, level, task, config)
    else:
        unseen = unseen_cells(platform, level, task, config, held_out, seed)
        cells = [each.cell for each in unseen]
    if parts:
        cells = with_parts(cells)
    cells = with_variants(on_machine(cells, machine), on, seed)
    if answer is not Answers.kernel:
        cells = one_of_each_task(cells)
    options = Options(
        log_dir or Path("runs", who.label),
        epochs=epochs,
        seed=seed,
        rules=rules.value if rules else suited.rules,
        prompt=prompt.value,
        tools=tool_names(tools, suited.tools),
        feedback=feedback_of(feedback, manual),
        answer=answer_of(answer),
        example=example,
        experience=experience,
        budget=Budget(evaluations or Budget.evaluations, seconds),
        parallel=parallel or episodes.cores(),
        caps=suited.turns,
        turns=turns,
        token_limit=token_limit,
        cost_limit=cost_limit,
        time_limit=time_limit,
        prices=prices,
        base_url=base_url,
        model_args=settings(model_arg, "--model-arg"),
        generation=suited.generation(
            who.model,
            Generation(
                temperature, max_tokens, episodes.effort(reasoning_effort), reasoning_tokens
            ),
        ),
    )
    if dry_run:
        answer_dry_run(cells, who, options, as_json=as_json)
        return RIGHT
    result = episodes.run(cells, who, options, workers, executor)
    episodes.answer_evaluation(result, who, options.log_dir, as_json=as_json)
    if result.interrupted:
        return INTERRUPTED
    return RIGHT if result.complete else WRONG
