"""qemu-riscv64 as a judge of functions: it calls `kernel` and sends all memory back.

The program around it is C, compiled with the same clang as baselines are. Memory that is no operand
holds garbage before, so does every register that is no argument.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

QEMU = shutil.which("qemu-riscv64")
TARGET: Final = ("-target", "riscv64-freestanding-none", "-mabi=lp64d")
CPU: Final = "-mcpu=generic_rv64+m+a+f+d+c+zicsr+zifencei"
ROOM: Final = 1 << 20
POINTER: Final = 1 << 62
"""Added to an argument that is an offset in memory."""
AROUND: Final = f"""
#include <stdint.h>

static struct {{ int64_t arguments[8]; uint8_t bytes[{ROOM}]; }} all __attribute__((aligned(64)));
long called(int64_t *arguments);

static long system(long number, long a, long b, long c) {{
  register long a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}}

void _start(void) {{
  uint8_t *to = (uint8_t *)&all, *end = to + sizeof all;
  while (to < end) {{
    long got = system(63, 0, (long)to, end - to);
    if (got <= 0) system(93, 9, 0, 0);
    to += got;
  }}
  for (int i = 0; i < 8; i++)
    if (all.arguments[i] & {POINTER}L) all.arguments[i] += (int64_t)all.bytes - {POINTER}L;
  called(all.arguments);
  for (to = all.bytes; to < end;) to += system(64, 1, (long)to, end - to);
  system(93, 0, 0, 0);
}}
"""
SAVED: Final = [f"s{index}" for index in range(12)]
CALL: Final = "\n".join(
    [
        "    .text",
        "    .globl called",
        "called:",
        "    addi sp, sp, -112",
        "    sd ra, 96(sp)",
        *(f"    sd {name}, {8 * index}(sp)" for index, name in enumerate(SAVED)),
        "    mv t0, a0",
        *(f"    ld a{index}, {8 * index}(t0)" for index in range(8)),
        *(f"    li {name}, {-77777 * (index + 3)}" for index, name in enumerate([*SAVED, "t1"])),
        *(f"    mv t{index}, t1" for index in (0, 2, 3, 4, 5, 6)),
        "    call kernel",
        *(f"    ld {name}, {8 * index}(sp)" for index, name in enumerate(SAVED)),
        "    ld ra, 96(sp)",
        "    addi sp, sp, 112",
        "    ret",
        "",
    ]
)


def built(text: str, folder: Path) -> Path:
    """The program with this kernel; AssertionError with what clang says."""
    files = {"kernel.s": text, "call.s": CALL, "around.c": AROUND}
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    program = folder / "program.elf"
    options = (
        "-O1",
        "-nostdlib",
        "-static",
        "-ffreestanding",
        "-fno-sanitize=all",
        "-mcmodel=medany",
    )
    command = [sys.executable, "-m", "ziglang", "cc", *TARGET, CPU, *options]
    command += [*(str(folder / name) for name in files), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def called(program: Path, arguments: Sequence[int], memory: bytes, seconds: float = 60) -> bytes:
    """Memory after the call; AssertionError if the program ends otherwise."""
    assert QEMU is not None
    padded = [*arguments, *[-123456789] * (8 - len(arguments))]
    sent = struct.pack("<8q", *padded) + memory.ljust(ROOM, b"\xa5")
    done = subprocess.run(
        [QEMU, str(program)], input=sent, capture_output=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout
