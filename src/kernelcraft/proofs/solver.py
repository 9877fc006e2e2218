"""A question to an SMT solver: are two functions of one number the same?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernelcraft.sim.symbolic.graph import OPERATIONS, Graph

if TYPE_CHECKING:
    from kernelcraft.proofs.quantised import Scale
    from kernelcraft.proofs.tails import Tail

SECONDS: Final = 10
BITS: Final = 72  # of numbers, with sign: more than any operation here comes to


def solved(made: Tail, scale: Scale, low: int, high: int) -> str:
    """Why they are not shown to be equal from low to high; empty if they are."""
    try:
        import z3
    except ImportError:
        return "it takes an SMT solver: pip install 'kernelcraft[proofs]'"
    x = z3.BitVec("sum", BITS)
    asked = z3.Solver()
    asked.set("timeout", 1000 * SECONDS)
    asked.add(x >= low, x <= high, _made(z3, made, x) != _wanted(z3, scale, x))
    answer = asked.check()
    if answer == z3.unsat:
        return ""
    if answer == z3.sat:
        return f"of the sum {asked.model()[x].as_signed_long()} it makes something else"
    return f"the solver does not know after {SECONDS} s"


def _made(z3: Any, made: Tail, x: Any) -> Any:
    graph, found = made.graph, {made.sum: x}
    for node in made.nodes:
        a, b = (found.get(each) for each in (graph.a[node], graph.b[node]))
        a, b = (
            z3.BitVecVal(_number(graph, each), BITS) if held is None else held
            for held, each in ((a, graph.a[node]), (b, graph.b[node]))
        )
        found[node] = _operation(z3, OPERATIONS[graph.op[node]], a, b)
    return found[made.nodes[-1]] if made.nodes else x


def _number(graph: Graph, node: int) -> int:
    return int(graph.constants[graph.a[node]]) if node else 0


def _operation(z3: Any, name: str, a: Any, b: Any) -> Any:
    one, zero = z3.BitVecVal(1, BITS), z3.BitVecVal(0, BITS)
    made = {
        "add": lambda: a + b,
        "sub": lambda: a - b,
        "mul": lambda: a * b,
        "and": lambda: a & b,
        "or": lambda: a | b,
        "xor": lambda: a ^ b,
        "shr": lambda: a >> b,
        "smaller": lambda: z3.If(a < b, a, b),
        "larger": lambda: z3.If(a > b, a, b),
        "lt": lambda: z3.If(a < b, one, zero),
        "eq": lambda: z3.If(a == b, one, zero),
        "signed": lambda: a << BITS - b >> BITS - b,
    }
    if name not in made:
        return z3.FreshConst(z3.BitVecSort(BITS), name)  # anything: what is shown holds for it, too
    return made[name]()


def _wanted(z3: Any, scale: Scale, x: Any) -> Any:
    """The task's, as `tasks.quantised` says it."""
    multiplier, shift = int(scale.multiplier), int(scale.shift)
    product = x * multiplier + (1 << 30) >> 31
    top = z3.BitVecVal((1 << 31) - 1, BITS)
    scaled = z3.If(product > top, top, product) + ((1 << shift) >> 1) >> shift
    code = scaled + int(scale.zero_point)
    low, high = z3.BitVecVal(-128, BITS), z3.BitVecVal(127, BITS)
    code = z3.If(code < low, low, z3.If(code > high, high, code))
    result = code
    for number, after in enumerate(scale.after):
        if after != number - 128:
            result = z3.If(code == number - 128, z3.BitVecVal(int(after), BITS), result)
    return result
