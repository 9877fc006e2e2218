"""Recompiles the baselines: `python -m kernelcraft.platforms.boom.kernels.baseline`."""

import sys

from kernelcraft.codegen.compiled.command import main
from kernelcraft.platforms.boom.kernels.baseline import BASELINES

if __name__ == "__main__":
    sys.exit(main(BASELINES, sys.argv[1:]))
