"""Moves between vectors and accumulators, and of single lanes to and from scalar registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.instructions.table import MOV, Operands, Timed, form
from kernelcraft.platforms.amd_npu.machine.staging import copy_bytes

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

GRANULE = 32  # bytes
_FILES = {"wl": "w", "wh": "w", "am": "a", "x": "w", "bm": "a", "cm": "a"}
_BYPASSED = ("wl", "x")  # the upper halves have no bypass, accumulators have none


def _read(m: AmdNpu, register: int, kind: str, count: int) -> int:
    if _FILES[kind] == "w":
        return m.vector(register, count)
    return m.accumulator(register, count)


def _write(m: AmdNpu, register: int, kind: str, count: int, offset: int) -> None:
    if _FILES[kind] == "w":
        m.set_vector(register, count, offset)
    else:
        m.set_accumulator(register, count, offset)


def _move(text: str, target: str, source: str, count: int, timed: Timed, bits: str) -> None:
    """Declare a move of `count` granules; the operands begin with the kinds of registers."""
    to, of = (name.rstrip("ad").partition("_")[0] for name in (target, source))

    def action(m: AmdNpu, o: Operands) -> None:
        result = m.result(count)
        held = _read(m, o[source], of, count)
        copy_bytes(m.granules.array, result, m.granules.array, held, count * GRANULE)
        _write(m, o[target], to, count, result)

    form(text, f"Copy {256 * count} bits.", timed, action, bits)


def _between(kinds: tuple[str, ...], count: int, bits: str) -> None:
    for to in kinds:
        for of in kinds:
            target, source = f"{to}_to", f"{of}_of"
            paths = {name: MOV for name, kind in ((target, to), (source, of)) if kind in _BYPASSED}
            port = "W_WM" if _FILES[to] == "w" else "CM_WM"
            timed = Timed("mv", 2, bypass=paths, ports={target: port})
            text = f"vmov {target}, {source}"
            _move(text, target, source, count, timed, bits.format(target, source))


_between(("wl", "wh", "am"), 1, "{} {} 1110 10")
_between(("x", "bm"), 2, "{} 0 {} 1101 10")
_CM = Timed("mv", 2, ports={"cmd": "CM_WM"})
_move("vmov cmd, cma", "cmd", "cma", 4, _CM, "cmd 0 01 cma 0*5 1101 10")
_LATE = Timed(
    "vec", 5, stages={"cma": 3}, bypass={"cmd": "VEC", "cma": "VEC"}, ports={"cmd": "CM_WA"}
)
_move("vmov.d cmd, cma", "cmd", "cma", 4, _LATE, "0*5 cma 0 1111 0000 cmd 0 0 0 0")
