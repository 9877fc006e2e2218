"""Which compiled interpreter is used: none, a stale one and a fresh one are told apart."""

from __future__ import annotations

import dataclasses
import importlib
import sys
from pathlib import Path

import pytest

from kernelcraft.cells.platforms import interpreters, names
from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Register
from kernelcraft.platforms.plena.machine.platform import PlenaPlatform
from kernelcraft.sim import on_demand
from kernelcraft.sim.build import build
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.machine import Machine, RegisterFile
from kernelcraft.sim.native import MODULE, Native, digest, load, load_or_warn
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import fresh
from tests.toys import accumulator, vliw

PLENA = next(interpreter for interpreter in interpreters() if interpreter.name == "plena")


def test_the_installed_interpreters_are_fresh() -> None:
    for interpreter in interpreters():
        assert isinstance(load(interpreter), Native), f"{load(interpreter)}"
    assert [interpreter.name for interpreter in interpreters()] == list(names())


def test_a_module_that_was_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines are compiled all the same, where there is a compiler."""
    monkeypatch.setenv(on_demand.CACHE, str(tmp_path))
    assert isinstance(load(accumulator.INTERPRETER, "kernelcraft.sim._nothing"), Native)
    monkeypatch.setenv("PATH", "")
    found = load(PLENA, "kernelcraft.sim._nothing")
    assert found == "plena is not compiled: there is no C compiler (cc, gcc or clang)"


def test_a_module_from_other_sources(toy_module: str) -> None:
    """The accumulator's table under the VLIW's name has other files."""
    other = dataclasses.replace(accumulator.INTERPRETER, name="vliw")
    assert load(other, toy_module) == (
        "the native simulator was built from other sources: run `make setup` again"
    )


def test_every_file_a_machine_is_made_from_counts() -> None:
    plena = {path.name for path in PLENA.sources()}
    assert plena >= {"vector.py", "table.py", "timing.py", "dram.py", "configuration.py"}
    assert plena >= {"state.py", "tiles.py", "tiles.c", "formats.h", "interpreter.h", "emit.py"}
    toy = {path.name for path in vliw.INTERPRETER.sources()}
    assert toy >= {"vliw.py", "vliw.c"}
    assert "accumulator.py" not in toy


def test_the_digest_depends_on_what_the_files_hold(tmp_path: Path) -> None:
    source = tmp_path / "work.c"
    routine = dataclasses.replace(vliw.INTERPRETER.routines[0], source=source)
    source.with_suffix(".py").write_text("one")
    source.write_text("one")
    interpreter = dataclasses.replace(vliw.INTERPRETER, routines=(routine,))
    before = digest(interpreter)
    assert digest(interpreter) == before
    source.write_text("two")
    assert digest(interpreter) != before


def test_the_reference_machine_is_used_without_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, MODULE, None)  # importing it fails
    monkeypatch.setenv("PATH", "")  # nor is there a compiler
    monkeypatch.setenv(on_demand.CACHE, str(tmp_path))
    load.cache_clear()
    load_or_warn.cache_clear()
    platform = PlenaPlatform()
    program = platform.assemble("S_ADDI_INT gp1, gp0, 5")
    state = fresh(PLENA.machine, platform.configuration.parameters())
    with pytest.warns(UserWarning, match="not compiled.*; using the reference machine"):
        run = platform.run(program, state, Limits())
    load.cache_clear()
    load_or_warn.cache_clear()
    assert run.state["gp"][1] == 5


def test_an_unknown_interpreter_is_an_error(toy_module: str) -> None:
    native = load(vliw.INTERPRETER, toy_module)
    assert isinstance(native, Native)
    lost = Native(native.module, dataclasses.replace(vliw.INTERPRETER, name="lost"), "")
    state = fresh(vliw.Vliw, {"words": 4})
    with pytest.raises(ValueError, match="no interpreter for lost"):
        lost.run(assemble(vliw.isa, "nop"), state, Limits())


named = Isa(
    "named",
    word_bits=16,
    operands=[
        Register(name, 4, "named like something in the interpreter", file="r", count=16)
        for name in ("s", "limit", "width")
    ],
    units={"alu": "arithmetic"},
)


class Named(Machine):
    r = RegisterFile(16, 64)


@named.instruction("add s, limit, width", "width limit s 0001", unit="alu", latency=1)
def add(m: Named, s: int, limit: int, width: int) -> None:
    """A sum, with operands named like variables of the interpreter."""
    m.r[s] = m.r[limit] + m.r[width]


def test_operands_may_have_any_name(tmp_path: Path) -> None:
    interpreter = Interpreter("named", named, Named)
    build("kernelcraft_named_native", [interpreter], tmp_path)
    importlib.invalidate_caches()
    native = load(interpreter, "kernelcraft_named_native")
    assert isinstance(native, Native)
    state = fresh(Named, {})
    state["r"][1:3] = (40, 2)
    run = native.run(assemble(named, "add r3, r1, r2\nadd r3, r3, r3"), state, Limits())
    assert (run.state["r"][3], run.cycles) == (84, 2)


def test_no_compiler_is_an_error_where_one_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "no-such-compiler"))
    with pytest.raises(Exception, match="no-such-compiler"):
        build("kernelcraft_lost_native", [accumulator.INTERPRETER], tmp_path)
