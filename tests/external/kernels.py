"""What the kernel of this machine can hold back, for tests: nothing of it can be installed."""

import pytest

from kernelcraft.external.confinement import lacking

CONFINED = pytest.mark.skipif(bool(lacking()), reason="; ".join(lacking()) or "all is there")
