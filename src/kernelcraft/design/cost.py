"""What a proposal costs: operators, ports, state, bits of the word, and the least time it can take.

Operators are counted in the tree of its body and divided by its latency, since one operator can be
used in every cycle; what the unit has already is not charged. Only one instruction runs at a time,
so instructions of a set share what they add. The least latency is that of the longest chain of
operations, where sums of whole numbers, maxima, minima and their indices over a loop are trees.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.design import tree
from kernelcraft.design.chains import is_known, kind_of, longest_chain
from kernelcraft.design.extend import operand_bits
from kernelcraft.design.form import Proposal
from kernelcraft.design.rules import Rules

AREA: Final[Mapping[str, float]] = {
    "+ real": 4184,
    "* real": 7700,
    "/ real": 15_000,
    "exp": 12_000,
    "compare real": 150,
    "convert": 1000,
    "+ int": 137,
    "* int": 3495,
    "compare int": 137,
    "shift": 350,
    "logic": 35,
    "select": 75,
    "lane": 2400,  # one of 64 elements of 16 bits, chosen by a number known only at run time
}
"""Square micrometres of one operator of 32 bits in 45 nm. Adders and multipliers as they are often
quoted for that process; all others, and that those hold here, are assumed."""
STATE_BIT: Final = 5.0  # a flip-flop; assumed
SRAM_PORT_BIT: Final = 0.2  # one more port of an SRAM adds half a cell to each bit; assumed
FILE_PORT_BIT: Final = 2.0  # the same of a register file; assumed
DECODER: Final = 200.0  # of one opcode; assumed


@dataclass(frozen=True)
class Cost:
    """Of one proposal. `operators` and `ports` are what it needs in a cycle beyond what is there;
    `accesses` are those of one execution, by part and direction; `state` are bits of scratch rows.
    """

    mnemonic: str
    unit: str
    latency: int
    least_latency: int
    operand_bits: int
    counts: Mapping[str, int]
    operators: Mapping[str, int]
    accesses: Mapping[str, int]
    ports: Mapping[str, int]
    ports_area: Mapping[str, float]
    state: int

    @property
    def area(self) -> float:
        """Square micrometres if it were the only one."""
        return _area(self.operators, self.ports_area, self.state) + DECODER


@dataclass(frozen=True)
class SetCost:
    """Of proposals together: what they share is charged once."""

    costs: tuple[Cost, ...]
    opcodes_left: int
    area: float

    @property
    def operand_bits(self) -> int:
        """Of all words."""
        return sum(each.operand_bits for each in self.costs)


def cost(proposal: Proposal, rules: Rules) -> Cost:
    """Of one proposal."""
    counts: Counter[str] = Counter()
    accesses: Counter[str] = Counter()
    state = _count(proposal.body, 1, frozenset(), counts, accesses, rules)
    accesses += _of_registers(proposal)
    owned = rules.units[proposal.unit]
    latency = proposal.latency
    operators = {
        kind: more
        for kind, number in sorted(counts.items())
        if (more := -(-number // latency) - owned.get(kind, 0)) > 0
    }
    ports: dict[str, int] = {}
    for key, number in sorted(accesses.items()):
        part, _, direction = key.rpartition(" ")
        have = rules.ports.get(part)
        there = 1 if have is None else have.reads if direction == "reads" else have.writes
        more = -(-number // latency) - there
        if more > 0:
            ports[key] = more
    return Cost(
        mnemonic=proposal.mnemonic,
        unit=proposal.unit,
        latency=latency,
        least_latency=max(1, math.ceil(longest_chain(proposal.body, rules) - 1e-9)),
        operand_bits=operand_bits(proposal),
        counts=dict(counts),
        operators=operators,
        accesses=dict(accesses),
        ports=ports,
        state=state,
        ports_area={key: more * _port_area(key, rules) for key, more in ports.items()},
    )


def cost_of_set(proposals: Sequence[Proposal], rules: Rules) -> SetCost:
    """Of all of them on one machine."""
    costs = tuple(cost(each, rules) for each in proposals)
    operators: dict[str, int] = {}
    for each in costs:
        for kind, number in each.operators.items():
            key = f"{each.unit}/{kind}"
            operators[key] = max(operators.get(key, 0), number)
    shared: Counter[str] = Counter()
    for key, number in operators.items():
        shared[key.partition("/")[2]] += number
    ports: dict[str, float] = {}
    for each in costs:
        for key, area in each.ports_area.items():
            ports[key] = max(ports.get(key, 0.0), area)
    state = max((each.state for each in costs), default=0)
    area = _area(shared, ports, state) + DECODER * len(costs)
    return SetCost(costs, len(rules.encoding.free) - len(costs), area)


def too_fast(proposal: Proposal, rules: Rules) -> str:
    """Why no machine could be as fast as it says; "" where one could."""
    least = cost(proposal, rules).least_latency
    if proposal.latency >= least:
        return ""
    return (
        f"line {proposal.line}: {proposal.mnemonic}: a latency of {proposal.latency} is less than "
        f"its longest chain of operations takes: at least {least} cycles"
    )


def _area(operators: Mapping[str, int], ports: Mapping[str, float], state: int) -> float:
    found = sum(number * AREA[kind] for kind, number in operators.items())
    return found + sum(ports.values()) + state * STATE_BIT


def _port_area(key: str, rules: Rules) -> float:
    part = key.rpartition(" ")[0]
    if part == "rows":
        rows = rules.rows
        return rows.size * rows.length * rows.bits * SRAM_PORT_BIT
    if part in rules.elements:
        memory = rules.elements[part]
        return memory.size * memory.bits * SRAM_PORT_BIT
    file = rules.registers.get(part) or rules.scalars[part]
    return file.count * file.bits * FILE_PORT_BIT


def _count(
    statements: Sequence[tree.Node],
    times: int,
    known: frozenset[str],
    counts: Counter[str],
    accesses: Counter[str],
    rules: Rules,
) -> int:
    """Count operations and accesses; gives the bits of scratch rows."""
    state = 0
    for each in statements:
        match each:
            case tree.For(name, values, body):
                more = times * len(values)
                state += _count(body, more, known | {name}, counts, accesses, rules)
            case tree.If(test, then, otherwise):
                _count_value(test, times, known, counts, accesses, rules)
                state += _count(then, times, known, counts, accesses, rules)
                state += _count(otherwise, times, known, counts, accesses, rules)
                if not is_known(test, known):
                    names = {s.name for s in (*then, *otherwise) if isinstance(s, tree.Assign)}
                    counts["select"] += times * len(names)
            case tree.Assign(_, value):
                if isinstance(value, tree.Scratch):
                    state += 32 * rules.rows.length
                _count_value(value, times, known, counts, accesses, rules)
            case tree.Write(target, value):
                _count_value(value, times, known, counts, accesses, rules)
                _count_target(target, times, known, counts, accesses, rules)
    return state


def _of_registers(proposal: Proposal) -> Counter[str]:
    """Each register is read once and written once, however often a body names it."""
    nodes = list(proposal.nodes())
    written = [node.target for node in nodes if isinstance(node, tree.Write)]
    places = {id(each) for each in written}
    read = [node for node in nodes if id(node) not in places]
    found: Counter[str] = Counter()
    for way, those in (("reads", read), ("writes", written)):
        named = {(n.file, n.operand) for n in those if isinstance(n, tree.Register)}
        named |= {(n.name, "") for n in those if isinstance(n, tree.Scalar)}
        found.update(f"{file} {way}" for file, _ in named)
    return found


def _count_target(
    target: tree.Value,
    times: int,
    known: frozenset[str],
    counts: Counter[str],
    accesses: Counter[str],
    rules: Rules,
) -> None:
    match target:
        case tree.Element(memory, address):
            accesses[f"{memory} writes"] += times
            _count_value(address, times, known, counts, accesses, rules)
        case tree.Lane(_, lane, _):
            _count_value(lane, times, known, counts, accesses, rules)
            counts["lane"] += 0 if is_known(lane, known) else times


def _count_value(
    value: tree.Value,
    times: int,
    known: frozenset[str],
    counts: Counter[str],
    accesses: Counter[str],
    rules: Rules,
) -> None:
    for node in value.walk():
        match node:
            case tree.Element(memory, _):
                accesses[f"{memory} reads"] += times
            case tree.RowAt():
                way = "reads" if node.kind == "row" else "writes"
                accesses[f"rows {way}"] += times
            case tree.Lane(_, lane, _) if not is_known(lane, known):
                counts["lane"] += times
            case tree.RowSum():
                counts["+ real"] += (rules.rows.length - 1) * times
            case tree.Operation() if not is_known(node, known):
                kind = kind_of(node, known)
                if kind:
                    counts[kind] += times
