"""One line of a text taken apart: comment, labels, mnemonic and operand text."""

import re

from kernelcraft.isa.operand import LABEL
from kernelcraft.isa.syntax import Syntax

LONGEST = 1_000  # characters of one line without its comment; nothing written by hand comes near

_LABEL = re.compile(f"({LABEL}) *:")


def code_of(line: str, syntax: Syntax) -> str:
    """The line without comment and outer blanks, its tabs as spaces."""
    for marker in syntax.comments:
        if marker in line:
            line = line.partition(marker)[0]
    return line.replace("\t", " ").strip(" \r")


def label_and_rest(code: str) -> tuple[str | None, str]:
    """The label that `code` begins with, if any, and what follows."""
    found = _LABEL.match(code)
    return (found[1], code[found.end() :].lstrip(" ")) if found else (None, code)


def halves(code: str) -> tuple[str, str]:
    """The mnemonic and the operand text."""
    mnemonic, _, rest = code.partition(" ")
    return mnemonic, rest.lstrip(" ")
