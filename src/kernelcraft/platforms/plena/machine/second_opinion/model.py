"""The machine as numbers: what a program can read and write, without patterns, time or faults."""

from __future__ import annotations

from dataclasses import dataclass, field

import ml_dtypes
import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.plena.machine.second_opinion.formats import (
    BLOCK,
    Bytes,
    Floats,
    bf16,
    decoded,
    fp16,
)
from kernelcraft.sim.state import State

WORD = 1 << 32
SCALE_LINE = 64  # bytes of scales that a fetch sees: to the end of this line


@dataclass(frozen=True)
class Loop:
    """An open loop: its first operation and the register that counts."""

    start: int
    register: int


@dataclass
class Model:
    """All of a PLENA machine; `vector`, `matrix`, `fp`, `f` hold values, not patterns."""

    mlen: int
    blen: int
    hlen: int
    gp: list[int]
    f: list[np.float32]
    a: list[int]
    scale: int
    stride: int
    mask: int
    vector: Floats
    matrix: Floats
    fp: Floats
    ints: list[int]
    hbm: Bytes
    m_acc: Floats
    v_acc: Floats
    hm_acc: Floats
    hv_acc: Floats
    official: bool  # what the official emulator does, where that is not what is documented
    loops: list[Loop] = field(default_factory=list)
    next: int = 0  # operation

    @classmethod
    def of(cls, state: State) -> Model:
        """A copy of a staged machine."""
        p = state.parameters
        mlen, blen, heads = p["mlen"], p["blen"], p["broadcast"]
        half = state["fp_sram"].astype(np.uint16).view(np.float16)
        rows = state["vector_sram"].astype(np.uint16).view(ml_dtypes.bfloat16)
        registers = state["f"].astype(np.uint16).view(np.float16)
        return cls(
            mlen=mlen,
            blen=blen,
            hlen=p["hlen"],
            gp=[int(value) for value in state["gp"]],
            f=list(registers.astype(np.float32)),
            a=[int(value) for value in state["a"]],
            scale=int(state["scale"][0]),
            stride=int(state["stride"][0]),
            mask=int(state["v_mask"][0]),
            vector=rows.astype(np.float32),
            matrix=state["matrix_sram"].astype(np.float32),
            fp=half.astype(np.float32),
            ints=[int(value) for value in state["int_sram"]],
            hbm=state["hbm"].astype(np.uint8),
            m_acc=state["m_acc"].astype(np.float32).reshape(blen, blen),
            v_acc=state["v_acc"].astype(np.float32).reshape(1, blen),
            hm_acc=state["hm_acc"].astype(np.float32).reshape(heads, mlen, mlen),
            hv_acc=state["hv_acc"].astype(np.float32).reshape(heads, 1, mlen),
            official=p["errata"] == 1,
        )

    def row(self, register: int, count: int = 1) -> Floats:
        """Consecutive rows of vector SRAM from the address in a register; a view, flat."""
        start = self.gp[register]
        return self.vector[start : start + count * self.mlen]

    def enabled(self, masked: int) -> npt.NDArray[np.bool_]:
        """The lanes that an instruction works on."""
        lanes = np.arange(self.mlen) // self.hlen
        if not masked:
            return np.ones(self.mlen, np.bool_)
        bits = [bool(self.mask >> group & 1) and group < 32 for group in range(lanes[-1] + 1)]
        return np.array(bits)[lanes]

    def put(self, rd: int, first: Floats, result: Floats, masked: int) -> None:
        """A result to a row; lanes that do not take part get those of the first source."""
        rounded = bf16(result)
        if masked:
            rounded = np.where(self.enabled(masked), rounded, first)
        self.row(rd)[:] = rounded

    def set_f(self, fd: int, value: float | np.float32) -> None:
        """The result of arithmetic to an FP register; f0 stays as it is."""
        if fd:
            self.f[fd] = fp16(value)

    def set_gp(self, rd: int, value: int) -> None:
        """An integer register; gp0 stays 0, but not officially."""
        if rd or self.official:
            self.gp[rd] = value % WORD

    def tile(self, address: int) -> Floats:
        """The tile that holds a matrix SRAM address, [mlen][mlen]; a view."""
        area = self.mlen * self.mlen
        start = address // area * area
        return self.matrix[start : start + area].reshape(self.mlen, self.mlen)

    def within(self, address: int) -> tuple[int, int]:
        """Row and column of a matrix SRAM address in its tile."""
        return divmod(address % (self.mlen * self.mlen), self.mlen)

    def fetched(self, rs1: int, as2: int, strided: int, rows: int) -> Floats:
        """Rows of HBM as numbers, [rows][mlen]."""
        first, scales, step = self.transfer(rs1, as2, strided)
        values = np.empty((rows, self.mlen), np.float32)
        for index in range(rows):
            at, scale = first + index * step, scales + index * step // BLOCK
            count = self.mlen // BLOCK
            seen = min(count, SCALE_LINE - scale % SCALE_LINE)
            factors = np.zeros(count, np.uint8)
            factors[:seen] = self.hbm[scale : scale + seen]
            values[index] = decoded(self.hbm[at : at + self.mlen], factors)
        return values

    def transfer(self, rs1: int, as2: int, strided: int) -> tuple[int, int, int]:
        """First element byte, first scale byte, bytes from row to row."""
        offset, base = self.gp[rs1], self.a[as2]
        step = self.stride if strided else self.mlen
        return base + offset, base + self.scale + offset // BLOCK, step
