"""The checker of a body: from Python's tree to ours, or a sentence that says what cannot stay."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from kernelcraft.design import tree
from kernelcraft.design.rules import Rules
from kernelcraft.isa.operand import Operand
from kernelcraft.isa.operand import Register as RegisterOperand

LONGEST_LOOP: Final = 256  # iterations
DEEPEST: Final = 6  # loops within loops
LARGEST: Final = 1 << 31  # of a written whole number

OPERATORS: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
OF_REALS: Final = frozenset("+-*/")
COMPARISONS: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
SAID: Final = {"int": "a whole number", "real": "a float", "bool": "a comparison"}
SIMPLE: Final = "a body has assignments, `if`, and `for ... in range(...)`, nothing else"


class Wrong(Exception):
    """What is wrong at a line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line, self.message = line, message


def checked_body(
    function: ast.FunctionDef, operands: Mapping[str, Operand], rules: Rules
) -> tuple[tree.Node, ...]:
    """The statements after the docstring; raises Wrong."""
    checker = _Checker(operands, rules)
    statements = function.body
    if ast.get_docstring(function) is not None:
        statements = statements[1:]
    body = checker.block(statements)
    if not any(isinstance(node, tree.Write) for each in body for node in each.walk()):
        raise Wrong(function.lineno, f"{function.name}: it writes nothing")
    unused = set(operands) - checker.used
    if unused:
        raise Wrong(function.lineno, f"{function.name}: the operand {min(unused)} is not used")
    return body


