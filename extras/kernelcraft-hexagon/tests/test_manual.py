"""What the manual says: every example assembles, and what is easily mistaken is so."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.cells.protocol import FloatArray
from kernelcraft.isa.errors import AssemblyError
from kernelcraft_hexagon import PLATFORM
from kernels import SIMULATED, X, given

Integers = npt.NDArray[np.integer]
Wide = npt.NDArray[np.int64]
A, B = X[:128].astype(np.int8), X[128:256].astype(np.int8)
LOAD = "v0 = vmem(r0+#0)\nv1 = vmem(r0+#1)\nr2 = #3\n"
EXAMPLE = re.compile(r"Example: `([^`]*)`")


def test_examples_assemble() -> None:
    """All in one text: what is wrong is an error with its line."""
    pages = PLATFORM.written.instructions
    examples = [EXAMPLE.findall(page.text) for page in pages]
    assert {len(each) for each in examples} == {1}
    PLATFORM.assemble("kernel: nop\n" + "".join(f"{example}\n" for (example,) in examples))


def test_the_program_of_the_guide_assembles() -> None:
    text = (PLATFORM.here / PLATFORM.manual_file).read_text(encoding="utf-8")
    for code in re.findall(r"```\n(.*?)```", text, re.DOTALL):
        PLATFORM.assemble(code)


def test_packets_are_checked() -> None:
    with pytest.raises(AssemblyError, match="line 2: invalid instruction packet") as caught:
        PLATFORM.assemble("kernel:\n{ v0 = vmem(r0+#0); v1 = vmem(r1+#0) }\njumpr r31\n")
    assert len(caught.value.faults) == 1


def saturated(values: Integers, kind: type[np.signedinteger]) -> Integers:
    """Cut off at the limits of a type."""
    limits = np.iinfo(kind)
    return np.asarray(np.clip(values, limits.min, limits.max).astype(kind))


def interleaved(first: Integers, second: Integers) -> Integers:
    """Elements by turns."""
    return np.asarray(np.stack([first, second], 1).ravel())


def halves(values: Integers) -> Wide:
    """The same bytes as halfwords."""
    return np.asarray(np.frombuffer(values.astype(np.int8).tobytes(), np.int16).astype(np.int64))


def words(values: Integers) -> Wide:
    """The same bytes as words."""
    return np.asarray(np.frombuffer(values.astype(np.int8).tobytes(), np.int32).astype(np.int64))


def quads(a: Integers, b: Integers) -> Integers:
    """Sums of four products."""
    return np.asarray((a.astype(np.int64) * b).reshape(-1, 4).sum(1).astype(np.int32))


# An instruction of v0 (first 128 bytes), v1 (next) and r2 = 3 to v2, or v3:2, and what that is.
MEANT: dict[str, Callable[[], Integers]] = {
    "v2.b = vmax(v0.b,v1.b)": lambda: np.maximum(A, B),
    "v2.w = vrmpy(v0.b,v1.b)": lambda: quads(A, B),
    "v2.w = vrmpy(v0.ub,r2.b)": lambda: quads(
        A.astype(np.int64) % 256, np.array([3, 0, 0, 0] * 32)
    ),
    "v3:2.h = vmpy(v0.b,v1.b)": lambda: np.concatenate(
        [(A.astype(np.int16) * B)[::2], (A.astype(np.int16) * B)[1::2]]
    ),
    "v3:2.h = vunpack(v0.b)": lambda: A.astype(np.int16),
    "v3:2.h = vsxt(v0.b)": lambda: np.concatenate([A[::2], A[1::2]]).astype(np.int16),
    "v2.b = vpack(v0.h,v1.h):sat": lambda: saturated(
        np.concatenate([halves(B), halves(A)]), np.int8
    ),
    "v2.h = vpack(v0.w,v1.w):sat": lambda: saturated(
        np.concatenate([words(B), words(A)]), np.int16
    ),
    "v2.h = vsat(v0.w,v1.w)": lambda: saturated(interleaved(words(B), words(A)), np.int16),
    "v2.h = vasr(v0.w,v1.w,r2):rnd:sat": lambda: saturated(
        (interleaved(words(B), words(A)) + 4) >> 3, np.int16
    ),
    "v2.b = vpacke(v0.h,v1.h)": lambda: np.concatenate([B[::2], A[::2]]),
    "v2.b = vshuff(v0.b)": lambda: interleaved(A[:64], A[64:]),
    "v2.b = vdeal(v0.b)": lambda: np.concatenate([A[::2], A[1::2]]),
    "r2 = #-4; v3:2 = vshuff(v0,v1,r2)": lambda: interleaved(words(B), words(A)).astype(np.int32),
    "r2 = #-4; v3:2 = vshuff(v0,v1,r2); v3:2 = vdeal(v3,v2,r2)": lambda: np.concatenate([B, A]),
    "v2.b = vshuffe(v0.b,v1.b)": lambda: interleaved(B[::2], A[::2]),
    "v2 = valign(v0,v1,r2)": lambda: np.concatenate([B, A])[3:131],
    "v2 = vlalign(v0,v1,#3)": lambda: np.concatenate([B, A])[125:253],
    "v2 = vror(v0,r2)": lambda: np.roll(A, -3),
    "q0 = vsetq(r2); v2 = vmux(q0,v0,v1)": lambda: np.concatenate([A[:3], B[3:]]),
    "v2 = vcombine(v0,v0); v2.w = vmpye(v0.w,v1.uh)": lambda: (
        (words(A) * (words(B) % 65536)) >> 16
    ).astype(np.int32),
    "v2.w = vmpye(v0.w,v1.uh); v2.w += vmpyo(v0.w,v1.h):<<1:rnd:sat:shift": lambda: (
        (words(A) * words(B) + (1 << 30)) >> 31
    ).astype(np.int32),
    "v2.w = vmpyie(v0.w,v1.uh)": lambda: (words(A) * (words(B) % 65536)).astype(np.int32),
    "v2.w = vmpyio(v0.w,v1.h)": lambda: (words(A) * (words(B) >> 16)).astype(np.int32),
    "v2.w = vasl(v0.w,r2)": lambda: (words(A) << 3).astype(np.int32),
    "q0 = vcmp.gt(v0.w,v1.w); v2 = v0; if (q0) v2.w += v1.w": lambda: np.where(
        words(A) > words(B), words(A) + words(B), words(A)
    ).astype(np.int32),
}


@SIMULATED
@pytest.mark.parametrize("code", MEANT)
def test_meaning(code: str) -> None:
    text = code if "vcombine" not in code else code.partition("; ")[2]
    result = given(LOAD + text.replace("; ", "\n") + "\nvmem(r1+#0) = v2\nvmem(r1+#1) = v3")
    expected = np.frombuffer(np.ascontiguousarray(MEANT[code]()).tobytes(), np.int8)
    size = min(len(expected), 256)
    assert np.array_equal(result[:size].astype(np.int8), expected[:size])


@SIMULATED
@pytest.mark.parametrize(("bits", "kind"), [(16, np.int16), (8, np.int8)])
def test_tables(bits: int, kind: type[np.signedinteger]) -> None:
    """The 64 halfwords, or 128 bytes, of a vector, looked up as the pages say."""
    x: FloatArray = X.copy()
    size = 1024 // bits
    x[:128] = np.random.default_rng(2).integers(0, size, 128)
    table = np.frombuffer(x[128:256].astype(np.int8).tobytes(), kind)
    if bits == 16:
        parts = "\n".join(f"v3:2.h |= vlut16(v0.b,v1.h,#{part})" for part in range(1, 4))
        code = f"v1.h = vshuff(v1.h)\nv3:2.h = vlut16(v0.b,v1.h,#0)\n{parts}"
        found = table[x[:128].astype(int)]
        expected = np.concatenate([found[::2], found[1::2]])
    else:
        parts = "\n".join(f"v2.b |= vlut32(v0.b,v1.b,#{part})" for part in range(1, 4))
        code = f"v1.b = vshuff(v1.b)\nv2.b = vlut32(v0.b,v1.b,#0)\n{parts}"
        expected = table[x[:128].astype(int)]
    result = given(f"{LOAD}{code}\nvmem(r1+#0) = v2\nvmem(r1+#1) = v3", x)
    wanted = np.frombuffer(expected.tobytes(), np.int8)
    assert np.array_equal(result[: len(wanted)].astype(np.int8), wanted)
