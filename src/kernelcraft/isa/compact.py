"""A long instruction table on one page: every form by its unit and operands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from kernelcraft.isa.isa import Isa

NOTE = (
    "Every instruction by its operands; a number in braces stands for any of those listed. "
    "grep_docs with a mnemonic gives its page."
)


def compact(isa: Isa, units: Mapping[str, str], note: str = "") -> str:
    """All forms but data words, a line for each list of operands; `note` follows the first line."""
    lines = [f"{NOTE} {note}".rstrip()]
    for unit, about in units.items():
        forms: dict[str, list[str]] = {}
        for each in isa.instructions.values():
            mnemonic, _, operands = each.syntax.partition(" ")
            if each.unit == unit and mnemonic != ".word":
                forms.setdefault(operands, []).append(mnemonic)
        lines.append(f"{unit} ({about}):")
        lines += [f"  {_joined(names)} {operands}".rstrip() for operands, names in forms.items()]
    return "\n".join(lines)


def _joined(names: Iterable[str]) -> str:
    """Names that differ in their numbers only as one, such as vle{8,16,32}.v."""
    alike: dict[str, list[list[str]]] = {}
    for name in names:
        alike.setdefault(re.sub(r"\d+", "#", name), []).append(re.findall(r"\d+", name))
    return " ".join(word for pattern, numbers in alike.items() for word in _words(pattern, numbers))


def _words(pattern: str, numbers: list[list[str]]) -> Iterator[str]:
    columns = [list(dict.fromkeys(column)) for column in zip(*numbers, strict=True)]
    count = 1
    for column in columns:
        count *= len(column)
    if count != len(numbers):
        yield from (_filled(pattern, each) for each in numbers)
    else:
        yield _filled(pattern, [c[0] if len(c) == 1 else f"{{{','.join(c)}}}" for c in columns])


def _filled(pattern: str, values: Iterable[str]) -> str:
    remaining = iter(values)
    return re.sub("#", lambda _: next(remaining), pattern)
