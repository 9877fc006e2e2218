"""A bank-level HBM2: channels of queues, banks and open rows, and what a DMA instruction costs.

It follows the published description of Ramulator 2's HBM2 (preset HBM2_8Gb, 8 channels, HBM2_2Gbps:
one cycle is 1 ns) with the wrapper of the official emulator of February 2026:

* Every 64-byte block travels as 4 transfers of 16 bytes. The mapping MOP4CLXOR takes from the
  transfer's number, lowest first, 2 column bits, 3 channel, 1 half (pseudo channel), 2 bank group,
  2 bank, 3 column and the row; channel, half and group are then xored with the 5 column bits. So
  the 4 transfers of a block have the same place in 4 neighbouring channels. Whole blocks are all
  that ever travels: channels 0 to 3 do the same, and 4 to 7. One of each four is simulated.
* A channel has a queue of 33 reads, one of 33 writes, and one of 33 requests whose row is opening.
  It gives one command a cycle: the oldest that is ready of the opening ones, else of the reads (or
  of the writes, while there are many or nothing to read). A row stays open until another is wanted.
* A read that meets a waiting write of the same bytes is answered in the next cycle.
* A prefetch asks for all its blocks at once. When a queue is full its request is repeated every
  cycle, and everything after it waits. A store works row by row: it leaves the elements in the
  write queue, reads the blocks that hold the row's scales and leaves them there again.
* Writes are not waited for. The clock of the DRAM never stops.
* HBM2 has no rank, so the all-bank refresh of that description, which is counted by rank, never
  happens, and none is modelled.

The oracle goes cycle by cycle; the C routine goes from command to command.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

CHANNELS = 2  # simulated of 8: each stands for four
HALVES, GROUPS, BANKS = 2, 8, 32  # of one channel
QUEUE = 33  # ReqBuffer takes one more than its limit of 32
MANY_WRITES, FEW_WRITES = 26, 6  # 80 % and 20 % of 32: when writing begins and ends
BL, CL, CWL, RCD, RP, RAS, RC, WR, RTP = 4, 7, 2, 7, 7, 17, 19, 8, 3
RRDS, RRDL, FAW, WTRS, WTRL = 2, 3, 15, 3, 4
ACT = 2  # cycles an activation occupies the command bus
SCALE_BLOCK, ELEMENTS_A_SCALE = 64, 8  # bytes, elements
LOG_HEAD, LOG_ENTRY = 1, 7  # words: the number of entries; a request and its cycles
ADDRESSES = (1 << 64) - 1


@dataclass
class Request:
    """A quarter of a 64-byte block in a queue; `row` is the row's number + 1, as in `Bank`."""

    bank: int
    row: int
    arrival: int
    block: int
    write: int


@dataclass
class Half:
    """A pseudo channel: when it next takes a command, and its last four activations."""

    activate: int
    read: int
    write: int
    activations: list[int]


@dataclass
class Group:
    """A bank group: when it next takes a command."""

    activate: int
    read: int


@dataclass
class Bank:
    """`row` is 1 + the open row, 0 if closed; `access` is for reads and writes."""

    row: int
    activate: int
    access: int
    precharge: int


