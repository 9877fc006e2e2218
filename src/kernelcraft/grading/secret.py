"""Seeds that nobody can know who writes kernels, and that a group of equal tries shares."""

import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass, field
from typing import Final, Self

VARIABLE: Final = "KERNELCRAFT_SECRET"
"""Names a run's secret in hexadecimal, so that its rewards can be computed again elsewhere."""
LEAST_BYTES: Final = 16


@dataclass(frozen=True)
class Secret:
    """Of one run of a trainer; the bytes are never printed, recorded or shown to an agent."""

    key: bytes = field(repr=False)

    @classmethod
    def of_this_run(cls) -> Self:
        """That of the environment variable, or a fresh one; raises ValueError for a short one."""
        named = os.environ.get(VARIABLE)
        if named is None:
            return cls(secrets.token_bytes(32))
        key = bytes.fromhex(named)
        if len(key) < LEAST_BYTES:
            raise ValueError(f"{VARIABLE}: expected at least {2 * LEAST_BYTES} hexadecimal digits")
        return cls(key)

    @property
    def fingerprint(self) -> str:
        """Tells secrets apart and gives none away: 16 hexadecimal digits."""
        return hashlib.sha256(b"kernelcraft " + self.key).hexdigest()[:16]

    def seed(self, cell: str, group: str) -> int:
        """The seed of the hidden inputs of a group's tries at a cell, 64 bits."""
        digest = hmac.digest(self.key, f"{cell}\n{group}".encode(), "sha256")
        return int.from_bytes(digest[:8], "little")
