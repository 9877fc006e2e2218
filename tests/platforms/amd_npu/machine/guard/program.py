"""What one program of the guard is: a text, what it starts from, and results derived by hand."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

END = 6  # cycles of the ending: `ret lr` and its five delay slots
ENDING = "ret lr\n" + "nop\n" * 5
OWN = 0x70000  # the core's own memory; a logical bank is 16 KB of it
BANK1, BANK2, BANK3 = (OWN + 0x4000 * bank for bank in (1, 2, 3))

Values = Mapping[str, int | bytes]  # by register: lanes of vectors and accumulators as bytes
Contents = Mapping[int, bytes]  # by address
NOTHING: Mapping[str, int | bytes] = {}
EMPTY: Mapping[int, bytes] = {}


@dataclass(frozen=True)
class Guard:
    """A program and what it leaves behind, with the derivation from the description in `why`.

    `text` is followed by the ending unless it has `ended`. What is `expected` holds
    after every result has landed. `cycles` counts from the first bundle to the last delay slot;
    None where the description does not settle it. A program with `fault` must stop with one.
    """

    name: str
    text: str
    why: str
    given: Values = field(default_factory=dict)
    memory: Contents = field(default_factory=dict)
    expected: Values = field(default_factory=dict)
    after: Contents = field(default_factory=dict)
    cycles: int | None = None
    fault: bool = False
    ended: bool = False

    @property
    def whole(self) -> str:
        """The text with its ending."""
        return self.text if self.ended else self.text.rstrip() + "\n" + ENDING


def nops(count: int) -> str:
    """That many idle bundles."""
    return "nop\n" * count


def lanes(form: str, values: Iterable[float]) -> bytes:
    """Lanes in memory order: `b`, `h`, `i`, `q`, their unsigned forms, `f`, or `bf16`."""
    numbers = list(values)
    if form == "bf16":
        return b"".join(bf16(each) for each in numbers)
    if form == "f":
        return struct.pack(f"<{len(numbers)}f", *numbers)
    return struct.pack(f"<{len(numbers)}{form}", *(int(each) for each in numbers))


def bf16(value: float) -> bytes:
    """The upper half of a float32; refuses a value that bfloat16 does not hold."""
    low, high = struct.pack("<f", value)[:2], struct.pack("<f", value)[2:]
    assert low == b"\0\0", f"{value} is no bfloat16"
    return high


def same(form: str, value: float, count: int) -> bytes:
    """`count` lanes of one value."""
    return lanes(form, [value] * count)
