"""Proposals as text: what is read, and the sentence for each thing that cannot stay."""

import pytest

from kernelcraft.cells import designs
from kernelcraft.design.form import Proposal, Refused

HEAD = '@instruction("V_TRY rd, rs1", unit="vector", latency=4)\ndef v_try(m, rd, rs1):\n'
DOC = '    """Something."""\n'
RIGHT = HEAD + DOC + "    m.gp[rd] = m.gp[rs1] + 1\n"


def refused(text: str) -> str:
    """What is said of a text."""
    with pytest.raises(Refused) as caught:
        designs.proposals_of("plena", text)
    return str(caught.value)


def taken(body: str) -> Proposal:
    """The proposal with this body."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return designs.proposals_of("plena", HEAD + DOC + lines)[0]


def test_a_proposal_is_a_function_below_its_header() -> None:
    found = designs.proposals_of("plena", RIGHT)[0]
    assert (found.mnemonic, found.unit, found.latency) == ("V_TRY", "vector", 4)
    assert [each.name for each in found.operands] == ["rd", "rs1"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("import os", "`import` cannot stand here"),
        ("while True:\n        pass", "`while` cannot stand here"),
        ("global x", "`global` cannot stand here"),
        ("return", "`return` cannot stand here"),
        ("x = [1, 2]", "`[1, 2]` cannot stand in a body"),
        ("x = lambda: 1", "cannot stand in a body"),
        ("x = open(1)", "open cannot be called"),
        ("x = m.__class__", "m.__class__: an instruction sees gp, f, v_mask, int_sram, fp_sram"),
        ("x = m.backend.state", "only m has parts"),
        ("x = m.hbm[0]", "m.hbm: an instruction sees"),
        ("x = m.dram_state[0]", "m.dram_state: an instruction sees"),
        ("x = rd.operand", "only m has parts"),
        ("x = kept + 1", "kept has no value: a body sees m and its operands only"),
        ("x = m.gp[3]", "takes an operand that names such a register"),
        ("x = m.f[rs1]", "takes an operand that names such a register"),
        ("x = rs1 + 1", "rs1 is the number of a register; write m.gp[rs1]"),
        ("x = m.gp[rs1] ** 9", "the operator of `m.gp[rs1] ** 9` is not there"),
        ("x = m.gp[rs1] // m.gp[rs1]", "// takes a positive constant on its right"),
        ("x = m.gp[rs1] + 0.5", "expected a whole number, got a float"),
        ("x = m.gp[rs1] / 2.0", "expected a float, got a whole number"),
        ("for i in range(m.gp[rs1]):\n        x = i", "expected a whole number known now"),
        ("for i in range(100000):\n        x = i", "a loop runs 1 to 256 times"),
        ("for i in range(0x" + "f" * 9000 + "):\n        x = i", "at most 2,147,483,648 in size"),
        ("x = m.row(0) if m.gp[rs1] > 0 else m.row(64)", "choose an address instead of a row"),
        (
            "x = 0\n"
            + "".join(f"    {' ' * n}for i{n} in range(1):\n" for n in range(90))
            + f"    {' ' * 90}x = x * 3 + 1",
            "loops stand at most 6 deep",
        ),
        ("for i in rs1:\n        x = i", "expected `for ... in range(...)`"),
        ("if m.gp[rs1] > 0:\n        x = 1\n    m.gp[rd] = x", "x has a value on some ways"),
        ("if m.gp[rs1]:\n        m.gp[rd] = 1", "expected a comparison, got a whole number"),
        ("rd = 1", "rd cannot be assigned"),
        ("x = m.row(0)\n    y = x", "x is a row; write x[lane]"),
        ("x = m.row(0)\n    x[0] = 1.0", "x is a row that is read; m.output_row is written"),
        ("x = m.output_row(0)\n    y = x[0]", "it cannot be read"),
        ("x = 10**400", "is not there"),
        ("x = 'text'", "cannot stand in a body"),
        ("x = (y := 3)", "cannot stand in a body"),
        ("pass", "`pass` cannot stand here"),
    ],
)
def test_what_is_no_small_arithmetic_is_refused_with_its_line(body: str, sentence: str) -> None:
    said = refused(f"{HEAD}{DOC}    {body}\n    m.gp[rd] = m.gp[rs1]\n")
    assert sentence in said
    assert said.startswith("line ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no instruction is proposed; expected a function below @instruction("),
        ("import os", "an import is no instruction"),
        ("x = 1", "this is no instruction"),
        ("def f(m): pass", "expected @instruction("),
        ("def (", "no text of Python's grammar"),
        ("x" * 40_000, "more than 32,768 bytes"),
        (RIGHT.replace("latency=4", "latency=0"), "nothing takes no time"),
        (RIGHT.replace("latency=4", "latency=-3"), "latency: expected 1 to 4,096 cycles"),
        (RIGHT.replace("latency=4", "latency=m"), "latency: expected 1 to 4,096 cycles"),
        (RIGHT.replace('"vector"', '"dma"'), "unit: expected one of"),
        (RIGHT.replace("latency=4", "latency=4, interval=0"), "nothing else"),
        (RIGHT.replace("V_TRY", "V_ADD_VV"), "the machine has V_ADD_VV already"),
        (RIGHT.replace("V_TRY", "try"), "'try' is no mnemonic"),
        (RIGHT.replace('rs1"', 'rs9"'), "'rs9' is not in the operand table"),
        (RIGHT.replace("m, rd, rs1", "m, rd, rs1, kept=[]"), "expected the parameters"),
        (RIGHT.replace(DOC, ""), "a docstring says what it does"),
        (RIGHT + RIGHT, "V_TRY is proposed twice"),
        (RIGHT.replace("m.gp[rd] = m.gp[rs1]", "x = m.gp[rs1]"), "it writes nothing"),
        (RIGHT.replace("m.gp[rs1] + 1", "1"), "the operand rs1 is not used"),
        (RIGHT.replace("+ 1", "+ " + "(" * 500 + "1" + ")" * 500), "line"),
    ],
)
def test_what_is_no_proposal_is_refused(text: str, sentence: str) -> None:
    assert sentence in refused(text)


def test_all_faults_of_a_text_are_told_at_once() -> None:
    other = RIGHT.replace("V_TRY", "V_OTHER").replace("latency=4", "latency=0")
    assert len(refused(f"import os\n{other}").split("\n")) == 2


def test_operands_that_have_no_room_are_refused() -> None:
    wide = '@instruction("S_WIDE rd, imm22, rs1, rs2", unit="scalar_int", latency=1)\n'
    wide += "def s_wide(m, rd, imm22, rs1, rs2):\n" + DOC
    wide += "    m.gp[rd] = imm22 + m.gp[rs1] + m.gp[rs2]\n"
    assert "its operands and opcode need 40 bits, a word has 32" in refused(wide)


def test_what_would_be_the_whole_task_is_too_many_steps() -> None:
    body = "best = 0.0\nfor i in range(128):\n    for j in range(4):\n"
    body += "        row = m.row(m.gp[rs1] + 256 * i + 64 * j)\n"
    body += "        for lane in range(64):\n            best = max(best, row[lane])\n"
    body += "m.gp[rd] = int(best)"
    with pytest.raises(Refused, match=r"up to 17\d,\d+ steps, at most 131,072; an instruction is"):
        taken(body)


@pytest.mark.parametrize(
    "expression",
    [
        "-" * 30_000 + "1",
        "1" + "+1" * 15_000,
        "m" + "[0]" * 10_000,
        "f" + "()" * 10_000,
        "1 if 1 else " * 2_500 + "1",
        "1" + "<1" * 10_000,
        "9" * 5_000,
        "0x" + "f" * 30_000,
        "1e999",
        "1j",
        "\x00",
        "'\ud800'",
        "await x",
        "...",
    ],
)
def test_texts_that_are_meant_to_break_the_reader(expression: str) -> None:
    assert refused(f"{HEAD}{DOC}    m.gp[rd] = m.gp[rs1] + {expression}\n")


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{' ' * depth}if 1:" for depth in range(120)),
        "@" * 1000,
        "class X: pass",
        "async def f(m): pass",
        "x: int = 3",
        "\\\n" * 10_000,
        "'said only'",
    ],
)
def test_texts_of_something_else(text: str) -> None:
    assert refused(text)
