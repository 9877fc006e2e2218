"""The perceptrons of a transformer: FFN and SwiGLU on an interleaved, negated x.

With -x the first products come out negative, and e^(-u) needs no subtraction: silu(u) is (-u) ·
1/(-1 - e^(-u)). In SwiGLU two negative factors make up for one another, and it is 1 + e^(-u).
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules import left, matrices
from kernelcraft.platforms.plena.kernels.schedules.dense import TILES, Into, Sink, Weight, multiply
from kernelcraft.platforms.plena.kernels.schedules.left import Few, Left, blocks_of
from kernelcraft.platforms.plena.kernels.schedules.matrices import Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.patterns import Patterns
from kernelcraft.platforms.plena.kernels.schedules.schedule import ROW, Schedule

ONE, MINUS_ONE = 1, 2  # f registers


def ffn(
    s: Schedule, patterns: Patterns, x: Left, w1: Placement, w2: Placement, result: Sink
) -> None:
    """silu(x · w1) · w2 to a sink, for the interleaved -x."""
    _load_ones(s)
    hidden = _Hidden.of(s, x, w1.detail("columns"))
    multiply(s, x, Weight(w1), hidden)
    hidden.finish(s, patterns)
    multiply(s, hidden.left, Weight(w2), result)


def swiglu(
    s: Schedule,
    patterns: Patterns,
    x: Left,
    w_gate: Placement,
    w_up: Placement,
    w_down: Placement,
    result: Sink,
) -> None:
    """(silu(x · w_gate) * (x · w_up)) · w_down to a sink, for the interleaved -x."""
    _load_ones(s)
    gate = matrices.reserve(s, x.rows, w_gate.detail("columns"))
    multiply(s, x, Weight(w_gate), Into(gate))
    hidden = _Hidden.of(s, x, w_up.detail("columns"), gate)
    multiply(s, x, Weight(w_up), hidden)
    hidden.finish(s, patterns)
    multiply(s, hidden.left, Weight(w_down), result)


def _load_ones(s: Schedule) -> None:
    s.load_constant(ONE, "one")
    s.do("S_SUB_FP", MINUS_ONE, 0, ONE)


@dataclass(frozen=True)
class _Hidden:
    """Takes -u, makes silu(u) of it, or of -up and -gate their SwiGLU, and interleaves that.

    It does so at once where the permutation is still in its place, else in the end.
    """

    left: Left
    passing: int | None
    matrix: Matrix
    gate: Matrix | None
    scratch: int
    fresh: bool = True

    @classmethod
    def of(cls, s: Schedule, x: Left, columns: int, gate: Matrix | None = None) -> _Hidden:
        """With the room that it needs."""
        target = left.reserve(s, x.rows, columns)
        at_once = not isinstance(x, Few) or blocks_of(x) < TILES
        matrix = matrices.reserve(s, x.rows, ROW if at_once else columns)
        passing = matrix.address if at_once else None
        return cls(target, passing, matrix, gate, s.reserve(1))

    def place(self, row: int, block: int) -> int:
        """The same place again and again where the rows are interleaved at once."""
        return self.matrix.row(row, block) if self.passing is None else self.passing

    def done(self, s: Schedule, unit: Unit) -> None:
        """What can be done at once."""
        if self.passing is not None:
            self._take(s, unit)

    def finish(self, s: Schedule, patterns: Patterns) -> None:
        """What cannot: each row's address then serves all that is done with it."""
        if self.passing is None:
            patterns.fetch_permutation()
            for unit in self.matrix.units():
                self._take(s, unit)

    def _take(self, s: Schedule, unit: Unit) -> None:
        for row, address in enumerate(unit, unit.row):
            if self.gate is None:
                self._silu(s, address)
            else:
                self._gated(s, address, self.gate.row(row, unit.block))
        self.left.take(s, unit)

    def _silu(self, s: Schedule, u: int) -> None:
        t = self.scratch
        s.do("V_EXP_V", t, u, 0)
        s.do("V_SUB_VF", t, t, MINUS_ONE, 0, 1)
        s.do("V_RECI_V", t, t, 0)
        s.do("V_MUL_VV", u, u, t, 0)

    def _gated(self, s: Schedule, up: int, gate: int) -> None:
        t = self.scratch
        s.do("V_EXP_V", t, gate, 0)
        s.do("V_ADD_VF", t, t, ONE, 0)
        s.do("V_RECI_V", t, t, 0)
        s.do("V_MUL_VV", t, t, gate, 0)
        s.do("V_MUL_VV", up, up, t, 0)
