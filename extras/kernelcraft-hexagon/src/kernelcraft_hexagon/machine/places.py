"""Where everything lies: what begins and ends a run, the kernel, and the memory of tensors."""

from __future__ import annotations

from pathlib import Path
from typing import Final

BEGIN: Final = 0x10000
END: Final = 0x20000
AROUND_SIZE: Final = 0x1000
"""Of what begins a run, and of what ends it: a kernel's code in the same sections comes after."""
TEXT: Final = 0x30000
MEMORY: Final = 0x20000000
SIZE: Final = 1 << 20
AROUND: Final = Path(__file__).parent / "around.s"
"""What stands before every kernel."""
