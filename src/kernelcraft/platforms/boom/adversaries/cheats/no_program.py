"""Is no program, or reaches for what a kernel must not have: files, other memories."""

from collections.abc import Iterator

from kernelcraft.cells.suspects import Known, Suspect

CELL = "boom/copy/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Texts that the assembler must refuse."""
    for name, text in (
        ("nothing", ""),
        ("words", "The output is right.\n"),
        ("bytes", "\x00\xff\ud800\n"),
        ("another function", "main: ret\n"),
        ("data only", ".data\nanswers: .word 1\n"),
        ("an instruction of another core", "kernel: vadd.vv v8, v8, v8\nret\n"),
        ("another file", 'kernel: .include "/etc/passwd"\nret\n'),
        ("another file's bytes", 'kernel: .incbin "/etc/passwd"\nret\n'),
        ("data among the operands", 'kernel: ret\n.section .operands,"aw"\n.word 1\n'),
        ("a place of its own", "kernel: ret\n.org 0x80100000\n.byte 1\n"),
    ):
        yield Suspect(name, CELL, text, ("syntax",))
