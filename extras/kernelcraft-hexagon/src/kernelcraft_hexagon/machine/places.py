"""Where everything lies: what begins and ends a run, the kernel, and the memory of tensors."""

from __future__ import annotations

from typing import Final

BEGIN: Final = 0x10000
END: Final = 0x20000
TEXT: Final = 0x30000
MEMORY: Final = 0x20000000
SIZE: Final = 1 << 20
