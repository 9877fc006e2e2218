"""A small PLENA for tests: name what is in the machine, run a few lines on both machines, look.

Places are named `gp3`, `f1`, `a2`, `stride`, `scale`, `v_mask`, `row5` (of vector SRAM), `tile0`
(of matrix SRAM), `fp9` and `int9` (entries of the scalar memories from there on) and `hbm64` (bytes
from there on). A single number fills a whole row or tile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.assembler import assemble
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.formats import bf16_to_f32, f32_to_bf16
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

SMALL = PlenaConfiguration(
    matrix_sram_tiles=2, vector_sram_rows=400, fp_sram_size=128, int_sram_size=32, hbm_bytes=16384
)
Values = float | npt.ArrayLike
Given = Mapping[str, Values]


def machine(given: Given, configuration: PlenaConfiguration = SMALL) -> State:
    """A machine after reset with `given` in it."""
    state = fresh(Plena, configuration.parameters())
    for place, values in given.items():
        _find(state, place).put(values)
    return state


def run(
    text: str,
    given: Given | None = None,
    configuration: PlenaConfiguration = SMALL,
    limits: Limits | None = None,
) -> Run:
    """The reference machine's run of `text`, after the native one has been found equal."""
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    state, program = machine(given or {}, configuration), assemble(plena, text)
    found = native.run(program, state.copy(), limits or Limits())
    expected = run_reference(program, state, limits or Limits())
    assert list(differences(expected, found)) == []
    return expected


def look(state: State, place: str, count: int = 1) -> npt.NDArray[np.float64]:
    """The first `count` numbers at a place."""
    return _find(state, place).get()[:count]


@dataclass(frozen=True)
class _Place:
    """Elements of one array and how their bits are read as numbers."""

    array: npt.NDArray[np.generic]
    form: str  # "integer", "bf16", "fp16" or "float32"
    filled: bool  # by a single number

    def put(self, values: Values) -> None:
        chosen = self.array if self.filled else self.array[: np.size(values)]
        if self.form == "integer":
            chosen[:] = values
        elif self.form == "bf16":
            chosen[:] = f32_to_bf16(np.broadcast_to(np.asarray(values, np.float32), chosen.shape))
        elif self.form == "fp16":
            chosen[:] = np.asarray(values, np.float16).view(np.uint16)
        else:
            chosen[:] = np.asarray(values, np.float32)

    def get(self) -> npt.NDArray[np.float64]:
        if self.form == "bf16":
            return bf16_to_f32(self.array.astype(np.uint16)).astype(np.float64)
        if self.form == "fp16":
            return self.array.view(np.float16).astype(np.float64)
        return self.array.astype(np.float64)


def _find(state: State, place: str) -> _Place:
    match = re.fullmatch(r"([a-z_]+?)([0-9]*)", place)
    assert match is not None, place
    name, index, mlen = match[1], int(match[2] or 0), state.parameters["mlen"]
    if name == "row":
        rows = state["vector_sram"].reshape(-1, mlen)
        return _Place(rows[index], "bf16", filled=True)
    if name == "tile":
        tiles = state["matrix_sram"].reshape(-1, mlen, mlen)
        return _Place(tiles[index], "float32", filled=True)
    memory = {"fp": "fp_sram", "int": "int_sram"}.get(name, name)
    form = "fp16" if name in ("f", "fp") else "integer"
    return _Place(state[memory][index:], form, filled=False)


def lanes(mlen: int, **settings: int) -> PlenaConfiguration:
    """The small machine with another MLEN and other settings."""
    return replace(SMALL, mlen=mlen, **settings)
