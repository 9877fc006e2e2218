"""The PLENA machine: registers, memories, and the checks that many instructions share."""

from __future__ import annotations

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.plena.machine.configuration import BLOCK
from kernelcraft.platforms.plena.machine.hbm2 import STATE_WORDS
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.machine import Machine, Memory, Parameter, RegisterFile, Scalar

LOOP_LEVELS = 16  # every open loop needs a gp register of its own
NEVER = 1 << 62


class Plena(Machine):
    """Strictly sequential: an instruction starts when the one before it has ended.

    All on-chip addresses count elements; HBM addresses count bytes.
    """

    title = "PLENA"
    symbolic = "kernelcraft.platforms.plena.machine.symbolic"
    reasons = ("execute", "dram")
    causes = (
        Cause("DMA", units=("dma",)),
        Cause("matrix", units=("matrix",)),
        Cause("vector", units=("vector",)),
        Cause("reductions", mnemonics=("V_RED_SUM", "V_RED_MAX")),
        Cause("integer and control", units=("scalar_int", "control")),
        Cause("scalar FP", units=("scalar_fp",)),
    )
    watchdog = "one iteration of an open loop ran more than {loop_cap} instructions"

    gp = RegisterFile(16, 32, zero=0, zero_unless="errata")
    f = RegisterFile(8, 16, zero=0, zero_unless="errata")
    a = RegisterFile(8, 64)
    scale = Scalar(32)
    stride = Scalar(32, reset=1)
    v_mask = Scalar(32)
    loop_depth = Scalar(8)
    loop_start = RegisterFile(LOOP_LEVELS, 32)
    loop_register = RegisterFile(LOOP_LEVELS, 8)
    # What constant DRAM costs remember: 1 + the last address of each kind, 0 before the first.
    last_prefetch = Scalar(64)
    last_store = Scalar(64)

    vector_sram = Memory("uint16", lambda p: p["vector_sram_rows"] * p["mlen"], "vector SRAM")
    matrix_sram = Memory(
        "float32", lambda p: p["matrix_sram_tiles"] * p["mlen"] ** 2, "matrix SRAM", recorded=False
    )
    fp_sram = Memory("uint16", lambda p: p["fp_sram_size"], "FP SRAM")
    int_sram = Memory("uint32", lambda p: p["int_sram_size"], "INT SRAM")
    hbm = Memory("uint8", lambda p: p["hbm_bytes"], "HBM")
    dram_state = Memory("int64", lambda p: STATE_WORDS, "DRAM", recorded=False, data=False)
    dram_log = Memory("int64", lambda p: 0, "DRAM log", recorded=False, data=False)  # log.py
    m_acc = Memory("float32", lambda p: p["blen"] ** 2, "matrix accumulator", recorded=False)
    v_acc = Memory("float32", lambda p: p["blen"], "vector accumulator", recorded=False)
    hm_acc = Memory(
        "float32", lambda p: p["broadcast"] * p["mlen"] ** 2, "batched accumulator", recorded=False
    )
    hv_acc = Memory(
        "float32", lambda p: p["broadcast"] * p["mlen"], "batched row accumulator", recorded=False
    )

    mlen = Parameter()
    blen = Parameter()
    hlen = Parameter()
    broadcast = Parameter()
    dc_en = Parameter()
    systolic_overhead = Parameter()
    loop_cap = Parameter()
    dram = Parameter()
    errata = Parameter()

    def issue(self, instruction: Instruction, latency: int) -> None:
        """Nothing overlaps: the whole latency passes."""
        self.spend(latency, "dram" if instruction.unit == "dma" else "execute")

    def set_result(self, fd: int, value: int) -> None:
        """f[fd] = the result of arithmetic, which f0 never takes; a load may change it."""
        if fd != 0:
            self.f[fd] = value

    # Vector SRAM rows.

    def aligned(self, address: int) -> int:
        """A vector SRAM address that must begin a row."""
        self.check(
            address % self.mlen == 0,
            "vector SRAM address {address} is not a multiple of the row length {row}",
            address=address,
            row=self.mlen,
        )
        return address

    def row(self, address: int) -> int:
        """The row at a vector SRAM address, to be read."""
        return self.vector_sram.reads(self.aligned(address), self.mlen)

    def rows(self, address: int, count: int) -> int:
        """`count` consecutive rows from a vector SRAM address, to be read."""
        return self.vector_sram.reads(self.aligned(address), count * self.mlen)

    def output_row(self, address: int) -> int:
        """The row at a vector SRAM address, to be written."""
        return self.vector_sram.writes(self.aligned(address), self.mlen)

    def output_rows(self, address: int, count: int) -> int:
        """`count` consecutive rows from a vector SRAM address, to be written."""
        return self.vector_sram.writes(self.aligned(address), count * self.mlen)

    def groups(self, rmask: int) -> int:
        """The HLEN-wide groups an instruction works on as a bit set; -1 for all of them."""
        return (self.v_mask + 1) * (rmask != 0) - 1

    # Matrix SRAM tiles.

    def tile(self, address: int) -> int:
        """The first element of the tile that holds a matrix SRAM address."""
        area = self.mlen * self.mlen
        return self.matrix_sram.reads(address - address % area, area)

    def tile_start(self, address: int) -> int:
        """A matrix SRAM address that must begin a tile."""
        self.check(
            self.tile_offset(address) == 0,
            "matrix SRAM address {address} is not a multiple of the tile size {area}",
            address=address,
            area=self.mlen * self.mlen,
        )
        return address

    def tile_offset(self, address: int) -> int:
        """Where in its tile a matrix SRAM address lies, in elements."""
        return address % (self.mlen * self.mlen)

    def check_step(self, offset: int, step: int, end: int, what: str) -> None:
        """An offset within a tile must be a multiple of `step` below `end`."""
        self.check(
            (offset % step == 0) & (offset < end),
            f"matrix SRAM offset {{offset}} in its tile: expected a {what}, "
            "a multiple of {step} below {end}",
            offset=offset,
            step=step,
            end=end,
        )

    # HBM rows.

    def check_hbm_rows(self, address: int, step: int) -> None:
        """Every row's elements must begin at a multiple of 64 bytes."""
        self.check(
            (address % 64 == 0) & (step % 64 == 0),
            "HBM address {address} with {step} bytes from row to row: expected multiples of 64",
            address=address,
            step=step,
        )

    def scale_bytes(self) -> int:
        """Scale bytes of one row."""
        return self.mlen // BLOCK
