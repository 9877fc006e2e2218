"""What a text may say to an assembler of others."""

import pytest

from kernelcraft.external import Language
from kernelcraft.isa.errors import AssemblyError

LANGUAGE = Language(refused=("trap0", "ecall"))


@pytest.mark.parametrize(
    "line",
    [
        '.incbin "/etc/passwd"',
        '.INCLUDE "file"',
        'label: .incbin "x"',
        'nop; .incbin "x"',
        '".incbin" "x"',
        "/* */ .macro m",
        '# .include "x"',
        '.section .text; .incbin "x"',
        ".rept 1000000000",
        "\t.secure_log_unique x",
    ],
)
def test_directives_that_are_not_offered_are_refused(line: str) -> None:
    with pytest.raises(AssemblyError, match="none of the directives"):
        LANGUAGE.check(f"nop\n{line}\n")


@pytest.mark.parametrize("line", ["{ trap0(#1) }", "  ecall", "nop; ecall # x"])
def test_instructions_that_reach_the_host_are_refused(line: str) -> None:
    with pytest.raises(AssemblyError, match="no kernel may have"):
        LANGUAGE.check(line)


@pytest.mark.parametrize(
    "line",
    [
        ".Lloop: bnez a0, .Lloop",
        '.section .rodata.x, "a"',
        ".word 1, 2",
        "vadd.vv v0, v1, v2",
        "fadd.s f0, f1, f2 # 0.5",
        "li a0, %lo(.Ltable)",
    ],
)
def test_usual_lines_pass(line: str) -> None:
    LANGUAGE.check(line)


def test_a_misspelt_directive_names_the_nearest() -> None:
    with pytest.raises(AssemblyError, match="did you mean"):
        LANGUAGE.check(".wrod 1")


def test_statements_have_lines_and_names() -> None:
    text = "a: li x1, 5 # x\n\n.word 4\nvadd.vv v0, v1; nop\n"
    assert list(LANGUAGE.statements(text)) == [(1, "li"), (4, "vadd.vv"), (4, "nop")]
    packets = Language(comment="//", mnemonic=r"(?:=\s*)?([a-z]\w*)\s*\(")
    found = packets.statements("{ r1 = add(r2,r3)\n  v0.w = vadd(v1.w,v2.w) }")
    assert [name for _, name in found] == ["add", "vadd"]
