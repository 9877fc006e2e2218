"""A run as one archive for a leaderboard: its manifest, records, kernels and logs.

Archives are anybody's: a member has a name of a fixed form or the archive is refused, and nothing
is written but below the folder that the reader chose.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kernelcraft.records import jsonl
from kernelcraft.records.archives import Unsound, check_sizes
from kernelcraft.records.episode import Episode

MANIFEST: Final = "submission.json"
KERNELS: Final = "kernels"
SUFFIX: Final = ".zip"
MOST_BYTES: Final = 64 << 20
"""Of an archive: what a git host takes without complaint."""
MOST_MEMBER: Final = 128 << 20
MOST_INFLATED: Final = 1 << 30
MOST_EPISODES: Final = 5_000
_MEMBER: Final = re.compile(
    rf"{re.escape(MANIFEST)}|{re.escape(jsonl.FILE)}|{KERNELS}/[0-9a-f]{{64}}\.txt"
    r"|[A-Za-z0-9][\w+,=@.-]{0,200}\.eval",
    re.ASCII,
)


class Manifest(BaseModel):
    """Who submits what. name: the archive's, without its ending. when: in UTC."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
    who: Annotated[str, Field(min_length=1, max_length=100)]
    about: Annotated[str, Field(max_length=2_000)] = ""
    when: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]


@dataclass(frozen=True)
class Submission:
    """An archive that was opened: a log folder, and kernels by the hash of their text."""

    manifest: Manifest
    folder: Path
    episodes: tuple[Episode, ...]
    logs: tuple[Path, ...]

    def kernel(self, digest: str) -> str | None:
        """The text with that hash, if the archive has a text under it."""
        path = self.folder / kernel_name(digest)
        if not re.fullmatch("[0-9a-f]{64}", digest) or not path.is_file():
            return None
        return kernel_text(path.read_bytes())


def kernel_text(written: bytes) -> str | None:
    """As `evaluate` writes kernels, half surrogate pairs included; None for what is no text."""
    try:
        return written.decode("utf-8", errors="surrogatepass")
    except UnicodeDecodeError:
        return None


def kernel_name(digest: str) -> str:
    """The member that holds the kernel with that hash."""
    return f"{KERNELS}/{digest}.txt"


def pack(
    out: Path, manifest: Manifest, lines: bytes, kernels: Mapping[str, bytes], logs: Sequence[Path]
) -> Path:
    """Write the archive into a folder; kernels by hash, lines as the log folder has them."""
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{manifest.name}{SUFFIX}"
    beside = path.with_suffix(".new")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1) + "\n")
        archive.writestr(jsonl.FILE, lines)
        for digest, text in sorted(kernels.items()):
            archive.writestr(kernel_name(digest), text)
        for log in logs:  # they are compressed already
            archive.write(log, log.name, zipfile.ZIP_STORED)
    beside.replace(path)
    return path


def unpack(path: Path, folder: Path) -> Submission:
    """What an archive holds, its members written into an empty folder. Raises Unsound."""
    if not path.is_file() or path.is_symlink():
        raise Unsound("is no file")
    if path.stat().st_size > MOST_BYTES:
        raise Unsound(f"is not opened: {path.stat().st_size:,} bytes, more than {MOST_BYTES:,}")
    try:
        check_sizes(path, MOST_MEMBER, MOST_INFLATED)
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                _write(archive, info, folder)
    except Unsound:
        raise
    except Exception as error:  # whatever a decompressor makes of damaged bytes
        raise Unsound(f"cannot be read: {str(error) or type(error).__name__}") from error
    manifest = _manifest(path, folder)
    recorded = jsonl.read(folder / jsonl.FILE)
    if recorded.unreadable:
        raise Unsound(recorded.unreadable[0].removeprefix(f"{folder}/"))
    if not 0 < len(recorded.episodes) <= MOST_EPISODES:
        count = len(recorded.episodes)
        raise Unsound(f"holds {count:,} episodes, expected 1 to {MOST_EPISODES:,}")
    return Submission(manifest, folder, recorded.episodes, tuple(sorted(folder.glob("*.eval"))))


def _write(archive: zipfile.ZipFile, info: zipfile.ZipInfo, folder: Path) -> None:
    if not _MEMBER.fullmatch(info.filename):
        raise Unsound(f"holds a member of another name: {info.filename[:80]!a}")
    if info.flag_bits & 1:
        raise Unsound(f"holds a member that is encrypted: {info.filename[:80]!a}")
    path = folder / info.filename
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(archive.read(info))  # within the bounds, which were counted before


def _manifest(path: Path, folder: Path) -> Manifest:
    try:
        found = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        raise Unsound(f"has no {MANIFEST}") from None
    except ValidationError as error:
        raise Unsound(f"{MANIFEST}: {jsonl.first(error)}") from None
    if f"{found.name}{SUFFIX}" != path.name:
        raise Unsound(f"{MANIFEST} calls it {found.name!a}")
    return found
