"""What a kernel may say to an assembler that is not ours: data and symbols, no files, no macros.

A directive is refused wherever it stands, also in a comment or a string: what is one to an
assembler is not for us to guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kernelcraft.isa.assembler import refuse
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.suggest import nearest

_DATA: Final = (".byte", ".half", ".hword", ".short", ".2byte", ".word", ".long", ".4byte", ".quad")
_SPACE: Final = (
    ".comm",
    ".lcomm",
    ".zero",
    ".skip",
    ".space",
    ".fill",
    ".align",
    ".balign",
    ".p2align",
)
_STRINGS: Final = (".string", ".ascii", ".asciz")
_NAMES: Final = (".globl", ".global", ".local", ".type", ".size", ".set", ".equ")
_SECTIONS: Final = (".text", ".data", ".bss", ".rodata", ".section")
DIRECTIVES: Final = (*_SECTIONS, *_NAMES, *_DATA, ".8byte", *_SPACE, *_STRINGS)
"""Those of GNU's assembler that place data and name things."""
_DIRECTIVE = re.compile(r"(?<![\w.$%])\.([A-Za-z_0-9][\w.$]*)")
_LABEL = re.compile(r"^\s*[\w.$]+:")


@dataclass(frozen=True)
class Language:
    """What a text looks like, as far as it has to be known here.

    `comment` begins one, `separator` parts statements of a line; `mnemonic` finds the name of a
    statement's instruction, as its first group.
    """

    directives: tuple[str, ...] = DIRECTIVES
    local: str = ".L"  # what labels may begin with that are no directives
    comment: str = "#"
    separator: str = ";"
    mnemonic: str = r"([A-Za-z_][\w.]*)"
    refused: tuple[str, ...] = ()  # instructions that no kernel may have

    def check(self, text: str) -> None:
        """Raises AssemblyError with every fault."""
        refuse(text)
        found = [
            AssemblyFault(number, fault)
            for number, line in enumerate(text.splitlines(), 1)
            for fault in self._faults(line)
        ]
        if found:
            raise AssemblyError(found)

    def statements(self, text: str) -> Iterator[tuple[int, str]]:
        """Line and instruction name of each statement that is no directive."""
        name = re.compile(self.mnemonic)
        for number, line in enumerate(text.splitlines(), 1):
            for part in line.partition(self.comment)[0].split(self.separator):
                statement = _LABEL.sub("", part).strip(" \t{}")
                if statement and not statement.startswith("."):
                    found = name.search(statement)
                    yield number, found[1] if found else statement.split()[0]

    def _faults(self, line: str) -> Iterator[str]:
        for each in _DIRECTIVE.finditer(line):
            name = each[0].lower()
            known = name in self.directives or each[0].startswith(self.local)
            if not known and not _is_section(line, each.start()):
                near = nearest(name, self.directives)
                meant = f"; did you mean {' or '.join(near)}?" if near else ""
                yield f"{each[0]} is none of the directives that a kernel may have{meant}"
        for name in self.refused:
            if re.search(rf"\b{re.escape(name)}\b", line):
                yield f"{name} is an instruction that no kernel may have"


def _is_section(line: str, start: int) -> bool:
    """Whether a name is that of a section, as in ".section .rodata.x"."""
    return re.search(r"\.section\s+\"?$", line[:start], re.IGNORECASE) is not None
