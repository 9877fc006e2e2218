"""Reads what a user names: kernels and raw memories, with a cap before anything is decoded."""

import difflib
import sys
from pathlib import Path
from typing import Final

from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.isa.assembler import TextLimits

STDIN: Final = "-"
MOST_BYTES: Final = TextLimits().size


def read_kernel(name: str) -> str:
    """The text of a kernel file.

    Raises UsageFault where there is no readable file, NoKernel where its content is no text or
    longer than an assembler reads.
    """
    return text_of(name, read_program(name))


def read_program(name: str) -> bytes:
    """The bytes of a kernel file; raises as `read_kernel`, except for what is no text."""
    data = _standard_input() if name == STDIN else read_bytes(Path(name), MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise NoKernel(f"{name}: more than {MOST_BYTES:,} bytes; no kernel may be that long")
    return data


def text_of(name: str, data: bytes) -> str:
    """The bytes of a file as text; raises NoKernel if they are none."""
    try:
        return data.decode("utf-8").removeprefix("\ufeff")  # some editors begin a file so
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = data[error.start]
        raise NoKernel(
            f"{name}: line {line}: expected UTF-8 text, found the byte 0x{found:02x}"
        ) from None


def read_bytes(path: Path, most: int) -> bytes:
    """The file's first `most` + 1 bytes: one more than allowed says that it is too long."""
    if path.is_dir():
        raise UsageFault(f"{path}: expected a file, found a folder")
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        nearest = _beside(path)
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        raise UsageFault(f"there is no file {path}{hint}", nearest) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageFault(f"{path}: cannot be read: {reason}") from None


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file that the user asked for."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageFault(f"{path}: cannot be written: {error.strerror}") from None


def expect_writable(path: Path) -> None:
    """Raises UsageFault where a file could not be made."""
    if path.is_dir():
        raise UsageFault(f"{path}: cannot be written: it is a folder")
    if not path.absolute().parent.is_dir():
        raise UsageFault(f"{path}: cannot be written: there is no folder {path.parent}")


def _standard_input() -> bytes:
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _beside(path: Path) -> tuple[str, ...]:
    """Files of the same folder with names like the missing one's."""
    try:
        names = [each.name for each in path.parent.iterdir()]
    except OSError:
        return ()
    found = difflib.get_close_matches(path.name, names)
    return tuple(str(path.parent / name) if path.parent.name else name for name in found)
