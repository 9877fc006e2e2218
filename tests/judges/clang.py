"""clang's assembler as a judge of machine words; it comes with the package ziglang."""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import sys
from pathlib import Path

MARCH = "rv32imf_zve32x_zvl128b_zicsr_zifencei_zbb"
PRESENT = importlib.util.find_spec("ziglang") is not None


def words(text: str, folder: Path) -> list[int]:
    """The words of section .text; raises CalledProcessError with clang's complaints."""
    source, target = folder / "text.s", folder / "text.o"
    source.write_text(text)
    command = [sys.executable, "-m", "ziglang", "clang", "-c", "--target=riscv32-unknown-none"]
    arguments = [f"-march={MARCH}", "-mno-relax", str(source), "-o", str(target)]
    subprocess.run([*command, *arguments], check=True, capture_output=True, text=True)
    return _section(target.read_bytes(), ".text")


def _section(data: bytes, wanted: str) -> list[int]:
    start, size, count, names = (
        struct.unpack_from(form, data, at)[0]
        for form, at in (("<I", 32), ("<H", 46), ("<H", 48), ("<H", 50))
    )
    headers = [struct.unpack_from("<IIIIII", data, start + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, _, offset, length in headers:
        end = data.index(b"\0", strings + name)
        if data[strings + name : end].decode() == wanted:
            return list(struct.unpack_from(f"<{length // 4}I", data, offset))
    return []
