"""Builds assembly text: instructions, constants of any size, registers, loops and comments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from kernelcraft.platforms.plena.kernels.shape import USUAL, Shape

IMMEDIATE = 1 << 18  # S_ADDI_INT adds less than this
UPPER = 1 << 12  # S_LUI_INT loads multiples of this
ZERO = "gp0"
UNROLL_LIMIT = 20_000
"""Instructions that the host may unroll a kernel into; above it the outermost loops are hardware
loops. (The official templates unroll without a limit.)"""


@dataclass(frozen=True)
class Address:
    """A register plus a number that is known while compiling; in the unit of its memory."""

    offset: int = 0
    register: str = ZERO

    def plus(self, offset: int) -> Address:
        """The address `offset` further on."""
        return Address(self.offset + offset, self.register)


ORIGIN = Address()


def unrolled_or_looped(title: str, shape: Shape, write: Callable[[Assembly, bool], None]) -> str:
    """The text of `write(asm, looped)`: looped only if it has too many instructions unrolled."""
    try:
        unrolled = Assembly(title, shape, UNROLL_LIMIT)
        write(unrolled, False)
        return str(unrolled)
    except TooLong:
        looped = Assembly(title, shape)
        write(looped, True)
        return str(looped)


class TooLong(Exception):
    """A text has more instructions than its limit."""


class Assembly:
    """Collects the lines of one kernel for a machine of a `shape`; hands out integer registers.

    Where there is a `limit`, the next instruction after `limit` of them raises `TooLong`.
    """

    def __init__(self, title: str, shape: Shape = USUAL, limit: float = math.inf) -> None:
        self.shape = shape
        self._limit = limit
        self._instructions = 0
        self._lines = [f"; {title}"]
        self._free = [f"gp{index}" for index in range(1, 16)]
        self._depth = 0

    def __str__(self) -> str:
        return "\n".join(self._lines) + "\n"

    def phase(self, text: str) -> None:
        """Begin a part of the kernel that a reader wants to find."""
        self._lines += ["", f"{self._indent}; {text}"]

    def note(self, text: str) -> None:
        """A comment line within a part."""
        self._lines.append(f"{self._indent}; {text}")

    def emit(self, mnemonic: str, *operands: str | int) -> None:
        """One instruction."""
        self._instructions += 1
        if self._instructions > self._limit:
            raise TooLong
        self._lines.append(f"{self._indent}{mnemonic} {', '.join(map(str, operands))}")

    @contextmanager
    def registers(self, count: int) -> Iterator[list[str]]:
        """`count` integer registers that nobody else uses inside the `with`."""
        taken, self._free = self._free[:count], self._free[count:]
        if len(taken) < count:
            raise ValueError("the kernel needs more than 15 integer registers at once")
        yield taken
        self._free = taken + self._free

    @contextmanager
    def loop(self, count: int) -> Iterator[None]:
        """A hardware loop over what is written inside the `with`; plain code for one iteration."""
        if count == 1:
            yield
            return
        with self.registers(1) as (counter,):
            self.emit("C_LOOP_START", counter, count)
            self._depth += 1
            yield
            self._depth -= 1
            self.emit("C_LOOP_END", counter)

    def repeat(
        self, count: int, starts: Sequence[Address], steps: Sequence[int], *, hardware: bool
    ) -> Iterator[Sequence[Address]]:
        """The addresses of every iteration, each advancing by its step.

        Unrolled by the host they are constants; a hardware loop yields once, with registers.
        """
        if not hardware:
            for index in range(count):
                pairs = zip(starts, steps, strict=True)
                yield [start.plus(index * step) for start, step in pairs]
            return
        with self.registers(len(starts)) as pointers:
            for pointer, start in zip(pointers, starts, strict=True):
                self.set(pointer, start)
            with self.loop(count):
                yield [Address(register=pointer) for pointer in pointers]
                for pointer, step in zip(pointers, steps, strict=True):
                    self.add(pointer, step)

    def set(self, register: str, address: Address) -> None:
        """register = address; one instruction, up to three where its number is 2^18 or larger."""
        if address.offset < IMMEDIATE:
            self.emit("S_ADDI_INT", register, address.register, address.offset)
            return
        self.emit("S_LUI_INT", register, address.offset // UPPER)
        if address.offset % UPPER:
            self.emit("S_ADDI_INT", register, register, address.offset % UPPER)
        if address.register != ZERO:
            self.emit("S_ADD_INT", register, register, address.register)

    def load(self, register: str, value: int) -> None:
        """register = value."""
        self.set(register, Address(value))

    def add(self, register: str, value: int) -> None:
        """register += value."""
        if value < IMMEDIATE:
            self.emit("S_ADDI_INT", register, register, value)
            return
        with self.registers(1) as (constant,):
            self.load(constant, value)
            self.emit("S_ADD_INT", register, register, constant)

    @property
    def _indent(self) -> str:
        return "  " * self._depth
