"""Reads the MLIR text of a column's design: every line must be of a form that is known here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

TILE = re.compile(r"%(\w+) = aie.tile\((\d), (\d)\)(?: {controller_id = .*pkt_id = (\d+)>})?")
BUFFER = re.compile(
    r"%(\w+) = aie.buffer\(%(\w+)\) {address = (\d+) : i32, sym_name = \"(\w+)\"} : "
    r"memref<(\d+)xi32>(?: = dense<\"0x(\w+)\">)?"
)
LOCK = re.compile(r"%(\w+) = aie.lock\(%(\w+), (\d+)\) {init = (\d+) : i32, sym_name = \"(\w+)\"}")
PROGRAM = re.compile(r"%\w+_dma = aie.(mem|memtile_dma)\(%(\w+)\) {")
BEGIN = re.compile(
    r"%\d+ = aie.dma_start\((\w+), (\d), \^(\w+), \^(\w+)(?:, repeat_count = (\d+))?\)"
)
USE = re.compile(r"aie.use_lock\(%(\w+), (AcquireGreaterEqual|Release), (\d+)\)")
DESCRIPTOR = re.compile(
    r"aie.dma_bd\(%(\w+) : memref<(\d+)xi32>, (\d+), (\d+)(?:, \[(.*)\])?\) {bd_id = (\d+) : i32}"
)
DIMENSION = re.compile(r"<size = (\d+), stride = (\d+)>")
FLOW = re.compile(r"aie.flow\(%(\w+), DMA : (\d), %(\w+), DMA : (\d)\)")
SOURCE = re.compile(r"aie.packet_source<%(\w+), TileControl : 0>")
SEQUENCE = re.compile(
    r"aie.runtime_sequence\(%given: memref<(\d+)xi32>, %answer: memref<(\d+)xi32>, "
    r"%trace: memref<\d+xi32>\) {"
)
CONFIGURE = re.compile(r"%(\w+) = aiex.dma_configure_task\(%(\w+), (\w+), (\d)\) {")
CLOSE = re.compile(r"} {(issue_token = true, )?repeat_count = (\d+) : i32}")
STEP = re.compile(r"aiex.dma_(start|await|free)_task\(%(\w+)\)")
GO = re.compile(r"aiex.set_lock\(%(\w+), 1\)")
NEXT = re.compile(r"aie.next_bd \^(\w+)")
OTHER = re.compile(
    r"module {|aie.device\(npu1\) {|aie.end|aie.trace.*|%core = aie.core\(%own\) {|"
    r'} {elf_file = "core.elf"}|aie.packet_flow\(\d+\) {|aie.packet_dest<%shim, South : 0>|'
    r"} {keep_pkt_header = true, priority_route = true}|}"
)

Channel = tuple[str, str, int]  # tile, direction, number


@dataclass
class Descriptor:
    """One buffer descriptor; dimensions are the outermost first, as they stand there."""

    buffer: str
    size: int
    offset: int
    length: int
    dimensions: tuple[tuple[int, int], ...]
    number: int
    acquire: tuple[str, int] | None = None
    release: tuple[str, int] | None = None
    next: str | None = None


@dataclass
class Program:
    """A chain on a channel; `fixed` if the design begins it."""

    name: str
    channel: Channel
    fixed: bool
    blocks: dict[str, Descriptor] = field(default_factory=dict)
    first: str = ""
    repeat: int = 1
    token: bool = False


@dataclass
class Buffer:
    """A buffer's place and first bytes."""

    tile: str
    address: int
    size: int
    first: bytes


@dataclass
class Design:
    """All of a text; sizes are words."""

    tiles: dict[str, tuple[int, int]] = field(default_factory=dict)
    controllers: dict[str, int] = field(default_factory=dict)
    buffers: dict[str, Buffer] = field(default_factory=dict)
    locks: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    fixed: list[Program] = field(default_factory=list)
    flows: list[tuple[Channel, Channel]] = field(default_factory=list)
    routed: list[str] = field(default_factory=list)
    arguments: dict[str, int] = field(default_factory=dict)
    steps: list[tuple[str, Program | str]] = field(default_factory=list)
    tasks: dict[str, Program] = field(default_factory=dict)

    @property
    def programs(self) -> list[Program]:
        """All, each once."""
        return [*self.fixed, *self.tasks.values()]


def read(text: str) -> Design:
    """The design; ValueError for a line of another form, or a name that is defined twice."""
    found = Design()
    lines = iter(line.strip() for line in text.splitlines())
    for line in lines:
        known = _declared(found, line) or _controlled(found, line, lines)
        if not known and not OTHER.fullmatch(line):
            raise ValueError(f"no known form: {line}")
    return found


