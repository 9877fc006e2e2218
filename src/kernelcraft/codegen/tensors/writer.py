"""Writes the text of a kernel: loops, address registers, and the instructions of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from kernelcraft.cells.unwritten import Unwritten

SPARE = 3  # address registers that a loop leaves for addresses which change in it


@dataclass(frozen=True)
class Address:
    """A register, or none, plus a number that is known while compiling."""

    offset: int = 0
    register: str = ""

    def plus(self, offset: int) -> Address:
        """The address `offset` further on."""
        return replace(self, offset=self.offset + offset)


class Scalar(Protocol):
    """How a machine's program counts and addresses; lines of text each."""

    @property
    def registers(self) -> Sequence[str]:
        """Registers for addresses and counters."""

    def assign(self, to: str, address: Address) -> Sequence[str]:
        """Put an address in a register."""

    def advance(self, register: str, by: int) -> Sequence[str]:
        """Add a number to a register; it may be negative."""

    def begin(self, counter: str, count: int, label: str) -> Sequence[str]:
        """The lines before the body of a loop."""

    def end(self, counter: str, label: str) -> Sequence[str]:
        """The lines after it."""

    def near(self, address: Address) -> str | None:
        """How an instruction names a place by a register and a number; None where it cannot."""


State = tuple[str, int, str]
"""What instructions go by, its number, and the instruction that sets it."""


@dataclass(frozen=True)
class Used:
    """What the body of a loop needs: how often it asks for each address, the registers that it
    leaves free, those that it moves, what it sets, the addresses of each instruction, and how many
    instructions it runs."""

    wanted: Counter[Address]
    least: int
    moved: set[str]
    states: Sequence[State]
    together: set[frozenset[Address]]
    ran: int


