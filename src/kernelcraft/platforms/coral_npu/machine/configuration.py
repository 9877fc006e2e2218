"""The hardware configuration of a Coral NPU: memory sizes and what differs between snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache

SWITCHES = {"off": 0, "on": 1}
MEMORIES = {"default": 0, "highmem": 1}
NAMED: dict[str, dict[str, int]] = {
    "memories": MEMORIES,
    "retirement_buffer": SWITCHES,
    "errata": SWITCHES,
}
EXTERNAL = 0x2000_0000
UART = 0x5400_0000


class ConfigurationError(ValueError):
    """A configuration no Coral NPU can have; the message says what is expected."""


@dataclass(frozen=True)
class CoralConfiguration:
    """One machine. Source: reference RTL (default memories); what is ours is said so."""

    memories: int = MEMORIES["default"]  # highmem: 1 MiB each of ITCM and DTCM
    itcm_kib: int = 0  # other sizes of the two, ours; 0: those of `memories`
    dtcm_kib: int = 0
    external_bytes: int = 4 << 20  # the bench's memory at 0x20000000
    retirement_buffer: int = SWITCHES["on"]  # 8 entries; ours: the measured RTL has it
    fpu_latency: int = 2  # cycles of a floating-point operation; 5 with the intended pipeline
    axi_read_latency: int = 10  # cycles of an external read; ours, 1 = ideal
    errata: int = SWITCHES["on"]  # where the machine hangs or goes wrong, a fault says so

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            if not least <= (value := getattr(self, name)) <= most:
                raise ConfigurationError(f"{name}: expected {least} to {most}, got {value}")

    def parameters(self) -> dict[str, int]:
        """The numbers as the machine's parameters."""
        regions = self.regions()
        sizes = {"memory_bytes": sum(each.size for each in regions), "regions": len(regions)}
        return {**asdict(self), **sizes}

    def regions(self) -> tuple[Region, ...]:
        """The memory map, the most used first."""
        high = self.memories == MEMORIES["highmem"]
        itcm = self.itcm_kib << 10 or (1 << 20 if high else 8192)
        dtcm = self.dtcm_kib << 10 or (1 << 20 if high else 32768)
        return _regions(high, itcm, dtcm, self.external_bytes)

    @property
    def stack(self) -> int:
        """Where sp points when a kernel starts: the end of DTCM."""
        dtcm = next(each for each in self.regions() if each.name == "DTCM")
        return dtcm.start + dtcm.size

    def settings(self) -> dict[str, int | str]:
        """Every setting as a user writes it."""
        return {key: _word(key, value) for key, value in asdict(self).items()}

    def changed(self, settings: Mapping[str, str]) -> CoralConfiguration:
        """This configuration with `key=value` settings; raises ConfigurationError for a bad one."""
        known = [field.name for field in fields(self)]
        for key in settings:
            if key not in known:
                raise ConfigurationError(f"{key}: no such setting; there are {', '.join(known)}")
        return replace(self, **{key: _number(key, value) for key, value in settings.items()})


@dataclass(frozen=True)
class Region:
    """`size` bytes from `start` on; a program can always read them."""

    name: str
    start: int
    size: int
    writable: bool


@cache
def _regions(high: bool, itcm: int, dtcm: int, external_bytes: int) -> tuple[Region, ...]:
    dtcm_start = 1 << 20 if high else 0x1_0000
    return (
        Region("DTCM", dtcm_start, dtcm, writable=True),
        Region("external memory", EXTERNAL, external_bytes, writable=True),
        Region("ITCM", 0, itcm, writable=False),
        Region("UART", UART, 4, writable=True),
    )


def _word(key: str, value: int) -> int | str:
    words = {number: word for word, number in NAMED.get(key, {}).items()}
    return words.get(value, value)


def _number(key: str, value: str) -> int:
    """The number of a setting as a user wrote it; raises ConfigurationError."""
    if key in NAMED:
        choices = NAMED[key] | ({"false": 0, "true": 1} if NAMED[key] is SWITCHES else {})
        if value not in choices:
            expected = " or ".join(NAMED[key])
            raise ConfigurationError(f"{key}: expected {expected}, got {value!r}")
        return choices[value]
    try:
        return int(value, 0)
    except ValueError:
        raise ConfigurationError(f"{key}: expected a whole number, got {value!r}") from None


RANGES = {  # ours: what the simulator can hold; ITCM ends where DTCM begins at the latest
    "itcm_kib": (0, 64),
    "dtcm_kib": (0, 1024),
    "external_bytes": (0, UART - EXTERNAL),
    "fpu_latency": (1, 100),
    "axi_read_latency": (1, 10_000),
}
