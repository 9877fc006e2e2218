"""What takes input from outside, and how each of them is tried: one function a target.

A target draws one input from the random numbers it is given, hands it over, and says how that
ended. Whatever it raises is a finding; `Wrong` is raised here when an answer is no good.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.hostile import directives as directive_grammar
from benchmarks.hostile import files, texts
from benchmarks.hostile.executable import executable
from benchmarks.hostile.logs_of import (
    archive_of,
    good_logs,
    good_records,
    good_visit,
    members_of,
)
from kernelcraft.agents import replay
from kernelcraft.agents.agent import AgentError
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.simulation import Bench, SimulationFault
from kernelcraft.evaluation import journal, transcripts
from kernelcraft.isa.assembler import ESCAPED, assemble
from kernelcraft.isa.disassembler import disassemble
from kernelcraft.isa.errors import FAULTS_KEPT, AssemblyError, DecodeError
from kernelcraft.isa.gnu import directives
from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.loader import program_of
from kernelcraft.isa.program import Program
from kernelcraft.mcp.arguments import Misuse
from kernelcraft.mcp.visit import Visit
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.random_programs import SMALL, CoralRecipe
from kernelcraft.platforms.coral_npu.machine.simulate import CoralBench
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.platform import PlenaPlatform
from kernelcraft.platforms.plena.machine.random_programs import COMMON, PlenaRecipe
from kernelcraft.records import conversation, digests, jsonl, logs
from kernelcraft.records.jsonl import Unreadable
from kernelcraft.riscv.pseudo import PSEUDOS
from kernelcraft.sim.native import execute
from kernelcraft.sim.random_programs import any_value, free_text
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State
from kernelcraft.workbench.results import Result
from tests.toys import vliw

Attempt = Callable[[Random], str]

LIMITS = Limits(instructions=2_000, cycles=1_000_000)
LONGEST_FAULT = 500  # characters of one fault of a text
LONGEST_ANSWER = 200_000  # characters; a tool's answer goes into a model's context


class Wrong(Exception):
    """An answer that nobody should be given; the message says why."""


@dataclass(frozen=True)
class Target:
    """Something that takes input; `share` of a million inputs are for it."""

    name: str
    share: int
    attempt: Attempt


def _assembled(assembler: Callable[[str], Program], text: str) -> str:
    """Assemble it: a program, or sentences about lines that the text has."""
    try:
        program = assembler(text)
    except AssemblyError as error:
        _check_faults(error, text.count("\n") + 1)
        return "refused with sentences"
    if not len(program) or program.lines.min() < 1:
        raise Wrong("a program without operations or lines")
    return "assembled"


def _check_faults(error: AssemblyError, lines: int) -> None:
    if not 0 < len(error.faults) <= FAULTS_KEPT:
        raise Wrong(f"{len(error.faults)} faults")
    for fault in error.faults:
        if not 0 <= fault.line <= lines or not fault.message.strip():
            raise Wrong(f"a fault without a place: {fault}")
        if fault.message == ESCAPED:
            raise Wrong("something escaped from the assembler") from error.__cause__
        if "\n" in fault.message or len(fault.message) > LONGEST_FAULT:
            raise Wrong(f"no sentence: {str(fault)[:800]!r}")


@cache
def _kernels(platform: str) -> tuple[str, ...]:
    """The baselines of C1, and experts where they are short."""
    cells = find_cells(platform=platform, config="C1")
    found = [make(cell) for cell in cells for make in (kernels.baseline, kernels.expert)]
    return tuple(text for text in found if text is not None and len(text) < 200_000)


@cache
def _plena_words() -> texts.Words:
    return texts.words_of(plena, ())


@cache
def _coral_words() -> texts.Words:
    expressions = (
        *("1<<40", "1/0", "1%0", "-(1<<31)", "~0", "x+1", "x-y", "1b", "1f", "99f", "(((1)))"),
        *("%hi(main)", "%lo(main)", "%pcrel_hi(x)", '"text\\n\\x41"', '"open', "'a'", ". - 4"),
    )
    sections = (
        *(".text", ".data", ".section .text", '.section .x, "ax"', ".section .extdata", "_start:"),
        *(".equ a, b", ".equ b, a", ".set x, x + 1", ".zero 99999999999", ".balign 3", "x:", "1:"),
        *(".p2align 40", '.include "x"', '.incbin "x"', ".rept 9", ".option pop", ".byte 1, 2"),
        *(".float nan, 1e999", ".ascii \"a\", 'b'", ".space -1", ".word x - y", ".zero 1048577"),
    )
    return texts.words_of(coral, (*PSEUDOS, *directives.known(), *expressions, *sections))


@cache
def _vliw_words() -> texts.Words:
    return texts.words_of(vliw.isa, (";", "; nop", "loop:", "loop"))


def plena_text(random: Random) -> str:
    """PLENA's assembler."""
    return _assembled(_plena().assemble, _text(random, plena, _kernels("plena"), _plena_words()))


