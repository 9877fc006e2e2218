"""The strategies: every other file of this folder is one, and its name is the agent's id.

A name is spelt with dashes, its file with underscores.
`llm` is the loop around a language model; every other agent is offline and needs no model.
"""

import ast
import difflib
import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path

from kernelcraft.agents.agent import (
    Activity,
    AgentError,
    Budget,
    OfflineAgent,
    Stopped,
)

__all__ = [
    "LLM",
    "Activity",
    "AgentError",
    "Budget",
    "OfflineAgent",
    "Stopped",
    "UnknownAgent",
    "load",
    "names",
    "title",
]

LLM = "llm"
_NOT_STRATEGIES = frozenset(
    {
        "agent",
        "changes",
        "context",
        "conversation",
        "offline",
        "open-tools",
        "printed",
        "retelling",
    }
)


class UnknownAgent(LookupError):
    """No agent has that name; `nearest` holds the names that were probably meant."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message, nearest)
        self.message, self.nearest = message, nearest

    def __str__(self) -> str:
        return self.message


@cache
def names() -> tuple[str, ...]:
    """Every agent's name, `llm` among them, in alphabetical order."""
    modules = (module for module in pkgutil.iter_modules(__path__) if not module.ispkg)
    files = {module.name.replace("_", "-") for module in modules}
    return tuple(sorted(files - _NOT_STRATEGIES))


def title(name: str) -> str:
    """The first line of a strategy's docstring; raises UnknownAgent."""
    _check(name)
    spec = importlib.util.find_spec(_module(name))  # not imported: llm is slow to load
    source = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def proposers(name: str) -> tuple[str, ...]:
    """The programs that can propose kernels to a search strategy, instead of a model.

    Empty for other agents; raises UnknownAgent.
    """
    from kernelcraft.agents.search.agent import PROGRAMS, Searcher

    if name == LLM:
        return ()
    try:
        return tuple(PROGRAMS) if isinstance(load(name), Searcher) else ()
    except AgentError:  # one that needs an argument
        return ()


def load(spec: str) -> OfflineAgent:
    """The offline agent called `name` or `name:argument`, such as `replay:logs/run.eval`.

    A strategy's file defines `create(argument: str) -> OfflineAgent`; the argument is "" when
    none was given. Raises UnknownAgent, or AgentError when the agent cannot work with it.
    """
    name, _, argument = spec.partition(":")
    _check(name)
    if name == LLM:
        raise AgentError("the llm agent needs a model: name one, such as --model openai/gpt-5")
    strategy: OfflineAgent = importlib.import_module(_module(name)).create(argument)
    return strategy


def _module(name: str) -> str:
    return f"{__name__}.{name.replace('-', '_')}"


def _check(name: str) -> None:
    if name in names():
        return
    nearest = tuple(difflib.get_close_matches(name, names()))
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(names())}"
    raise UnknownAgent(f"there is no agent {name!r}; {hint}", nearest)
