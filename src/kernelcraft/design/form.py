"""The text of proposals, read and checked: functions of a small part of Python, never executed.

A text holds functions, each below its `@instruction("V_X rd, rs1", unit="vector", latency=4)`, with
a docstring that becomes the page of the manual.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.design.body import Wrong, checked_body
from kernelcraft.design.rules import Rules
from kernelcraft.design.tree import For, If, Node
from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Operand
from kernelcraft.isa.template import parse_template

LONGEST: Final = 32_768  # bytes of a text
MOST: Final = 8  # instructions of a text
MOST_NODES: Final = 300  # of one body's checked tree
MOST_STEPS: Final = 131_072  # nodes of a body that one execution may visit
LONGEST_DOC: Final = 1_000  # characters
SLOWEST: Final = 4_096  # cycles
HEADER: Final = '@instruction("MNEMONIC operands", unit="...", latency=...)'
_MNEMONIC: Final = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")


class Refused(ValueError):
    """A text that proposes nothing that can be taken; each fault is a sentence with its line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(self.faults)


@dataclass(frozen=True)
class Proposal:
    """One instruction that is proposed; `text` is its function as it was written."""

    mnemonic: str
    syntax: str
    unit: str
    latency: int
    doc: str
    operands: tuple[Operand, ...]
    body: tuple[Node, ...]
    text: str
    line: int

    @property
    def steps(self) -> int:
        """Nodes that one execution visits, at most."""
        return sum(map(_steps, self.body))

    def nodes(self) -> Iterator[Node]:
        """Every node of the body."""
        for each in self.body:
            yield from each.walk()


def read(text: str, isa: Isa, rules: Rules) -> tuple[Proposal, ...]:
    """The proposals of a text; raises Refused with everything that is wrong with it."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise Refused((f"the text has more than {LONGEST:,} bytes",))
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        said = error.msg if isinstance(error, SyntaxError) else "it cannot be read"
        raise Refused((f"{line}no text of Python's grammar: {said}",)) from None
    faults: list[str] = []
    found: list[Proposal] = []
    lines = text.split("\n")
    for node in module.body:
        if _is_text(node):
            continue
        try:
            proposal = _proposal(node, isa, rules, lines)
            if proposal.mnemonic in {each.mnemonic for each in found}:
                raise Wrong(node.lineno, f"{proposal.mnemonic} is proposed twice")
            found.append(proposal)
        except Wrong as wrong:
            faults.append(f"line {wrong.line}: {wrong.message}")
        except RecursionError:
            faults.append(f"line {node.lineno}: the text is nested too deeply")
    if not found and not faults:
        faults.append(f"no instruction is proposed; expected a function below {HEADER}")
    if len(found) > MOST:
        faults.append(f"{len(found)} instructions are proposed, at most {MOST} are taken")
    if faults:
        raise Refused(tuple(faults))
    return tuple(found)


def _is_text(node: ast.stmt) -> bool:
    """What is said between functions."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _proposal(node: ast.stmt, isa: Isa, rules: Rules, lines: list[str]) -> Proposal:
    if not isinstance(node, ast.FunctionDef):
        what = "an import" if isinstance(node, ast.Import | ast.ImportFrom) else "this"
        raise Wrong(node.lineno, f"{what} is no instruction; expected a function below {HEADER}")
    syntax, unit, latency = _header(node, rules)
    mnemonic = syntax.split(" ")[0]
    if not _MNEMONIC.fullmatch(mnemonic):
        raise Wrong(node.lineno, f"{mnemonic!r} is no mnemonic such as V_ADD_VV")
    if mnemonic in isa.forms:
        raise Wrong(node.lineno, f"the machine has {mnemonic} already")
    try:
        operands = parse_template(syntax, isa.operands, isa.syntax).operands
    except IsaError as error:
        raise Wrong(node.lineno, str(error)) from None
    _check_parameters(node, operands)
    doc = (ast.get_docstring(node) or "").strip()
    if not doc:
        raise Wrong(node.lineno, f"{mnemonic}: a docstring says what it does, for the manual")
    if len(doc) > LONGEST_DOC:
        raise Wrong(node.lineno, f"{mnemonic}: a docstring has at most {LONGEST_DOC} characters")
    body = checked_body(node, {each.name: each for each in operands}, rules)
    _check_size(mnemonic, node.lineno, body)
    first = min(each.lineno for each in node.decorator_list)
    text = "\n".join(lines[first - 1 : node.end_lineno])
    return Proposal(mnemonic, syntax, unit, latency, doc, operands, body, text, node.lineno)


def _header(node: ast.FunctionDef, rules: Rules) -> tuple[str, str, int]:
    match node.decorator_list:
        case [ast.Call(ast.Name("instruction"), [ast.Constant(str(syntax))], keywords)]:
            given = {each.arg: each.value for each in keywords}
        case _:
            raise Wrong(node.lineno, f"{node.name}: expected {HEADER} above the function")
    if set(given) != {"unit", "latency"}:
        raise Wrong(node.lineno, f"{node.name}: the header has a unit and a latency, nothing else")
    unit, latency = _literal(given, "unit"), _literal(given, "latency")
    if not isinstance(unit, str) or unit not in rules.units:
        raise Wrong(node.lineno, f"unit: expected one of {', '.join(rules.units)}, got {unit!r}")
    if type(latency) is not int or not 1 <= latency <= SLOWEST:
        raise Wrong(
            node.lineno,
            f"latency: expected 1 to {SLOWEST:,} cycles, got {latency!r}; nothing takes no time",
        )
    return " ".join(syntax.split()), unit, latency


def _literal(given: Mapping[str | None, ast.expr], name: str) -> object:
    node = given[name]
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return ast.unparse(node)
    return node.value if isinstance(node, ast.Constant) else ast.unparse(node)


def _check_parameters(node: ast.FunctionDef, operands: tuple[Operand, ...]) -> None:
    a = node.args
    plain = [each.arg for each in a.args]
    wanted = ["m", *(each.name for each in operands)]
    odd = a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg or a.defaults
    annotated = node.returns or any(each.annotation for each in a.args)
    if odd or annotated or plain != wanted:
        raise Wrong(node.lineno, f"{node.name}: expected the parameters ({', '.join(wanted)})")


def _check_size(mnemonic: str, line: int, body: tuple[Node, ...]) -> None:
    size = sum(1 for each in body for _ in each.walk())
    if size > MOST_NODES:
        raise Wrong(line, f"{mnemonic}: its tree has {size} nodes, at most {MOST_NODES}")
    steps = sum(map(_steps, body))
    if steps > MOST_STEPS:
        raise Wrong(
            line,
            f"{mnemonic}: one execution takes up to {steps:,} steps, at most {MOST_STEPS:,}; "
            "an instruction is a part of a task, not the whole",
        )


def _steps(node: Node) -> int:
    """Nodes visited in one execution, at most."""
    if isinstance(node, For):
        return 1 + len(node.values) * sum(map(_steps, node.body))
    if isinstance(node, If):
        ways = (sum(map(_steps, node.then)), sum(map(_steps, node.otherwise)))
        return 1 + sum(1 for _ in node.test.walk()) + max(ways)
    return sum(1 for _ in node.walk())