@dataclass
class Writer:
    """Lines of a kernel, and which register holds which address.

    `lines` has what is written so far. Raises Unwritten where more registers are held at a time
    than there are.
    """

    scalar: Scalar
    lines: list[str] = field(default_factory=list)
    labels: int = 0
    block: Callable[[Sequence[str]], Sequence[str]] | None = None
    hoist: bool = True
    names: int = 0
    longest: int = 0  # instructions that an iteration of an outermost loop may run; 0 is no limit

    def __post_init__(self) -> None:
        self._free = list(self.scalar.registers)
        self._holds: dict[str, Address] = {}  # what registers that nobody owns hold, oldest first
        self._pinned: dict[Address, str] = {}
        self._wanted: Counter[Address] = Counter()
        self._trying = False  # whether nothing is written in fact
        self._least = len(self._free)  # registers that were free at a time
        self._begun = 0  # the first line of the block that is being written
        self._changed: set[str] = set()  # registers of one's own that a body moves
        self._states: dict[str, int] = {}  # what instructions have set beside registers
        self._set: list[State] = []  # what a body sets
        self._ran = 0  # instructions, those of loops as often as they run
        self._open = 0  # loops
        self._together: set[frozenset[Address]] = set()  # those of one instruction

    def value(self) -> str:
        """A name for a register that is still to be chosen."""
        self.names += 1
        return f"%v{self.names}"

    def close(self) -> None:
        """End a block of straight code: its values get registers."""
        if self.block is not None and len(self.lines) > self._begun:
            self.lines[self._begun :] = self.block(self.lines[self._begun :])
        self._begun = len(self.lines)

    def emit(self, *lines: str) -> None:
        """Instructions, one a line."""
        self.lines += lines
        self._ran += len(lines)

    @contextmanager
    def registers(self, count: int) -> Iterator[list[str]]:
        """Registers that nobody else uses inside the `with`."""
        if len(self._free) < count:
            raise Unwritten("the kernel needs more address registers at once than there are")
        taken, self._free = self._free[:count], self._free[count:]
        self._least = min(self._least, len(self._free))
        for each in taken:
            self._holds.pop(each, None)
        yield taken
        self._forget(taken)
        self._free = taken + self._free

    def assign(self, register: str, address: Address) -> None:
        """An address in a register of one's own."""
        self._forget([register])
        self._changed.add(register)
        self.emit(*self.scalar.assign(register, address))

    def advance(self, register: str, by: int) -> None:
        """Move a pointer of one's own on."""
        if by:
            self._forget([register])
            self._changed.add(register)
            self.emit(*self.scalar.advance(register, by))

    def state(self, name: str, number: int, text: str) -> None:
        """Set a number that instructions go by, where it is another one now.

        `text` takes the register {a} that holds it.
        """
        self._set.append((name, number, text))
        if self._states.get(name) != number:
            self.emit(text.format(a=self.pointer(Address(number))))
            self._states[name] = number

    def pointer(self, address: Address) -> str:
        """A register that holds the address until the next one is asked for."""
        if address.register and not address.offset:
            return address.register
        self._wanted[address] += 1
        if address in self._pinned:
            return self._pinned[address]
        for register, held in self._holds.items():
            if held == address:
                self._holds[register] = self._holds.pop(register)  # the last to be given up
                return register
        register = self._spare()
        self._holds.pop(register, None)
        self.emit(*self.scalar.assign(register, address))
        self._holds[register] = address
        return register

    def place(self, address: Address) -> str:
        """How an instruction names a place in memory."""
        near = self.scalar.near(address)
        if near is None:
            return self.pointer(address)
        self._wanted[address] += 1
        return near

    def pointers(self, *addresses: Address) -> list[str]:
        """Registers for the operands of one instruction."""
        found = [self.pointer(each) for each in addresses]
        own = {each for each in addresses if each.offset or not each.register}
        self._together.add(frozenset(own))
        for address, register in zip(addresses, found, strict=True):
            if address in own and self._held(register) != address:
                raise Unwritten("an instruction has more addresses than there are registers left")
        return found

    def _held(self, register: str) -> Address | None:
        pinned = {taken: address for address, taken in self._pinned.items()}
        return pinned.get(register) or self._holds.get(register)

    def _spare(self) -> str:
        unused = [each for each in self._free if each not in self._holds]
        if unused:
            return unused[-1]
        if not self._holds:
            raise Unwritten("no address register is left")
        return next(iter(self._holds))

    def _forget(self, registers: Sequence[str]) -> None:
        for register, held in list(self._holds.items()):
            if held.register in registers or register in registers:
                del self._holds[register]

    def loop(self, count: int, body: Callable[[], None]) -> None:
        """The body `count` times; it may move pointers that were made before.

        An outermost loop that would run too long is written out. With `hoist` addresses that do not
        change in it are put in registers before it, as many as there is room for, those that are
        used most.
        """
        if count == 1:
            body()
            return
        with self.registers(1) as (counter,):
            outside = set(self.scalar.registers) - set(self._free)
            used = self._used(body)
            if self.longest and not self._open and used.ran >= self.longest:
                for _ in range(count):
                    body()
                return
            self._settle(used.states)
            self._holds.clear()
            pinned = dict(self._pinned)
            found = [each for each, _ in used.wanted.most_common() if each not in pinned]
            still = [each for each in found if each.register in outside - used.moved]
            chosen = self._fitting(still, [], used, 0)
            self._least = min(self._least, used.least - len(chosen))  # loops outside leave these
            constants = [each for each in found if not each.register]
            chosen = self._fitting(constants, chosen, used, SPARE)
            if self._trying:
                chosen = []
            with self.registers(len(chosen)) as registers:
                for register, address in zip(registers, chosen, strict=True):
                    self.emit(*self.scalar.assign(register, address))
                    self._pinned[address] = register
                self.labels += 1
                label = f"loop_{self.labels}"
                self.emit(*self.scalar.begin(counter, count, label))
                self.close()
                before, self._wanted = self._wanted, Counter()
                ran, self._open = self._ran, self._open + 1
                body()
                self.emit(*self.scalar.end(counter, label))
                self.close()
                self._ran, self._open = ran + (self._ran - ran) * count, self._open - 1
                self._wanted = before + Counter({a: n * count for a, n in self._wanted.items()})
                self._holds.clear()
            self._pinned = pinned

    def _fitting(
        self, candidates: Sequence[Address], chosen: Sequence[Address], used: Used, spare: int
    ) -> list[Address]:
        """As many more addresses as leave registers for those of one instruction, and `spare`."""
        found = list(chosen)
        for each in candidates if self.hoist else ():
            held = {*self._pinned, *found, each}
            needed = max((len(group - held) for group in used.together), default=1)
            if used.least - len(found) - 1 >= max(needed, spare, 1):
                found.append(each)
        return found

    def _settle(self, states: Sequence[State]) -> None:
        """Set before a loop what it does not change, and forget what it does."""
        numbers: dict[str, set[int]] = {}
        for name, number, _ in states:
            numbers.setdefault(name, set()).add(number)
        for name, number, text in dict.fromkeys(states):
            if len(numbers[name]) == 1:
                self.state(name, number, text)
            else:
                self._states.pop(name, None)

    def _used(self, body: Callable[[], None]) -> Used:
        """What a body asks for; nothing is written."""
        before = (list(self.lines), self.labels, dict(self._holds), self._wanted)
        begun, block, self.block = self._begun, self.block, None
        trying, self._trying, least = self._trying, True, self._least
        changed, self._changed = self._changed, set()
        states, self._states, done, self._set = dict(self._states), {}, self._set, []
        together, self._together = self._together, set()
        ran, self._open = self._ran, self._open + 1
        self._wanted, self._least = Counter(), len(self._free)
        self._holds.clear()
        body()
        found = Used(
            self._wanted, self._least, self._changed, self._set, self._together, self._ran - ran
        )
        self._ran, self._open = ran, self._open - 1
        self.lines, self.labels, self._holds, self._wanted = before
        self._begun, self.block, self._trying = begun, block, trying
        self._changed, self._states, self._set = changed | self._changed, states, done
        self._together = together | self._together
        self._least = min(least, self._least)
        return found