def coral_text(random: Random) -> str:
    """The GNU assembler of the Coral NPU."""
    good = _kernels("coral_npu") if random.random() < 0.8 else (CoralRecipe().text(random),)
    return _assembled(_coral().assemble, _text(random, coral, good, _coral_words()))


def vliw_text(random: Random) -> str:
    """An assembler of bundles, with labels."""
    good = free_text(random, vliw.isa, 10, lambda r, _, operand: any_value(r, operand))
    return _assembled(
        lambda text: assemble(vliw.isa, text), _text(random, vliw.isa, (good,), _vliw_words())
    )


def _text(random: Random, isa: Isa, good: texts.Words, words: texts.Words) -> str:
    if random.random() < 0.4:
        return texts.drawn(random, isa, words)
    return texts.damaged(random, random.choice(good), words)


@cache
def _plena() -> PlenaPlatform:
    return PlenaPlatform(COMMON)


@cache
def _coral() -> CoralBench:
    return CoralBench(SMALL)


ISAS = (plena, coral, vliw.isa)


def words(random: Random) -> str:
    """Machine words of every table: disassembled, and the text assembled to the same words."""
    isa = random.choice(ISAS)
    known = [each.encoding.value for each in isa.table if isa.bundle is None] or [0]
    found = [
        random.getrandbits(isa.word_bits) ^ (random.choice(known) if random.random() < 0.7 else 0)
        if random.random() < 0.3
        else random.choice(known) | random.getrandbits(isa.word_bits) & _free(isa, random)
        for _ in range(random.randint(1, 6))
    ]
    try:
        text = disassemble(isa, found)
    except DecodeError as error:
        if not str(error).strip():
            raise Wrong("a fault without words") from error
        return "refused with sentences"
    if isa is not coral and assemble(isa, text).words() != found:
        raise Wrong(f"{text!r} is not {found}")
    return "disassembled"


def _free(isa: Isa, random: Random) -> int:
    """Bits that some instruction leaves to its operands."""
    mask: int = random.choice(isa.table).encoding.mask
    free: int = ~mask & (2**isa.word_bits - 1)
    return free


@cache
def _images() -> tuple[Image, ...]:
    """Random programs, as their text leaves them in memory."""
    programs = (_coral().assemble(CoralRecipe().text(Random(seed))) for seed in range(8))
    return tuple(each.image for each in programs if each.image is not None)


@cache
def _elfs() -> tuple[bytes, ...]:
    """Small executables, as a linker would write them; most of their data is zero."""
    return tuple(
        executable(
            replace(each, segments=tuple(replace(s, data=s.data[:2000]) for s in each.segments))
        )
        for each in _images()
    )


def elf_file(random: Random) -> str:
    """The ELF loader; what it accepts is put into memory and run."""
    data = files.headers_damaged(random, random.choice(_elfs()), 200)
    try:
        program = _coral().binary(data)
    except SimulationFault as fault:
        return _refused(fault)
    return _ran(_coral(), program)


def _refused(fault: SimulationFault) -> str:
    if not str(fault).strip() or "\n" in str(fault):
        raise Wrong(f"no sentence: {fault}")
    return "refused with sentences"


def _ran(bench: Bench, program: Program) -> str:
    state = bench.reset()
    try:
        bench.load(state, program)
    except SimulationFault as fault:
        return _refused(fault)
    run = bench.run(program, state, LIMITS, stop_at=None, reference=False)
    if run.instructions > LIMITS.instructions:
        raise Wrong(f"{run.instructions} instructions")
    return "ran to its end" if run.fault is None else f"stopped: {run.fault.kind}"


