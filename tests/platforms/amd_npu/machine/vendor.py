"""What the vendor's public tables and tests say, form by form, beside our own table."""

from __future__ import annotations

import re
from pathlib import Path

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.instructions import aie2

_HERE = Path(__file__).parent

OMITTED = {
    "sparse multiplication": r"v\S+ .*, <2>, <5>",
    "decompression": r"vldb\.(compr|sparse)\.\S+ .*",
    "streams": r"mov(\.\w+)* (ms, .*|<5>, SS)",
    "cascade": r"vmov(\.hi|\.lo)? .*[SM]CD.*",
    "mask registers q0..q3": r"(lda|st)(\.2d|\.3d)? <2>, .*",
    "memory of the tile": r"(lda|st)\.tm .*",
    "conditional locks": r"(acq|rel)\.cond .*",
}
"""What our table leaves out, by the texts."""


def _lines(name: str) -> list[str]:
    text = (_HERE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def forms() -> set[tuple[str, str]]:
    """Slot and text of each form, operands as the bits they have in a word."""
    parts = (line.partition(" | ") for line in _lines("vendor_forms.txt"))
    return {(slot, text) for slot, _, text in parts}


def encoded() -> dict[str, str]:
    """The bytes of bundles, by their texts in our assembler."""
    bundles: list[tuple[str, list[str]]] = []
    for line in _lines("vendor_bytes.txt"):
        if line.startswith(" "):
            bundles[-1][1].append(_slot(*line.strip().split(" | ")))
        else:
            bundles.append((line, []))
    return {" ; ".join(slots): bytes_ for bytes_, slots in bundles}


def _slot(form: str, *operands: str) -> str:
    """The text of a form with the values of its operands in their places."""
    values = dict(each.split("=") for each in operands)
    mnemonic, gap, rest = form.partition(" ")
    written = re.sub(r"[A-Za-z_]\w*", lambda found: values.get(found[0], found[0]), rest)
    return f"{mnemonic}{gap}{written}"


def as_vendor(instruction: Instruction) -> tuple[str, str]:
    """Slot and text of one of our forms, written as `forms` are."""
    widths = {each.name: each.width - each.implied for each in instruction.operands}

    def bits(found: re.Match[str]) -> str:
        return f"<{widths[found[0]]}>" if found[0] in widths else found[0]

    operands = instruction.syntax.partition(" ")[2].replace("#", "")
    written = re.sub(r"[A-Za-z_]\w*", bits, operands)
    return instruction.unit, f"{instruction.mnemonic} {written}".strip()


def omitted(text: str) -> str | None:
    """The family of a form that our table leaves out."""
    found = (name for name, each in OMITTED.items() if re.fullmatch(each, text))
    return next(found, None)


def bytes_of(text: str) -> str:
    """The bytes of a bundle, the first one first."""
    program = assemble(text)
    size = int(program.addresses[1])
    return program.words()[0].to_bytes(size, "little").hex(" ")


def forms_with_bytes() -> set[str]:
    """The names of our forms that occur in a bundle whose bytes are known."""
    table = aie2.table
    return {
        table[opcode].name for text in encoded() for opcode in assemble(text).ops[:, 0].tolist()
    }
