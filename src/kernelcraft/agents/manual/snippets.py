"""Snippets that ran: single instructions with operands, and how long four of them take.

How a program begins and ends is looked for in the manual's prose and tried on the simulator.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from kernelcraft.agents.manual.reading import Instruction, Read
from kernelcraft.workbench import Workbench

COPIES: Final = 4
LONGEST: Final = 300  # characters of what is said of errors
OF_A_UNIT: Final = 3
WITHOUT_UNITS: Final = 16
"""Snippets of a manual that names no units."""
MOST_ENDS: Final = 60
MOST_STARTS: Final = 4
TO_SET: Final = 2
"""Operands of an instruction that sets a register to a number."""
MOST_TRIED: Final = 200
PAD: Final = 5
"""Lines that do nothing after an end: for delay slots."""
_WORDS = re.compile(r"[A-Za-z_][\w.]*")


@dataclass(frozen=True)
class Frame:
    """What stands before and after a snippet."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def around(self, lines: Sequence[str]) -> str:
        """A whole program."""
        return "\n".join([*self.before, *lines, *self.after]) + "\n"


@dataclass(frozen=True)
class Snippet:
    """An instruction as it can be written. ran: whether it ran to its end; dependent,
    independent: cycles that four copies of it add, one after another's result and not."""

    instruction: Instruction
    text: str
    before: tuple[str, ...] = ()
    ran: bool = False
    dependent: int | None = None
    independent: int | None = None

    def __str__(self) -> str:
        cited = f"[{self.instruction.section.number}]"
        if not self.ran:
            return f"`{self.text}` assembles; alone it does not run here {cited}"
        times = "" if self.dependent is None else f"; 4 on one register: {self.dependent} cycles"
        if self.independent is not None:
            times += f", on 4 registers: {self.independent}"
        after = f" after `{self.before[0]}`" if self.before else ""
        return f"`{self.text}` ran{after}{times} {cited}"


@dataclass
class Trial:
    """Writes programs with the workbench's tools and runs them; no evaluation is made."""

    workbench: Workbench
    runs: int = 0
    complaint: str = ""

    def assembles(self, text: str) -> bool:
        """Whether it has no errors."""
        self.workbench.write_code(text)
        found = self.workbench.check_syntax()
        self.complaint = " ".join(str(found).split())[:LONGEST]
        return found.success

    def cycles(self, text: str) -> int | None:
        """Of a program that runs to its end, whatever it computes."""
        self.runs += 1
        self.workbench.write_code(text)
        found = self.workbench.profile()
        return found.cycles if found.ended else None


def frames(manual: Read, trial: Trial) -> list[Frame]:
    """Ways to begin and end a program: the plain one that ran, then others with a beginning.

    Where none ran, one with which instructions assemble; empty where there is none such.
    """
    pads: list[tuple[str, ...]] = [()]
    pads += [(each.name,) * PAD for each in manual.instructions if _idle(each)][:2]
    assembled = None
    for head in [(), *((f"{name}:",) for name in _labels(manual))]:
        known = _ends(manual, trial, head)
        for end in [(), *((each,) for each in known)]:
            able = _able(manual, trial, Frame(head, end), known)
            if able and assembled is None:
                assembled = Frame(head, end)
            for pad in pads if able else ():
                frame = Frame(head, (*end, *pad))
                if any(trial.cycles(frame.around([text])) is not None for text in able):
                    return [frame, *_beginnings(manual, trial, frame)]
    return [] if assembled is None else [assembled]


def _beginnings(manual: Read, trial: Trial, frame: Frame) -> list[Frame]:
    """With what the prose says to begin with, or with a register that is set to 0."""
    starts = [*_starts(manual, trial, frame), *_zeros(manual, trial, frame)]
    return [Frame((*frame.before, each), frame.after) for each in starts]


def _zeros(manual: Read, trial: Trial, frame: Frame) -> list[str]:
    """Instructions that set the registers of snippets to a number, written with 0."""
    able = [
        each
        for each in manual.instructions
        if len(each.operands) == TO_SET and any("number" in said for said in each.operands.values())
    ]
    texts = [text for each in able[:MOST_TRIED] if (text := each.written(zero=True))]
    return [each for each in texts if trial.cycles(frame.around([each])) is not None][:MOST_STARTS]