def coral_machine(random: Random) -> str:
    """Code of random and damaged words on the Coral NPU, with registers full of anything."""
    recipe = CoralRecipe()
    program = _words_of_a_program(random)
    state = recipe.state(random)
    state["x"][1:] = np.array([_edge(random) for _ in range(31)], state["x"].dtype)
    recipe.load(state, program)
    return _executed(recipe.interpreter.name, program, state, random)


def _words_of_a_program(random: Random) -> Program:
    """A random program, some of whose words are any words."""
    image = random.choice(_images())
    segments = [_overwritten(random, each) if each.executable else each for each in image.segments]
    return program_of(coral, replace(image, segments=tuple(segments)))


def _overwritten(random: Random, segment: Segment) -> Segment:
    data = bytearray(segment.data)
    for _ in range(random.randint(1, 20)):
        at = random.randrange(0, len(data), 4)
        data[at : at + 4] = random.randbytes(4)
    return replace(segment, data=bytes(data))


def _edge(random: Random) -> int:
    return random.choice((0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, random.getrandbits(32)))


def plena_machine(random: Random) -> str:
    """Instructions of PLENA with operands and registers of any value."""
    recipe = PlenaRecipe()
    text = free_text(random, plena, random.randint(1, 30), lambda r, _, each: any_value(r, each))
    try:
        program = recipe.assemble(text)
    except AssemblyError:  # loops that do not match
        return "refused with sentences"
    state = recipe.state(random)
    state["gp"][1:] = np.array([_edge(random) for _ in range(15)], state["gp"].dtype)
    return _executed(recipe.interpreter.name, program, state, random)


def _executed(name: str, program: Program, state: State, random: Random) -> str:
    from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER as CORAL
    from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER as PLENA

    target = CORAL if name == CORAL.name else PLENA
    stop_at = random.randrange(len(program)) if random.random() < 0.05 else None
    run = execute(target, program, state, LIMITS, stop_at=stop_at)
    if run.fault is not None and "\n" in str(run.fault):
        raise Wrong(f"no sentence: {run.fault}")
    return "ran to its end" if run.fault is None else f"stopped: {run.fault.kind}"


@cache
def _folder() -> Path:
    """This process's own."""
    return Path(tempfile.mkdtemp(prefix="kernelcraft-hostile-"))


def log_lines(random: Random) -> str:
    """`episodes.jsonl` with damaged bytes and values."""
    path = _folder() / jsonl.FILE
    lines = list(good_records())
    at = random.randrange(len(lines))
    if random.random() < 0.6:
        lines[at] = files.encoded(files.edited(random, files.decoded(lines[at])))
    data = b"".join(lines)
    path.write_bytes(files.damaged(random, data) if random.random() < 0.5 else data)
    found = jsonl.read(path)
    _check_sentences(found.unreadable)
    return "read, lines left out" if found.unreadable else "read"


def visit_lines(random: Random) -> str:
    """The journal of a visit over MCP."""
    path = _folder() / "visit.jsonl"
    path.write_bytes(files.damaged(random, good_visit()))
    with journal.ended(path) as found:
        if found is None:
            raise Wrong("nobody holds the lock")
        _check_sentences(found.unreadable)
        return "read, lines left out" if found.unreadable else "read"


READERS: tuple[Callable[[Path], object], ...] = (
    lambda path: replay.create(str(path)),
    transcripts.read,
    lambda path: list(conversation.read(path)),
)


def eval_files(random: Random) -> str:
    """An `.eval` log: its records, something else that is read from it, and its digest."""
    path = _folder() / "damaged" / "log.eval"
    path.parent.mkdir(exist_ok=True)
    good = random.choice(good_logs())
    path.write_bytes(
        _forged(random, good) if random.random() < 0.5 else files.damaged(random, good)
    )
    refused = list(logs.rebuild(path.parent).unreadable)
    try:
        random.choice(READERS)(path)
    except (AgentError, Unreadable) as reason:
        refused.append(str(reason))
    _check_sentences(refused)
    if digests.damage(path) is not None:
        return "found damaged"
    return "refused with sentences" if refused else "read"


