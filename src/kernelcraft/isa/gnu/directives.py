"""The directives: data, sections, symbols, and those of compilers that need no work."""

import struct
from collections.abc import Callable, Sequence

from kernelcraft.isa.gnu.expression import Number, parse
from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.gnu.source import split, string
from kernelcraft.isa.gnu.unit import Datum, Unit
from kernelcraft.isa.suggest import quote

Directive = Callable[[Unit, Sequence[str]], None]
DIRECTIVES: dict[str, Directive] = {}

REFUSED = {
    **dict.fromkeys((".include", ".incbin"), "it reads a file, and a kernel reads none"),
    **dict.fromkeys(
        (
            ".macro",
            ".endm",
            ".rept",
            ".irp",
            ".endr",
            ".if",
            ".ifdef",
            ".ifndef",
            ".else",
            ".endif",
        ),
        "there are no macros and no conditions; write the lines out",
    ),
    ".org": "use .zero or .balign",
}
SILENT = (
    *(".globl", ".global", ".local", ".weak", ".hidden", ".protected", ".internal"),
    *(".type", ".size", ".file", ".loc", ".ident", ".attribute", ".addrsig", ".addrsig_sym"),
    *(".cfi_startproc", ".cfi_endproc", ".cfi_def_cfa_offset", ".cfi_offset", ".cfi_restore"),
    *(".cfi_def_cfa", ".cfi_sections", ".cfi_def_cfa_register", ".cfi_remember_state"),
    *(".cfi_restore_state", ".cfi_escape", ".cfi_return_column", ".variant_cc", ".end"),
)
LONGEST_FLOAT = 400  # characters, more than any float of 64 bits has
_OPTIONS = ("push", "pop", "norvc", "norelax", "relax", "pic", "nopic", "rvc", "arch")


def directive(*names: str) -> Callable[[Directive], Directive]:
    """Register a function as the meaning of directives."""

    def register(function: Directive) -> Directive:
        DIRECTIVES.update(dict.fromkeys(names, function))
        return function

    return register


def carry_out(unit: Unit, name: str, operands: str) -> None:
    """Do what a directive says; raises Wrong."""
    if name in REFUSED:
        raise Wrong(f"this directive is refused: {REFUSED[name]}")
    if name not in SILENT:
        DIRECTIVES[name](unit, split(operands))


def is_one(name: str) -> bool:
    """Whether there is such a directive, be it refused."""
    return name in DIRECTIVES or name in SILENT or name in REFUSED


def known() -> list[str]:
    """All names, for a "did you mean"."""
    return [*DIRECTIVES, *SILENT]


def _count(operands: Sequence[str], least: int, most: int) -> None:
    if not least <= len(operands) <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        raise Wrong(f"expected {expected} operands, got {len(operands)}")


def _numbers(size: int) -> Directive:
    def emit(unit: Unit, operands: Sequence[str]) -> None:
        for text in operands:
            expression = parse(text, unit.local)
            value = expression.value if isinstance(expression, Number) else 0
            if not isinstance(expression, Number):
                here = unit.here
                unit.waiting.append(
                    Datum(unit.section, here.offset, unit.line, unit.name, size, expression)
                )
            unit.add(packed(value, size))

    return emit


def packed(value: int, size: int) -> bytes:
    """A number in `size` bytes, signed or unsigned; raises Wrong if it does not fit."""
    if not -(1 << (8 * size - 1)) <= value < 1 << 8 * size:
        raise Wrong(f"{value} does not fit {8 * size} bits")
    return (value % (1 << 8 * size)).to_bytes(size, "little")


for _size, _names in {
    1: (".byte",),
    2: (".half", ".hword", ".short", ".2byte"),
    4: (".word", ".long", ".int", ".4byte"),
    8: (".dword", ".quad", ".8byte"),
}.items():
    directive(*_names)(_numbers(_size))


def _floats(form: str) -> Directive:
    def emit(unit: Unit, operands: Sequence[str]) -> None:
        for text in operands:
            if len(text) > LONGEST_FLOAT:
                raise Wrong(f"the number {quote(text)} is too long")
            try:
                unit.add(struct.pack(form, float(text)))
            except (ValueError, OverflowError):
                raise Wrong(f"expected a floating-point number, got {quote(text)}") from None

    return emit


directive(".float", ".single")(_floats("<f"))
directive(".double")(_floats("<d"))


@directive(".ascii")
def _ascii(unit: Unit, operands: Sequence[str]) -> None:
    for text in operands:
        unit.add(string(text))


@directive(".asciz", ".string")
def _asciz(unit: Unit, operands: Sequence[str]) -> None:
    for text in operands:
        unit.add(string(text) + b"\0")


