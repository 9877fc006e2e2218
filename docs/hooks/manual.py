"""Writes the pages of every platform's manual from its instruction table: one page a unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kernelcraft.cells import platforms
from kernelcraft.cells.protocol import Platform
from kernelcraft.isa.encoding import Field
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import cycles_text


def pages() -> dict[str, str]:
    """The Markdown of all manuals by the path of the page, each platform's overview first."""
    return {
        f"manual/{name}/{file}": text
        for name in platforms.names()
        for file, text in _platform_pages(platforms.platform(name)).items()
    }


def _platform_pages(platform: Platform) -> dict[str, str]:
    isa = platform.isa
    used = {unit: _of_unit(isa, unit) for unit in isa.units if _of_unit(isa, unit)}
    found = {"index.md": _overview(platform, used)}
    for unit, instructions in used.items():
        title = f"# {platform.title}, {unit}: {text(isa.units[unit])}\n"
        found[f"{unit}.md"] = "\n".join([title, *(entry(isa, each) for each in instructions)])
    return found


def _of_unit(isa: Isa, unit: str) -> list[Instruction]:
    return [each for each in isa.table if each.unit == unit]


def _overview(platform: Platform, used: Mapping[str, list[Instruction]]) -> str:
    """What is written by hand, then all instructions by unit."""
    names = {each.name for each in platform.isa.table}
    lines = [
        f"# {platform.title}: the manual",
        "",
        f"Version {platform.version}, {platform.fidelity}. Written from the instruction table; "
        f"`kernelcraft manual {platform.name} QUERY` greps the same text, as agents do.",
    ]
    for page in platform.manual().pages:
        if page.title not in names:
            lines += ["", f"## {page.title}", "", *(f"* {text(e)}" for e in page.text.splitlines())]
    lines += ["", f"## {len(platform.isa.table)} instructions", "", "| unit | instructions |"]
    lines.append("|---|---|")
    for unit, instructions in used.items():
        links = " ".join(f"[{text(e.name)}]({unit}.md#{anchor(e)})" for e in instructions)
        lines.append(f"| [{text(platform.isa.units[unit])}]({unit}.md) | {links} |")
    return "\n".join(lines) + "\n"


def entry(isa: Isa, instruction: Instruction) -> str:
    """One instruction: meaning, syntax, bits, operands, unit, timing and errata."""
    lines = [
        f"## {text(instruction.name)} {{ #{anchor(instruction)} }}",
        "",
        *(f"{text(line)}\n" for line in instruction.doc.splitlines() if line.strip()),
        f"```text\n{instruction.syntax}\n```",
        "",
        *_bits(instruction, isa.slot_bits(instruction.unit)),
        "",
    ]
    if instruction.template.operands:
        lines += ["| operand | | |", "|---|---|---|"]
        for each in instruction.template.operands:
            lines.append(f"| `{each.name}` | {text(each.expected)} | {text(each.doc)} |")
        lines.append("")
    latency = text(cycles_text(instruction.latency))
    lines.append(f"Unit: {instruction.unit}. Latency: {latency}.")
    if instruction.interval is not None:
        lines[-1] += f" Interval: {text(cycles_text(instruction.interval))}."
    for erratum in instruction.errata:
        lines += ["", f'!!! note "Erratum: {erratum.name}"', f"    {text(erratum.text)}"]
    return "\n".join(lines) + "\n"


def _bits(instruction: Instruction, width: int) -> list[str]:
    """The word as a table: the numbers of the bits, most significant first, and what they are."""
    parts = list(_parts(instruction, width))
    ranges = [str(high) if high == low else f"{high}–{low}" for high, low, _ in parts]
    return [
        f"| {' | '.join(ranges)} |",
        "|" + ":-:|" * len(parts),
        f"| {' | '.join(what for _, _, what in parts)} |",
    ]


def _parts(instruction: Instruction, width: int) -> Iterator[tuple[int, int, str]]:
    """The highest bit, the lowest bit and the contents of every field and every run of digits."""
    encoding = instruction.encoding
    fields = {field.shift + field.width - 1: field for field in encoding.fields}
    digits, high = "", width - 1
    for bit in range(width - 1, -2, -1):
        field = fields.get(bit)
        inside = any(f.shift <= bit < f.shift + f.width for f in encoding.fields)
        if digits and (inside or bit < 0):
            yield high, bit + 1, f"`{digits}`"
            digits = ""
        if field is not None:
            whole = field.low == 0 and field.width >= _width(instruction, field.name)
            yield bit, field.shift, f"`{field.name}{'' if whole else _slice(field)}`"
        if not inside:
            high = high if digits else bit
            digits += str(encoding.value >> max(bit, 0) & 1)


def _slice(field: Field) -> str:
    high = field.low + field.width - 1
    return f"[{high}]" if high == field.low else f"[{high}:{field.low}]"


def _width(instruction: Instruction, name: str) -> int:
    return next(each.width for each in instruction.operands if each.name == name)


def anchor(instruction: Instruction) -> str:
    """The place of an instruction on its page."""
    return re.sub("[^a-z0-9_]+", "-", instruction.name.lower()).strip("-")


def text(plain: str) -> str:
    """Plain text as Markdown, in which no letter has a meaning."""
    escaped = plain.replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_{}\[\]|#])", r"\\\1", escaped)
