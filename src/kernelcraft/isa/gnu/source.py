"""Text to statements: comments, labels, several statements on a line, operands between commas."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.isa.gnu.faults import Wrong

_PIECE = re.compile(
    r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|\'(?:\\.|[^\\])\'|/\*.*?(?:\*/|\Z)|//.*|#.*|;|[^"\'/#;]+|.',
    re.DOTALL,
)
_PART = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|\'(?:\\.|[^\\])\'|.', re.DOTALL)
_LABEL = re.compile(r"\s*([A-Za-z_.$][A-Za-z0-9_.$]*|[0-9]+)\s*:")
_OPEN, _CLOSE = "([", ")]"


@dataclass(frozen=True, slots=True)
class Statement:
    """Labels and at most one instruction or directive, on a source line counted from 1."""

    line: int
    labels: tuple[str, ...]
    name: str
    operands: str


def statements(text: str) -> Iterator[Statement]:
    """Every statement of a text that has more than blanks in it."""
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if not inside and not any(mark in line for mark in ('"', "'", "/", "#", ";")):
            yield from _statement(number, line)
            continue
        codes, inside = _codes(line, inside)
        for code in codes:
            yield from _statement(number, code)


def _codes(line: str, inside: bool) -> tuple[list[str], bool]:
    """The statements of a line without comments; whether a comment is still open at its end."""
    if inside:
        _, closing, line = line.partition("*/")
        if not closing:
            return [], True
    codes = [""]
    for piece in _PIECE.findall(line):
        if piece.startswith("/*"):
            if not piece.endswith("*/") or len(piece) < 4:
                return codes, True
            codes[-1] += " "
        elif piece == ";":
            codes.append("")
        elif not piece.startswith(("//", "#")):
            codes[-1] += piece
    return codes, False


def _statement(number: int, code: str) -> Iterator[Statement]:
    labels = []
    at = 0
    while (found := _LABEL.match(code, at)) is not None:
        labels.append(found[1])
        at = found.end()
    words = code[at:].strip().split(None, 1)
    if words or labels:
        name, operands = (*words, "", "")[:2]
        yield Statement(number, tuple(labels), name, operands)


def split(text: str) -> list[str]:
    """What stands between the commas that are in no brackets and no string, stripped."""
    if "(" not in text and '"' not in text and "'" not in text and "[" not in text:
        return [part.strip() for part in text.split(",")] if text.strip() else []
    parts: list[list[str]] = [[]]
    depth = 0
    for piece in _PART.findall(text):
        depth += (piece in _OPEN) - (piece in _CLOSE)
        if piece == "," and depth <= 0:
            parts.append([])
        else:
            parts[-1].append(piece)
    return ["".join(part).strip() for part in parts]


_ESCAPES = {"n": 10, "t": 9, "r": 13, "b": 8, "f": 12, "\\": 92, '"': 34, "'": 39, "v": 11, "a": 7}
_ESCAPE = re.compile(r"\\([0-7]{1,3}|[xX][0-9a-fA-F]+|.)", re.DOTALL)


def string(text: str) -> bytes:
    """The bytes of a text in quotes; raises Wrong for anything else."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        raise Wrong(f"expected a text in double quotes, got {text[:40]!r}")
    found = bytearray()
    last = 0
    body = text[1:-1]
    for match in _ESCAPE.finditer(body):
        found += body[last : match.start()].encode()
        found.append(_escaped(match[1]))
        last = match.end()
    return bytes(found + body[last:].encode())


def _escaped(code: str) -> int:
    if code[0] in "01234567":
        return int(code, 8) & 255
    if code[0] in "xX" and len(code) > 1:
        return int(code[1:], 16) & 255
    if code not in _ESCAPES:
        raise Wrong(f"there is no escape '\\{code}'")
    return _ESCAPES[code]


def character(text: str) -> int:
    """The number of a character in single quotes."""
    return _escaped(text[2]) if text[1] == "\\" else ord(text[1])
