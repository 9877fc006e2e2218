"""Windows between two `csrr mcycle` whose cycles were measured on the RTL: what once deviated.

Dependent reductions, vcompress by its mask, loops of stores, branches to the next instruction,
vector CSRs, and float registers that a pending flw writes. All on ideal memory.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter


class Window(BaseModel):
    """`body` between two csrr mcycle after a setup: cycles of the run, and of the window."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    setup: str
    body: str
    cycles: int  # from the first dispatch to the halt
    window: int

    @property
    def text(self) -> str:
        """The program, which ends by itself."""
        return f"{self.setup}\ncsrr s10, mcycle\n{self.body}\ncsrr s11, mcycle\nmpause\n"


WINDOWS: Final = TypeAdapter(list[Window]).validate_json(
    (Path(__file__).parent / "rtl_windows.json").read_bytes()
)
