"""One AIE2 core: its registers, its data memory with the neighbours' windows, how time passes.

Nothing waits for a result: what an operand holds is what has arrived by the stage at which it is
sampled. A bundle takes one cycle; only memory banks and locks hold the whole core back. Memory is
simulated four stages early: what a load or `vst` does at stage 5 happens with its bundle, after
the loads of the same bundle, and what happens at stage 7 two bundles later (`AT_STAGE_7`).
Facts: reference/amd_npu.md sections 2 to 5; where they leave a question open the run ends with a
fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.registers import AM, NUMBER, SCALARS, W
from kernelcraft.platforms.amd_npu.staging import copy_bytes, narrowed
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.machine import Machine, Memory, RegisterFile, Scalar
from kernelcraft.sim.parts import Lanes, Member, Slice, operand_name

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction

GRANULE = 32  # bytes: 256 bits
VECTORS, ACCUMULATORS = 24, 36  # granules
DEPTH = 16  # more than the longest latency
DELAY_SLOTS = 5
AT_STAGE_7 = 3  # of `late`: memory is simulated four stages early

MEMORY_START, MEMORY_END = 0x40000, 0x80000  # S, W, N and own, 64 KB each
OWN_MEMORY = 0x70000
PROGRAM_BYTES = 16 * 1024
EXIT = 0xFFFFE  # what lr holds at the beginning: no bundle can have this address
LOOP_SET_UP = 112  # bytes between setting a loop up and its end
LOCKS = 64
NOTHING = frozenset({"nop", "nopa", "nopb", "nops", "nopx", "nopm", "nopv", "nopxm"})

GENERAL = 32  # r0..r31 are the first scalar registers
LS, LE, LC = NUMBER["ls"], NUMBER["le"], NUMBER["lc"]


class AmdNpu(Machine):
    """The state of a core. Registers arrive late: see the timing of the instructions."""

    title = "AIE2 core"
    reasons = ("issue", "idle", "bank", "lock")
    causes = (
        Cause("bank conflicts", reasons=("bank",)),
        Cause("locks", reasons=("lock",)),
        Cause("idle bundles", reasons=("idle",)),
    )
    bundled = True
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

    memory = Memory("uint8", lambda p: MEMORY_END - MEMORY_START, "data memory")
    locks = RegisterFile(LOCKS, 8)
    event_at = RegisterFile(2, 64)  # the cycle in which event #0 and #1 were issued last

    # The program as the core fetches it; `place_program` fills it in.
    operation_at = Memory(
        "int32", lambda p: PROGRAM_BYTES // 2, "program memory", recorded=False
    )  # by address / 2: 1 + the first operation of the bundle there, 0 for none
    address_of = Memory(
        "int32", lambda p: PROGRAM_BYTES, "program memory", recorded=False
    )  # by operation: the address of its bundle
    size_of = Memory("uint8", lambda p: PROGRAM_BYTES, "program memory", recorded=False)
    return_to = Memory(
        "int32", lambda p: PROGRAM_BYTES, "program memory", recorded=False
    )  # by operation: the address behind the delay slots of its bundle
    last = Scalar(32)  # the last operation

    # What a bundle has done so far, and what is remembered from one to the next.
    working = Scalar(8)
    banks = Scalar(32)  # two physical banks for each of 16 logical ones
    collided = Scalar(8)
    stored = Scalar(8)
    fetched = Scalar(64)  # bytes of program that were issued before this bundle
    shadow = Scalar(64)  # the last delay slot so far, in bundles
    loop_set = RegisterFile(3, 64)  # 1 + `fetched` when ls, le, lc were set; 0 for never

    def issue(self, instruction: Instruction, latency: int) -> None:
        """Operations of a bundle issue together: time passes at its end."""
        if instruction.mnemonic not in NOTHING:
            self.working = 1

    def end_bundle(self) -> None:
        """One cycle, one more if two accesses collided, and the way back of a loop."""
        if self.working:
            self.spend(1, "issue")
        else:
            self.spend(1, "idle")
        self.spend(self.collided, "bank")
        self.working = self.banks = self.collided = self.stored = 0
        if (self.loop_set[1] != 0) & (self.le == self.address_of[self.pc]):
            self.end_of_loop()
        elif self.pc == self.last:
            self.check(self.pending == 1, "the program goes on behind its last bundle")
        self.fetched = self.fetched + self.size_of[self.pc]

    def drain(self) -> None:
        """Accesses behind the end collide with each other, but cost nothing."""
        self.banks = self.collided = self.stored = 0

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

    # Addresses. What these give is the address of the access; pointers move on behind it.

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

    # Data memory.

    def access(self, address: int, size: int) -> int:
        """Take the banks of `size` bytes at `address`; gives the index into `memory`."""
        address = address & 0xFFFFF
        self.check(
            (address >= MEMORY_START) & (address < MEMORY_END),
            "address {address:#x} is in no data memory, which reaches from 0x40000 to 0x7ffff",
            address=address,
        )
        self.check(
            address % size == 0,
            "address {address:#x} is no multiple of {size}",
            address=address,
            size=size,
        )
        pair = (address >> 14 & 15) * 2
        taken = 3 << pair if size == GRANULE else 1 << (pair + (address >> 4 & 1))
        collision = (self.banks & taken) != 0
        self.check(
            collision & self.collided == 0, "three accesses collide in a memory bank in one cycle"
        )
        self.collided = self.collided | collision
        self.banks = self.banks | taken
        return address - MEMORY_START

    def load(self, address: int, size: int) -> int:
        """The unsigned number of 1, 2 or 4 bytes at `address`."""
        return self.word(self.memory.reads(self.access(address, size), size), size)

    def word(self, index: int, size: int) -> int:
        """The unsigned number of `size` bytes at an index of `memory`."""
        value = self.memory[index]
        for byte in range(1, size):
            value = value | self.memory[index + byte] << (8 * byte)
        return value

    def load_lanes(self, address: int, size: int) -> int:
        """16 or 32 bytes at `address`, copied to `granules`: a byte offset."""
        index = self.memory.reads(self.access(address, size), size)
        offset = self.result(1)
        copy_bytes(self.granules.array, offset, self.memory.array, index, size)
        return offset

    def store(self, address: int, value: int, size: int) -> None:
        """Let the low 1, 2 or 4 bytes of `value` be at `address`."""
        index = self.memory.writes(self.storing(address, size), size)
        for byte in range(size):
            self.memory[index + byte] = value >> (8 * byte)

    def store_lanes(self, address: int, offset: int, size: int) -> None:
        """Let the 16 or 32 bytes at `offset` of `granules` be at `address`."""
        index = self.memory.writes(self.storing(address, size), size)
        copy_bytes(self.memory.array, index, self.granules.array, offset, size)

    def storing(self, address: int, size: int) -> int:
        """As `access`, by the one store port."""
        self.check(self.stored == 0, "two stores reach memory in one cycle")
        self.stored = 1
        return self.access(address, size)

    # Control.

    def branch(self, target: int, taken: int = 1) -> None:
        """Go on at operation `target` after five more bundles, if `taken`."""
        self.begin_shadow()
        if taken:
            self.jump(target, after=DELAY_SLOTS)

    def branch_to(self, address: int, taken: int = 1) -> None:
        """As `branch`, to the bundle at an address; to `EXIT` the program ends."""
        self.begin_shadow()
        if taken:
            if address == EXIT:
                self.halt(after=DELAY_SLOTS)
            else:
                self.jump(self.operation(address), after=DELAY_SLOTS)

    def link(self) -> None:
        """Let lr be the address behind the delay slots."""
        self.lr = self.return_to[self.pc]

    def operation(self, address: int) -> int:
        """The first operation of the bundle at an address."""
        inside = (address < PROGRAM_BYTES) & (address % 2 == 0)
        self.check(inside, "no bundle begins at program address {address:#x}", address=address)
        found = self.operation_at[address >> 1]
        self.check(found != 0, "no bundle begins at program address {address:#x}", address=address)
        return found - 1

    def begin_shadow(self) -> None:
        """Fault in the delay slots of another branch."""
        self.check(self.instructions > self.shadow, "a branch in the delay slots of another")
        self.shadow = self.instructions + DELAY_SLOTS

    def end_of_loop(self) -> None:
        """The bundle at le: one iteration less, and back to ls unless it was the last."""
        for which in range(3):
            ready = self.fetched + 1 - self.loop_set[which] >= LOOP_SET_UP
            self.check(
                (self.loop_set[which] != 0) & ready,
                "a loop ends here, but ls, le and lc were not all set 112 bytes before",
            )
        self.check(
            (self.le % 16 == 0) & (self.ls % 16 == 0),
            "a loop from {start:#x} to {end:#x}: both must be multiples of 16",
            start=self.ls,
            end=self.le,
        )
        self.check(self.size_of[self.pc] == 16, "the last bundle of a loop must have 16 bytes")
        self.check(self.instructions > self.shadow, "a loop ends in the delay slots of a branch")
        left = self.lc - 1
        self.check(left >= 0, "a loop ends here, but lc is 0")
        self.lc = left
        if left > 0:
            self.jump(self.operation(self.ls))
        else:
            self.check(self.pc != self.last, "the program goes on behind its last bundle")

    # Locks, events, the end.

    def acquire(self, lock: int, count: int) -> None:
        """Take `count` from a lock; nobody would ever raise one that holds less."""
        held = self.locks[lock]
        self.check(
            held >= count,
            "lock {lock} holds {held}, waits for {count}: nobody will release it",
            lock=lock,
            held=held,
            count=count,
        )
        self.spend(1, "lock")
        self.locks[lock] = held - count

    def release(self, lock: int, count: int) -> None:
        """Give `count` to a lock."""
        self.spend(1, "lock")
        self.locks[lock] = self.locks[lock] + count

    def event(self, mark: int) -> None:
        """Remember the cycle."""
        self.event_at[mark] = self.cycles
