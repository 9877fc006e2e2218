"""What we use of Inspect beside its public names still does what we use it for.

When one of these fails after an update: look for a public name that does the same and use it; or
mend `evaluation/inspect_internals.py`, the only place; or, until then, lower the upper bound of
inspect_ai in pyproject.toml to the last version that passes.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelUsage, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolDef
from inspect_ai.tool._tool_info import _tool_info_cache, parse_tool_info

from kernelcraft.evaluation import inspect_internals as internals
from kernelcraft.evaluation.providers import count_offline

SRC = Path(__file__).parents[2] / "src" / "kernelcraft"


def test_private_names_of_inspect_are_imported_in_one_place() -> None:
    found = {
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [f"{node.module}.{each.name}" for each in node.names]
            if isinstance(node, ast.ImportFrom)
            else [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        if name.startswith("inspect_ai.") and "._" in name
    }
    assert found == {"evaluation/inspect_internals.py"}


@dataclass
class Response:
    headers: dict[str, str]


@dataclass
class Refused(Exception):
    response: Response = field(default_factory=lambda: Response({}))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry-after": "7"}, 7.0), ({"x-ratelimit-reset-requests": "1m30s"}, 90.0), ({}, None)],
)
def test_a_provider_says_how_long_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert internals.pause_asked_for(Refused(Response(headers))) == seconds


def test_the_providers_are_known() -> None:
    assert {"openai", "anthropic", "mockllm"} <= set(internals.provider_names())


def test_an_unknown_model_is_a_prerequisite() -> None:
    with pytest.raises(internals.PrerequisiteError) as found:
        get_model("openai-api/nobody/model", memoize=False)
    assert "NOBODY" in str(found.value.message)


def test_time_outs_are_kinds_that_the_models_raise() -> None:
    assert isinstance(internals.AttemptTimeoutError(3), RuntimeError)
    assert issubclass(internals.StreamIdleTimeoutError, RuntimeError)


def test_tools_are_forgotten() -> None:
    async def tool(text: str) -> str:
        """Give it back.

        Args:
            text: Anything.
        """
        return text

    parse_tool_info(ToolDef(tool).tool)
    assert _tool_info_cache
    internals.forget_tools()
    assert not _tool_info_cache


def test_inside_a_sample_its_log_and_its_tokens_are_known(tmp_path: Path) -> None:
    seen: list[str] = []
    used: dict[str, ModelUsage] = {}

    @solver
    def look() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            await generate(state)
            seen.append(internals.running_log())
            used.update(internals.sample_model_usage())
            return state

        return solve

    model = get_model("mockllm/model", memoize=False)
    count_offline(model)
    (log,) = eval(
        Task(dataset=[Sample("hello")], solver=look()),
        model=model,
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success"
    assert used["mockllm/model"].output_tokens > 0
    assert Path(seen[0]).name == Path(log.location).name
    assert internals.running_log() == ""
