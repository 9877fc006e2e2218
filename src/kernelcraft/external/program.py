"""A kernel as another assembler made it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from kernelcraft.external.job import Tool, folder
from kernelcraft.external.manual import OTHER
from kernelcraft.external.text import Language
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.program import Program

ERROR: Final = r"^[^:\n]*:(?P<line>\d+):(?:\d+:)? *(?:error|Error): *(?P<message>.*)$"
"""How GNU's assembler and clang's say what is wrong."""


@dataclass(frozen=True, eq=False, repr=False)
class Assembled(Program):
    """`binary` is what the assembler wrote; `ops` has one operation for each statement."""

    binary: bytes = b""

    def words(self) -> list[int]:
        """The bytes of the binary, four to a word."""
        data = self.binary + bytes(-len(self.binary) % 4)
        return [int(word) for word in np.frombuffer(data, "<u4")]

    def listing(self) -> str:
        """Line and statement."""
        text = self.source.splitlines()
        return "".join(
            f"line {line:<6}  {text[line - 1].strip()}\n" for line in self.lines.tolist()
        )


@dataclass(frozen=True)
class Assembler:
    """Commands, one after the other, of which the last writes `{program}`.

    `before` and `after` stand around every kernel; `error` finds line and message of a fault in
    what a command says.
    """

    tools: tuple[Tool, ...]
    language: Language = Language()
    before: str = ""
    after: str = ""
    error: str = ERROR


@lru_cache(maxsize=64)
def assembled(assembler: Assembler, here: Path, text: str) -> bytes:
    """What the assembler makes of a text; raises AssemblyError with every fault, NotInstalled."""
    assembler.language.check(text)
    first = assembler.before.count("\n")
    with folder() as place:
        whole = f"{assembler.before}{text}\n{assembler.after}"
        (place.inside / "kernel.s").write_text(whole, encoding="utf-8")
        for tool in assembler.tools:
            ending = place.run(tool, here)
            if ending.status or ending.ended != "exit":
                raise AssemblyError(_faults(assembler.error, ending.errors, first, str(ending)))
        if not place.program.is_file() or place.program.is_symlink():
            raise AssemblyError([AssemblyFault(0, "the assembler wrote no program")])
        return place.program.read_bytes()


def program(isa: Isa, assembler: Assembler, here: Path, text: str) -> Assembled:
    """The program of a text; raises AssemblyError with every fault."""
    binary = assembled(assembler, here, text)
    names = {each.mnemonic: each.opcode for each in isa.table}
    found = [
        (line, names.get(name, names[OTHER])) for line, name in assembler.language.statements(text)
    ]
    if not found:
        raise AssemblyError([AssemblyFault(0, "the text has no instruction")])
    lines = np.array([line for line, _ in found], np.int32)
    ops = np.zeros((len(found), 1 + isa.max_operands), np.int32)
    ops[:, 0] = [opcode for _, opcode in found]
    ends = np.ones(len(found), np.uint8)
    return Assembled(isa, text, ops, lines, ends, binary=binary)


def _faults(pattern: str, said: str, first: int, otherwise: str) -> list[AssemblyFault]:
    found = [
        AssemblyFault(max(int(each["line"]) - first, 0), each["message"].strip()[:300])
        for each in re.finditer(pattern, said, re.MULTILINE)
    ]
    return found or [AssemblyFault(0, f"the assembler gave up: {otherwise}")]
