"""What operations on whole numbers come to: the range of a result, and simpler forms of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kernelcraft.sim.symbolic.operations import CODE, NOTHING, UNKNOWN, Range

if TYPE_CHECKING:
    from kernelcraft.sim.symbolic.graph import Graph


def _corners(operation: Callable[[int, int], int]) -> Callable[[Range, Range], Range]:
    def span(x: Range, y: Range) -> Range:
        found = [operation(a, b) for a in x for b in y]
        return min(found), max(found)

    return span


def _bits(x: Range, y: Range) -> Range:
    most = max(abs(x[0]), abs(x[1]), abs(y[0]), abs(y[1])).bit_length()
    return (0 if min(x[0], y[0]) >= 0 else -(1 << most)), (1 << most) - 1


def _and(x: Range, y: Range) -> Range:
    if x[0] == x[1] and y[0] == y[1]:
        return x[0] & y[0], x[0] & y[0]
    tops = [span[1] for span in (x, y) if span[0] >= 0]
    return (0, min(tops)) if tops else _bits(x, y)


def _or(x: Range, y: Range) -> Range:
    low, high = _bits(x, y)
    return (max(x[0], y[0]) if low == 0 else low), high


def _shl(x: Range, y: Range) -> Range:
    return _corners(lambda a, b: a << b)(x, y) if y[0] >= 0 and y[1] <= 128 else UNKNOWN


def _shr(x: Range, y: Range) -> Range:
    return _corners(lambda a, b: a >> b)(x, y) if y[0] >= 0 and y[1] <= 1 << 16 else UNKNOWN


def _quotient(x: Range, y: Range) -> Range:
    return _corners(lambda a, b: a // b)(x, y) if y[0] > 0 else UNKNOWN


def _lt(x: Range, y: Range) -> Range:
    return (1, 1) if x[1] < y[0] else (0, 0) if x[0] >= y[1] else (0, 1)


def _eq(x: Range, y: Range) -> Range:
    return (0, 0) if x[1] < y[0] or y[1] < x[0] else (0, 1)


SPANS: Final[dict[str, Callable[[Range, Range], Range]]] = {
    "add": lambda x, y: (x[0] + y[0], x[1] + y[1]),
    "sub": lambda x, y: (x[0] - y[1], x[1] - y[0]),
    "mul": _corners(lambda a, b: a * b),
    "shl": _shl,
    "shr": _shr,
    "and": _and,
    "or": _or,
    "xor": _bits,
    "floor_divide": _quotient,
    "mod": lambda x, y: (0, y[1] - 1) if y[0] > 0 else UNKNOWN,
    "lt": _lt,
    "eq": _eq,
    "smaller": lambda x, y: (min(x[0], y[0]), min(x[1], y[1])),
    "larger": lambda x, y: (max(x[0], y[0]), max(x[1], y[1])),
}


MOST_BITS: Final = 1 << 10


def _sum(graph: Graph, a: int, b: int) -> int | None:
    if a == b:
        return graph.node(graph.whole("mul", graph.symbol(a), 2))
    return b if graph.value_of(a) == 0 else a if graph.value_of(b) == 0 else None


def _difference(graph: Graph, a: int, b: int) -> int | None:
    if a == b:
        return graph.constant(0)
    return a if graph.value_of(b) == 0 else None


def _product(graph: Graph, a: int, b: int) -> int | None:
    return b if graph.value_of(a) == 1 else a if graph.value_of(b) == 1 else None


def _shifted(graph: Graph, a: int, b: int) -> int | None:
    """A shift to the left is a product."""
    by = graph.value_of(b)
    if by is None or not 0 <= by <= 128:
        return None
    return graph.node(graph.whole("mul", graph.symbol(a), 1 << by)) if by else a


def side_by_side(graph: Graph, node: int) -> tuple[int, int, int] | None:
    """Of `low | high << k`, where low has at most k bits: both and k."""
    if graph.op[node] != CODE["or"]:
        return None
    for low, other in ((graph.a[node], graph.b[node]), (graph.b[node], graph.a[node])):
        if graph.op[other] != CODE["mul"]:
            continue
        by = _power(graph, graph.b[other])
        least, most = graph.span(low)
        if by is not None and least >= 0 and most < 1 << by:
            return low, graph.a[other], by
    return None


def trailing(graph: Graph, node: int, depth: int = 8) -> int:
    """How many of the lowest bits are surely 0."""
    value = graph.value_of(node)
    if value is not None:
        return (value & -value).bit_length() - 1 if value else MOST_BITS
    op, a, b = graph.op[node], graph.a[node], graph.b[node]
    if depth and op == CODE["signed"]:
        return trailing(graph, a, depth - 1)
    if not depth or op not in (CODE["add"], CODE["sub"], CODE["or"], CODE["mul"], CODE["and"]):
        return 0
    one, other = trailing(graph, a, depth - 1), trailing(graph, b, depth - 1)
    if op == CODE["mul"]:
        return one + other
    return max(one, other) if op == CODE["and"] else min(one, other)


def _terms(graph: Graph, node: int, depth: int = 8) -> list[int]:
    """What a number is the sum of."""
    if not depth or graph.op[node] != CODE["add"]:
        return [node]
    both = (graph.a[node], graph.b[node])
    return [term for each in both for term in _terms(graph, each, depth - 1)]


def _split(graph: Graph, node: int, by: int) -> int | None:
    """A sum shifted to the right, of which some terms are multiples of 2^by."""
    terms = _terms(graph, node)
    whole = [each for each in terms if trailing(graph, each) >= by]
    rest = [graph.symbol(each) for each in terms if each not in whole]
    if not whole or not rest and graph.op[node] != CODE["mul"]:
        return None
    found = graph.whole("shr", sum(rest), by) if rest else 0
    for each in whole:
        factor = graph.value_of(graph.b[each]) if graph.op[each] == CODE["mul"] else None
        value = graph.value_of(each)
        if value is not None:
            found = found + (value >> by)
        elif factor and factor % (1 << by) == 0:
            found = found + graph.symbol(graph.a[each]) * (factor >> by)
        else:
            found = found + graph.symbol(graph.new("shr", each, graph.constant(by)))
    return graph.node(found)


def _shifted_back(graph: Graph, a: int, b: int) -> int | None:
    by = graph.value_of(b)
    if by == 0:
        return a
    split = _split(graph, a, by) if by else None
    if split is not None:
        return split
    pair = side_by_side(graph, a) if by else None
    if by and pair and by >= pair[2]:
        return graph.node(graph.whole("shr", graph.symbol(pair[1]), by - pair[2]))
    if by and pair:
        low, high = graph.whole("shr", graph.symbol(pair[0]), by), graph.symbol(pair[1])
        return graph.node(low | high << pair[2] - by)
    inner = graph.a[a] if graph.op[a] == CODE["signed"] else NOTHING
    if by and inner in graph.bytes and by % 8 == 0 and by // 8 < len(graph.bytes[inner]):
        rest = graph.bytes[inner][by // 8 :]
        return graph.signed(graph.node(graph.joined(rest)), 8 * len(rest))
    if by and a in graph.bytes and by % 8 == 0 and by // 8 < len(graph.bytes[a]):
        return graph.node(graph.joined(graph.bytes[a][by // 8 :]))
    return None


def _power(graph: Graph, node: int) -> int | None:
    """The exponent of a power of 2."""
    value = graph.value_of(node)
    return value.bit_length() - 1 if value and value > 0 and value & value - 1 == 0 else None


def _quotient_of(graph: Graph, a: int, b: int) -> int | None:
    by = _power(graph, b)
    return None if by is None else graph.node(graph.whole("shr", graph.symbol(a), by))


def _rest(graph: Graph, a: int, b: int) -> int | None:
    by = _power(graph, b)
    return None if by is None else graph.node(graph.whole("and", graph.symbol(a), (1 << by) - 1))


def _masked(graph: Graph, a: int, b: int) -> int | None:
    """Cuts last: a constant stands on the right, and nothing is cut twice."""
    if graph.value_of(a) is not None:
        a, b = b, a
    if a == b:
        return a
    mask = graph.value_of(b)
    if mask is None:
        return None
    if mask == -1:
        return a
    bits = mask.bit_length()
    low, high = graph.span(a)
    if low >= 0 and high < mask & -mask:
        return graph.constant(0)
    if mask < 0 or mask != (1 << bits) - 1:
        return graph.new("and", a, b, span=_and(graph.span(a), graph.span(b)))
    inner = graph.uncut(a, bits)
    if trailing(graph, inner) >= bits:
        return graph.constant(0)
    low, high = graph.span(inner)
    if low >= 0 and high <= mask:
        return inner
    if graph.value_of(inner) is not None:
        return graph.constant(low & mask)
    low, high = graph.span(a)
    if low >= 0 and high <= mask:
        return a
    return graph.new("and", inner, b, span=(0, mask))


def _cut(graph: Graph, node: int) -> tuple[int, int]:
    """The number of which a node is the lowest bits, and how many."""
    mask = graph.value_of(graph.b[node]) if graph.op[node] == CODE["and"] else None
    if mask and mask > 0 and mask & mask + 1 == 0:
        return graph.a[node], mask.bit_length()
    return node, MOST_BITS


def _bits_of(graph: Graph, node: int) -> tuple[int, int, int]:
    """The number whose bits a node is, from which on, and how many."""
    first, (inner, count) = 0, _cut(graph, node)
    by = graph.value_of(graph.b[inner]) if graph.op[inner] == CODE["shr"] else None
    if by is not None and by >= 0:
        first, (inner, below) = by, _cut(graph, graph.a[inner])
        count = min(count, below - by)
    low, high = graph.span(inner)
    return inner, first, min(count, high.bit_length() - first) if low >= 0 else count


def _rejoined(graph: Graph, a: int, b: int) -> int | None:
    """Bits of a number beside those above them."""
    for low, other in ((a, b), (b, a)):
        by = _power(graph, graph.b[other]) if graph.op[other] == CODE["mul"] else None
        if by is None:
            continue
        high = graph.a[other]
        pair = side_by_side(graph, low)
        if pair and 0 < pair[2] < by:
            above = graph.node(graph.symbol(high) << by - pair[2])
            upper = _rejoined(graph, pair[1], above)
            if upper is not None:
                return graph.node(graph.symbol(pair[0]) | graph.symbol(upper) << pair[2])
        (one, first, count), (same, then, more) = (_bits_of(graph, each) for each in (low, high))
        if one == same and count == by and then == first + count:
            shifted = graph.whole("shr", graph.symbol(one), first)
            return graph.node(graph.symbol(graph.node(shifted)) & (1 << count + more) - 1)
    return None


def _either(graph: Graph, a: int, b: int) -> int | None:
    joined = _rejoined(graph, a, b)
    if joined is not None:
        return joined
    for low, other in ((a, b), (b, a)):  # bits below those of the sign
        bits = graph.value_of(graph.b[other]) if graph.op[other] == CODE["signed"] else None
        least, most = graph.span(low)
        if bits and least >= 0 and most < 1 << bits - 1:
            both = graph.whole("or", graph.symbol(low), graph.symbol(graph.a[other]))
            return graph.signed(graph.node(both), bits)
    return b if graph.value_of(a) == 0 else a if graph.value_of(b) == 0 or a == b else None


def _different(graph: Graph, a: int, b: int) -> int | None:
    if a == b:
        return graph.constant(0)
    return b if graph.value_of(a) == 0 else a if graph.value_of(b) == 0 else None


def _chosen(graph: Graph, a: int, b: int) -> int | None:
    return a if a == b else None


def _smaller(graph: Graph, a: int, b: int) -> int | None:
    if a == b or graph.span(a)[1] <= graph.span(b)[0]:
        return a
    return b if graph.span(b)[1] <= graph.span(a)[0] else None


def _larger(graph: Graph, a: int, b: int) -> int | None:
    if a == b or graph.span(a)[0] >= graph.span(b)[1]:
        return a
    return b if graph.span(b)[0] >= graph.span(a)[1] else None


def _equal(graph: Graph, a: int, b: int) -> int | None:
    if a == b:
        return graph.constant(1)
    for one, other in ((a, b), (b, a)):
        if graph.op[one] == CODE["unwritten"] and graph.value_of(other) is not None:
            graph.compared += 1
            return graph.constant(0)  # as garbage is assumed to be
    return None


def _less(graph: Graph, a: int, b: int) -> int | None:
    return graph.constant(0) if a == b else None


SIMPLE: Final[dict[str, Callable[[Graph, int, int], int | None]]] = {
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    "shl": _shifted,
    "shr": _shifted_back,
    "floor_divide": _quotient_of,
    "mod": _rest,
    "and": _masked,
    "or": _either,
    "xor": _different,
    "eq": _equal,
    "lt": _less,
    "smaller": _smaller,
    "larger": _larger,
}
