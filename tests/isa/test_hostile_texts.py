"""Texts written to break an assembler are refused in sentences, and in little time."""

import contextlib
import time
from collections.abc import Callable

import pytest

from kernelcraft.isa.assembler import ESCAPED, whatever_escapes
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.assembly import assemble as amd
from kernelcraft.platforms.boom.machine.assembly import assemble as boom
from kernelcraft.platforms.coral_npu.machine.assembly import assemble as coral
from kernelcraft.platforms.plena.machine.platform import PlenaPlatform

Assembler = Callable[[str], Program]
CODE = "nop\nmpause\n"
TERMS = "+".join(["1"] * 20_000)
SQUARED = ".equ a0, 3\n" + "\n".join(f".equ a{i + 1}, a{i} * a{i}" for i in range(40))
DOUBLED = "\n".join(f".equ a{i}, a{i + 1} + a{i + 1}" for i in range(60)) + "\n.equ a60, b"
DEEP = "\n".join(f".equ a{i}, a{i + 1} + 1" for i in range(5_000))

REFUSED: dict[str, tuple[str, str]] = {
    "a negative size": (".comm x, -1", "expected a number of bytes, got -1"),
    "3 GB": (".comm x, 3000000000", "3,000,000,000 bytes are too many"),
    "no power of two": (".comm x, 4, -1", "no power of two"),
    "a long alignment": (".comm x, 4, 1 << 62", "no power of two"),
    "many units of nothing": (f".fill {'9' * 30}, 0", "bytes are too many"),
    "many units": (".fill 1 << 62, 8", "bytes are too many"),
    "many sections": (
        "\n".join(f".section .data.s{i}\n.zero 16000000" for i in range(9)),
        "bytes are too many",
    ),
    "a byte above 127 in flags": ('.section .data, "\\377"', "which means nothing"),
    "a byte above 127 in a name": ('.section ".data.\u00e9", "aw"', "not ASCII"),
    "20,000 terms": (f".data\n.word {TERMS}", "characters; at most"),
    "400 terms": (f".data\n.word {TERMS[:800]}0", "parts; at most"),
    "squared": (SQUARED, "does not fit 128 bits"),
    "doubled": (f"{DOUBLED}\n.data\n.word a0", "unknown symbol 'b'"),
    "deep": (f"{DEEP}\n.data\n.word a0", "unknown symbol 'a5000'"),
    "shifted": (".equ a, (1 << 63) << 63\n.equ b, a << 63", "does not fit 128 bits"),
    "an address below a number": ("a: .equ b, a < 4", "needs numbers, not the address"),
    "a long number": (f".data\n.float {'1' * 100_000}", "is too long"),
}


def refused(assemble: Assembler, text: str) -> list[str]:
    before = time.process_time()
    with pytest.raises(AssemblyError) as found:
        assemble(text)
    assert time.process_time() - before < 10.0
    assert ESCAPED not in str(found.value)
    return list(map(str, found.value.faults))


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("assemble", [coral, amd], ids=["coral_npu", "amd_npu"])
def test_directives_are_bounded_before_anything_is_made(assemble: Assembler, name: str) -> None:
    text, sentence = REFUSED[name]
    assert any(sentence in each for each in refused(assemble, text))


def test_a_long_chain_of_symbols_is_no_circle() -> None:
    text = f"{DEEP}\n.equ a5000, 7\n.text\nli a0, 1\nmpause\n.data\n.word a0\n"
    image = coral(text).image
    assert image is not None
    data = next(each.data for each in image.segments if not each.executable)
    assert int.from_bytes(data[:4], "little") == 5_007


def test_doubled_symbols_are_worked_out_once() -> None:
    text = f"{DOUBLED}\n.equ b, 0\n.data\n.word a0\n.text\n{CODE}"
    before = time.process_time()
    coral(text)
    assert time.process_time() - before < 10.0


def test_symbols_in_a_circle_are_named() -> None:
    assert "the symbol 'a' is defined by itself" in refused(coral, "a = b + 1\nb = a\n.word a")[-1]


def test_a_place_in_a_symbol_is_that_of_its_own_line() -> None:
    text = (
        f"nop\n.equ here, .\nnop\n.equ later, end - .\nnop\nend: {CODE}.data\n.word here, later\n"
    )
    image = coral(text).image
    assert image is not None
    data = next(each.data for each in image.segments if not each.executable)
    assert (data[0], data[4]) == (4, 4)


UNKNOWN = {
    "unknown mnemonics": lambda i: f"vadx{i} v1, v2",
    "unknown directives": lambda i: f".worx{i} 1",
    "unknown symbols": lambda i: f".word labex{i}",
    "undefined symbols": lambda i: f".equ x{i}, labex{i}",
    "unknown labels": lambda i: f"l{i}: j labex{i}",
}


@pytest.mark.parametrize("kind", UNKNOWN)
@pytest.mark.parametrize(
    "assemble",
    [coral, boom, amd, PlenaPlatform().assemble],
    ids=["coral_npu", "boom", "amd_npu", "plena"],
)
def test_only_faults_that_are_shown_get_a_hint(assemble: Assembler, kind: str) -> None:
    text = "\n".join(map(UNKNOWN[kind], range(8_000)))
    before = time.process_time()
    with contextlib.suppress(AssemblyError):
        assemble(text + "\n" + CODE)
    assert time.process_time() - before < 20.0


@pytest.mark.parametrize(
    "line",
    ["1:" * 200_000, '.ascii "' + '\\"' * 200_000, "#1" * 200_000, '"\\' * 100_000],
    ids=["labels", "an open text", "numbers", "quotes"],
)
@pytest.mark.parametrize("assemble", [coral, amd], ids=["coral_npu", "amd_npu"])
def test_a_long_line_takes_little_time(assemble: Assembler, line: str) -> None:
    refused(assemble, f".data\n.byte 1\n{line}\n.text\nnop nop\n")


ALL: list[tuple[Assembler, str]] = [
    (coral, CODE),
    (boom, "kernel: ret\n"),
    (PlenaPlatform().assemble, "S_ADDI_INT gp1, gp0, 1\n"),
    (amd, "ret lr\n" + "nop\n" * 5),
]
NAMES = ["coral_npu", "boom", "plena", "amd_npu"]


@pytest.mark.parametrize(("assemble", "text"), ALL, ids=NAMES)
def test_a_byte_order_mark_is_skipped(assemble: Assembler, text: str) -> None:
    assert assemble(f"\ufeff{text}").words() == assemble(text).words()
    assert assemble(text.replace("\n", "\r\n")).words() == assemble(text).words()


@pytest.mark.parametrize(
    ("end", "name"),
    [("\r", "a carriage return alone"), ("\u2028", "U+2028"), ("\x85", "U+0085")],
    ids=["CR", "LS", "NEL"],
)
@pytest.mark.parametrize(("assemble", "text"), ALL, ids=NAMES)
def test_other_ends_of_lines_are_named(assemble: Assembler, text: str, end: str, name: str) -> None:
    (fault,) = refused(assemble, f"{text}{text.strip()}{end}{text}")
    assert fault.startswith(f"line {text.count(chr(10)) * 2}: ")
    assert name in fault


@pytest.mark.parametrize("error", [ValueError(), OverflowError(), RecursionError(), MemoryError()])
def test_whatever_escapes_is_a_fault_with_a_line_and_no_exception(error: Exception) -> None:
    with pytest.raises(AssemblyError) as found, whatever_escapes(lambda: 7):
        raise error
    assert str(found.value).startswith("line 7: the ")
    assert "Error" not in str(found.value)
