"""The terms of a text that a search compares: words without endings, operators by their names."""

import re
from collections.abc import Iterator
from typing import Final

_TOKEN = re.compile(r"[a-z0-9][a-z0-9_.]*[a-z0-9]|[a-z0-9]|<<|>>|\*\*|[+\-*/&|^<>]", re.IGNORECASE)
_PART = re.compile(r"[a-z]+|\d+")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ings?|ed|es|s|e)$")

_OPERATORS: Final = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "**": "power",
    "<<": "shift", ">>": "shift", "&": "and", "|": "or", "^": "xor", "<": "less", ">": "greater",
}  # fmt: skip

_NOTATION: Final = (
    (re.compile(r"\bi \* \w+\["), "stride"),
    (re.compile(r"\[0\]"), "first element"),
    (re.compile(r"\[i\]"), "vector element"),
    (re.compile(r"\bin 2\*sew"), "widen"),
    (re.compile(r"\bhas 2\*sew"), "narrow"),
    (re.compile(r"(\w+\[\w+\]) = \1 [+-]|\+="), "accumulate"),
)
"""What a manual writes as a formula and a question in words."""

_SAME: Final = (
    "max maximum largest larger greatest",
    "min minimum smallest smaller least",
    "sum total",
    "add plus addition",
    "sub subtract minus difference",
    "mul multiply product times",
    "div divide quotient division",
    "reci reciprocal inverse",
    "exp exponential exponent power",
    "sqrt root",
    "ld load read fetch prefetch bring",
    "st store write",
    "mem memory sram",
    "red reduce reduction",
    "acc accumulate accumulator",
    "repeat loop iteration iterations",
    "dist distance stride strided",
    "idx index indices indexed offset",
    "sat saturate saturated saturation clip",
    "cvt convert conversion",
    "jump branch go",
    "halt end stop",
    "fp float floating",
    "int integer",
    "broadcast splat",
    "const constant",
    "neg negative negate",
    "ext extend extended",
    "widen widening wide wider",
    "narrow narrowing",
    "mask masked",
)
"""Words that a question and a manual may use for each other; the first stands for all."""

_ASKING: Final = """
    a all an and are at be by can do does for from happens has have how i in into is it its many may
    must of on one or some that the their them there they this to was what when where which who why
    will with
"""
_STOP: Final = frozenset(_ASKING.split())
"""What a question is made of beside its words."""


def terms(text: str) -> Iterator[str]:
    """The terms in order; a name such as `V_RED_MAX` gives itself and its parts."""
    plain = text.casefold()
    for notation, words in _NOTATION:
        if notation.search(plain):
            yield from map(_term, words.split())
    for token in _TOKEN.findall(plain):
        if token in _OPERATORS:
            yield _term(_OPERATORS[token])
            continue
        parts = _PART.findall(token)
        if len(parts) > 1:
            yield token
        named = (part for part in parts if len(part) > 1 or part == token)
        yield from (_term(part) for part in named if part not in _STOP)


def _term(word: str) -> str:
    return _STANDS_FOR.get(word) or _STANDS_FOR.get(_stem(word)) or _stem(word)


def _stem(word: str) -> str:
    return _ENDING.sub("", word)


_STANDS_FOR: Final = {
    form: group.split()[0]
    for group in _SAME
    for word in group.split()
    for form in (word, _stem(word))
}