def _forged(random: Random, log: bytes) -> bytes:
    """A whole archive, one of whose documents says something else."""
    members = dict(members_of(log))
    name = random.choice(list(members))
    members[name] = files.encoded(files.edited(random, files.decoded(members[name])))
    return archive_of(members)


def _check_sentences(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        if not sentence.strip() or len(sentence) > 5_000:
            raise Wrong(f"no sentence: {sentence[:200]!r}")


class _NoNotes:
    """A visit that keeps nothing."""

    def asked(self, client: str, cell: str, tool: str, arguments: object) -> int:
        return 0

    def answered(self, number: int, answer: str, *, refused: bool, evaluation: object) -> None:
        return None


@cache
def _visit(cell: str) -> Visit:
    from kernelcraft.grading.job import InProcess

    return Visit(load_cell(cell) if cell else None, InProcess(), _NoNotes())


CELLS = ("plena/silu/C1", "coral_npu/relu/C1", "")


def tool_calls(random: Random) -> str:
    """The tools as an agent calls them: any name, any arguments, in any order."""
    visit = _visit(random.choice(CELLS))
    name = random.choice(list(visit.tools)) if random.random() < 0.95 else "x" * 3_000
    tool = visit.tools.get(name)
    known = [each.name for each in tool.parameters] if tool is not None else []
    given = {each: files.value(random) for each in known if random.random() < 0.9}
    if name == "write_code" and random.random() < 0.8:
        given["code"] = _text(random, plena, _kernels("plena"), _plena_words())
    if name == "grep_docs" and random.random() < 0.8:
        given["query"] = _query(random)
    if name == "open_cell" and random.random() < 0.8:
        given["cell"] = random.choice((*CELLS, "plena/silu/rows=1,width=64", "a/b/c", "//"))
    if random.random() < 0.1:
        given["more"] = files.value(random)
    try:
        answer = visit.call("hostile", name, given)
    except Misuse as misuse:
        _check_sentences((str(misuse),))
        return "refused with sentences"
    return _answered(answer)


def _answered(answer: Result) -> str:
    text = str(answer)
    if not text.strip() or len(text) > LONGEST_ANSWER:
        raise Wrong(f"an answer of {len(text):,} characters")
    answer.model_dump_json()
    return "answered"


PIECES = (
    *("(a+)+$", "(.*)*", "((((", "[", "\\", "*", "V_RED", "vadd", "|", "(?:", "(?P<a>", "{9999}"),
    *(".*", "\\w+", "\\1", "(?=", "loop", "load with stride", "é", "\x00", "^", "$", "x" * 400),
)


def _query(random: Random) -> str:
    return "".join(random.choices(PIECES, k=random.randint(1, 6)))


def directive_text(random: Random) -> str:
    """Directives in the three dialects: those of two platforms, and PLENA, which has none."""
    platform = random.choice(("coral_npu", "amd_npu", "plena"))
    instructions = {
        "coral_npu": ("nop", "mpause", "li a0, 1", "lui a0, %hi(x)", "j 1f", "vadx v1"),
        "amd_npu": ("nop", "ret lr", "movx r1, #1", "movxm r1, #x", "jz r1, #a", "vadx"),
        "plena": ("S_ADDI_INT gp1, gp0, 1", "V_ADX gp1", "C_LOOP_START gp1, 2"),
    }[platform]
    return _assembled(_assembler(platform), directive_grammar.text(random, instructions))


@cache
def _assembler(platform: str) -> Callable[[str], Program]:
    return load_cell(f"{platform}/relu/C1" if platform != "plena" else CELLS[0]).platform.assemble


TARGETS = (
    Target("directives, three dialects", 100_000, directive_text),
    Target("assembler, PLENA", 200_000, plena_text),
    Target("assembler, Coral NPU", 150_000, coral_text),
    Target("assembler, bundles", 50_000, vliw_text),
    Target("machine words", 100_000, words),
    Target("ELF loader", 150_000, elf_file),
    Target("simulator, Coral NPU", 75_000, coral_machine),
    Target("simulator, PLENA", 75_000, plena_machine),
    Target("log: episodes", 60_000, log_lines),
    Target("log: visits", 15_000, visit_lines),
    Target("log: .eval files", 5_000, eval_files),
    Target("tool calls", 20_000, tool_calls),
)
