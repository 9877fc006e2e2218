"""Instructions that give registers their values."""

from __future__ import annotations

from collections.abc import Mapping


def assigned(registers: Mapping[str, int]) -> str:
    """Instructions that give registers these values, in different slots."""
    text = ""
    for index, (name, value) in enumerate(registers.items()):
        if name.startswith("r") and -1024 <= value < 1024:
            text += f"movx {name}, #{value}\n"
        elif -512 <= value < 512 and (index % 2 or name.startswith("cr")):
            text += f"mov {name}, #{value}\n"
        elif -1024 <= value < 1024:
            text += f"mova {name}, #{value}\n"
        else:
            text += f"movxm {name}, #{value}\n"
    return text