def _able(manual: Read, trial: Trial, frame: Frame, ends: Sequence[str]) -> list[str]:
    """Some instructions that assemble: a few of different forms from every unit, none that ends."""
    found: dict[tuple[str, str], str] = {}
    for each in manual.instructions:
        key, text = (each.unit, each.form), each.written()
        if text is None or key in found or not (each.form or each.example) or text in ends:
            continue
        alike = sum(unit == each.unit for unit, _ in found)
        if alike < _most(each.unit) and trial.assembles(frame.around([text])):
            found[key] = text
    return list(found.values())


def _most(unit: str) -> int:
    return OF_A_UNIT if unit else WITHOUT_UNITS


def _idle(instruction: Instruction) -> bool:
    words = instruction.summary.lower()
    return not instruction.form and re.search(r"\bnothing\b|\bno operation\b", words) is not None


def _labels(manual: Read) -> list[str]:
    said = [re.search(r"\blabel `?(\w+)", line) for _, line in manual.sentences]
    return list(dict.fromkeys(found[1] for found in said if found))


def snippets(manual: Read, trial: Trial) -> list[Snippet]:
    """Some of every unit's instructions; those that ran come first."""
    known = frames(manual, trial)
    found = []
    ordered = sorted(manual.instructions, key=lambda each: each.unit)
    for _, group in groupby(ordered, key=lambda each: each.unit):
        seen: set[str] = set()
        for instruction in group:
            shape = f"{instruction.form} {instruction.latency} {instruction.example}"
            text = instruction.written()
            if shape in seen or text is None or len(seen) >= _most(instruction.unit) or not known:
                continue
            if trial.assembles(known[0].around([text])):
                seen.add(shape)
                found.append(_tried(instruction, text, known, trial))
    return sorted(found, key=lambda each: (not each.ran, each.instruction.section.number))


def _tried(instruction: Instruction, text: str, known: Sequence[Frame], trial: Trial) -> Snippet:
    for frame in known:
        if trial.cycles(frame.around([text])) is None:
            continue
        copies = [instruction.written(copy) or text for copy in range(COPIES)]
        chain = _added(frame, [text] * COPIES, trial)
        apart = _added(frame, copies, trial) if len(set(copies)) == COPIES else None
        before = frame.before[len(known[0].before) :]
        return Snippet(instruction, text, before, True, chain, apart)
    return Snippet(instruction, text)


def _added(frame: Frame, lines: Sequence[str], trial: Trial) -> int | None:
    """Cycles that some lines add when they stand twice."""
    once, twice = (trial.cycles(frame.around([*lines] * times)) for times in (1, 2))
    return None if once is None or twice is None else twice - once


def _ends(manual: Read, trial: Trial, head: tuple[str, ...]) -> list[str]:
    """What assembles of the words around "end" in the prose: two neighbours, or one word."""
    said = [line for _, line in manual.sentences if re.search(r"\bends?\b", line)]
    listed = {word for _, line in manual.sentences for word in _WORDS.findall(line)}
    listed |= {each.name for each in manual.instructions}
    words = dict.fromkeys(phrase for line in said for phrase in _phrases(line))
    able = [phrase for phrase in words if phrase.split()[0] in listed]
    return [each for each in able[:MOST_ENDS] if trial.assembles(Frame(head).around([each]))]


def _phrases(line: str) -> list[str]:
    words = _WORDS.findall(line)
    return [*(f"{one} {other}" for one, other in pairwise(words)), *words]


def _starts(manual: Read, trial: Trial, frame: Frame) -> list[str]:
    """Instructions that the prose says to begin with, as they can be written."""
    said = [
        word
        for words in (r"\bbegin with\b", r"\bset\b")
        for _, line in manual.sentences
        if re.search(words, line)
        for word in _WORDS.findall(line)
    ]
    by_name = {each.name: each for each in reversed(manual.instructions)}
    named = [by_name[word] for word in dict.fromkeys(said) if word in by_name]
    texts = [text for each in named if (text := each.written())]
    return [text for text in texts if trial.cycles(frame.around([text])) is not None][:MOST_STARTS]
