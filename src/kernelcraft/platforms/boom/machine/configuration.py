"""The hardware configuration of a BOOM core: which of its three sizes, and where memory lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from kernelcraft.platforms.boom.machine.core.parameters import PARAMETERS, CoreParameters

CORES: Final = {"small": 0, "medium": 1, "large": 2}
NAMES: Final = {number: name for name, number in CORES.items()}
CODE: Final = 0x8000_0000
CODE_BYTES: Final = 1 << 17
KERNEL: Final = CODE + 64  # before it lies the caller
RETURN: Final = CODE + 4  # where the caller goes on
DATA: Final = CODE + CODE_BYTES
DATA_BYTES: Final = 1 << 17
OPERANDS: Final = 0x8010_0000
OPERAND_BYTES: Final = 1 << 20
STACK_END: Final = 0x8030_0000
STACK_BYTES: Final = 1 << 16


class ConfigurationError(ValueError):
    """A configuration no core here can have; the message says what is expected."""


@dataclass(frozen=True)
class Region:
    """`size` bytes from `start` on; a program can always read them."""

    name: str
    start: int
    size: int
    writable: bool

    @property
    def end(self) -> int:
        """The first address after it."""
        return self.start + self.size


REGIONS: Final = (  # the most used first; sizes are ours
    Region("operands", OPERANDS, OPERAND_BYTES, writable=True),
    Region("stack", STACK_END - STACK_BYTES, STACK_BYTES, writable=True),
    Region("data", DATA, DATA_BYTES, writable=True),
    Region("code", CODE, CODE_BYTES, writable=False),
)


@dataclass(frozen=True)
class BoomConfiguration:
    """One machine."""

    core: int = CORES["medium"]
    memory_latency: int = 20  # cycles from a request to the first eight bytes; as measured
    rob: int = 0  # entries of the reorder buffer; in this and the next four, 0: the core's own
    load_queue: int = 0  # entries
    store_queue: int = 0  # entries
    cache_ways: int = 0  # of 4 KiB, in both caches
    mshrs: int = 0  # misses under way at a time

    def __post_init__(self) -> None:
        for name, values in SIZES.items():
            if (value := getattr(self, name)) and value not in values:
                allowed = f"{min(values)} to {max(values)}"
                if values == WAYS:
                    allowed = " or ".join(map(str, WAYS))
                raise ConfigurationError(f"{name}: expected {allowed}, got {value}")
        if not 1 <= self.memory_latency <= MOST_LATENCY:
            raise ConfigurationError(
                f"memory_latency: expected 1 to {MOST_LATENCY}, got {self.memory_latency}"
            )

    def parameters(self) -> dict[str, int]:
        """The numbers as the machine's parameters."""
        return {
            "memory_bytes": sum(each.size for each in REGIONS),
            "regions": len(REGIONS),
            "code_start": CODE,
            "code_bytes": CODE_BYTES,
        }

    def core_parameters(self) -> CoreParameters:
        """The widths, queues and caches of the core."""
        own = {name: value for name in SIZES if (value := getattr(self, name))}
        return replace(PARAMETERS[NAMES[self.core]], **own)

    def settings(self) -> dict[str, int | str]:
        """Every setting as a user writes it."""
        core = self.core_parameters()
        sizes: dict[str, int | str] = {name: getattr(core, name) for name in SIZES}
        return {"core": NAMES[self.core], "memory_latency": self.memory_latency, **sizes}

    def changed(self, settings: Mapping[str, str]) -> BoomConfiguration:
        """This configuration with `key=value` settings; raises ConfigurationError for a bad one."""
        known = [field.name for field in fields(self)]
        for key in settings:
            if key not in known:
                raise ConfigurationError(f"{key}: no such setting; there are {', '.join(known)}")
        return replace(self, **{key: _number(key, value) for key, value in settings.items()})


def _number(key: str, value: str) -> int:
    """The number of a setting as a user wrote it; raises ConfigurationError."""
    if key == "core":
        if value not in CORES:
            raise ConfigurationError(f"core: expected {' or '.join(CORES)}, got {value!r}")
        return CORES[value]
    try:
        return int(value, 0)
    except ValueError:
        raise ConfigurationError(f"{key}: expected a whole number, got {value!r}") from None


WAYS: Final = (2, 4, 8)
SIZES: Final = {  # within those of Small and Large BOOM, but for two ways; other mixtures are ours
    "rob": range(32, 97),
    "load_queue": range(8, 25),
    "store_queue": range(8, 25),
    "cache_ways": WAYS,
    "mshrs": range(2, 5),
}
MOST_LATENCY = 10_000  # ours: what the simulator can hold
