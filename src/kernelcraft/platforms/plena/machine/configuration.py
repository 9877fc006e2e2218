"""The hardware configuration of a PLENA machine: one dataclass, every legal value works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import IntEnum

LANES = (64, 128, 256)  # legal MLEN = VLEN
V_ROWS = 4  # rows moved by one H_PREFETCH_V or H_STORE_V; plena_settings.toml, both versions
BLOCK = 8  # elements that share a scale in HBM


class Dram(IntEnum):
    """How the cost of a DMA instruction is found; a user writes the name in small letters."""

    CONSTANT = 0  # by access pattern: dram.py
    BANK = 1  # by simulating queues and banks: hbm2.py


class Errata(IntEnum):
    """What an instruction means where manual, assembler and emulator of the release differ."""

    DOCUMENTED = 0  # what the manual says; what it leaves open as docs/platforms/plena.md has it
    OFFICIAL = 1  # what the unmodified official assembler and emulator do


OFFICIAL_LOOP_CAP = 10_000  # plena_settings.toml of February 2026, MAX_LOOP_INSTRUCTIONS

# Settings whose values have names.
NAMED: dict[str, type[IntEnum]] = {"dram": Dram, "errata": Errata}


class ConfigurationError(ValueError):
    """A configuration no PLENA machine can have; the message says what is expected."""


@dataclass(frozen=True)
class PlenaConfiguration:
    """Sizes and options of one machine. Sources: the public plena_settings.toml (transactional
    settings, February 2026) unless a comment says otherwise."""

    mlen: int = 64  # edge of a matrix tile = length of a vector row (VLEN)
    blen: int = 4  # edge of one systolic output block
    hlen: int = 16  # elements of a head slice; granularity of the vector mask
    matrix_sram_tiles: int = 4
    vector_sram_rows: int = (
        32_768  # ours: BatchMatMul C5 needs 24,576 (the public settings say 1024)
    )
    fp_sram_size: int = 1024
    int_sram_size: int = 1024
    hbm_bytes: int = 1 << 26  # modelled part of the 128 GiB
    dc_en: int = 1  # 1 selects the first latency column of the public settings, 0 the second
    systolic_overhead: int = 0  # cycles added to every systolic pass
    loop_cap: int = 10_000_000  # instructions in one iteration of an open loop (the paper's text)
    dram: int = Dram.BANK
    errata: int = Errata.DOCUMENTED  # OFFICIAL also caps loops at OFFICIAL_LOOP_CAP

    def __post_init__(self) -> None:
        if self.mlen not in LANES:
            raise ConfigurationError(f"mlen: expected one of {LANES}, got {self.mlen}")
        if self.hlen < 1 or self.mlen % self.hlen:
            raise ConfigurationError(f"hlen: {self.hlen} does not divide mlen {self.mlen}")
        if self.blen < 1 or self.hlen % self.blen:
            raise ConfigurationError(f"blen: {self.blen} does not divide hlen {self.hlen}")
        if self.dc_en not in (0, 1):
            raise ConfigurationError(f"dc_en: expected 0 or 1, got {self.dc_en}")
        for name, choices in NAMED.items():
            if (value := getattr(self, name)) not in tuple(choices):
                raise ConfigurationError(f"{name}: expected {_choices(name)}, got {value}")
        for name, (least, most) in RANGES.items():
            if not least <= (value := getattr(self, name)) <= most:
                raise ConfigurationError(f"{name}: expected {least} to {most}, got {value}")

    @property
    def broadcast(self) -> int:
        """Heads of one batched matrix instruction: HLEN * broadcast = MLEN."""
        return self.mlen // self.hlen

    @property
    def official(self) -> bool:
        """Whether programs mean what the official tools make of them."""
        return self.errata == Errata.OFFICIAL

    def parameters(self) -> dict[str, int]:
        """The numbers as the machine's parameters."""
        loop_cap = min(self.loop_cap, OFFICIAL_LOOP_CAP) if self.official else self.loop_cap
        return {**asdict(self), "broadcast": self.broadcast, "loop_cap": loop_cap}

    def settings(self) -> dict[str, int | str]:
        """Every setting as a user writes it."""
        return {
            key: NAMED[key](value).name.lower() if key in NAMED else value
            for key, value in asdict(self).items()
        }

    def changed(self, settings: Mapping[str, str]) -> PlenaConfiguration:
        """This configuration with `key=value` settings; raises ConfigurationError for a bad one."""
        known = [field.name for field in fields(self)]
        numbers: dict[str, int] = {}
        for key, value in settings.items():
            if key not in known:
                raise ConfigurationError(f"{key}: no such setting; there are {', '.join(known)}")
            numbers[key] = _number(key, value)
        return replace(self, **numbers)


def _choices(key: str) -> str:
    return " or ".join(sorted(choice.name.lower() for choice in NAMED[key]))


def _number(key: str, value: str) -> int:
    """The number of a setting as a user wrote it; raises ConfigurationError."""
    if key in NAMED:
        try:
            return NAMED[key][value.upper()]
        except KeyError:
            raise ConfigurationError(f"{key}: expected {_choices(key)}, got {value!r}") from None
    try:
        return int(value, 0)
    except ValueError:
        raise ConfigurationError(f"{key}: expected a whole number, got {value!r}") from None


RANGES = {  # ours: what the simulators can hold
    "matrix_sram_tiles": (1, 1 << 16),
    "vector_sram_rows": (1, 1 << 22),
    "fp_sram_size": (1, 1 << 32),
    "int_sram_size": (1, 1 << 32),
    "hbm_bytes": (1, 1 << 34),
    "systolic_overhead": (0, 1 << 32),
    "loop_cap": (1, 1 << 62),
}
