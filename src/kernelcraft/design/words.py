"""Costs of proposals as lines that a person or a model reads."""

from __future__ import annotations

from kernelcraft.design.cost import Cost


def cost_line(found: Cost) -> str:
    """One instruction: time, bits, and what it adds to its unit."""
    parts = [
        f"{found.latency} cycles (at least {found.least_latency})",
        f"{found.operand_bits} operand bits",
        *(f"{number} of {kind!r}" for kind, number in found.operators.items()),
        *(f"{number} more ports for {part}" for part, number in found.ports.items()),
        *([f"{found.state:,} bits of scratch"] if found.state else []),
    ]
    return f"{found.mnemonic}: {', '.join(parts)}: {found.area:,.0f} square micrometres"
