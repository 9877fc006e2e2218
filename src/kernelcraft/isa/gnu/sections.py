"""Sections while they are filled, and where the linker's part of the work puts them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.image import Segment
from kernelcraft.isa.suggest import cut


@dataclass
class Section:
    """Bytes under a name; `flags` are those of `.section`: a allocated, w writable, x code."""

    name: str
    flags: str
    empty: bool = False  # takes space, holds no bytes: .bss
    data: bytearray = field(default_factory=bytearray)
    alignment: int = 1
    address: int = 0

    def __str__(self) -> str:
        return f"section {cut(self.name)}"

    @property
    def allocated(self) -> bool:
        """Whether it is part of the program's memory."""
        return "a" in self.flags

    @property
    def executable(self) -> bool:
        """Whether it holds code."""
        return "x" in self.flags


@dataclass(frozen=True)
class Rule:
    """Sections whose names begin with one of `names` follow each other from `start` on.

    `limit` is the first address after the memory, whose name is `memory`.
    """

    names: tuple[str, ...]
    memory: str
    start: int
    limit: int


_KINDS = (
    ((".text", ".init", "._init", ".fini"), "ax", False),
    ((".rodata", ".srodata", ".init_array", ".fini_array"), "a", False),
    ((".data", ".sdata", ".tdata"), "aw", False),
    ((".bss", ".sbss", ".tbss"), "aw", True),
)


def section_named(name: str, flags: str | None = None, *, empty: bool | None = None) -> Section:
    """A new section with its usual flags, unless others are given."""
    for names, usual, usually_empty in _KINDS:
        if any(name == each or name.startswith(f"{each}.") for each in names):
            return Section(name, flags or usual, usually_empty if empty is None else empty)
    return Section(name, flags or "", bool(empty))


def place(sections: Iterable[Section], rules: Sequence[Rule]) -> None:
    """Give every allocated section its address; raises Wrong when one fits nowhere."""
    ends = {index: rule.start for index, rule in enumerate(rules)}
    order = {index: rule.start for index, rule in enumerate(rules)}
    placed = [(_rule_of(each, rules), each) for each in sections if each.allocated]
    for index, section in sorted(placed, key=lambda pair: pair[0]):
        rule = rules[index]
        first = min(other for other, same in enumerate(rules) if same.memory == rule.memory)
        at = -(-max(ends[first], order[index]) // section.alignment) * section.alignment
        if at + len(section.data) > rule.limit:
            raise Wrong(
                f"{section}: its {len(section.data):,} bytes do not fit "
                f"{rule.memory}, which ends at {rule.limit:#x}; {at:#x} is the first free address"
            )
        section.address = at
        ends[first] = at + len(section.data)


def _rule_of(section: Section, rules: Sequence[Rule]) -> int:
    for index, rule in enumerate(rules):
        if any(section.name == each or section.name.startswith(f"{each}.") for each in rule.names):
            return index
    named = ", ".join(name for rule in rules for name in rule.names)
    raise Wrong(f"{section} has no place; there are {named}")


def segments(sections: Iterable[Section]) -> tuple[Segment, ...]:
    """The bytes of all allocated sections; code that lies side by side becomes one segment."""
    found: list[Segment] = []
    used = [each for each in sections if each.allocated and each.data]
    for section in sorted(used, key=lambda each: each.address):
        data = b"" if section.empty else bytes(section.data)
        last = found[-1] if found else None
        if last is not None and last.executable and section.executable:
            gap = section.address - last.end
            if 0 <= gap < section.alignment:
                found[-1] = _joined(last, gap, data)
                continue
        found.append(Segment(section.address, data, len(section.data), section.executable))
    return tuple(found)


def _joined(segment: Segment, gap: int, data: bytes) -> Segment:
    whole = segment.data + bytes(gap) + data
    return Segment(segment.address, whole, len(whole), executable=True)
