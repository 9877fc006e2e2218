"""What a generator is given: the sizes, addresses and constants that a prompt prints for a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TypeAlias

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import MemoryMap, Placement, Stream

Value: TypeAlias = "None | bool | int | float | str | Sequence[Value] | Mapping[str, Value]"


def sizes(cell: Cell) -> dict[str, Value]:
    """Each dim by its name, and where everything lies.

    inputs, output: `shape`, `element`, `memory`, `address`, `end`, `layout` and named numbers of
    each tensor, and its `stream` where it comes or goes piece by piece. constants: the `value` of
    each, and its `memory` and `address` where it lies ready. scratch: `memory`, `start` and `end`
    of each free region. operands: "resident" or "streamed" on platforms with both.
    """
    where = cell.memory_map
    return {
        **cell.dims,
        "inputs": {each.tensor.name: _tensor(where, each) for each in where.inputs},
        "output": _tensor(where, where.output),
        "constants": _constants(cell),
        "scratch": [asdict(region) for region in where.scratch],
        "operands": where.operands,
        "spill": None if where.spill is None else asdict(where.spill),
    }


def machine(cell: Cell) -> dict[str, Value]:
    """The machine's parameters for the cell, whole numbers by name."""
    return {name: int(value) for name, value in cell.memory_map.parameters.items()}


def _tensor(where: MemoryMap, placement: Placement) -> dict[str, Value]:
    tensor, region = placement.tensor, placement.region
    stream = where.stream(tensor.name)
    return {
        "shape": tensor.shape,
        "element": tensor.element,
        "memory": region.memory,
        "address": region.start,
        "end": region.end,
        "layout": placement.layout,
        **dict(placement.details),
        **({} if stream is None else {"stream": _stream(stream)}),
    }


def _stream(stream: Stream) -> dict[str, Value]:
    found: dict[str, Value] = asdict(stream)
    del found["tensor"]
    return found


def _constants(cell: Cell) -> dict[str, Value]:
    ready = {each.name: each for each in cell.memory_map.constants}
    values = {**{each.name: each.value for each in ready.values()}, **cell.constants}
    return {
        name: {
            "value": int(value) if float(value).is_integer() else value,
            **({"memory": at.memory, "address": at.address} if (at := ready.get(name)) else {}),
        }
        for name, value in values.items()
    }
