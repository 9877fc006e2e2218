"""What a kernel's text cannot do: read files, call the system, hide work, or cheat the slots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelcraft.external import Bounds
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.sim.run import Limits
from kernelcraft_hexagon import PLATFORM
from kernelcraft_hexagon.machine.places import BEGIN, END
from kernels import AT_OUT, CONFINED, MEMORY, SIMULATED, X, ran

TRAP = 0x5400C004  # trap0(#1)
REFUSED = {
    '.incbin "/etc/passwd"': "none of the directives",
    '.include "/etc/passwd"': "none of the directives",
    ".macro m\n.endm": "none of the directives",
    ".rept 9\n.endr": "none of the directives",
    ".set x, 5\n// .incbin": "none of the directives",
    '.INCBIN "/etc/passwd"': "none of the directives",
    "trap0(#1)": "no kernel may have",
    "{ r0 = #0; trap0(#1) }": "no kernel may have",
    "trap1(#1)": "no kernel may have",
    '.section .mine,"awx"\nnop': "cannot be writable and executable",
    ".set kernelcraft_end, 5": "redefinition",
    "kernelcraft_begin: nop": "already defined",
    "kernel: nop": "already defined",
    "{ nop": "line 6: Already in a packet",
    "jump nowhere": "line 2: undefined symbol: nowhere",
}
ESCAPES = {
    "a system call as a word": (f"kernel: r6 = #94\n .word {TRAP:#x}\n jumpr r31", "but data"),
    "one that is jumped to": (f"kernel: jump 1f\n1: .word {TRAP:#x}\n jumpr r31", "but data"),
    "one in fill": (f"kernel: nop\n .fill 1,4,{TRAP:#x}\n jumpr r31", "but data"),
    "one in a string": ('kernel: nop\n .ascii "\\004\\300\\000T"\n jumpr r31', "but data"),
    "a packet with more than the slots allow": (
        "kernel: nop\n .word 0x1c014022, 0x1c014023, 0x1c01c024\n jumpr r31",
        "but data",
    ),
    "the middle of a packet": (
        f"kernel: {{ r1 = ##kernel+16 }}\n jumpr r1\n {{ r3 = ##{TRAP:#x}; r4 = #1 }}\n jumpr r31",
        "but data",
    ),
    "the call that reads": (f"kernel: r28 = ##{BEGIN + 16:#x}\n jumpr r28", "outside of its code"),
    "the call that writes": (f"kernel: r28 = ##{END + 28:#x}\n jumpr r28", "outside of its code"),
    "past the first packet of the end": (f"kernel: r28 = ##{END + 8:#x}\n jumpr r28", "outside"),
    "code in data": (
        f"kernel: r0 = ##1f\n jumpr r0\n.data\n.p2align 4\n1: .word {TRAP:#x}",
        "SIGSEGV",
    ),
    "code on the stack": (
        f"kernel: r0 = ##{TRAP:#x}\n r29 = add(r29,#-16)\n memw(r29+#0) = r0\n jumpr r29",
        "SIGSEGV",
    ),
    "code that is written over": (
        "kernel: r0 = ##kernel\n memw(r0+#0) = r1\n jumpr r31",
        "SIGSEGV",
    ),
    "less memory at the end": (
        "kernel: r0 = ##kernelcraft_end_of_memory\n r1 = #0\n memw(r0+#0) = r1\n jumpr r31",
        "there is no memory",
    ),
    "a load from nowhere": ("kernel: r0 = #0\n r0 = memw(r0+#0)\n jumpr r31", "SIGSEGV"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused_texts(text: str) -> None:
    with pytest.raises(AssemblyError, match=REFUSED[text]):
        PLATFORM.assemble(f"kernel: nop\n{text}\njumpr r31\n")


@SIMULATED
@CONFINED
@pytest.mark.parametrize("name", ESCAPES)
def test_a_kernel_stays_in_its_code(name: str) -> None:
    text, says = ESCAPES[name]
    run = ran(text)
    assert run.fault is not None
    assert says in str(run.fault)


@SIMULATED
@pytest.mark.parametrize("section", [".kernelcraft_begin", ".kernelcraft_end"])
def test_no_section_hides_work(section: str) -> None:
    """Code among that which begins and ends a run is counted as any other."""
    run = ran(f'.section {section},"ax"\nkernel: r0 = #1\n r0 = #2\n r0 = #3\n jumpr r31\n')
    assert run.fault is None
    assert run.cycles == 4


@SIMULATED
def test_another_section_of_code_fails() -> None:
    """It moves what is around a kernel, and then nothing is where it should be."""
    run = ran('.section .mine,"ax"\nkernel: jumpr r31\n')
    assert run.fault is not None


@SIMULATED
def test_names_do_not_get_into_the_log() -> None:
    """A name with a line in it that looks like a block of the log."""
    fake = "\\nTrace 0: 0x1 [00000000/00030000/00000000/00000200]\\n"
    run = ran(f'"k{fake}": nop\nkernel: nop\n jumpr r31\n')
    assert run.fault is None
    assert run.cycles == 2


@SIMULATED
@pytest.mark.parametrize("text", ["kernel: jump kernel", "kernel: jump kernelcraft_begin"])
def test_endless_kernels_are_ended(text: str) -> None:
    quick = replace(PLATFORM.simulator, bounds=Bounds(seconds=1.0, errors=1 << 20))
    platform = replace(PLATFORM, simulator=quick)
    state = platform.stage(MEMORY, {"x": X}, 7)
    run = platform.run(platform.assemble(text), state, Limits())
    assert run.fault is not None
    assert run.fault.kind == "instruction budget"


@SIMULATED
def test_a_log_that_is_cut_off_is_no_measurement() -> None:
    short = replace(PLATFORM.simulator, bounds=Bounds(errors=1 << 16))
    platform = replace(PLATFORM, simulator=short)
    state = platform.stage(MEMORY, {"x": X}, 7)
    text = "kernel: r2 = ##100000\n loop0(1f,r2)\n1: { nop }:endloop0\n jumpr r31"
    run = platform.run(platform.assemble(text), state, Limits(10_000_000))
    assert "longer than what is kept" in str(run.fault)


@SIMULATED
def test_stores_beside_the_output_are_seen() -> None:
    before = PLATFORM.stage(MEMORY, {"x": X}, 7)
    program = PLATFORM.assemble(f"kernel: r0 = ##{AT_OUT + 512:#x}\n memw(r0+#0) = r0\n jumpr r31")
    run = PLATFORM.run(program, before.copy(), Limits())
    assert [str(each) for each in PLATFORM.audit(MEMORY, before, run.state)] != []
