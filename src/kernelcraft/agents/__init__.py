"""The strategies: a file of this folder with `create` is one, and its name is the agent's id.

A name is spelt with dashes, its file with underscores.
`llm` is the loop around a language model; every other agent is offline and needs no model.
Packages bring others by the entry points `kernelcraft.agents`, whose values are functions such as
`create` of each file here; `file.py@create` names one that is in no package.
"""

import ast
import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kernelcraft import packages
from kernelcraft.agents import files
from kernelcraft.agents.agent import (
    Activity,
    AgentError,
    Budget,
    OfflineAgent,
    Stopped,
)
from kernelcraft.packages import Entry

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
    "source",
    "title",
]

LLM = "llm"
CREATE = "\ndef create("


class UnknownAgent(LookupError):
    """No agent has that name; `nearest` holds the names that were probably meant."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message, nearest)
        self.message, self.nearest = message, nearest

    def __str__(self) -> str:
        return self.message


@cache
def own() -> tuple[str, ...]:
    """The names of our agents, `llm` among them, in alphabetical order."""
    here = Path(__file__).parent.glob("*.py")
    found = [path.stem for path in here if CREATE in path.read_text(encoding="utf-8")]
    return tuple(sorted([LLM, *(stem.replace("_", "-") for stem in found)]))


def brought() -> Mapping[str, Entry]:
    """What packages bring, by name."""
    return packages.others("agents", own())


def names() -> tuple[str, ...]:
    """Every agent's name: ours, then those of packages."""
    return (*own(), *brought())


def title(name: str) -> str:
    """The first line of a strategy's docstring; raises UnknownAgent."""
    _check(name)
    if name in brought():
        file: Path | None = brought()[name].file
    else:
        spec = importlib.util.find_spec(_module(name))  # not imported: llm is slow to load
        file = Path(spec.origin) if spec and spec.origin else None
    source = "" if file is None else file.read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def proposers(name: str) -> tuple[str, ...]:
    """The programs that can propose kernels to a search strategy of ours, instead of a model.

    Empty for other agents; raises UnknownAgent.
    """
    from kernelcraft.agents.search.agent import PROGRAMS, Searcher

    if name == LLM or name in brought():
        return ()
    try:
        return tuple(PROGRAMS) if isinstance(load(name), Searcher) else ()
    except AgentError:  # one that needs an argument
        return ()


def load(spec: str) -> OfflineAgent:
    """The offline agent called `name` or `name:argument`, such as `replay:logs/run.eval`.

    A strategy's file defines `create(argument: str) -> OfflineAgent`; the argument is "" when
    none was given. Raises UnknownAgent, AgentError when the agent cannot work with it, or
    BrokenPackage. `file.py@create:argument` is that function of a file.
    """
    if files.is_file(spec):
        return _checked(files.load(spec), spec)
    name, _, argument = spec.partition(":")
    _check(name)
    entry = brought().get(name)
    if entry is not None:
        return _of_package(entry, argument)
    if name == LLM:
        raise AgentError("the llm agent needs a model: name one, such as --model openai/gpt-5")
    strategy: OfflineAgent = importlib.import_module(_module(name)).create(argument)
    return strategy


def source(spec: str) -> Entry | None:
    """What brings the agent, for its origins; None for ours and for those that nobody finds."""
    return files.entry(spec) if files.is_file(spec) else brought().get(spec.partition(":")[0])


def _of_package(entry: Entry, argument: str) -> OfflineAgent:
    create = getattr(packages.imported(entry), entry.attribute, None)
    if not callable(create):
        raise entry.broken(f"{entry.module}:{entry.attribute} is no function that makes an agent")
    agent: OfflineAgent = create(argument)
    called = str(getattr(agent, "name", "nothing")).partition(":")[0]
    if not callable(agent) or called != entry.name:
        raise entry.broken(f"what {entry.attribute} makes is no agent with the name {entry.name}")
    return agent


def _checked(agent: OfflineAgent, spec: str) -> OfflineAgent:
    """An agent of a file, which must not have the name of another one."""
    called = str(getattr(agent, "name", "")).partition(":")[0]
    if not callable(agent) or not called:
        raise AgentError(f"{spec} makes no agent: it must have a name and be callable")
    if called in names():
        raise AgentError(f"{spec}: there is an agent {called} already; give it another name")
    return agent


def _module(name: str) -> str:
    return f"{__name__}.{name.replace('-', '_')}"


def _check(name: str) -> None:
    if name in names():
        return
    nearest = packages.nearest(name, names())
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(names())}"
    raise UnknownAgent(f"there is no agent {name!r}; {hint}", nearest)
