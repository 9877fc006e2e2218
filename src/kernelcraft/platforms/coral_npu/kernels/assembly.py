"""Builds assembly text of the Coral NPU: instructions, registers, loops, data and comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

SCALARS: Final = tuple(
    f"{file}{index}" for file, count in (("a", 8), ("t", 7), ("s", 12)) for index in range(count)
) + ("ra", "gp", "tp")
"""x registers to hand out: all but zero and sp."""
LINE: Final = 16
"""Bytes of a vector register, and of a line of memory."""
SMALL: Final = 31
"""The largest vl that vsetivli can ask for."""


Instruction = tuple[str, *tuple[str | int, ...]]
"""A mnemonic and its operands."""


class Assembly:
    """Collects the lines of one kernel, hands out x registers and reserves memory in DTCM."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._code: list[str] = []
        self.instructions: list[Instruction] = []
        self._data: list[str] = []
        self._bss: list[str] = []
        self._free = list(SCALARS)
        self._labels = 0
        self._reserved = 0
        self._indent = "    "

    def __str__(self) -> str:
        parts = [f"# {self._title}", "    .text", "_start:", *self._code, "    mpause"]
        if self._data:
            parts += ["", "    .data", *self._data]
        if self._bss:
            parts += ["", "    .bss", *self._bss]
        return "\n".join(parts) + "\n"

    def phase(self, text: str) -> None:
        """Begin a part of the kernel that a reader wants to find."""
        self._code += ["", f"{self._indent}# {text}"]

    def note(self, text: str) -> None:
        """A comment line within a part."""
        self._code.append(f"{self._indent}# {text}")

    def emit(self, mnemonic: str, *operands: str | int) -> None:
        """One instruction."""
        self.instructions.append((mnemonic, *operands))
        self._code.append(f"{self._indent}{mnemonic} {', '.join(map(str, operands))}".rstrip())

    def emit_all(self, instructions: Iterable[Instruction]) -> None:
        """Instructions one after the other."""
        for mnemonic, *operands in instructions:
            self.emit(mnemonic, *operands)

    def label(self, name: str) -> str:
        """A label that is not used yet; `place` puts it somewhere."""
        self._labels += 1
        return f"{name}{self._labels}"

    def place(self, label: str, *, aligned: bool = False) -> None:
        """Put a label here, at the start of a line of code where that is asked for."""
        if aligned:
            self._code.append(f"{self._indent}.balign {LINE}")
        self._code.append(f"{label}:")

    def take(self, count: int) -> list[str]:
        """`count` x registers that nobody else uses from here on."""
        taken, self._free = self._free[:count], self._free[count:]
        if len(taken) < count:
            raise ValueError(f"the kernel needs more than {len(SCALARS)} x registers at once")
        return taken

    @contextmanager
    def registers(self, count: int) -> Iterator[list[str]]:
        """`count` x registers that nobody else uses inside the `with`."""
        taken = self.take(count)
        yield taken
        self._free = taken + self._free

    def spare(self, names: Sequence[str]) -> None:
        """Hand out these x registers only when no others are left."""
        last = [each for each in self._free if each in names]
        self._free = [each for each in self._free if each not in names] + last

    @contextmanager
    def loop(self, count: int, name: str = "loop") -> Iterator[None]:
        """What is written inside the `with`, `count` times; plain code for one iteration."""
        if count == 1:
            yield
            return
        with self.registers(1) as (counter,):
            self.emit("li", counter, count)
            with self.until_equal(counter, "zero", name):
                yield
                self.emit("addi", counter, counter, -1)

    @contextmanager
    def until_equal(self, one: str, other: str, name: str = "loop") -> Iterator[None]:
        """What is written inside the `with`, at least once, until two x registers are equal.

        The code begins a line of its own, because every line of a loop takes two cycles.
        """
        label = self.label(name)
        self.place(label, aligned=True)
        self._indent += "  "
        yield
        self._indent = self._indent[:-2]
        self.emit("bne", one, other, label)

    def set(self, register: str, value: int | str) -> None:
        """register = a number, another register or the address of a symbol."""
        if isinstance(value, int):
            self.emit("li", register, value)
        else:
            self.emit("mv" if value in SCALARS else "la", register, value)

    def add(self, register: str, value: int, scratch: str = "") -> None:
        """register += value; beyond 2047 with the help of a scratch register."""
        if value == 0:
            return
        if -2048 <= value < 2048:
            self.emit("addi", register, register, value)
            return
        self.emit("li", scratch, value)
        self.emit("add", register, register, scratch)

    def vl(self, count: int, sew: int, lmul: int | str, scratch: str = "") -> None:
        """vl = count elements of `sew` bits, in groups of `lmul` registers ("f2" is a half).

        More than 31 elements need a scratch register.
        """
        if count <= SMALL:
            self.emit("vsetivli", "zero", count, f"e{sew}", f"m{lmul}", "ta", "ma")
            return
        self.emit("li", scratch, count)
        self.emit("vsetvli", "zero", scratch, f"e{sew}", f"m{lmul}", "ta", "ma")

    def sew(self, sew: int, lmul: int | str) -> None:
        """Elements of another width, as many as before: SEW / LMUL has to stay as it is."""
        self.emit("vsetvli", "zero", "zero", f"e{sew}", f"m{lmul}", "ta", "ma")

    def reserve(self, name: str, size: int) -> str:
        """`size` bytes of DTCM from a line's start on, zero at first; gives the symbol."""
        self._reserved += -(-size // LINE) * LINE
        self._bss += [f"    .balign {LINE}", f"{name}:", f"    .zero {size}"]
        return name

    @property
    def reserved(self) -> int:
        """Bytes of DTCM that `reserve` and `words` gave away."""
        return self._reserved

    def filled(self, name: str, count: int, value: int, width: int = 1) -> str:
        """`count` numbers of `width` bytes in DTCM from a line's start on, all the same at first;
        gives the symbol."""
        self._data += [f"    .balign {LINE}", f"{name}:", f"    .fill {count}, {width}, {value}"]
        return name

    def words(self, name: str, values: Sequence[int]) -> str:
        """32-bit numbers in DTCM from a line's start on; gives the symbol."""
        self._reserved += -(-4 * len(values) // LINE) * LINE
        self._data += [f"    .balign {LINE}", f"{name}:"]
        self._data += [
            f"    .word {', '.join(map(str, values[at : at + 8]))}"
            for at in range(0, len(values), 8)
        ]
        return name
