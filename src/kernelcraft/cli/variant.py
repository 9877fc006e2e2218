"""`variant`: draws another machine from a platform; and what `--on` means for `evaluate`."""

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json, OnePlatform, known_platform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernelcraft.cells.cell import Cell
    from kernelcraft.cells.variants import Variant
    from kernelcraft.isa.language import Language

USUAL: Final = "encoding"
"""The strongest that every platform has."""
MOST = 100  # variants of a platform in one evaluation
SHOWN = 3  # instructions that are shown beside the base's

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="variants:N",
        help="Each cell on N machines drawn by --seed, too; variants:N:STRENGTH for others.",
    ),
]


class StrengthName(StrEnum):
    """How far a variant is from its base."""

    names = "names"
    encoding = "encoding"
    shape = "shape"
    timing = "timing"


def variant(
    platform: OnePlatform,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1)] = 0,
    strength: Annotated[
        StrengthName, typer.Option("--strength", help="What is drawn; the docs say it in full.")
    ] = StrengthName.encoding,
    as_json: Json = False,
) -> None:
    """Draw another machine from a platform and print its name, which works wherever one does."""
    from kernelcraft.cells import platforms
    from kernelcraft.cells.variants import Variant, parsed

    name = known_platform(platform)
    if parsed(name):
        raise UsageFault(f"{name} is a variant already; name a platform")
    drawn = Variant(name, strength.value, seed)
    found = platforms.platform(str(drawn))
    language = found.isa.language
    assert language is not None  # a variant has one
    answer(_record(drawn, language), _text(drawn, language), as_json=as_json)


def with_variants(cells: "list[Cell]", on: str | None, seed: int) -> "list[Cell]":
    """The cells, and each on as many variants of its platform as `--on variants:N` says.

    A machine of another shape may lack a task; its cells are left out.
    """
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.cells.variants import STRENGTHS, drawn, parsed
    from kernelcraft.cells.variants.shapes import absent

    if on is None:
        return cells
    found = re.fullmatch(r"variants:([0-9]{1,9})(?::([a-z]+))?", on)
    strength = next((each for each in STRENGTHS if found and found[2] == each), None)
    if found is None or (found[2] and strength is None):
        strengths = " or ".join(STRENGTHS)
        raise UsageFault(f"--on: expected variants:N or variants:N:{strengths}, got {on!r}")
    count = int(found[1])
    if not 1 <= count <= MOST:
        raise UsageFault(f"--on: expected 1 to {MOST} variants, got {count}")
    if any(cell.settings for cell in cells):
        raise UsageFault("--on: a variant is a machine of its own; leave --machine out")
    names = dict.fromkeys(cell.platform.name for cell in cells)
    variants = {
        name: drawn(name, count, strength or USUAL, seed) for name in names if parsed(name) is None
    }
    return [
        *cells,
        *(
            load_cell(
                f"{variants[cell.platform.name][number]}/{cell.task.name}/{cell.configuration}"
            )
            for number in range(count)
            for cell in cells
            if cell.platform.name in variants
            and cell.task.name not in absent(str(variants[cell.platform.name][number]))
        ),
    ]


def _record(drawn: "Variant", language: "Language") -> dict[str, object]:
    from kernelcraft.cells.variants.shapes import shape

    wording = language.wording
    return {
        "variant": str(drawn),
        "platform": drawn.base,
        "strength": drawn.strength,
        "seed": drawn.seed,
        "mnemonics": dict(wording.mnemonics),
        "registers": dict(wording.registers),
        "orders": dict(wording.orders),
        "other_bits": _recoded(language),
        "settings": dict(shape(drawn).settings),
        "register_counts": dict(wording.counts),
        "dropped": sorted(wording.dropped),
    }


def _text(drawn: "Variant", language: "Language") -> str:
    wording = language.wording
    pairs = zip(language.base.table, language.isa.table, strict=True)
    moved = sorted({order for order in wording.orders.values() if order != "as it was"})
    facts = [f"{len(wording.mnemonics)} mnemonics and {len(wording.registers)} registers renamed"]
    if moved:
        facts.append(f"operands of some units {' or '.join(moved)}")
    if wording.values:
        facts.append(f"the bits of {_recoded(language)} instructions exchanged")
    lines = [str(drawn), f"  {'; '.join(facts)}", *_shape(drawn, language)]
    lines += [f"  {old.syntax}  ->  {new.syntax}" for old, new in list(pairs)[:SHOWN]]
    lines.append(f"next: kernelcraft manual {drawn}")
    lines.append(f"      kernelcraft evaluate --platform {drawn} --config C1 --agent tuner")
    return "\n".join(lines)


def _shape(drawn: "Variant", language: "Language") -> "Iterator[str]":
    """What is drawn of sizes, registers and instructions."""
    from kernelcraft.cells.variants.shapes import absent, shape

    found = shape(drawn)
    if found.settings:
        yield f"  {', '.join(f'{name}={value}' for name, value in found.settings.items())}"
    if found.registers:
        counts = (f"{count} {file}" for file, count in found.registers.items())
        yield f"  registers: {', '.join(counts)}"
    if found.dropped:
        dropped = (each.mnemonic for each in language.base.table if each.mnemonic in found.dropped)
        yield f"  without {', '.join(dict.fromkeys(dropped))}"
    for task, reason in absent(str(drawn)).items():
        yield f"  no {task}: {reason}"


def _recoded(language: "Language") -> int:
    """How many instructions have other bits than in the base."""
    pairs = zip(language.base.table, language.isa.table, strict=True)
    return sum(old.encoding.value != new.encoding.value for old, new in pairs)