def _declared(found: Design, line: str) -> bool:
    if each := TILE.fullmatch(line):
        found.tiles[each[1]] = int(each[2]), int(each[3])
        if each[4]:
            found.controllers[each[1]] = int(each[4])
    elif each := BUFFER.fullmatch(line):
        assert each[1] == each[4]
        assert each[1] not in found.buffers
        first = bytes.fromhex(each[6] or "")
        found.buffers[each[1]] = Buffer(each[2], int(each[3]), int(each[5]), first)
    elif each := LOCK.fullmatch(line):
        assert each[1] == each[5]
        assert each[1] not in found.locks
        found.locks[each[1]] = each[2], int(each[3]), int(each[4])
    elif each := FLOW.fullmatch(line):
        found.flows.append(((each[1], "MM2S", int(each[2])), (each[3], "S2MM", int(each[4]))))
    elif each := SOURCE.fullmatch(line):
        found.routed.append(each[1])
    else:
        return False
    return True


def _controlled(found: Design, line: str, lines: Iterator[str]) -> bool:
    if each := PROGRAM.fullmatch(line):
        found.fixed += _fixed(each[2], lines)
    elif each := SEQUENCE.fullmatch(line):
        found.arguments = {"given": int(each[1]), "answer": int(each[2])}
    elif each := CONFIGURE.fullmatch(line):
        program = _task(lines, each[1], (each[2], each[3], int(each[4])))
        assert program.name not in found.tasks
        found.tasks[program.name] = program
        found.steps.append(("configure", program))
    elif each := STEP.fullmatch(line):
        found.steps.append((each[1], found.tasks[each[2]]))
    elif each := GO.fullmatch(line):
        found.steps.append(("go", each[1]))
    else:
        return False
    return True


def _fixed(tile: str, lines: Iterator[str]) -> list[Program]:
    reader = _Blocks()
    programs: list[Program] = []
    for line in lines:
        if each := BEGIN.fullmatch(line):
            channel = (tile, each[1], int(each[2]))
            programs.append(Program(each[3], channel, True, {}, each[3], int(each[5] or 0) + 1))
        elif line == "aie.end":
            break
        else:
            reader.take(line)
    assert next(lines) == "}"
    for program in programs:
        program.blocks = {name: reader.found[name] for name in reached(reader.found, program.first)}
    return programs


def _task(lines: Iterator[str], name: str, channel: Channel) -> Program:
    reader = _Blocks(label="entry")
    for line in lines:
        if close := CLOSE.fullmatch(line):
            first = reader.entered or "entry"
            return Program(
                name, channel, False, reader.found, first, int(close[2]) + 1, bool(close[1])
            )
        if line != "aie.end":
            reader.take(line)
    raise ValueError("the text ends within a task")


def reached(blocks: dict[str, Descriptor], first: str) -> list[str]:
    """The labels of a chain, each once."""
    found: list[str] = []
    at: str | None = first
    while at is not None and at not in found:
        found.append(at)
        at = blocks[at].next
    return found


@dataclass
class _Blocks:
    """The blocks of a region; one without a descriptor says where the chain begins."""

    found: dict[str, Descriptor] = field(default_factory=dict)
    label: str = ""
    entered: str = ""
    acquire: tuple[str, int] | None = None

    def take(self, line: str) -> None:
        """One line more."""
        if line.startswith("^"):
            self.label = line[1:-1]
            assert self.label not in self.found
        elif each := DESCRIPTOR.fullmatch(line):
            self.found[self.label] = _descriptor(each, self.acquire)
            self.acquire = None
        elif each := USE.fullmatch(line):
            if each[2] == "Release":
                self.found[self.label].release = each[1], int(each[3])
            else:
                self.acquire = each[1], int(each[3])
        elif each := NEXT.fullmatch(line):
            if self.label not in self.found:
                self.entered = each[1]
            elif each[1] != "end":
                self.found[self.label].next = each[1]
        else:
            raise ValueError(f"no known form: {line}")


def _descriptor(each: re.Match[str], acquire: tuple[str, int] | None) -> Descriptor:
    pairs = DIMENSION.findall(each[5] or "")
    assert ", ".join(f"<size = {a}, stride = {b}>" for a, b in pairs) == (each[5] or "")
    return Descriptor(
        each[1],
        int(each[2]),
        int(each[3]),
        int(each[4]),
        tuple((int(a), int(b)) for a, b in pairs),
        int(each[6]),
        acquire,
    )
