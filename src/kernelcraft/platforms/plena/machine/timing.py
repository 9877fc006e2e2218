"""Cycle costs of PLENA's instructions, in the order of the public settings' two columns.

Source: the official emulator's latency settings (February 2026), checked against the measurements
in docs/platforms/plena.md. `dc_en` selects the column; one cycle is 1 ns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft.platforms.plena.machine.state import Plena


@dataclass(frozen=True)
class Latency:
    """A latency that depends on the machine; `text` is what the manual prints."""

    function: Callable[[Plena], int]
    text: str

    def __call__(self, m: Plena) -> int:
        return self.function(m)


@dataclass(frozen=True)
class ScalarLatency:
    """A latency that is 0 when the target is f0: the machine drops the whole operation."""

    inner: Callable[[Plena], int]
    text: str

    def __call__(self, m: Plena, fd: int) -> int:
        return self.inner(m) * (fd != 0)


def by_dc(enabled: int, disabled: int) -> Latency:
    """`enabled` cycles with DC_EN = 1, `disabled` with DC_EN = 0."""
    text = (
        f"{enabled} cycles"
        if enabled == disabled
        else f"{enabled} cycles ({disabled} if DC_EN = 0)"
    )
    return Latency(lambda m: disabled + (enabled - disabled) * m.dc_en, text)


def to_scalar(enabled: int, disabled: int) -> ScalarLatency:
    """As `by_dc`, and 0 cycles when the target is f0."""
    cost = by_dc(enabled, disabled)
    return ScalarLatency(cost, f"{cost.text}, 0 when the target is f0")


SYSTOLIC = Latency(lambda m: m.systolic_overhead + m.mlen, "MLEN cycles")
BATCHED_ROW = Latency(lambda m: m.systolic_overhead + 1, "1 cycle")
MATRIX_ROW = Latency(lambda m: m.mlen, "MLEN cycles")
MAP = Latency(lambda m: 2 * m.mlen, "2 VLEN cycles (charged twice by the official emulator)")
