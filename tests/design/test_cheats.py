"""Ways to score with an instruction without designing one: each is refused, priced or worthless."""

import pytest

from kernelcraft.cells import designs
from kernelcraft.cells.cell import load_cell
from kernelcraft.design.cost import cost
from kernelcraft.design.form import Refused
from kernelcraft.grading.input_set import public_set
from kernelcraft.grading.verification import grade

RULES = designs.rules_of("plena")


def text(body: str, latency: int = 64, operands: str = "rd, rs1", unit: str = "vector") -> str:
    """One instruction."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    head = f'@instruction("V_CHEAT {operands}", unit="{unit}", latency={latency})\n'
    return f'{head}def v_cheat(m, {operands}):\n    """It does it all."""\n{lines}'


WHOLE = """\
for position in range(128):
    best = -65504.0
    index = 0
    for block in range(4):
        row = m.row(m.gp[rs1] + 256 * position + 64 * block)
        for lane in range(m.mlen):
            if row[lane] > best:
                best = row[lane]
                index = 64 * block + lane
    m.int_sram[m.gp[rd] + position] = index"""
"""Argmax, as one instruction."""


def refused(proposal: str) -> str:
    with pytest.raises(Refused) as caught:
        designs.proposals_of("plena", proposal)
    return str(caught.value)


def test_the_whole_task_is_too_many_steps() -> None:
    assert "an instruction is a part of a task, not the whole" in refused(text(WHOLE))


def test_a_quarter_of_it_in_a_cycle_or_two_needs_a_chip_of_its_own() -> None:
    quarter = text(WHOLE.replace("range(128)", "range(32)"), 8)
    (proposal,) = designs.proposals_of("plena", quarter)
    found = cost(proposal, RULES)
    assert found.ports["rows reads"] == 14  # 128 rows in 8 cycles, 2 a cycle are there
    assert found.area > 9e7  # each port of the vector SRAM is 6.7 mm2
    (slow,) = designs.proposals_of("plena", quarter.replace("latency=8", "latency=128"))
    assert cost(slow, RULES).area < found.area / 1000


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("m.kept = m.gp[rs1]", "m.kept: an instruction sees gp"),
        ("global kept\nkept = m.gp[rs1]", "`global` cannot stand here"),
        ("m.gp[rd] = kept + m.gp[rs1]", "kept has no value"),
        ("v_cheat.kept = m.gp[rs1]", "only m has parts"),
        ("m.loop_start[0] = m.gp[rs1]", "m.loop_start: an instruction sees"),
        ("m.dram_log[0] = m.gp[rs1]", "m.dram_log: an instruction sees"),
        ("m.hm_acc[0] = m.gp[rs1]", "m.hm_acc: an instruction sees"),
        ("m.gp[14] = m.gp[rs1]", "takes an operand that names such a register"),
    ],
)
def test_hidden_state_has_no_place(body: str, sentence: str) -> None:
    assert sentence in refused(text(f"{body}\nm.gp[rd] = m.gp[rs1]", unit="scalar_int"))


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("x = m.hbm[m.gp[rs1]]", "m.hbm: an instruction sees"),
        ("x = kernelcraft.tasks.load('argmax')", "kernelcraft.tasks.load cannot be called"),
        ("x = m.backend", "m.backend: an instruction sees"),
        ("x = m.state", "m.state: an instruction sees"),
        ("x = m.cycles", "m.cycles: an instruction sees"),
        ("x = __import__(1)", "__import__ cannot be called"),
        ("x = eval(1)", "eval cannot be called"),
        ("x = (1).__class__", "only m has parts"),
        ("x = f'{m}'", "cannot stand in a body"),
        ("try:\n    x = 1\nexcept ValueError:\n    x = 2", "`try` cannot stand here"),
        ("with m.gp[rs1]:\n    x = 1", "`with` cannot stand here"),
        ("def f():\n    x = 1", "`functiondef` cannot stand here"),
        ("x = [y for y in range(3)]", "cannot stand in a body"),
    ],
)
def test_neither_the_reference_nor_the_program_around_can_be_read(body: str, sentence: str) -> None:
    assert sentence in refused(text(f"{body}\nm.gp[rd] = m.gp[rs1]", unit="scalar_int"))


@pytest.mark.parametrize(
    "header",
    [
        '@instruction("V_CHEAT rd, rs1", unit="vector", latency=open("x"))',
        '@instruction("V_CHEAT rd, rs1", unit="vector", latency=1)\n@cache',
        '@instruction(*["V_CHEAT rd, rs1"], unit="vector", latency=1)',
        '@instruction("V_CHEAT rd, rs1", **{"unit": "vector", "latency": 1})',
        '@other("V_CHEAT rd, rs1", unit="vector", latency=1)',
    ],
)
def test_a_header_holds_three_literals(header: str) -> None:
    body = '\ndef v_cheat(m, rd, rs1):\n    """No."""\n    m.gp[rd] = m.gp[rs1]\n'
    assert refused(header + body).startswith("line ")


def test_no_latency_and_one_below_the_chain_are_refused() -> None:
    body = "row = m.row(m.gp[rs1])\nm.int_sram[m.gp[rd]] = int(sum(row))"
    assert "nothing takes no time" in refused(text(body, 0))
    assert "at least 7 cycles" in refused(text(body, 1))


def test_the_public_answers_in_bodies_are_worthless() -> None:
    """Sixteen answers a constant: half a kilobyte of constants, right on the public inputs only."""
    cell = load_cell("plena/argmax/C1")
    answers = [int(each) for each in public_set(cell).reference.ravel()]
    stores = "".join(
        f"S_ADDI_INT gp1, gp0, {value}\nS_ST_INT gp1, gp0, {place}\n"
        for place, value in enumerate(answers)
    )
    verdict = grade(cell, stores, "strict", seed=2**63 + 3, second_run=False)
    assert not verdict.correct
    body = "\n".join(f"m.int_sram[m.gp[rd] + {n}] = {value}" for n, value in enumerate(answers))
    assert "its tree has" in refused(text(body, operands="rd"))


def test_numbers_cannot_grow_and_bodies_cannot_run_on() -> None:
    squares = "x = m.gp[rs1]\n" + "for i in range(256):\n    x = x * x\nm.gp[rd] = x"
    (proposal,) = designs.proposals_of("plena", text(squares, 4096, unit="scalar_int"))
    assert cost(proposal, RULES).least_latency == 256
    nested = "x = m.gp[rs1]\n"
    for depth in range(4):
        nested += f"{'    ' * depth}for i{depth} in range(256):\n"
    assert "steps, at most" in refused(text(f"{nested}                x = x + 1\nm.gp[rd] = x"))
