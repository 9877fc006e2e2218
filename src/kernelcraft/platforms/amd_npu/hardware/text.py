"""Pieces of MLIR text of which the designs of both kinds of cells are made.

Written after the text form of mlir-aie in the first half of 2026; no release has read it yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

WINDOW: Final = 64 * 1024  # bytes of one tile's data memory as a core sees it
PLACES: Final = {
    "shim": (1, 0),
    "memory": (1, 1),
    "south": (1, 2),
    "west": (0, 3),
    "own": (1, 3),
    "north": (1, 4),
}
"""By the name of a tile its column and row; `own` has the core, `shim` is below it."""
WORD: Final = 4  # bytes
TRACE_BYTES: Final = 8192
TRACE: Final = (
    "aie.trace @core_trace(%own) {",
    '  aie.trace.mode "Event-Time"',
    "  aie.trace.packet id=1 type=core",
    '  aie.trace.event<"INSTR_EVENT_0">',
    '  aie.trace.event<"INSTR_EVENT_1">',
    "  aie.trace.start broadcast=15",
    "  aie.trace.stop broadcast=14",
    "}",
)
"""Times of the two events that the start-up code marks a kernel with."""
CORE: Final = ("%core = aie.core(%own) {", "  aie.end", '} {elf_file = "core.elf"}')


def tile(name: str, controller: int | None = None) -> str:
    """A tile; with a number for its packets if the host waits for what its channels finish."""
    column, row = PLACES[name]
    packets = f"#aie.packet_info<pkt_type = 0, pkt_id = {controller}>"
    told = "" if controller is None else f" {{controller_id = {packets}}}"
    return f"%{name} = aie.tile({column}, {row}){told}"


def memref(size: int) -> str:
    """The type of so many bytes."""
    return f"memref<{size // WORD}xi32>"


def buffer(name: str, tile: str, address: int, size: int, first: bytes = b"") -> str:
    """Bytes of a tile's memory, which hold `first` before anything runs."""
    value = f' = dense<"0x{first.hex().upper()}">' if first else ""
    return (
        f'%{name} = aie.buffer(%{tile}) {{address = {address} : i32, sym_name = "{name}"}} : '
        f"{memref(size)}{value}"
    )


def lock(name: str, tile: str, number: int, first: int) -> str:
    """A lock of a tile and what it holds before anything runs."""
    return f'%{name} = aie.lock(%{tile}, {number}) {{init = {first} : i32, sym_name = "{name}"}}'


def sequence(given: int, answer: int, lines: Iterable[str]) -> list[str]:
    """What the host starts, with its three buffers: bytes for the design, from it, and trace."""
    host = f"%given: {memref(given)}, %answer: {memref(answer)}, %trace: {memref(TRACE_BYTES)}"
    return [
        f"aie.runtime_sequence({host}) {{",
        f"  aie.trace.host_config buffer_size = {TRACE_BYTES} arg_idx = 2",
        "  aie.trace.start_config @core_trace",
        *(f"  {line}" for line in lines),
        "}",
    ]


def module(lines: Iterable[str]) -> str:
    """The whole text."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"module {{\n  aie.device(npu1) {{\n{body}  }}\n}}\n"