@directive(".zero", ".space", ".skip")
def _zero(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 1, 2)
    fill = unit.constant(operands[1]) if len(operands) == 2 else 0
    size = unit.constant(operands[0])
    unit.reserve(size)
    unit.add(bytes([fill & 255]) * size)


@directive(".fill")
def _fill(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 1, 3)
    numbers = [unit.constant(text) for text in operands]
    repeat, size, value = (*numbers, *(1, 0)[len(numbers) - 1 :])
    if not 0 <= size <= 8:
        raise Wrong(f"a unit of {size} bytes is outside 0..8")
    unit.reserve(repeat)
    unit.reserve(repeat * size)
    unit.add((value % (1 << 8 * size)).to_bytes(size, "little") * repeat)


def _power(alignment: int) -> int:
    if alignment < 1 or alignment & (alignment - 1) or alignment > 1 << 16:
        raise Wrong(f"an alignment of {alignment} bytes is no power of two up to 65536")
    return alignment


def _aligned(unit: Unit, operands: Sequence[str], alignment: int) -> None:
    _power(alignment)
    fill = unit.constant(operands[1]) if len(operands) > 1 and operands[1] else None
    if len(operands) == 3:
        most = unit.constant(operands[2])
        if -len(unit.section.data) % alignment > most:
            return
    unit.align(alignment, fill)


@directive(".align", ".p2align")
def _align(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 1, 3)
    power = unit.constant(operands[0])
    if not 0 <= power <= 16:
        raise Wrong(f"2^{power} bytes are no alignment; the power is 0..16")
    _aligned(unit, operands, 1 << power)


@directive(".balign")
def _balign(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 1, 3)
    _aligned(unit, operands, unit.constant(operands[0]))


@directive(".pushsection")
def _push(unit: Unit, operands: Sequence[str]) -> None:
    unit.stack.append(unit.section)
    _section(unit, operands)


@directive(".popsection")
def _pop(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 0, 0)
    if not unit.stack:
        raise Wrong("there is no .pushsection before it")
    unit.enter(unit.stack.pop().name)


@directive(".section")
def _section(unit: Unit, operands: Sequence[str]) -> None:
    if not operands:
        raise Wrong("expected the name of a section")
    name = operands[0].strip('"')
    if not name.isascii():
        raise Wrong(f"the name {quote(name)} has a character that is not ASCII")
    flags = string(operands[1]).decode("latin-1") if len(operands) > 1 else None
    if flags is not None and (odd := set(flags) - set("awxMSGTo?R")):
        raise Wrong(f"the flags {quote(flags)} have {quote(min(odd))}, which means nothing")
    empty = "nobits" in operands[2] if len(operands) > 2 else None
    unit.enter(name, flags, empty=empty)


def _usual(name: str) -> Directive:
    def enter(unit: Unit, operands: Sequence[str]) -> None:
        _count(operands, 0, 0)
        unit.enter(name)

    return enter


for _name in (".text", ".data", ".bss", ".rodata", ".sdata", ".sbss"):
    directive(_name)(_usual(_name))


@directive(".previous")
def _previous(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 0, 0)
    unit.enter(unit.previous.name)


@directive(".equ", ".set", ".equiv")
def _equ(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 2, 2)
    define(unit, operands[0], operands[1])


def define(unit: Unit, name: str, text: str) -> None:
    """Let a symbol stand for an expression: for its value if that is known already."""
    if name in unit.defined:
        raise Wrong(f"the symbol {quote(name)} is already a label, on line {unit.defined[name]}")
    unit.define(name, text)


@directive(".comm", ".lcomm")
def _comm(unit: Unit, operands: Sequence[str]) -> None:
    _count(operands, 2, 3)
    size = unit.constant(operands[1])
    alignment = _power(unit.constant(operands[2]) if len(operands) == 3 else 4)
    before = unit.section
    unit.enter(".bss")
    try:
        unit.reserve(size)
        unit.align(alignment, 0)
        unit.label(operands[0])
        unit.add(bytes(size))
    finally:
        unit.section = before


@directive(".option")
def _option(unit: Unit, operands: Sequence[str]) -> None:
    if not operands or operands[0] not in _OPTIONS:
        raise Wrong(f"expected one of {', '.join(_OPTIONS)}")
    option = operands[0]
    if option == "push":
        unit.options.append(unit.short)
    elif option == "pop":
        if not unit.options:
            raise Wrong("there is no .option push before it")
        unit.short = unit.options.pop()
    elif option == "rvc" and unit.short is None:
        raise Wrong("this core has no compressed instructions")
    elif option in ("rvc", "norvc") and unit.short is not None:
        unit.short = option == "rvc"
