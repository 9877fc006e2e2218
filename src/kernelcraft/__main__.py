"""`python -m kernelcraft` is the command `kernelcraft`."""

import sys

from kernelcraft.cli import main

if __name__ == "__main__":
    sys.exit(main())
