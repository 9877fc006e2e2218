"""A strategy in a file that is in no package: `file.py@create`, or `file.py@create:argument`."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

from kernelcraft import packages
from kernelcraft.agents.agent import AgentError, OfflineAgent
from kernelcraft.packages import Entry


def is_file(spec: str) -> bool:
    """Whether it names a file, not an agent."""
    return spec.partition("@")[0].partition(":")[0].endswith(".py")


def entry(spec: str) -> Entry | None:
    """The file as what brings the agent; None where there is none."""
    path, function, _ = _split(spec)
    if not path.is_file():
        return None
    return Entry("agents", f"{path}@{function}", path.stem, function, path.name, "", path)


def load(spec: str) -> OfflineAgent:
    """The agent; raises AgentError where the file has none such, BrokenPackage for other faults."""
    path, function, argument = _split(spec)
    brings = entry(spec)
    if brings is None:
        beside = [str(each) for each in path.parent.glob("*.py")]
        raise AgentError(f"there is no file {path}{_meant(str(path), beside)}")
    with packages.mending(f"reading {path}", brings):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    known = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    if function not in known:
        named = f"{path} has no function {function!r}" if function else "name its function"
        meant = _meant(function, known) or f"; its functions are: {', '.join(known) or 'none'}"
        raise AgentError(f"{named}, such as {path}@create{meant}")
    name = f"kernelcraft_agent_{path.stem}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # dataclasses look there
    with packages.mending(f"importing {path}", brings):
        found.loader.exec_module(module)
    agent: OfflineAgent = getattr(module, function)(argument)
    return agent


def _split(spec: str) -> tuple[Path, str, str]:
    """File, function and argument."""
    path, _, rest = spec.partition("@")
    function, _, argument = rest.partition(":")
    return Path(path), function, argument


def _meant(name: str, known: list[str]) -> str:
    found = packages.nearest(name, known)
    return f"; did you mean {' or '.join(found)}?" if found else ""
