"""Bytes and JSON values: damaged copies of good ones, and some that never were any."""

from __future__ import annotations

import json
import struct
from random import Random

from pydantic import JsonValue

INTERESTING = (0, 1, 0x7F, 0x80, 0xFF)
NUMBERS = (0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF0, 0x1000_0000)
LEAVES: tuple[JsonValue, ...] = (
    *(None, True, False, 0, -1, 10, 2**31, 2**63, -(2**70), 0.5, 1e308, float("nan")),
    *("", "C1", "plena", "a" * 5000, "\x00", "\ud800", "é\u2028", "{}", "[", "10", "(((((", "*"),
)


def damaged(random: Random, data: bytes) -> bytes:
    """A copy with one to six bytes, a number, a stretch, or its end changed."""
    copy = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 6))):
        if not copy:
            break
        at = random.randrange(len(copy))
        match random.randrange(6):
            case 0 | 1:
                copy[at] = random.choice((random.randrange(256), *INTERESTING))
            case 2:
                number = struct.pack("<I", random.choice((*NUMBERS, at, len(copy))))
                copy[at : at + 4] = number[: len(copy) - at]
            case 3:
                del copy[at : at + random.choice((1, 4, 40))]
            case 4:
                copy[at:at] = random.randbytes(random.choice((1, 4, 40)))
            case _:
                del copy[at:]
    return bytes(copy)


def headers_damaged(random: Random, data: bytes, size: int) -> bytes:
    """As `damaged`, where half of the changes are among the first `size` bytes."""
    if random.random() < 0.5:
        return damaged(random, data)
    return damaged(random, data[:size]) + data[size:]


def value(random: Random, depth: int = 0) -> JsonValue:
    """Any JSON value, and some that JSON does not have."""
    if depth < 3 and random.random() < 0.2:
        return [value(random, depth + 1) for _ in range(random.randrange(4))]
    if depth < 3 and random.random() < 0.2:
        return {_name(random): value(random, depth + 1) for _ in range(random.randrange(4))}
    return random.choice(LEAVES)


def edited(random: Random, document: JsonValue) -> JsonValue:
    """A copy with one value somewhere in it replaced, removed or added."""
    if isinstance(document, dict) and document and random.random() < 0.9:
        name = random.choice(list(document))
        if random.random() < 0.1:
            return {key: each for key, each in document.items() if key != name}
        if random.random() < 0.1:
            return {**document, _name(random): value(random)}
        return {**document, name: edited(random, document[name])}
    if isinstance(document, list) and document and random.random() < 0.8:
        at = random.randrange(len(document))
        return [*document[:at], edited(random, document[at]), *document[at + 1 :]]
    return value(random)


def encoded(document: JsonValue) -> bytes:
    """As one line of JSON; lone surrogates and NaN stay what they are."""
    return json.dumps(document).encode() + b"\n"


def decoded(line: bytes) -> JsonValue:
    """The value of a line of JSON."""
    found: JsonValue = json.loads(line)
    return found


def _name(random: Random) -> str:
    return random.choice(("", "cell", "schema_version", "code", "é", "x" * 300, "\ud800"))
