"""clang's assembler as a judge of machine words; it comes with the package ziglang."""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import sys
from pathlib import Path

MARCH = {32: "rv32imf_zve32x_zvl128b_zicsr_zifencei_zbb", 64: "rv64gc"}
PRESENT = importlib.util.find_spec("ziglang") is not None


def words(text: str, folder: Path) -> list[int]:
    """The words of section .text; raises CalledProcessError with clang's complaints."""
    code = section(text, folder, 32)
    return list(struct.unpack(f"<{len(code) // 4}I", code))


def section(text: str, folder: Path, xlen: int) -> bytes:
    """The bytes of section .text; raises CalledProcessError with clang's complaints."""
    source, target = folder / "text.s", folder / "text.o"
    source.write_text(text)
    command = [sys.executable, "-m", "ziglang", "clang", "-c", f"--target=riscv{xlen}-unknown-none"]
    arguments = [f"-march={MARCH[xlen]}", "-mno-relax", str(source), "-o", str(target)]
    subprocess.run([*command, *arguments], check=True, capture_output=True, text=True)
    return _found(target.read_bytes(), ".text", xlen)


def _found(data: bytes, wanted: str, xlen: int) -> bytes:
    words = 8 * (xlen == 64)  # the header's words before the numbers of sections are wider
    start = struct.unpack_from("<Q" if words else "<I", data, 32 + words)[0]
    size, count, names = struct.unpack_from("<HHH", data, 46 + words + words // 2)
    form = "<IIQQQQ" if words else "<IIIIII"
    headers = [struct.unpack_from(form, data, start + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, _, offset, length in headers:
        end = data.index(b"\0", strings + name)
        if data[strings + name : end].decode() == wanted:
            return data[offset : offset + length]
    return b""
