"""Sentences about an instruction set, said in another of its languages.

A page is prose with names and pieces of code in it. Names of instructions and registers are
replaced, and operands after a mnemonic are put in their order, where it is plain that they are
operands. Words that are English, too, stay where they are not part of such code.
"""

from __future__ import annotations

import re
from typing import Final

from kernelcraft.isa.language import Language

_ENGLISH: Final = frozenset(
    ["abs", "acquire", "add", "and", "call", "done", "event", "fence", "jump", "lock", "max", "min"]
    + ["not", "or", "release", "select", "sub", "tail", "zero"]
)
"""Mnemonics and registers that a sentence may have as words."""

_START: Final = r"(?<![\w%])(?:(?<!\.)|(?<=\.\.))"
"""Of a name: not within another one, nor after the dot of a directive; but after a range's two."""
_NAME = re.compile(_START + r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")
_OPERAND = re.compile(
    r"\[[^\]\n]*\]|[#%-]?[A-Za-z0-9_.$%]+(?:\([A-Za-z0-9_.$]+\))?|\([A-Za-z0-9]+\)"
)
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")
_BLANKS = re.compile(" +")
_COMMA = re.compile(r" *, *")
_NUMBER = re.compile(r"[#-]*(?:0x)?[0-9][0-9A-Fa-fbf]*")
_PATTERN = re.compile(r"(?<![\w.])(?:[A-Z]+|\*)(?:_(?:[A-Z]+|\*))+")
_REGISTERS = re.compile(r"(?<![\w.])(?:[a-z]+, )*[a-z]+(?: and [a-z]+)?(?= registers\b)")
_FILE = re.compile(r"(?<![\w.])([a-z]+)(?=\[)|(?<![\w.])([a-z]{2,})(?=X\b)")
_FACT = re.compile("(?:Unit|Encoding|Syntax): ")  # of a derived table already
_QUOTED = re.compile(r"'[^'\n]*'")


class Prose:
    """Says in a language what was said of its base."""

    def __init__(self, language: Language) -> None:
        self.language = language
        base = language.base
        self._operands = frozenset(base.operands)
        self._mnemonics = frozenset((*base.forms, *base.pseudos))
        self._heads = {
            name.partition(".")[0]: language.mnemonic(name).partition(".")[0]
            for name in sorted(self._mnemonics, reverse=True)
        }
        registers = language.wording.registers
        self._files = {
            name.rstrip("0123456789"): new.rstrip("0123456789")
            for name, new in registers.items()
            if name[-1:].isdigit()
        }
        idle = {each.mnemonic for each in base.table if not each.operands}
        self._kept = _ENGLISH | set(base.units) - idle | self._operands
        self._runs = _runs(language)
        self._lost = language.missing - _ENGLISH

    def told(self, text: str) -> str:
        """A page or a part of one, without the lines about what the language does not have."""
        lines = text.split("\n")
        return "\n".join(self._line(line) for line in lines if not self._is_lost(line))

    def _is_lost(self, line: str) -> bool:
        return bool(self._lost) and not self._lost.isdisjoint(_WORD.findall(line))

    def message(self, text: str) -> str:
        """A sentence about a text in the language, whose quotations stay as they are."""
        pieces, at = [], 0
        for quoted in _QUOTED.finditer(text):
            pieces += [self._line(text[at : quoted.start()]), quoted[0]]
            at = quoted.end()
        return "".join([*pieces, self._line(text[at:])])

    def _line(self, line: str) -> str:
        if _FACT.match(line):
            return line
        found, at = [], 0
        for name in _NAME.finditer(line):
            if name.start() < at:
                continue
            new, end = self._named(line, name)
            found += [line[at : name.start()], new]
            at = end
        return self._patterns("".join([*found, line[at:]]))

    def _named(self, line: str, name: re.Match[str]) -> tuple[str, int]:
        """What stands for a name and perhaps its operands, and where the line goes on."""
        word, end = name[0], name.end()
        if word in self._mnemonics and not line.startswith((":", "="), end):
            texts, after = self._operands_at(line, end, word)
            if texts:
                return self.language.instruction(word, texts, kept=self._operands), after
            if word not in self._kept and len(word) > 1:
                return self.language.mnemonic(word), end
        return self._word(word, line, end), end

    def _word(self, word: str, line: str, end: int) -> str:
        if word in self._operands:
            return word
        registers = self.language.wording.registers
        is_code = word not in self._kept or line.startswith((",", " ra"), end)
        if word in registers and is_code:
            return registers[word]
        if word in self._files and len(word) > 1 and word not in self._kept:
            return self._files[word]
        if word in self._heads and len(word) > 2 and word not in self._kept:
            return self._heads[word]
        head, dot, rest = word.partition(".")
        return f"{self._word(head, line, end)}.{rest}" if dot else word

    def _operands_at(self, line: str, at: int, mnemonic: str) -> tuple[list[str], int]:
        """Operands that plainly stand after a mnemonic, as many as it has, and their end."""
        texts: list[tuple[str, int]] = []
        space = _BLANKS.match(line, at)
        while space is not None:
            operand = _OPERAND.match(line, space.end())
            if operand is None:
                break
            text = operand[0].rstrip(".") if not operand[0].endswith("...") else operand[0]
            if not self._is_operand(text):
                break
            texts.append((text, operand.start() + len(text)))
            space = _COMMA.match(line, texts[-1][1])
        least = 2 if mnemonic in _ENGLISH else 1
        for count in range(len(texts), least - 1, -1):
            if self._fits(mnemonic, count):
                return [text for text, _ in texts[:count]], texts[count - 1][1]
        return [], at

    def _is_operand(self, text: str) -> bool:
        if text in self._operands or _NUMBER.fullmatch(text) or text[0] in "#[(%":
            return True
        bare = text.removeprefix("-")
        inner = re.findall(r"[A-Za-z_][A-Za-z0-9_.]*", bare)
        known = self.language.wording.registers
        return bool(inner) and all(each in known or each in self._operands for each in inner)

    def _fits(self, mnemonic: str, count: int) -> bool:
        base = self.language.base
        forms = base.forms.get(mnemonic, ())
        templates = [each.template for each in forms]
        if any(each.required <= count <= len(each.parts) for each in templates):
            return True
        return mnemonic in base.pseudos

    def _patterns(self, line: str) -> str:
        """Names with a part left open, such as `V_*_VF`, and files of registers: `gp[rs1]`."""

        def pattern(found: re.Match[str]) -> str:
            words = found[0].split("_")
            if "*" not in words and found[0] in self._mnemonics:
                return self.language.mnemonic(found[0])
            if all(word == "*" or word in self._runs for word in words):
                return "_".join(self._runs.get(word, word) for word in words)
            return found[0]

        def file(found: re.Match[str]) -> str:
            return self._files.get(found[0], found[0])

        def registers(found: re.Match[str]) -> str:
            return re.sub("[a-z]+", file, found[0])

        line = _FILE.sub(file, _PATTERN.sub(pattern, line))
        return _REGISTERS.sub(registers, line)


def _runs(language: Language) -> dict[str, str]:
    """The words between underscores of mnemonics, and what they became."""
    found: dict[str, str] = {}
    for old, new in language.wording.mnemonics.items():
        olds, news = old.split("_"), new.split("_")
        if len(olds) == len(news):
            found.update(zip(olds, news, strict=True))
    return found