@dataclass
class Channel:
    """One channel at DRAM cycle `clock`; `reads` and what follows it live as long as one DMA."""

    clock: int
    write_mode: int
    activate: int
    halves: list[Half]
    groups: list[Group]
    banks: list[Bank]
    active: list[Request]
    writes: list[Request]
    reads: list[Request] = field(default_factory=list)
    answers: int = 0  # when the last answer comes

    def waiting(self) -> bool:
        """Whether a read has no answer under way."""
        return bool(self.reads) or any(not request.write for request in self.active)

    def answer(self, when: int) -> None:
        """One answer a cycle, in the order of the commands."""
        self.answers = max(when, self.answers + 1)

    def ready(self, request: Request) -> int:
        """The first cycle in which the request's next command is allowed."""
        bank, group = self.banks[request.bank], self.groups[request.bank >> 2]
        half = self.halves[request.bank >> 4]
        if bank.row == request.row:
            if request.write:
                return max(bank.access, half.write)
            return max(bank.access, group.read, half.read)
        if bank.row:
            return max(bank.precharge, self.activate)
        return max(bank.activate, group.activate, half.activate, self.activate)

    def tick(self) -> None:
        """One cycle: at most one command."""
        self.clock += 1
        opened = [r for r in self.active if self.ready(r) <= self.clock]
        if opened:
            self.command(min(opened, key=lambda r: r.arrival), self.active)
            return
        if self.write_mode:
            self.write_mode = int(len(self.writes) > FEW_WRITES or not self.reads)
        else:
            self.write_mode = int(len(self.writes) >= MANY_WRITES or not self.reads)
        queue = self.writes if self.write_mode else self.reads
        for request in queue:
            if self.ready(request) <= self.clock:
                self.command(request, queue)
                return

    def command(self, request: Request, queue: list[Request]) -> None:
        """Give the request's next command: access, close another row, or open its row."""
        bank = self.banks[request.bank]
        if bank.row == request.row:
            self.access(request)
            queue.remove(request)
        elif bank.row:
            if all(r.bank != request.bank for r in self.active):
                bank.row = 0
                bank.activate = max(bank.activate, self.clock + RP)
        else:
            self.open(request)
            if queue is not self.active and len(self.active) < QUEUE:
                queue.remove(request)
                self.active.append(request)

    def open(self, request: Request) -> None:
        """Activate a row."""
        now, bank, half = self.clock, self.banks[request.bank], self.halves[request.bank >> 4]
        half.activations = [now, *half.activations[:3]]
        fourth = half.activations[3]
        half.activate = max(now + RRDS, fourth + FAW if fourth else 0)
        self.activate = now + ACT
        self.groups[request.bank >> 2].activate = now + RRDL
        bank.row, bank.activate = request.row, now + RC
        bank.access, bank.precharge = now + RCD, now + RAS

    def access(self, request: Request) -> None:
        """Read from or write to the open row."""
        now, bank, half = self.clock, self.banks[request.bank], self.halves[request.bank >> 4]
        if request.write:
            half.write = max(half.write, now + BL)
            half.read = max(half.read, now + CWL + BL + WTRS)
            self.groups[request.bank >> 2].read = now + CWL + BL + WTRL
            bank.precharge = max(bank.precharge, now + CWL + BL + WR)
        else:
            half.read = max(half.read, now + BL)
            half.write = max(half.write, now + CL + BL + 2 - CWL)
            bank.precharge = max(bank.precharge, now + RTP)
            self.answer(now + CL + BL)

    def advance(self, clock: int) -> None:
        """Let time pass up to a cycle, quickly where nothing waits."""
        while self.clock < clock and (self.active or self.writes or self.reads):
            self.tick()
        if self.clock < clock:
            self.clock, self.write_mode = clock, 1

    def take(self, request: Request) -> bool:
        """Queue a request, or answer a read from the write queue; False if the queue is full."""
        if not request.write and any(w.block == request.block for w in self.writes):
            self.answer(self.clock + 1)
            return True
        queue = self.writes if request.write else self.reads
        if len(queue) == QUEUE:
            return False
        queue.append(request)
        return True


@dataclass
class Hbm:
    """The whole memory at DRAM cycle `clock`.

    The rest is of one run: `end` of its last DMA in machine cycles, the number of DMAs `done`, and
    of those `simulated` (the others were found in the log).
    """

    clock: int
    end: int
    done: int
    simulated: int
    channels: list[Channel]

    def advance(self, clock: int) -> None:
        """Let time pass in every channel."""
        self.clock = max(self.clock, clock)
        for channel in self.channels:
            channel.advance(self.clock)

    def send(self, address: int, write: int) -> bool:
        """Give the block at a byte address to its channel; False if it must be repeated."""
        block = (address & ADDRESSES) // SCALE_BLOCK
        column = block >> 8 & 7
        half = (block >> 3 ^ column >> 1) & 1
        group = (block >> 4 & 3) ^ column >> 2
        bank = half << 4 | group << 2 | block >> 6 & 3
        channel = self.channels[(block >> 2 ^ column) & 1]
        return channel.take(Request(bank, (block >> 11) + 1, self.clock, block, write))

    def read(self, blocks: list[int], now: int) -> int:
        """Read 64-byte blocks, all asked for at machine cycle `now`; gives the cycle of the end.

        Cycle c of the machine is followed by cycle c + 1 of the DRAM, where its data arrives.
        """
        self.advance(now)
        for channel in self.channels:
            channel.answers = 0
        for address in blocks:
            while not self.send(address, 0):
                self.advance(self.clock + 1)
        while any(channel.waiting() for channel in self.channels):
            self.advance(self.clock + 1)
        self.advance(max(channel.answers for channel in self.channels))
        return self.clock - 1

    def write(self, block: int, now: int) -> int:
        """Leave a 64-byte block in the write queues; gives the cycle in which they took it."""
        self.advance(now)
        while not self.send(block, 1):
            now += 1
            self.advance(now)
        return now

    def transfer(
        self, now: int, elements: int, scales: int, step: int, rows: int, row_bytes: int
    ) -> int:
        """One DMA instruction; gives its cycles. A store has a negative number of rows."""
        start, blocks = now, []
        for row in range(abs(rows)):
            first, scale = elements + row * step, scales + row * step // ELEMENTS_A_SCALE
            scale_bytes = row_bytes // ELEMENTS_A_SCALE if rows < 0 else 1
            parts = [first + chunk for chunk in range(0, row_bytes, SCALE_BLOCK)]
            lowest = scale // SCALE_BLOCK * SCALE_BLOCK
            reads = list(range(lowest, scale + scale_bytes, SCALE_BLOCK))
            if rows > 0:
                blocks += [*parts, *reads]
                continue
            for part in parts:
                now = self.write(part, now)
            for block in reads:
                now = self.write(block, self.read([block], now))
        return (self.read(blocks, now) if blocks else now) - start


