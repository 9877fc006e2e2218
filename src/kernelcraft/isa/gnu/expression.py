"""Constant expressions: numbers, symbols, the operators of C, and the place they stand for."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.gnu.source import character
from kernelcraft.isa.suggest import quote

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|0[bB][01]+(?![0-9a-zA-Z_])|[0-9]+[bf](?![0-9a-zA-Z_])|[0-9]+"
    r"|'(?:\\.|[^\\])'|[A-Za-z_.$][A-Za-z0-9_.$]*|%[a-z_0-9]+|<<|>>|&&|\|\||==|!=|<=|>=|.)",
    re.DOTALL,
)
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!=", "<", ">", "<=", ">="),
    ("+", "-"),
    ("|", "^", "&"),
    ("*", "/", "%", "<<", ">>"),
)  # the precedences of GNU as: shifts bind like products
HERE = "."
DEEPEST = 50
MOST_TOKENS = 300  # of one expression; its tree is as deep at most
LONGEST_TEXT = 4_000  # characters of one expression
_BITS = 128
_DECIMAL = re.compile("-?(?:0|[1-9][0-9]{0,18})")  # most expressions are no more than that


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A symbol; `.` is the place of the statement."""

    text: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator and one or two operands."""

    operator: str
    operands: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Modified:
    """A relocation operator such as `%lo`."""

    operator: str
    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Value:
    """A number, counted from the start of a section unless `section` is None."""

    section: str | None
    offset: int


Expression = Number | Name | Operation | Modified | Value


Lookup = Callable[[str], Value]
Locals = Callable[[str], str]


def parse(text: str, local: Locals) -> Expression:
    """Read an expression; `local` turns `1b` or `1f` into a symbol. Raises Wrong."""
    if _DECIMAL.fullmatch(text):
        return Number(int(text))
    if len(text) > LONGEST_TEXT:
        raise Wrong(f"an expression of {len(text):,} characters; at most {LONGEST_TEXT:,} are read")
    tokens = _tokens(text)
    if len(tokens) > MOST_TOKENS:
        raise Wrong(f"{quote(text)} has {len(tokens):,} parts; at most {MOST_TOKENS} are read")
    parser = _Parser(tokens, text, local)
    found = parser.level(0, 0)
    if parser.token:
        raise Wrong(f"expected an operator, got {quote(parser.token)} in {quote(text)}")
    return found


def _tokens(text: str) -> list[str]:
    return [token for token in _TOKEN.findall(text.strip()) if token.strip()]


class _Parser:
    def __init__(self, tokens: list[str], text: str, local: Locals) -> None:
        self.tokens, self.text, self.local = tokens, text, local
        self.position = 0

    @property
    def token(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self) -> str:
        token = self.token
        self.position += 1
        return token

    def expect(self, token: str) -> None:
        if self.take() != token:
            raise Wrong(f"expected {quote(token)} in {quote(self.text)}")

    def level(self, level: int, depth: int) -> Expression:
        if depth > DEEPEST:
            raise Wrong(f"{quote(self.text)} is nested too deeply")
        if level == len(_LEVELS):
            return self.unary(depth)
        left = self.level(level + 1, depth)
        while self.token in _LEVELS[level]:
            operator = self.take()
            left = Operation(operator, (left, self.level(level + 1, depth)))
        return left

    def unary(self, depth: int) -> Expression:
        token = self.take()
        if depth > DEEPEST:
            raise Wrong(f"{quote(self.text)} is nested too deeply")
        if token in ("-", "+", "~", "!"):
            return Operation(token, (self.unary(depth + 1),))
        if token == "(":
            inner = self.level(0, depth + 1)
            self.expect(")")
            return inner
        if token.startswith("%") and len(token) > 1:
            self.expect("(")
            inner = self.level(0, depth + 1)
            self.expect(")")
            return Modified(token, inner)
        return self.atom(token)

    def atom(self, token: str) -> Expression:
        if re.fullmatch("[0-9]+[bf]", token):
            return Name(self.local(token))
        if token[:1].isdigit():
            return Number(_number(token))
        if token.startswith("'") and len(token) > 2:
            return Number(character(token))
        if re.fullmatch(r"[A-Za-z_.$][A-Za-z0-9_.$]*", token):
            return Name(token)
        got = quote(token) if token else "the end"
        raise Wrong(f"expected a number or a symbol, got {got} in {quote(self.text)}")


def _number(token: str) -> int:
    if len(token) > 40:
        raise Wrong(f"the number {quote(token)} is too long")
    lower = token.lower()
    if lower.startswith("0x"):
        return int(token, 16)
    if lower.startswith("0b"):
        return int(token, 2)
    try:
        return int(token, 8 if len(token) > 1 and token.startswith("0") else 10)
    except ValueError:
        raise Wrong(f"{quote(token)} is no octal number, as its first 0 says") from None


def evaluate(expression: Expression, lookup: Lookup) -> Value:
    """The value of an expression without relocation operators; raises Wrong."""
    match expression:
        case Number(value):
            return Value(None, _bounded(value))
        case Value():
            return expression
        case Name(text):
            return lookup(text)
        case Modified(operator, _):
            raise Wrong(f"{operator} can only stand alone, as an operand of an instruction")
        case Operation(operator, (operand,)):
            number = _absolute(evaluate(operand, lookup), operator)
            return Value(None, _bounded(_UNARY[operator](number)))
        case Operation(operator, (left, right)):
            found = _combined(operator, evaluate(left, lookup), evaluate(right, lookup))
            return Value(found.section, _bounded(found.offset))
    raise TypeError(expression)


def names(expression: Expression) -> Iterator[str]:
    """The symbols that an expression names."""
    match expression:
        case Name(text):
            yield text
        case Modified(_, operand):
            yield from names(operand)
        case Operation(_, operands):
            for each in operands:
                yield from names(each)


def placed(expression: Expression, here: Value) -> Expression:
    """The expression with the place of the statement where `.` stands for it."""
    match expression:
        case Name(text) if text == HERE:
            return here
        case Modified(operator, operand):
            return Modified(operator, placed(operand, here))
        case Operation(operator, operands):
            return Operation(operator, tuple(placed(each, here) for each in operands))
    return expression


def _bounded(value: int) -> int:
    if not -(1 << _BITS - 1) <= value < 1 << _BITS - 1:
        raise Wrong(f"a value on the way does not fit {_BITS} bits")
    return value


def _combined(operator: str, left: Value, right: Value) -> Value:
    if operator == "+" and None in (left.section, right.section):
        return Value(left.section or right.section, left.offset + right.offset)
    if operator == "-" and right.section in (None, left.section):
        section = left.section if right.section is None else None
        return Value(section, left.offset - right.offset)
    if operator in _COMPARISONS and left.section == right.section:
        return Value(None, -int(_COMPARISONS[operator](left.offset, right.offset)))
    one, other = _absolute(left, operator), _absolute(right, operator)
    return Value(None, _BINARY[operator](one, other))


def _absolute(value: Value, operator: str) -> int:
    if value.section is not None:
        raise Wrong(f"{operator!r} needs numbers, not the address of a symbol")
    return value.offset


def _divided(a: int, b: int) -> int:
    if b == 0:
        raise Wrong("division by zero")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _shifted(a: int, b: int) -> int:
    if not 0 <= b < 64:
        raise Wrong(f"a shift by {b} bits is outside 0..63")
    return a << b


_UNARY: dict[str, Callable[[int], int]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "~": lambda a: ~a,
    "!": lambda a: int(a == 0),
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "%": lambda a, b: a - b * _divided(a, b),
    "<<": _shifted,
    ">>": lambda a, b: (a & (1 << 64) - 1) >> b if 0 <= b < 64 else 0,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&&": lambda a, b: int(a != 0 and b != 0),
    "||": lambda a, b: int(a != 0 or b != 0),
}
