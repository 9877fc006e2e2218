"""What the faulty oracle reads out of the tools' answers: their text, as a model is given it."""

import re
from collections.abc import Mapping
from typing import Final

from kernelcraft.isa.isa import Isa
from kernelcraft.studies.lab.feedback.edits import mnemonic

_LINE: Final = re.compile(r"\bline (\d+)\b")
_ROW: Final = re.compile(r"^  row \[([\d, ]+)\]: (\S+)$", re.MULTILINE)
_ALLOWED: Final = re.compile(r"\(allowed: (\S+)\)")
_ELEMENT: Final = re.compile(r"expected (\S+), found (\S+) at")
_HOT: Final = re.compile(r"^  line (\d+): [\d,]+ cycles", re.MULTILINE)
_GAIN: Final = re.compile(r"^  ([\w/ ]+): ([\d,]+) cycles \([\d.]+%\), .* as fast$", re.MULTILINE)
_SECTION: Final = re.compile(r"^## Section \d+: (\S+)$", re.MULTILINE)
_ALIKE: Final = re.compile(r"^Alike: (.*)$", re.MULTILINE)
_FENCED: Final = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
CLEARLY: Final = 2.0
"""A row that is this many times as wrong as allowed is named."""


def lines_named(text: str) -> frozenset[int]:
    """The source lines that errors name."""
    return frozenset(int(number) for number in _LINE.findall(text))


def symptom(text: str) -> str:
    """The wrong rows, and by which factor all the shown elements are off, if it is one."""
    allowed = _ALLOWED.search(text)
    limit = CLEARLY * float(allowed.group(1)) if allowed else 0.0
    rows = sorted(where for where, error in _ROW.findall(text) if float(error) > limit)
    return " ".join([f"rows {'; '.join(rows)}", *_factor(text)]) if rows else ""


def _factor(text: str) -> list[str]:
    pairs = [(float(expected), float(found)) for expected, found in _ELEMENT.findall(text)]
    ratios = [found / expected for expected, found in pairs if expected]
    alike = len(ratios) > 3 and max(ratios) - min(ratios) <= 0.02 * abs(sum(ratios) / len(ratios))
    return [f"times {sum(ratios) / len(ratios):.1g}"] if alike else []


def hot_lines(text: str) -> list[int]:
    """The source lines that took the most cycles, most first."""
    return [int(number) for number in _HOT.findall(text)]


def gains(text: str) -> dict[str, int]:
    """What each cause could gain, in cycles."""
    return {cause: int(count.replace(",", "")) for cause, count in _GAIN.findall(text)}


def grown(found: Mapping[str, int], right: Mapping[str, int]) -> str:
    """The cause that could gain the most more than it could in the right kernel; "" for none."""
    more = {cause: gain - right.get(cause, 0) for cause, gain in found.items()}
    cause = max(more, key=lambda each: more[each], default="")
    return cause if cause and more[cause] > 0 else ""


def sections(text: str) -> list[str]:
    """The titles of the manual that a ranked search cites, best first."""
    return [
        title
        for part in re.split(r"(?m)^(?=## Section)", text)
        if (cited := _SECTION.match(part))
        for title in (cited.group(1), *_alike(part))
    ]


def _alike(part: str) -> list[str]:
    found = _ALIKE.search(part)
    return found.group(1).split(", ") if found else []


def example(isa: Isa, prompt: str) -> list[str]:
    """The mnemonics of the worked example at the end of a prompt, in order; none without one."""
    blocks = _FENCED.findall(prompt)
    names = (mnemonic(isa, line) for line in blocks[-1].splitlines()) if blocks else ()
    return [name for name in names if name]
