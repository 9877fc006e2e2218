"""Does what a design says with whole numpy pieces: memories, locks, queues, streams, controller.

It knows nothing of plans: its only source is the text, and what AM020 says of the channels.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tests.platforms.amd_npu.hardware.design_text import Channel, Descriptor, Design, Program

Words = npt.NDArray[np.uint32]
TILES = {"own": 3, "north": 2, "south": 0, "west": 1}  # windows of a core, by tile
QUEUE = 4
ROOM = 48  # words that wait in a stream
TILE_WORDS, MEMORY_WORDS = 16 * 1024, 128 * 1024


@dataclass
class Array:
    """The column; `given` and `answer` are the host's buffers."""

    design: Design
    given: Words
    answer: Words
    memory: dict[str, Words] = field(default_factory=dict)
    locks: dict[str, int] = field(default_factory=dict)
    queues: dict[Channel, deque[Program]] = field(default_factory=dict)
    busy: dict[Channel, Iterator[bool]] = field(default_factory=dict)
    running: dict[Channel, Program] = field(default_factory=dict)
    streams: dict[Channel, list[deque[Words]]] = field(default_factory=dict)
    written: dict[tuple[str, int], int] = field(default_factory=dict)
    counts: Counter[tuple[str, int]] = field(default_factory=Counter)
    tokens: Counter[Channel] = field(default_factory=Counter)
    begun: bool = False

    def __post_init__(self) -> None:
        for tile in self.design.tiles:
            words = MEMORY_WORDS if tile == "memory" else TILE_WORDS
            self.memory[tile] = np.full(words, 0xA5A5A5A5, np.uint32)
        for each in self.design.buffers.values():
            first = np.frombuffer(each.first, np.uint32)
            self.memory[each.tile][each.address // 4 :][: len(first)] = first
        self.locks = {name: first for name, (_, _, first) in self.design.locks.items()}
        for source, end in self.design.flows:
            stream: deque[Words] = deque()
            self.streams.setdefault(source, []).append(stream)
            self.streams[end] = [stream]
        for program in self.design.fixed:
            self._write(program)
            self._push(program)

    def run(self, core: list[Iterator[bool]]) -> None:
        """Everything, with what the core does, until nothing moves; nobody may wait then."""
        controller = self._controller()
        actors, did = [controller, *core], True
        while did:
            did = sum(self._turn(channel) for channel in list(self.queues)) > 0
            for each in list(actors):
                if each is controller or self.begun:
                    moved = next(each, None)
                    did |= moved is None or moved
                    if moved is None:
                        actors.remove(each)
        assert controller not in actors, f"the controller waits: {self._state()}"
        assert not actors, f"the core waits: {self._state()}"

    def _state(self) -> str:
        held = {name: value for name, value in self.locks.items() if value}
        runs = {channel: program.name for channel, program in self.running.items()}
        return f"locks {held}, running {runs}"

    def _controller(self) -> Iterator[bool]:
        for verb, each in self.design.steps:
            if isinstance(each, str):
                self.locks[each], self.begun = 1, True
            elif verb == "configure":
                self._write(each)
            elif verb == "start":
                self._push(each)
            elif verb == "await":
                while not self.tokens[each.channel]:
                    yield False
                self.tokens[each.channel] -= 1
            yield True

    def _write(self, program: Program) -> None:
        """Descriptors get what they hold; none of them may be in use."""
        tile = program.channel[0]
        taken = {
            (other.channel[0], each.number)
            for queue in (*self.queues.values(), list(self.running.values()))
            for other in queue
            for each in other.blocks.values()
        }
        for each in program.blocks.values():
            assert (tile, each.number) not in taken, f"{tile} {each.number} is in use"
            self.counts[tile, each.number] = 0

    def _push(self, program: Program) -> None:
        queue = self.queues.setdefault(program.channel, deque())
        waiting = len(queue) - (program.channel not in self.running and bool(queue))
        assert waiting < QUEUE, f"the queue of {program.channel} is full"
        queue.append(program)

    def _turn(self, channel: Channel) -> bool:
        """As far as a channel gets at once; whether it did something."""
        if channel not in self.running:
            if not self.queues[channel]:
                return False
            program = self.running[channel] = self.queues[channel].popleft()
            self.busy[channel] = self._program(program)
        moved = next(self.busy[channel], None)
        if moved is None:
            program = self.running.pop(channel)
            self.tokens[channel] += program.token
            return True
        return moved

    def _program(self, program: Program) -> Iterator[bool]:
        for _ in range(program.repeat):
            at: str | None = program.first
            while at is not None:
                each = program.blocks[at]
                while not self._acquired(each):
                    yield False
                yield from self._moved(program, each)
                if each.release:
                    self.locks[each.release[0]] += each.release[1]
                    assert self.locks[each.release[0]] <= 63
                at = each.next

    def _acquired(self, each: Descriptor) -> bool:
        """At least so many; 0 is "exactly 0" in the register, which an idle lock is."""
        if each.acquire is None:
            return True
        name, count = each.acquire
        if self.locks[name] < count or (not count and self.locks[name]):
            return False
        self.locks[name] -= count
        return True

    def _moved(self, program: Program, each: Descriptor) -> Iterator[bool]:
        where, places = self._places(program, each)
        streams, at = self.streams[program.channel], 0
        while at < len(places):
            if program.channel[1] == "MM2S":
                room = ROOM - max(sum(map(len, stream)) for stream in streams)
                part = places[at : at + room] if room > 0 else places[:0]
                for stream in streams:
                    stream.extend([where[part]] if len(part) else [])
            else:
                part = places[:0]
                if streams[0]:
                    words = streams[0].popleft()
                    part = places[at : at + len(words)]
                    where[part] = words[: len(part)]
                    if len(part) < len(words):
                        streams[0].appendleft(words[len(part) :])
            at += len(part)
            yield len(part) > 0

    def _places(self, program: Program, each: Descriptor) -> tuple[Words, npt.NDArray[np.int64]]:
        """The memory, and the words in it in the order in which they are moved."""
        tile = program.channel[0]
        start, dimensions = each.offset, each.dimensions or ((each.length, 1),)
        if len(dimensions) == 4 and not program.fixed:
            (times, stride), *rest = dimensions
            start += self.counts[tile, each.number] % times * stride
            self.counts[tile, each.number] += 1
            dimensions = tuple(rest)
        places = np.array([start], np.int64)
        for size, stride in dimensions:
            places = (places[:, None] + stride * np.arange(size)).ravel()
        if tile == "shim":
            return (self.given if each.buffer == "given" else self.answer), places
        return self.memory[tile], places + self.design.buffers[each.buffer].address // 4
