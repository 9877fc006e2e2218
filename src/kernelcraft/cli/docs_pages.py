"""`--write-docs`: pages of a source checkout that a command writes anew."""

from pathlib import Path

import kernelcraft
from kernelcraft.cli.errors import UsageFault


def page_of_docs(name: str, *, wanted: bool) -> Path | None:
    """The page docs/`name` of this checkout if it is wanted; raises UsageFault without one."""
    folder = Path(kernelcraft.__file__).parents[2] / "docs"
    if wanted and not folder.is_dir():
        raise UsageFault("--write-docs: expected a source checkout, this is an installed wheel")
    return folder / name if wanted else None
