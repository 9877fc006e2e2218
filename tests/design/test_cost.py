"""What proposals cost, and how fast they may claim to be."""

import pytest

from kernelcraft.cells import designs
from kernelcraft.design.cost import Cost, cost, cost_of_set
from kernelcraft.design.form import Refused
from tests.design.test_meaning import MAXIMUM

RULES = designs.rules_of("plena")
ROWS = "    a = m.row(m.gp[rs1])\n"


def proposal(body: str, latency: int, operands: str = "fd, rs1", unit: str = "vector") -> str:
    """A text with one."""
    head = f'@instruction("V_TRY {operands}", unit="{unit}", latency={latency})\n'
    return f'{head}def v_try(m, {operands}):\n    """Something."""\n{body}'


def costs(text: str) -> Cost:
    """Of the first proposal of a text."""
    return cost(designs.proposals_of("plena", text)[0], RULES)


def test_what_the_base_set_has_costs_nothing_but_an_opcode_in_the_same_time() -> None:
    found = [cost(each, RULES) for each in designs.proposals_of("plena", MAXIMUM)]
    for each in found[:3]:
        assert each.least_latency <= each.latency
        assert not each.operators, each
        assert not each.ports, each


@pytest.mark.parametrize(
    ("body", "least"),
    [
        ("    m.f[fd] = a[0] + a[1]\n", 1),
        ("    m.f[fd] = a[0] + a[1] + a[2] + a[3]\n", 3),
        ("    m.f[fd] = (a[0] + a[1]) + (a[2] + a[3])\n", 2),
        ("    m.f[fd] = sum(a)\n", 6),
        ("    s = 0.0\n    for i in range(64):\n        s = s + a[i]\n    m.f[fd] = s\n", 64),
        ("    s = 0.0\n    for i in range(64):\n        s = max(s, a[i])\n    m.f[fd] = s\n", 4),
        (  # each step needs the one before
            "    s = 0.0\n    for i in range(64):\n        s = a[i] if a[i] > s + 1.0 else s\n"
            "    m.f[fd] = s\n",
            103,
        ),
        (  # the index is not that of the largest: no tree
            "    s = 0.0\n    for i in range(64):\n        if a[i] > s:\n            s = s + 1.0\n"
            "    m.f[fd] = s\n",
            71,
        ),
        (  # the second row is read where the first says
            "    b = m.row(int(a[0]))\n    m.f[fd] = b[int(a[1])]\n",
            1,
        ),
        (  # registers, scratch rows and what a comparison chooses wait as locals do
            "    for i in range(64):\n        m.f[fd] = m.f[fd] + a[i]\n",
            64,
        ),
        (
            "    s = m.scratch_row()\n    for i in range(63):\n        s[i + 1] = s[i] + a[i]\n"
            "    m.f[fd] = s[63]\n",
            63,
        ),
        (  # each lane has its own
            "    s = m.scratch_row()\n    for i in range(64):\n        s[i] = s[i] + a[i]\n"
            "    m.f[fd] = s[63]\n",
            1,
        ),
        (  # a chain within a tree
            "    s = 0.0\n    for j in range(8):\n        t = 0.0\n        for i in range(64):\n"
            "            t = t + a[i]\n        s = max(s, t)\n    m.f[fd] = s\n",
            66,
        ),
        (  # two operators in turns are no tree
            "    s = 0\n    for i in range(64):\n        s = (s + i) ^ 5\n"
            "        s = s + m.gp[rs1]\n    m.f[fd] = float(s)\n",
            39,
        ),
        (  # a name that each iteration assigns first is no chain
            "    s = 0.0\n    x = 0.0\n    for i in range(64):\n        x = abs(a[i])\n"
            "        s = max(s, x)\n    m.f[fd] = s\n",
            4,
        ),
    ],
)
def test_no_instruction_is_faster_than_its_longest_chain(body: str, least: int) -> None:
    assert costs(proposal(ROWS + body, 4096)).least_latency == least
    if least > 1:
        said = f"a latency of {least - 1} is less than .* at least {least} cycles"
        with pytest.raises(Refused, match=said):
            designs.proposals_of("plena", proposal(ROWS + body, least - 1))


def test_a_shorter_latency_needs_more_operators_and_ports() -> None:
    body = ROWS + "    for i in range(64):\n        m.int_sram[m.gp[rd] + i] = int(a[i] * 3.0)\n"
    slow, fast = (costs(proposal(body, latency, "rd, rs1")) for latency in (64, 2))
    assert not slow.ports
    assert fast.ports == {"int_sram writes": 31}
    assert fast.area > slow.area


def test_rows_beyond_the_ports_and_scratch_rows_are_priced() -> None:
    rows = "".join(f"    r{n} = m.row(m.gp[rs1] + {64 * n})\n" for n in range(6))
    body = (
        rows + "    m.f[fd] = max(max(r0[0], r1[0]), max(max(r2[0], r3[0]), max(r4[0], r5[0])))\n"
    )
    assert costs(proposal(body, 2)).ports == {"rows reads": 1}
    assert costs(proposal(body, 2)).area > 1e6  # a port of the vector SRAM
    scratch = ROWS + "    s = m.scratch_row()\n    s[0] = a[0]\n    m.f[fd] = s[0]\n"
    assert costs(proposal(scratch, 4)).state == 64 * 32


def test_a_set_shares_what_it_adds() -> None:
    text = designs.texts("plena")["ours"]
    found = cost_of_set(designs.proposals_of("plena", text), RULES)
    assert found.opcodes_left == 11
    assert max(each.area for each in found.costs) < found.area
    assert found.area < sum(each.area for each in found.costs)


def test_more_opcodes_than_are_free_are_refused() -> None:
    one = proposal(ROWS + "    m.f[fd] = a[0]\n", 1)
    text = "".join(one.replace("V_TRY", f"V_TRY_{n}") for n in range(9))
    with pytest.raises(Refused, match="9 instructions are proposed, at most 8"):
        designs.proposals_of("plena", text)
