"""The parts of a decoder block, each of which adds to a residual that stays in vector SRAM."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules import loading, matrices, perceptron
from kernelcraft.platforms.plena.kernels.schedules.dense import Into, Weight, multiply
from kernelcraft.platforms.plena.kernels.schedules.heads import Heads
from kernelcraft.platforms.plena.kernels.schedules.left import Left
from kernelcraft.platforms.plena.kernels.schedules.matrices import Matrix
from kernelcraft.platforms.plena.kernels.schedules.normalising import normalised
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule


@dataclass(frozen=True)
class Decoder:
    """A decoder block while it is written; the residual `x` lies in the output's place."""

    s: Schedule
    x: Matrix
    heads: Heads

    @classmethod
    def begin(cls, cell: Cell) -> Decoder:
        """With the patterns made and x loaded."""
        s = Schedule(cell, "products of interleaved rows")
        heads, x = Heads.prepare(s, cell.dims["n_h"]), matrices.output(s)
        for _ in loading.fetched(s, heads.patterns, cell.memory_map.input("x"), x, negated=False):
            pass
        return cls(s, x, heads)

    def self_attention(self, prefix: str) -> None:
        """x += MHA(RMSNorm(x)) with the weights `prefix` + q, k, v and o."""
        with self.s.lent():
            rows = self._normalised()
            self._attend(rows, rows, prefix)

    def cross_attention(self, memory: str, prefix: str) -> None:
        """x += MHA(RMSNorm(x), memory)."""
        with self.s.lent():
            rows = self._normalised()
            others = loading.interleaved(self.s, self.heads.patterns, self._input(memory))
            self._attend(rows, others, prefix)

    def ffn(self, w1: str, w2: str) -> None:
        """x += FFN(RMSNorm(x))."""
        up, down = (self._input(name) for name in (w1, w2))
        with self.s.lent():
            x = self._normalised(negated=True)
            perceptron.ffn(self.s, self.heads.patterns, x, up, down, Into(self.x, fresh=False))

    def swiglu(self, w_gate: str, w_up: str, w_down: str) -> None:
        """x += SwiGLU(RMSNorm(x))."""
        gate, up, down = (self._input(name) for name in (w_gate, w_up, w_down))
        with self.s.lent():
            x, onto = self._normalised(negated=True), Into(self.x, fresh=False)
            perceptron.swiglu(self.s, self.heads.patterns, x, gate, up, down, onto)

    def _normalised(self, *, negated: bool = False) -> Left:
        self.heads.patterns.fetch_permutation()
        return normalised(self.s, self.x, negated=negated)

    def _attend(self, x: Left, memory: Left, prefix: str) -> None:
        q, k, v, o = (self._input(prefix + name) for name in "qkvo")
        joined = self.heads.attend(x, memory, q, k, v)
        multiply(self.s, joined, Weight(o), Into(self.x, fresh=False))

    def _input(self, name: str) -> Placement:
        return self.s.memory_map.input(name)
