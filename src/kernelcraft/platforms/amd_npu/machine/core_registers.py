"""The registers of an AIE2 core, by name, by number and as addresses that move on."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.registers import AM, NUMBER, SCALARS, W
from kernelcraft.platforms.amd_npu.machine.staging import narrowed
from kernelcraft.sim.machine import Machine, RegisterFile, Scalar
from kernelcraft.sim.parts import Lanes, Member, Slice, operand_name

GRANULE = 32  # bytes: 256 bits
VECTORS, ACCUMULATORS = 24, 36  # granules
DEPTH = 16  # more than the longest latency
GENERAL = 32  # r0..r31 are the first scalar registers
LS, LE, LC = NUMBER["ls"], NUMBER["le"], NUMBER["lc"]


class CoreRegisters(Machine):
    """Registers arrive late: see the timing of the instructions."""

    stages = DEPTH
    bypasses = ("MOV", "VEC")
    ports = ("W_WA", "W_WM", "CM_WM", "CM_WA", "CM_R", "R_WX", "R_WA", "R_WM")

    scalars = RegisterFile(128, 32, delayed=DEPTH, exclusive=True, titles=SCALARS)
    granules = Lanes(
        VECTORS + ACCUMULATORS,
        GRANULE,
        delayed=DEPTH,
        results=256,
        exclusive=True,
        titles=(*W, *AM),
    )
    numbered = Slice(scalars, 0, 128, 32)  # all of them
    r = Slice(scalars, NUMBER["r0"], 32, 32)
    p = Slice(scalars, NUMBER["p0"], 8, 20)
    mod = Slice(scalars, NUMBER["m0"], 8, 20)
    dn = Slice(scalars, NUMBER["dn0"], 8, 20)
    dj = Slice(scalars, NUMBER["dj0"], 8, 20)
    dc = Slice(scalars, NUMBER["dc0"], 8, 20)
    s = Slice(scalars, NUMBER["s0"], 4, 6)
    lr = Member(scalars, NUMBER["lr"], 20)
    ls = Member(scalars, NUMBER["ls"], 20)
    le = Member(scalars, NUMBER["le"], 20)
    lc = Member(scalars, NUMBER["lc"], 32)
    sp = Member(scalars, NUMBER["sp"], 20)
    crSat = Member(scalars, NUMBER["crSat"], 2)  # noqa: N815  # the vendor's spelling
    crRnd = Member(scalars, NUMBER["crRnd"], 4)  # noqa: N815
    crSRSSign = Member(scalars, NUMBER["crSRSSign"], 1)  # noqa: N815
    crUPSSign = Member(scalars, NUMBER["crUPSSign"], 1)  # noqa: N815
    crPackSign = Member(scalars, NUMBER["crPackSign"], 1)  # noqa: N815
    crUnpackSign = Member(scalars, NUMBER["crUnpackSign"], 1)  # noqa: N815
    crVaddSign = Member(scalars, NUMBER["crVaddSign"], 1)  # noqa: N815
    srCarry = Member(scalars, NUMBER["srCarry"], 1)  # noqa: N815

    fetched = Scalar(64)  # bytes of program that were issued before this bundle
    loop_set = RegisterFile(3, 64)  # 1 + `fetched` when ls, le, lc were set; 0 for never

    # Scalar registers by number.

    def scalar(self, code: int) -> int:
        """The scalar register with this number, without sign."""
        return self.numbered[code]

    def set_scalar(self, code: int, value: int) -> None:
        """Set the scalar register with this number to as many bits of `value` as it has.

        Only r registers have write ports that something else may take.
        """
        cut, name = narrowed(code, value), operand_name(code) or "scalars"
        if code < GENERAL:
            self.numbered.write(code, cut, name)
        else:
            self.numbered.write(code, cut, name, ports=False)
            if (code == LS) | (code == LE) | (code == LC):
                self.loop_set[(code == LE) + 2 * (code == LC)] = self.fetched + 1

    # Vectors and accumulators. An index counts registers of `count` granules: wl0 is 0 of 1, x3
    # is 3 of 2, y2 is 2 of 4; amll0 is 0 of 1, bmh0 is 1 of 2, cm4 is 4 of 4.

    def vector(self, index: int, count: int) -> int:
        """Where the vector register lies in `granules` as its operand is sampled: a byte offset."""
        return self.granules.read(index * count, count, operand_name(index) or "vectors")

    def accumulator(self, index: int, count: int) -> int:
        """Where the accumulator lies in `granules`, as its operand is sampled: a byte offset."""
        name = operand_name(index) or "accumulators"
        return self.granules.read(VECTORS + index * count, count, name)

    def result(self, count: int) -> int:
        """Where a result of `count` granules may be put in `granules`: a byte offset."""
        return self.granules.result(count)

    def set_vector(self, index: int, count: int, offset: int) -> None:
        """Let what lies at `offset` be in the vector register when its result arrives."""
        self.granules.write(index * count, count, offset, operand_name(index) or "vectors")

    def set_accumulator(self, index: int, count: int, offset: int) -> None:
        """Let what lies at `offset` be in the accumulator when its result arrives."""
        name = operand_name(index) or "accumulators"
        self.granules.write(VECTORS + index * count, count, offset, name)

    # Addresses. What these give is the address of the access; pointers move on after it.

    def post(self, pa: int, step: int) -> int:
        """[p], #step or [p], m: the address, after which the pointer has moved on."""
        address = self.p[pa]
        self.p[pa] = address + step
        return address

    def post_2d(self, pa: int, d: int) -> int:
        """[p], d: as `post`; every dn + 1 times the pointer moves by m, otherwise by dj."""
        address = self.p[pa]
        if self.dc[d] == self.dn[d]:
            self.p[pa] = address + self.mod[d]
            self.dc[d] = 0
        else:
            self.p[pa] = address + self.dj[d]
            self.dc[d] = self.dc[d] + 1
        return address

    def post_3d(self, pa: int, d: int) -> int:
        """[p], d of three dimensions: d, and where it wraps d + 4, and where that wraps m of d."""
        address = self.p[pa]
        name = operand_name(d) or "dc"  # of the counter of d + 4, too
        if self.dc[d] != self.dn[d]:
            self.p[pa] = address + self.dj[d]
            self.dc[d] = self.dc[d] + 1
        elif self.dc[d + 4] != self.dn[d + 4]:
            self.p[pa] = address + self.dj[d + 4]
            self.dc[d] = 0
            self.dc.write(d + 4, self.dc[d + 4] + 1, name)
        else:
            self.p[pa] = address + self.mod[d]
            self.dc[d] = 0
            self.dc.write(d + 4, 0, name)
        return address