# How an Hbm lies in an array of 64-bit words: four words, then each channel: five words (with the
# lengths of `active` and `writes`), halves, groups, banks, and the two queues in their full length.
DONE = 2
_HALF, _GROUP, _BANK, _REQUEST = 7, 2, 4, 3
_CHANNEL = 5 + HALVES * _HALF + GROUPS * _GROUP + BANKS * _BANK + 2 * QUEUE * _REQUEST
STATE_WORDS = 4 + CHANNELS * _CHANNEL


def _records(words: Iterator[int], count: int, size: int) -> list[list[int]]:
    return [list(islice(words, size)) for _ in range(count)]


def _request(place: int, arrival: int, block: int) -> Request:
    return Request(place >> 1 & 31, place >> 6, arrival, block, place & 1)


def unpack(array: list[int]) -> Hbm:
    """The memory that an array holds."""
    words = iter(array)
    clock, end, done, simulated = islice(words, 4)
    channels = []
    for _ in range(CHANNELS):
        at, mode, activate, actives, writes = islice(words, 5)
        halves = [Half(a, r, w, times) for a, r, w, *times in _records(words, HALVES, _HALF)]
        groups = [Group(*record) for record in _records(words, GROUPS, _GROUP)]
        banks = [Bank(*record) for record in _records(words, BANKS, _BANK)]
        queues = [_records(words, QUEUE, _REQUEST)[:count] for count in (actives, writes)]
        active, writing = ([_request(*record) for record in queue] for queue in queues)
        channels.append(Channel(at, mode, activate, halves, groups, banks, active, writing))
    return Hbm(clock, end, done, simulated, channels)


def pack(hbm: Hbm) -> list[int]:
    """The words of an array that holds a memory."""
    words = [hbm.clock, hbm.end, hbm.done, hbm.simulated]
    for c in hbm.channels:
        words += [c.clock, c.write_mode, c.activate, len(c.active), len(c.writes)]
        for half in c.halves:
            words += [half.activate, half.read, half.write, *half.activations]
        for group in c.groups:
            words += [group.activate, group.read]
        for bank in c.banks:
            words += [bank.row, bank.activate, bank.access, bank.precharge]
        for queue in (c.active, c.writes):
            for r in queue:
                words += [r.row << 6 | r.bank << 1 | r.write, r.arrival, r.block]
            words += [0] * ((QUEUE - len(queue)) * _REQUEST)
    return words


@routine(
    "int64_t hbm_cycles(int64_t *state, int64_t *log, int64_t log_size, int64_t now, "
    "int64_t elements, int64_t scales, int64_t step, int64_t rows, int64_t row_bytes)"
)
def hbm_cycles(
    state: Array,
    log: Array,
    log_size: int,
    now: int,
    elements: int,
    scales: int,
    step: int,
    rows: int,
    row_bytes: int,
) -> int:
    """Cycles of one DMA instruction that starts at machine cycle `now`.

    Row i has `row_bytes` element bytes from elements + i * step and its scales from
    scales + i * step / 8; `rows` is negative for a store. `state` is the memory (STATE_WORDS
    words), which starts cold with every run. `log` (none if its size is 0) remembers the requests
    of a program and their cycles, so that the next run of it only has to compare.
    """
    room = (log_size - LOG_HEAD) // LOG_ENTRY if log_size else 0
    hbm = unpack(state.tolist())
    if now < hbm.end:
        hbm = unpack([0] * STATE_WORDS)
    wanted = [now, _signed(elements), _signed(scales), step, rows, row_bytes]
    place = LOG_HEAD + hbm.done * LOG_ENTRY
    entry = log[place : place + LOG_ENTRY].tolist()
    if hbm.done < room and hbm.done < log[0] and entry[:-1] == wanted:
        cycles = int(entry[-1])
    else:
        for index in range(hbm.simulated, hbm.done):
            place_before = LOG_HEAD + index * LOG_ENTRY
            hbm.transfer(*log[place_before : place_before + LOG_ENTRY - 1].tolist())
        cycles = hbm.transfer(*wanted)
        hbm.simulated = hbm.done + 1
        if hbm.done < room:
            log[place : place + LOG_ENTRY] = [*wanted, cycles]
            log[0] = hbm.done + 1
    hbm.done += 1
    hbm.end = now + cycles
    state[:] = pack(hbm)
    return cycles


def _signed(value: int) -> int:
    """A 64-bit value as C sees it."""
    return (value + (1 << 63) & ADDRESSES) - (1 << 63)
