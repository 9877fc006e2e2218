"""Is no program, or reaches for what a kernel must not have: files, other memories."""

from collections.abc import Iterator

from kernelcraft.cells.suspects import Known, Suspect

CELL = "coral_npu/gelu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Texts that the assembler must refuse."""
    for name, text in (
        ("nothing", ""),
        ("words", "The output is right.\n"),
        ("bytes", "\x00\xff\ud800\n"),
        ("no mpause", "_start: li a0, 1\n"),
        ("data only", ".data\n.word 0x08000073\n"),
        ("an instruction of another core", "vfadd.vv v8, v8, v8\nmpause\n"),
        ("another file", '.include "/etc/passwd"\nmpause\n'),
        ("another file's bytes", '.incbin "/etc/passwd"\nmpause\n'),
        ("data in external memory", 'mpause\n.section .extdata,"aw"\n.word 1\n'),
        ("code in DTCM", 'mpause\n.section .data.code,"awx"\nnop\n'),
        ("a place of its own", ".org 0x20001000\n.byte 1\nmpause\n"),
    ):
        yield Suspect(name, CELL, text, ("syntax",))
