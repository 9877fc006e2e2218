"""qemu as a judge of RISC-V: it runs the image of a program and sends back a range of memory."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

from kernelcraft.isa.image import Image

CPUS = {32: "rv32,v=true,vlen=128,elen=32", 64: "rv64"}
PAGE = 4096
ILLEGAL = -4  # ended by SIGILL
SEND = """\
    li a7, 64          # write(1, registers, {size})
    li a0, 1
    la a1, registers
    li a2, {size}
    ecall
    li a7, 93          # exit(0)
    li a0, 0
    ecall
"""


def elf(image: Image, xlen: int = 32) -> bytes:
    """The image as a static executable for Linux; segments that share a page become one."""
    blocks = _blocks(image)
    header, entry_size = (52, 32) if xlen == 32 else (64, 56)
    offset = header + entry_size * len(blocks)
    table, contents = b"", b""
    for address, data in blocks:
        contents += bytes((address - offset - len(contents)) % PAGE)
        at, size = offset + len(contents), len(data)
        if xlen == 32:
            table += struct.pack("<IIIIIIII", 1, at, address, address, size, size, 7, PAGE)
        else:
            table += struct.pack("<IIQQQQQQ", 1, 7, at, address, address, size, size, PAGE)
        contents += data
    ident = b"\x7fELF" + bytes((xlen // 32, 1, 1)) + bytes(9)
    flags = 0 if xlen == 32 else 5  # compressed code, arguments in double registers
    numbers = (2, 243, 1, image.entry, header, 0, flags, header, entry_size, len(blocks), 40, 0, 0)
    form = "<HHIIIIIHHHHHH" if xlen == 32 else "<HHIQQQIHHHHHH"
    return ident + struct.pack(form, *numbers) + table + contents


def _blocks(image: Image) -> list[tuple[int, bytes]]:
    blocks: list[tuple[int, bytes]] = []
    for segment in sorted(image.segments, key=lambda each: each.address):
        data = segment.data + bytes(segment.size - len(segment.data))
        if blocks:
            start, before = blocks[-1]
            gap = segment.address - start - len(before)
            if gap < PAGE:
                blocks[-1] = start, before + bytes(gap) + data
                continue
        blocks.append((segment.address, data))
    return blocks


def present(xlen: int) -> bool:
    """Whether there is one for registers of this width."""
    return shutil.which(f"qemu-riscv{xlen}") is not None


def run(image: Image, folder: Path, seconds: float = 60, xlen: int = 32) -> tuple[int, bytes]:
    """The exit code (negative: the signal) and what the program wrote."""
    qemu = shutil.which(f"qemu-riscv{xlen}")
    assert qemu is not None
    path = folder / "program.elf"
    path.write_bytes(elf(image, xlen))
    path.chmod(0o755)
    done = subprocess.run(
        [qemu, "-cpu", CPUS[xlen], str(path)], capture_output=True, timeout=seconds, check=False
    )
    return done.returncode, done.stdout