class _Checker:
    def __init__(self, operands: Mapping[str, Operand], rules: Rules) -> None:
        self.operands, self.rules = operands, rules
        self.kinds: dict[str, tree.ValueKind] = {}
        self.sure: set[str] = set()  # locals that have a value here, whichever way was taken
        self.loops: set[str] = set()  # names that loops count in
        self.used: set[str] = set()

    # Statements.

    def block(self, statements: list[ast.stmt]) -> tuple[tree.Node, ...]:
        return tuple(self.statement(each) for each in statements)

    def statement(self, node: ast.stmt) -> tree.Node:
        match node:
            case ast.Assign([target], value):
                return self.assign(node, target, value)
            case ast.AugAssign(target, operator, value):
                read = ast.copy_location(ast.BinOp(_loaded(target), operator, value), node)
                return self.assign(node, target, read)
            case ast.If(test, then, otherwise):
                return self.fork(node, test, then, otherwise)
            case ast.For(ast.Name(name), _, body, [], None):
                return self.loop(node, name, body)
        what = type(node).__name__.lower()
        raise Wrong(node.lineno, f"`{what}` cannot stand here: {SIMPLE}")

    def assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> tree.Node:
        if isinstance(target, ast.Name):
            return self.assign_local(node, target.id, self.value(value))
        place = self.place(target)
        found = self.value(value)
        if isinstance(place, tree.Constant | tree.Immediate):
            raise Wrong(node.lineno, f"{ast.unparse(target)} cannot be written")
        assert isinstance(place, tree.Register | tree.Scalar | tree.Element | tree.Lane)
        if isinstance(place, tree.Lane) and place.of == "row":
            raise Wrong(node.lineno, f"{place.row} is a row that is read; m.output_row is written")
        wanted: tree.ValueKind = "int" if place.kind == "int" else "real"
        return tree.Write(place, self.as_kind(found, wanted), line=node.lineno)

    def assign_local(self, node: ast.stmt, name: str, value: tree.Value) -> tree.Node:
        if name in self.operands or name == "m" or name in self.loops:
            raise Wrong(node.lineno, f"{name} cannot be assigned: it is what is given")
        if name in self.rules.constants:
            raise Wrong(node.lineno, f"{name} is a size of the machine; use another name")
        known = self.kinds.get(name)
        if known is not None:
            value = self.as_kind(value, known)
        self.kinds[name] = value.kind
        if known is not None and known in tree.ROWS:
            raise Wrong(node.lineno, f"{name} is a row already; use another name")
        self.sure.add(name)
        return tree.Assign(name, value, line=node.lineno)

    def fork(
        self, node: ast.If, test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt]
    ) -> tree.If:
        condition = self.as_kind(self.value(test), "bool")
        before = set(self.sure)
        first = self.block(then)
        after, self.sure = self.sure, before
        second = self.block(otherwise)
        self.sure &= after
        return tree.If(condition, first, second, line=node.lineno)

    def loop(self, node: ast.For, name: str, body: list[ast.stmt]) -> tree.For:
        values = self.bounds(node.iter)
        if name in self.kinds or name in self.operands or name == "m":
            raise Wrong(node.lineno, f"{name} cannot count a loop: it is something else")
        if len(self.loops) == DEEPEST:
            raise Wrong(node.lineno, f"loops stand at most {DEEPEST} deep")
        self.kinds[name] = "int"
        self.loops.add(name)
        self.sure.add(name)
        found = self.block(body)
        self.loops.discard(name)
        self.sure.discard(name)
        del self.kinds[name]
        return tree.For(name, values, found, line=node.lineno)

    def bounds(self, node: ast.expr) -> range:
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "range"
            and 1 <= len(node.args) <= 3
            and not node.keywords
        ):
            raise Wrong(node.lineno, "expected `for ... in range(...)`")
        numbers = [self.constant(each) for each in node.args]
        if max(map(abs, numbers)) > LARGEST:
            raise Wrong(node.lineno, f"a range's numbers are at most {LARGEST:,} in size")
        try:
            values = range(*numbers)
        except ValueError:
            raise Wrong(node.lineno, "a range's step is not 0") from None
        if not 1 <= len(values) <= LONGEST_LOOP:
            raise Wrong(
                node.lineno, f"a loop runs 1 to {LONGEST_LOOP} times, this one {len(values):,}"
            )
        return values

    def constant(self, node: ast.expr) -> int:
        """A whole number that is known now."""
        match node:
            case ast.Constant(int(number)) if type(number) is int:
                return number
            case ast.UnaryOp(ast.USub(), operand):
                return -self.constant(operand)
            case ast.Attribute(ast.Name("m"), name) if name in self.rules.constants:
                return self.rules.constants[name]
            case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
                a, b = self.constant(left), self.constant(right)
                match OPERATORS[type(operator)]:
                    case "+":
                        return a + b
                    case "-":
                        return a - b
                    case "*" if max(abs(a), abs(b)) < LARGEST:
                        return a * b
                    case "//" if b:
                        return a // b
        raise Wrong(node.lineno, f"expected a whole number known now, got {_quoted(node)}")

    # Values.

    def value(self, node: ast.expr) -> tree.Value:
        line = node.lineno
        match node:
            case ast.Constant(bool()):
                raise Wrong(line, "write a comparison instead of True or False")
            case ast.Constant(int(number)) if abs(number) < 2 * LARGEST:
                return tree.Constant(number, kind="int", line=line)
            case ast.Constant(float(number)) if number == number and abs(number) < float("inf"):
                return tree.Constant(number, kind="real", line=line)
            case ast.Name(name):
                return self.name(name, line)
            case ast.Attribute() | ast.Subscript():
                return self.place(node)
        return self.computed(node)

    def computed(self, node: ast.expr) -> tree.Value:
        """The value of an operator or a function."""
        line = node.lineno
        match node:
            case ast.BinOp(left, operator, right):
                return self.binary(node, operator, self.value(left), self.value(right))
            case ast.UnaryOp(ast.USub(), operand):
                return self.negative(self.value(operand))
            case ast.UnaryOp(ast.Invert(), operand):
                found = self.as_kind(self.value(operand), "int")
                return tree.Operation("~", (found,), "int", kind="int", line=line)
            case ast.UnaryOp(ast.Not(), operand):
                found = self.as_kind(self.value(operand), "bool")
                return tree.Operation("not", (found,), "bool", kind="bool", line=line)
            case ast.BoolOp(operator, values):
                name = "and" if isinstance(operator, ast.And) else "or"
                found_all = tuple(self.as_kind(self.value(each), "bool") for each in values)
                return tree.Operation(name, found_all, "bool", kind="bool", line=line)
            case ast.Compare(left, [comparison], [right]):
                return self.compare(node, comparison, self.value(left), self.value(right))
            case ast.IfExp(test, then, otherwise):
                condition = self.as_kind(self.value(test), "bool")
                a, b = self.alike(self.value(then), self.value(otherwise))
                if a.kind in tree.ROWS:
                    raise Wrong(line, f"{_quoted(node)}: choose an address instead of a row")
                return tree.Operation("select", (condition, a, b), a.kind, kind=a.kind, line=line)
            case ast.Call():
                return self.call(node)
        raise Wrong(line, f"{_quoted(node)} cannot stand in a body")

    def name(self, name: str, line: int) -> tree.Value:
        operand = self.operands.get(name)
        if isinstance(operand, RegisterOperand):
            raise Wrong(line, f"{name} is the number of a register; write m.{operand.file}[{name}]")
        if operand is not None:
            self.used.add(name)
            return tree.Immediate(name, kind="int", line=line)
        kind = self.kinds.get(name)
        if kind is None:
            raise Wrong(line, f"{name} has no value: a body sees m and its operands only")
        if name not in self.sure:
            raise Wrong(line, f"{name} has a value on some ways to this line only")
        if kind in tree.ROWS:
            raise Wrong(line, f"{name} is a row; write {name}[lane]")
        return tree.Local(name, kind=kind, line=line)

    def place(self, node: ast.expr) -> tree.Value:
        """What of the machine, or of a row, an expression names."""
        line, rules = node.lineno, self.rules
        match node:
            case ast.Attribute(ast.Name("m"), name) if name in rules.constants:
                return tree.Constant(rules.constants[name], kind="int", line=line)
            case ast.Attribute(ast.Name("m"), name) if name in rules.scalars:
                return tree.Scalar(name, kind=rules.scalars[name].kind, line=line)
            case ast.Attribute(ast.Name("m"), name):
                raise self.unknown_part(line, name)
            case ast.Attribute():
                raise Wrong(line, f"{_quoted(node)}: only m has parts")
            case ast.Subscript(ast.Attribute(ast.Name("m"), name), index):
                return self.element(line, name, index)
            case ast.Subscript(ast.Name(name), index) if self.kinds.get(name) in tree.ROWS:
                if name not in self.sure:
                    raise Wrong(line, f"{name} has a value on some ways to this line only")
                if self.kinds[name] == "output" and isinstance(node.ctx, ast.Load):
                    raise Wrong(line, f"{name} is written at the end; it cannot be read")
                lane = self.as_kind(self.value(index), "int")
                return tree.Lane(name, lane, self.kinds[name], kind="real", line=line)
        raise Wrong(line, f"{_quoted(node)} is no part of the machine")

    def element(self, line: int, name: str, index: ast.expr) -> tree.Value:
        rules = self.rules
        if name in rules.registers:
            operand = self.operands.get(index.id) if isinstance(index, ast.Name) else None
            if not isinstance(operand, RegisterOperand) or operand.file != name:
                raise Wrong(line, f"m.{name}[...] takes an operand that names such a register")
            self.used.add(operand.name)
            kind = rules.registers[name].kind
            return tree.Register(name, operand.name, kind=kind, line=line)
        if name in rules.elements:
            address = self.as_kind(self.value(index), "int")
            return tree.Element(name, address, kind=rules.elements[name].kind, line=line)
        raise self.unknown_part(line, name)

    def unknown_part(self, line: int, name: str) -> Wrong:
        rules = self.rules
        known = [*rules.registers, *rules.scalars, *rules.elements, *rules.constants]
        return Wrong(
            line,
            f"m.{name}: an instruction sees {', '.join(known)}, row(address), "
            "output_row(address) and scratch_row() of the machine",
        )

    def binary(
        self, node: ast.BinOp, operator: ast.operator, a: tree.Value, b: tree.Value
    ) -> tree.Value:
        name = OPERATORS.get(type(operator))
        if name is None:
            raise Wrong(node.lineno, f"the operator of {_quoted(node)} is not there")
        if name == "/":
            a, b = self.as_kind(a, "real"), self.as_kind(b, "real")
        a, b = self.alike(a, b)
        if a.kind not in ("int", "real"):
            raise Wrong(node.lineno, f"{_quoted(node)}: expected numbers")
        if a.kind == "real" and name not in OF_REALS:
            raise Wrong(node.lineno, f"{name} is for whole numbers")
        positive = isinstance(b, tree.Constant) and b.value > 0
        if name in ("//", "%") and not positive:
            raise Wrong(node.lineno, f"{name} takes a positive constant on its right")
        return tree.Operation(name, (a, b), a.kind, kind=a.kind, line=node.lineno)

    def negative(self, found: tree.Value) -> tree.Value:
        if isinstance(found, tree.Constant):
            return tree.Constant(-found.value, kind=found.kind, line=found.line)
        zero: int | float = 0 if found.kind == "int" else -0.0
        if found.kind not in ("int", "real"):
            raise Wrong(found.line, "expected a number after the minus sign")
        start = tree.Constant(zero, kind=found.kind, line=found.line)
        return tree.Operation("-", (start, found), found.kind, kind=found.kind, line=found.line)

    def compare(
        self, node: ast.Compare, comparison: ast.cmpop, a: tree.Value, b: tree.Value
    ) -> tree.Value:
        name = COMPARISONS.get(type(comparison))
        if name is None:
            raise Wrong(node.lineno, f"the comparison of {_quoted(node)} is not there")
        a, b = self.alike(a, b)
        if a.kind not in ("int", "real"):
            raise Wrong(node.lineno, f"{_quoted(node)}: expected numbers")
        return tree.Operation(name, (a, b), a.kind, kind="bool", line=node.lineno)

    def call(self, node: ast.Call) -> tree.Value:
        line, given = node.lineno, node.args
        if node.keywords:
            raise Wrong(line, f"{_quoted(node)}: arguments have no names")
        match node.func:
            case ast.Attribute(ast.Name("m"), "row" | "output_row" as name) if len(given) == 1:
                address = self.as_kind(self.value(given[0]), "int")
                kind: tree.ValueKind = "row" if name == "row" else "output"
                return tree.RowAt(address, kind=kind, line=line)
            case ast.Attribute(ast.Name("m"), "scratch_row") if not given:
                return tree.Scratch(kind="scratch", line=line)
            case ast.Name("sum") if len(given) == 1 and isinstance(given[0], ast.Name):
                row = given[0].id
                if self.kinds.get(row) not in ("row", "scratch") or row not in self.sure:
                    raise Wrong(line, f"sum(row) takes a row, and {row} is none")
                return tree.RowSum(row, kind="real", line=line)
            case ast.Name("min" | "max" as name) if len(given) == 2:
                a, b = self.alike(self.value(given[0]), self.value(given[1]))
                if a.kind not in ("int", "real"):
                    raise Wrong(line, f"{_quoted(node)}: expected numbers")
                return tree.Operation(name, (a, b), a.kind, kind=a.kind, line=line)
            case ast.Name(name) if len(given) == 1:
                found = self.of_one(name, line, self.value(given[0]))
                if found is not None:
                    return found
        called = ast.unparse(node.func)
        raise Wrong(
            line,
            f"{called} cannot be called: there are m.row(address), m.output_row(address), "
            "m.scratch_row(), "
            f"{''.join(f'{name}(a), ' for name in self.rules.functions)}"
            "sum(row), min(a, b), max(a, b), abs(a), int(a) and float(a)",
        )

    def of_one(self, name: str, line: int, given: tree.Value) -> tree.Value | None:
        """A function of one number; None where there is none of that name."""
        if name in self.rules.functions:
            real = self.as_kind(given, "real")
            return tree.Operation(name, (real,), "real", kind="real", line=line)
        if name == "float":
            number = self.as_kind(given, "int")
            return tree.Operation("float", (number,), "int", kind="real", line=line)
        kinds = {"abs": ("int", "real"), "int": ("real", "bool")}.get(name)
        if kinds is None:
            return None
        if given.kind not in kinds:
            raise Wrong(line, f"{name}(...) takes {' or '.join(SAID[each] for each in kinds)}")
        kind = given.kind if name == "abs" else "int"
        return tree.Operation(name, (given,), given.kind, kind=kind, line=line)

    # Kinds.

    def as_kind(self, value: tree.Value, kind: tree.ValueKind) -> tree.Value:
        if value.kind == kind:
            return value
        if isinstance(value, tree.Constant) and kind == "real":
            return tree.Constant(float(value.value), kind="real", line=value.line)
        expected, got = (SAID.get(each, "a row") for each in (kind, value.kind))
        raise Wrong(value.line, f"expected {expected}, got {got}: int(...) and float(...) convert")

    def alike(self, a: tree.Value, b: tree.Value) -> tuple[tree.Value, tree.Value]:
        if isinstance(a, tree.Constant):
            return self.as_kind(a, b.kind), b
        return a, self.as_kind(b, a.kind)


def _loaded(target: ast.expr) -> ast.expr:
    """The same place, to be read."""
    match target:
        case ast.Name(name):
            found: ast.expr = ast.Name(name, ast.Load())
        case ast.Attribute(value, name):
            found = ast.Attribute(value, name, ast.Load())
        case ast.Subscript(value, index):
            found = ast.Subscript(value, index, ast.Load())
        case _:
            found = target
    return ast.copy_location(found, target)


def _quoted(node: ast.expr) -> str:
    try:
        text = ast.unparse(node)
    except (ValueError, RecursionError):  # a number of thousands of digits, or too deep
        return "this"
    return f"`{text}`" if len(text) <= 60 else f"`{text[:57]}...`"
