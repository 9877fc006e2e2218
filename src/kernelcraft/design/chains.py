"""The longest chain of operations of a body, in cycles: no machine can do it faster."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.design import tree
from kernelcraft.design.rules import Rules

CYCLES: Final[Mapping[str, float]] = {
    "+ real": 1.0,
    "* real": 1.0,
    "/ real": 2.0,
    "exp": 1.0,
    "compare real": 0.5,
    "convert": 0.5,
    "+ int": 0.25,
    "* int": 1.0,
    "compare int": 0.25,
    "shift": 0.25,
    "logic": 0.1,
    "select": 0.1,
    "lane": 0.5,
}
"""Cycles of one operation in a chain: assumed, so that what the base set has comes out no slower
than it is there (a row's sum in 8 cycles, its maximum in 4, reciprocals in 2, all else in 1)."""
COMPARES: Final = frozenset({"<", "<=", ">", ">=", "==", "!=", "min", "max", "abs"})
_LOGIC: Final = frozenset({"&", "|", "^", "~", "and", "or", "not"})
_COMBINES: Final = frozenset({"+", "min", "max", "&", "|", "^", "and", "or"})


def is_known(value: tree.Value, known: frozenset[str]) -> bool:
    """Whether it depends on nothing but constants and what the loops of these names count."""
    return all(
        isinstance(node, tree.Constant | tree.Operation)
        or (isinstance(node, tree.Local) and node.name in known)
        for node in value.walk()
    )


def kind_of(node: tree.Operation, known: frozenset[str] = frozenset()) -> str:
    """The operator that it needs; "" for none: a power of two shifts wires.

    A product with what a loop counts, `known` when it is built, is as a sum.
    """
    name = node.name
    if name == "*" and node.of == "int" and any(is_known(each, known) for each in node.arguments):
        return "+ int"
    if name in ("//", "%", "*", "<<", ">>") and node.of == "int" and _wires(node):
        return ""
    if name in COMPARES:
        return f"compare {'real' if node.of == 'real' else 'int'}"
    if name in _LOGIC:
        return "logic"
    if name in ("<<", ">>"):
        return "shift"
    if name in ("float", "int"):
        return "" if node.of == "bool" else "convert"
    if name in ("//", "%"):
        return "* int"
    if name in ("+", "-"):
        return f"+ {node.of}"
    return f"{name} {node.of}" if name in ("*", "/") else name


def _wires(node: tree.Operation) -> bool:
    if node.name in ("<<", ">>"):
        return isinstance(node.arguments[1], tree.Constant)
    numbers = [each.value for each in node.arguments if isinstance(each, tree.Constant)]
    return any(isinstance(n, int) and n > 0 and n & (n - 1) == 0 for n in numbers)


def longest_chain(body: Sequence[tree.Node], rules: Rules) -> float:
    """Cycles from the operands to the last that is written."""
    times = _Times(rules)
    times.block(body, 0.0)
    return max(times.places.values(), default=0.0)


@dataclass(frozen=True)
class _Reduction:
    """A loop whose iterations can be combined by a tree: how many, and cycles of a level."""

    count: int
    level: float


class _Times:
    """When each local has its value; a row counts as one."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ready: dict[str, float] = {}
        self.known: frozenset[str] = frozenset()  # what loops count
        self.trees: frozenset[str] = frozenset()  # what loops around this one combine by a tree
        self.places: dict[str, float] = {}  # of memories and register files: the last write

    def block(self, statements: Sequence[tree.Node], after: float) -> None:
        for each in statements:
            self.statement(each, after)

    def statement(self, node: tree.Node, after: float) -> None:
        match node:
            case tree.Assign(name, value):
                chosen = CYCLES["select"] if after and name in self.ready else 0.0
                found = max(self.value(value), after) + chosen
                self.ready[name] = found
            case tree.Write(target, value):
                self.write(target, max(self.value(value), after))
            case tree.If(test, then, otherwise):
                decided = max(self.value(test), after)
                before = dict(self.ready)
                self.block(then, decided)
                first, self.ready = self.ready, before
                self.block(otherwise, decided)
                for name, time in first.items():
                    self.ready[name] = max(time, self.ready.get(name, 0.0))
            case tree.For():
                self.loop(node, after)

    def write(self, target: tree.Value, time: float) -> None:
        match target:
            case tree.Register(file):  # two operands may name one register
                key = file
            case tree.Scalar(name):
                key = name
            case tree.Element(memory, address):
                key, time = memory, max(time, self.value(address))
            case tree.Lane(row, lane, of):
                crossed = 0.0 if is_known(lane, self.known) else CYCLES["lane"]
                key, time = f"row {row}", max(time, self.value(lane)) + crossed
                if of == "scratch":
                    self.ready[row] = max(self.ready.get(row, 0.0), time)
            case _:
                raise TypeError(f"{type(target).__name__} cannot be written")
        self.places[key] = max(self.places.get(key, 0.0), time)

    def loop(self, node: tree.For, after: float) -> None:
        outer, self.known = self.known, self.known | {node.name}
        try:
            self.iterations(node, after)
        finally:
            self.known = outer

    def iterations(self, node: tree.For, after: float) -> None:
        before = dict(self.ready)
        carried = _carried(node.body, frozenset(before))
        kept = _keeps(node)
        if not kept and carried <= self.trees:
            self.block(node.body, after)
            return
        found = None if kept or carried & self.trees else reduction(node, carried)
        if found is None:
            self.one_by_one(node, after)
            return
        for name in carried:
            self.ready[name] = 0.0
        outer, self.trees = self.trees, self.trees | carried
        self.block(node.body, after)
        self.trees = outer
        element = max(self.ready[name] for name in carried)
        levels = math.ceil(math.log2(found.count + 1))
        start = max(before[name] for name in carried)
        for name in carried:
            self.ready[name] = max(element - found.level, start) + levels * found.level

    def one_by_one(self, node: tree.For, after: float) -> None:
        """Each iteration waits for the one before: what the third adds, all later ones add."""
        count = len(node.values)
        for _ in range(min(count, 2)):
            self.block(node.body, after)
        if count <= 2:
            return
        second = dict(self.ready), dict(self.places)
        self.block(node.body, after)
        for times, earlier in zip((self.ready, self.places), second, strict=True):
            for name, time in earlier.items():
                times[name] = time + max(0.0, times[name] - time) * (count - 2)

    def value(self, value: tree.Value) -> float:
        match value:
            case tree.Local(name):
                return self.ready.get(name, 0.0)
            case tree.Register(file):
                return self.places.get(file, 0.0)
            case tree.Scalar(name):
                return self.places.get(name, 0.0)
            case tree.Element(memory, address):
                return max(self.places.get(memory, 0.0), self.value(address))
            case tree.Lane(row, lane, _):
                crossed = 0.0 if is_known(lane, self.known) else CYCLES["lane"]
                return max(self.ready.get(row, 0.0), self.value(lane)) + crossed
            case tree.RowAt(address):
                return self.value(address)
            case tree.RowSum(row):
                levels = math.ceil(math.log2(self.rules.rows.length))
                return self.ready.get(row, 0.0) + levels * CYCLES["+ real"]
            case tree.Operation():
                start = max(map(self.value, value.arguments))
                if is_known(value, self.known):
                    return start
                return start + CYCLES.get(kind_of(value, self.known), 0.0)
        return 0.0


def _assigned(statements: Sequence[tree.Node]) -> set[str]:
    return {n.name for each in statements for n in each.walk() if isinstance(n, tree.Assign)}


def _carried(statements: Sequence[tree.Node], before: frozenset[str]) -> frozenset[str]:
    """Locals of `before` that iterations assign, but for those that each begins by assigning."""
    sure: set[str] = set()
    exposed = _exposed(statements, sure)
    return frozenset(_assigned(statements) & before - (sure - exposed))


def _exposed(statements: Sequence[tree.Node], sure: set[str]) -> set[str]:
    """Locals that are read before they are surely assigned; `sure` grows by those that are."""
    found: set[str] = set()
    for each in statements:
        for part in each.parts() if not isinstance(each, tree.For) else ():
            if isinstance(part, tree.Value):
                found |= {n.name for n in part.walk() if isinstance(n, tree.Local)} - sure
        match each:
            case tree.Assign(name):
                sure.add(name)
            case tree.For(name, _, body):
                found |= _exposed(body, sure)
            case tree.If(_, then, otherwise):
                first, second = set(sure), set(sure)
                found |= _exposed(then, first) | _exposed(otherwise, second)
                sure |= first & second
    return found


def _keeps(loop: tree.For) -> bool:
    """Whether an iteration reads registers, memories or scratch rows that an earlier one writes."""
    nodes = [node for each in loop.body for node in each.walk()]
    targets = [node.target for node in nodes if isinstance(node, tree.Write)]
    places = {id(target) for target in targets}
    fresh = {n.name for n in nodes if isinstance(n, tree.Assign) and n.value.kind == "scratch"}
    lanes: dict[str, set[bool]] = {}  # of each scratch row: whether a lane is the loop's own
    for node in nodes:
        if isinstance(node, tree.Lane) and node.of == "scratch":
            own = isinstance(node.lane, tree.Local) and node.lane.name == loop.name
            lanes.setdefault(node.row, set()).add(own)
    own_lanes = {row for row, own in lanes.items() if own == {True}}
    apart = {f"row {name}" for name in fresh | own_lanes}
    written = {_place(target) for target in targets}
    read = {_place(node) for node in nodes if id(node) not in places}
    return bool((written & read) - {None} - apart)


def _place(node: tree.Node) -> str | None:
    """What is read or written there as one: a register file, a memory, a row."""
    match node:
        case tree.Register(name) | tree.Element(name) | tree.Scalar(name):
            return name
        case tree.Lane(name) | tree.RowSum(name):
            return f"row {name}"
    return None


def _reads(node: tree.Node, names: frozenset[str]) -> bool:
    return any(isinstance(each, tree.Local) and each.name in names for each in node.walk())


def reduction(node: tree.For, carried: frozenset[str]) -> _Reduction | None:
    """How the iterations of a loop are combined; None where each waits for the one before."""
    if not _alike(node, carried):
        return None
    inner: list[_Reduction] = []
    for each in node.body:
        found = _combining(each, carried)
        if found is None:
            return None
        if found.count:
            inner.append(found)
    if not inner:
        return None
    count = max(each.count for each in inner) * len(node.values)
    return _Reduction(count, max(each.level for each in inner))


def _alike(loop: tree.For, carried: frozenset[str]) -> bool:
    """Whether each local is combined by one operator only: sums of products are no sum."""
    ways = {
        (node.name, node.value.name if isinstance(node.value, tree.Operation) else "")
        for node in loop.walk()
        if isinstance(node, tree.Assign) and node.name in carried
    }
    return len(ways) == len({name for name, _ in ways})


NOTHING: Final = _Reduction(0, 0.0)


def _combining(node: tree.Node, carried: frozenset[str]) -> _Reduction | None:
    """Of one statement: `a = a + e` of whole numbers, `a = max(a, e)`, `if e > a: a = e; i = j`."""
    match node:
        case tree.For():
            return reduction(node, carried) if _assigned([node]) & carried else _free(node, carried)
        case tree.Assign(name, value) if name in carried:
            return _accumulates(name, value, carried)
        case tree.If(test, then, ()):
            return _conditional(test, then, carried)
    return _free(node, carried)


def _free(node: tree.Node, carried: frozenset[str]) -> _Reduction | None:
    touches = _reads(node, carried) or _assigned([node]) & carried
    return None if touches else NOTHING


def _accumulates(name: str, value: tree.Value, carried: frozenset[str]) -> _Reduction | None:
    if not isinstance(value, tree.Operation) or value.name not in _COMBINES:
        return None
    if value.name == "+" and value.of == "real":
        return None  # another order gives another sum: sum(row) is a tree
    mine = [each for each in value.arguments if each == tree.Local(name, kind=each.kind, line=0)]
    others = [each for each in value.arguments if each not in mine]
    if len(mine) != 1 or any(_reads(each, carried) for each in others):
        return None
    return _Reduction(1, CYCLES[kind_of(value)])


def _conditional(
    test: tree.Value, then: Sequence[tree.Node], carried: frozenset[str]
) -> _Reduction | None:
    if not _reads(test, carried):  # if c: a = a + 1
        parts = [_combining(each, carried) for each in then]
        found = [each for each in parts if each is not None]
        if len(found) < len(parts):
            return None
        return max(found, key=lambda each: each.level, default=NOTHING)
    if not (isinstance(test, tree.Operation) and test.name in COMPARES):
        return None
    left, right = test.arguments
    element, best = (right, left) if _reads(left, carried) else (left, right)
    if not isinstance(best, tree.Local) or _reads(element, carried):
        return None
    for each in then:
        if not isinstance(each, tree.Assign) or _reads(each.value, carried):
            return None
        if each.name == best.name and each.value != element:
            return None
    if best.name not in _assigned(then) or not _assigned(then) <= carried:
        return None
    return _Reduction(1, CYCLES[kind_of(test)] + CYCLES["select"])
