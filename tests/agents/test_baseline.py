"""The strategies' names, and the two that submit a ready kernel."""

from __future__ import annotations

import pytest

from kernelcraft import agents
from kernelcraft.agents import AgentError, Budget, UnknownAgent
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.workbench import Workbench

CELL = "plena/silu/C1"


def test_names_and_titles() -> None:
    assert {"baseline", "expert", "llm", "replay"} <= set(agents.names())
    assert {"agent", "offline"}.isdisjoint(agents.names())
    assert all(agents.title(name).endswith(".") for name in agents.names())


def test_unknown_names_get_the_nearest() -> None:
    with pytest.raises(UnknownAgent, match="did you mean replay"):
        agents.load("replai")
    with pytest.raises(AgentError, match="needs a model"):
        agents.load("llm")


def test_baseline_submits_the_compilers_kernel() -> None:
    workbench, said = Workbench(load_cell(CELL)), list[str]()
    agents.load("baseline")(workbench, Budget(), 0, said.append)
    assert workbench.code == kernels.baseline(workbench.cell)
    assert [attempt.correct for attempt in workbench.attempts] == [True]
    assert len(said) == 1


def test_expert_submits_what_there_is() -> None:
    workbench, said = Workbench(load_cell(CELL)), list[str]()
    agents.load("expert")(workbench, Budget(), 0, said.append)
    assert workbench.code == kernels.expert(workbench.cell)
    assert len(said) == 1
