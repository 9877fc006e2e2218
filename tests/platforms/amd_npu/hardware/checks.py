"""What must hold of every design: the limits of AM020 and AM025, written here a second time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import prod

from tests.platforms.amd_npu.hardware.design_text import Descriptor, Design, Program

MEMORY = {"own": 64 << 10, "north": 64 << 10, "south": 64 << 10, "memory": 512 << 10}
NUMBERS = {"own": 16, "north": 16, "south": 16, "memory": 48, "shim": 16}
LOCKS = {"own": 16, "north": 16, "south": 16, "west": 16, "memory": 64}
CHANNELS = {"own": 2, "north": 2, "south": 2, "memory": 6, "shim": 2}
WRAP = {"own": 255, "north": 255, "south": 255, "memory": 1023, "shim": 1023}
STEP = {"own": 1 << 13, "north": 1 << 13, "south": 1 << 13, "memory": 1 << 17, "shim": 1 << 20}


def violations(design: Design) -> list[str]:
    """Every rule that is broken."""
    return [
        *_memory(design),
        *_locks(design),
        *_programs(design),
        *_numbers(design),
        *_streams(design),
        *_tokens(design),
    ]


def _memory(design: Design) -> Iterator[str]:
    places = defaultdict(list)
    for name, each in design.buffers.items():
        end = each.address + 4 * each.size
        if each.address % 4 or end > MEMORY[each.tile]:
            yield f"{name} ends at {end}"
        if each.first and len(each.first) != 4 * each.size:
            yield f"{name} begins with {len(each.first)} bytes"
        places[each.tile].append((each.address, end))
    for tile, spans in places.items():
        spans.sort()
        if any(a[1] > b[0] for a, b in zip(spans, spans[1:], strict=False)):
            yield f"buffers of {tile} overlap"


def _locks(design: Design) -> Iterator[str]:
    places = Counter((tile, number) for tile, number, _ in design.locks.values())
    yield from (f"two locks {place}" for place, n in places.items() if n > 1)
    for tile, number, first in design.locks.values():
        if not 0 <= number < LOCKS[tile] or not 0 <= first <= 63:
            yield f"lock {tile} {number} = {first}"
    for program in design.programs:
        for each in program.blocks.values():
            if (each.acquire is None) != (each.release is None):
                yield f"a descriptor of {program.name} has one lock"
            for name, _ in filter(None, (each.acquire, each.release)):
                if design.locks[name][0] != program.channel[0]:
                    yield f"{program.name} uses a lock of another tile"
    yield from _uses(design)


def _uses(design: Design) -> Iterator[str]:
    """Who takes and raises each lock; the core does so with those of the tiles around it, too."""
    blocks = [each for program in design.programs for each in program.blocks.values()]
    taken = {name for each in blocks for name, count in filter(None, [each.acquire]) if count}
    raised = {name for each in blocks for name, count in filter(None, [each.release]) if count}
    idle = {n for each in blocks for n, c in filter(None, (each.acquire, each.release)) if not c}
    yield from (f"the idle lock {name} is in use" for name in idle & (taken | raised))
    for name, (tile, _, first) in design.locks.items():
        if name in idle and first:
            yield f"the idle lock {name} holds {first}"
        if tile == "memory" and name in taken - raised and not first:
            yield f"nobody raises {name}"


def _programs(design: Design) -> Iterator[str]:
    for program in design.programs:
        tile, _, number = program.channel
        if not 0 <= number < CHANNELS[tile] or not 1 <= program.repeat <= 256:
            yield f"{program.name} is on {program.channel}, {program.repeat} times"
        for label, each in program.blocks.items():
            if each.next is not None and each.next not in program.blocks:
                yield f"{label} goes to {each.next}"
            if each.next == "entry":
                yield f"{label} goes to the first block of a region"
            yield from _descriptor(design, program, each)


def _descriptor(design: Design, program: Program, each: Descriptor) -> Iterator[str]:
    tile = program.channel[0]
    if tile == "shim":
        argument = "given" if program.channel[1] == "MM2S" else "answer"
        if each.buffer != argument or each.size != design.arguments[argument]:
            yield f"{program.name} moves {each.buffer}"
    elif design.buffers[each.buffer].tile != tile or each.size != design.buffers[each.buffer].size:
        yield f"{program.name} moves {each.buffer} of another tile"
    dimensions = each.dimensions or ((each.length, 1),)
    end = each.offset + sum((size - 1) * stride for size, stride in dimensions)
    if end >= each.size:
        yield f"{program.name} reaches word {end} of {each.size}"
    iterated = each.dimensions[:1] if len(each.dimensions) == 4 and not program.fixed else ()
    plain = each.dimensions[len(iterated) :]
    if each.dimensions and prod(size for size, _ in plain) != each.length:
        yield f"{program.name}: {each.dimensions} are not {each.length} words"
    if any(size > 64 for size, _ in iterated):
        yield f"{program.name} iterates {iterated}"
    if program.fixed and 0 < len(each.dimensions) < 4:
        yield f"{program.name} has dimensions that the verifier of fixed programs narrows"
    bounded = plain[len(plain) - (3 if tile == "memory" else 2) :] if plain else ()
    if any(size > WRAP[tile] for size, _ in bounded):
        yield f"{program.name} of {tile} has sizes {plain}"
    if any(not 1 <= stride <= STEP[tile] for _, stride in each.dimensions):
        yield f"{program.name} of {tile} has strides {each.dimensions}"


def _numbers(design: Design) -> Iterator[str]:
    kept: Counter[tuple[str, int]] = Counter()
    for program in design.programs:
        tile, _, channel = program.channel
        for each in program.blocks.values():
            if not 0 <= each.number < NUMBERS[tile]:
                yield f"{tile} has no descriptor {each.number}"
            if tile == "memory" and (each.number >= 24) != channel % 2:
                yield f"channel {channel} of memory does not reach {each.number}"
            kept[tile, each.number] += tile != "shim"
    yield from (f"descriptor {each} stands for two" for each, n in kept.items() if n > 1)


def _streams(design: Design) -> Iterator[str]:
    ends = Counter(end for _, end in design.flows)
    yield from (f"two streams end at {end}" for end, n in ends.items() if n > 1)
    connected = {each for flow in design.flows for each in flow}
    used = {program.channel for program in design.programs}
    if connected != used:
        yield f"streams and tasks differ: {connected ^ used}"


def _tokens(design: Design) -> Iterator[str]:
    awaited = {
        each.channel for verb, each in design.steps if verb == "await" and not isinstance(each, str)
    }
    for program in design.tasks.values():
        if program.channel in awaited and not program.token:
            yield f"{program.name} does not report its end"
    reporting = {each.channel[0] for each in design.tasks.values() if each.token}
    if not reporting == set(design.controllers) == set(design.routed):
        yield f"{reporting} report, {design.controllers} may, {design.routed} are heard"
    if len(set(design.controllers.values())) < len(design.controllers):
        yield "two tiles have packets of one number"
