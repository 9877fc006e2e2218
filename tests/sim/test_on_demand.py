"""Machines that were not compiled at installation are compiled when they are first used."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from kernelcraft.isa.assembler import assemble
from kernelcraft.sim import on_demand
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import fresh
from tests.toys import accumulator, vliw


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(on_demand.CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def machine(name: str, *routines: Routine[..., object]) -> Interpreter:
    return dataclasses.replace(accumulator.INTERPRETER, name=name, routines=routines)


def test_it_is_compiled_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = load(machine("first"))
    assert isinstance(found, Native)
    state = fresh(accumulator.Accumulator, {"words": 64, "patience": 100})
    run = found.run(assemble(accumulator.isa, "LDI 7\nSTA [3]\nHALT"), state, Limits())
    assert (run.fault, state["data"][3]) == (None, 7)
    monkeypatch.setattr(on_demand, "compiler", lambda: None)
    assert isinstance(load(machine("first")), Native)
    assert [each.suffix for each in cache.glob("*/*")] == [".so"]


def test_without_a_compiler_a_sentence_says_so(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert load(machine("second")) == (
        "second is not compiled: there is no C compiler (cc, gcc or clang)"
    )


def test_what_a_compiler_refuses_is_told(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "broken.c"
    source.write_text("int broken(void) { return missing; }\n")
    broken = dataclasses.replace(vliw.INTERPRETER.routines[0], source=source)
    source.with_suffix(".py").write_text("")
    found = load(machine("third", broken))
    assert isinstance(found, str)
    assert "third is not compiled" in found
    assert "missing" in found
    assert not list(cache.glob("*"))


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(on_demand.CACHE, str(tmp_path / "file"))
    found = load(machine("fourth"))
    assert isinstance(found, str)
    assert found.startswith("fourth could not be compiled: ")


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(on_demand.CACHE, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert on_demand.cache_folder() == tmp_path / "kernelcraft"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert on_demand.cache_folder() == tmp_path / ".cache" / "kernelcraft"
