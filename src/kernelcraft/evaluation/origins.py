"""Where an episode's numbers come from, and what makes two episodes the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.hashes import code_hash, source_hash, task_hash, with_package
from kernelcraft.records.episode import Origins, Texts
from kernelcraft.records.verdict import BENCHMARK_VERSION
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tool import offered

Setting = str | int | float | bool | None


def origins(cell: Cell) -> Origins:
    """Versions and hashes of everything that decides an episode's numbers."""
    return Origins(
        kernelcraft=_version("kernelcraft"),
        inspect_ai=_version("inspect_ai"),
        platform=cell.platform.version,
        fidelity=cell.platform.fidelity,
        benchmark=BENCHMARK_VERSION,
        tasks=task_hash(),
        code=code_hash(cell.platform.name),
        compiler=cell.platform.compiler,
    )


@cache
def strategy_hash(platform: str) -> str:
    """Covers everything that decides what an offline agent does, and what it is told."""
    own = source_hash("isa", "sim", "riscv", "tasks", "cells", "platforms", "grading", "agents")
    return with_package(own, platform, "")


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
