"""Where an episode's numbers come from, and what makes two episodes the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from kernelcraft import agents, tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell
from kernelcraft.grading.hashes import (
    code_hash,
    package_hash,
    strategies_hash,
    task_hash,
    with_packages,
)
from kernelcraft.packages import ONE, Entry, Group
from kernelcraft.records.episode import Origins, Package, Texts
from kernelcraft.records.verdict import BENCHMARK_VERSION
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.offered import brought as offered_by_packages
from kernelcraft.workbench.tool import offered

Setting = str | int | float | bool | None


def origins(cell: Cell, spec: str, tools: Sequence[str]) -> Origins:
    """Versions and hashes of everything that decides an episode's numbers.

    `spec` names the agent, `tools` are those that it was offered.
    """
    platform, task = cell.platform.name, cell.task.name
    return Origins(
        kernelcraft=_version("kernelcraft"),
        inspect_ai=_version("inspect_ai"),
        platform=cell.platform.version,
        fidelity=cell.platform.fidelity,
        benchmark=BENCHMARK_VERSION,
        tasks=task_hash(task),
        code=code_hash(platform, task),
        compiler=cell.platform.compiler,
        packages=tuple(map(_package, _brought(platform, task, spec, tools))),
    )


def _brought(platform: str, task: str, spec: str, tools: Sequence[str]) -> Iterator[Entry]:
    """What is not ours."""
    named: list[tuple[Group, str]] = [("platforms", platform), ("tasks", task), ("agents", spec)]
    for group, name in [*named, *(("tools", each) for each in tools)]:
        entry = entry_of(group, name)
        if entry is not None:
            yield entry


def entry_of(group: Group, name: str) -> Entry | None:
    """What brings it; None for what is ours, or not there."""
    if group == "platforms":
        found = platforms.entry(name) if platforms.known(name) else None
        return None if found is None or found.own else found
    if group == "agents":
        return agents.source(name)
    return (tasks.brought() if group == "tasks" else offered_by_packages()).get(name)


@cache
def _package(entry: Entry) -> Package:
    return Package(
        brings=entry.group,
        id=entry.name,
        name=entry.package,
        version=entry.version,
        sources=package_hash(entry),
    )


def other_package(recorded: Package) -> str:
    """How a package of a record differs from the one that is here; "" where it is the same."""
    entry = entry_of(recorded.brings, recorded.id)
    what = f"{recorded}, which brought the {ONE[recorded.brings]} {recorded.id},"
    if entry is None:
        return f"the package {what} is missing"
    here = _package(entry)
    if here == recorded:
        return ""
    if str(here) != str(recorded):
        return f"it was recorded with the package {what} and here it is {here}"
    return f"it was recorded with other sources of the package {what} than are here"


@cache
def strategy_hash(platform: str, task: str, spec: str) -> str:
    """Covers everything that decides what an offline agent does, and what it is told."""
    own = strategies_hash()
    found, entry = with_packages(own, platform, task, ""), agents.source(spec)
    return found if entry is None else package_hash(entry, found)


def texts(workbench: Workbench) -> Texts:
    """Hashes of every word that a model is told on that workbench."""
    prompt = workbench.prompt
    tools = [
        [tool.name, tool.description, *([each.name, each.description, str(each)] for each in given)]
        for tool in offered(workbench.tools)
        for given in [tool.parameters]
    ]
    return Texts(
        system=_digest(prompt.system), task=_digest(prompt.task), tools=_digest(json.dumps(tools))
    )


def fingerprint(settings: Mapping[str, Setting]) -> str:
    """16 hex digits over named settings, whatever their order."""
    return _digest(json.dumps(dict(settings), sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # of an extra
        return "none"
