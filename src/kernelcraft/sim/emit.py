"""Write a platform's table down as one pre-decoded threaded interpreter in C."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kernelcraft.sim.machine import Machine, RegisterFile
from kernelcraft.sim.moment import Moment, late_key
from kernelcraft.sim.pipeline import TWICE
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.state import fields
from kernelcraft.sim.traced import OPERAND
from kernelcraft.sim.tracing import Faults, explore, trace_instruction, trace_late

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.isa.isa import Isa

RUNTIME = Path(__file__).parent / "native"
LONGEST_INLINE = 8  # statements of a body inside the interpreter; longer ones become functions
_IMPORT = re.compile(r"^from ([\w.]+) import", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Interpreter:
    """The simulator of one machine as it is compiled; compared by identity.

    routines: every routine a body calls; prelude: C text (tables) placed before their sources;
    optimised: how much the compiler does, 1 to 3.
    """

    name: str
    isa: Isa
    machine: type[Machine]
    routines: tuple[Routine[..., object], ...] = ()
    prelude: Callable[[], str] | None = None
    optimised: int = 2

    def sources(self) -> tuple[Path, ...]:
        """The files this interpreter is made from: changing one makes a built one stale."""
        functions = [ins.function for ins in self.isa.table]
        modules = _modules({thing.__module__ for thing in (*functions, self.machine)})
        routines = {r.source for r in self.routines} | {
            r.source.with_suffix(".py") for r in self.routines
        }
        routines |= {header for r in self.routines for header in r.source.parent.glob("*.h")}
        return tuple(sorted(modules | routines | EMITTER))


def _modules(names: set[str]) -> set[Path]:
    """The files of modules and of what they import from their own folders: constants, timing."""
    folders = {f"{name.rpartition('.')[0]}." for name in names} - {"."}
    paths: dict[str, Path] = {}
    while names:
        name = names.pop()
        paths[name] = Path(inspect.getfile(sys.modules[name]))
        imported = set(_IMPORT.findall(paths[name].read_text()))
        names |= {each for each in imported - set(paths) if each.startswith(tuple(folders))}
    return set(paths.values())


EMITTER = {
    Path(__file__).parent / f"{name}.py"
    for name in (
        *("cause", "emit", "machine", "moment", "parts", "pipeline", "reference", "state"),
        *("traced", "traced_parts", "traced_pipeline", "tracing"),
    )
}
EMITTER |= set(RUNTIME.glob("*.[ch]"))


def source(interpreter: Interpreter, digest: str) -> str:
    """The C file of one platform."""
    faults = Faults()
    bodies = [_body(interpreter, ins, faults) for ins in interpreter.isa.instructions.values()]
    late = [
        _late(interpreter, ins, stage, faults)
        for ins in interpreter.isa.table
        for stage in sorted(ins.timing.late)
    ]
    parts = [
        '#include "interpreter.h"\n',
        _routines(interpreter),
        _state(interpreter.machine),
        _follow(interpreter.machine),
        *(body.function() for body in bodies if body.outlined),
        *(_late_dispatch(late) if interpreter.machine.stages else ()),
        _run(interpreter, bodies, faults),
        _description(interpreter, faults, digest),
    ]
    return "\n".join(parts)


def _routines(interpreter: Interpreter) -> str:
    names = [r.name for r in interpreter.routines]
    renames = "".join(f"#define {name} {interpreter.name}_{name}\n" for name in names)
    sources = dict.fromkeys(r.source for r in interpreter.routines)
    texts = "\n".join(path.read_text() for path in sources)
    return renames + (interpreter.prelude() if interpreter.prelude else "") + texts


def _state(machine: type[Machine]) -> str:
    lines = ["struct state {"]
    lines += [f"  {_c_type(f.dtype)} *{f.name};" for f in fields(machine)]
    lines += [f"  struct kc_written {part.name}_written;" for part in machine.layout.delayed]
    lines += [f"  int64_t {memory.name}_size;" for memory in machine.layout.memories]
    lines += [f"  int64_t {name};" for name in machine.layout.parameters]
    return "\n".join([*lines, "};\n"])


def _follow(machine: type[Machine]) -> str:
    """What a row of a trace has, and a function that puts the followed words into it."""
    counts = {"KC_REASONS": len(machine.reasons), "KC_FOLLOWED": len(machine.followed)}
    lines = [f"enum {{{', '.join(f'{name} = {count}' for name, count in counts.items())}}};"]
    lines += ["static inline void kc_follow(const struct state *s, int64_t *words)", "{"]
    lines += ["  (void)s; (void)words;"]
    lines += [
        f"  words[{place}] = (int64_t)s->{each.part}[{each.index}];"
        for place, each in enumerate(machine.followed)
    ]
    return "\n".join([*lines, "}\n"])


def _c_type(dtype: str) -> str:
    return {"float32": "float", "float64": "double"}.get(dtype, f"{dtype}_t")


def _operands(names: list[str]) -> str:
    return "\n".join(
        f"  const int64_t {OPERAND}{n} = d[{i}]; (void){OPERAND}{n};"
        for i, n in enumerate(names, start=1)
    )


@dataclass(frozen=True)
class _Body:
    """The C of one operation: a place in the interpreter, or a function that is called there.

    Compilers take far more than twice as long for a function of twice the size.
    """

    instruction: Instruction
    code: list[str]
    end: str

    @property
    def outlined(self) -> bool:
        return len(self.code) > LONGEST_INLINE

    @property
    def text(self) -> str:
        names = [operand.name for operand in self.instruction.operands]
        return "\n".join([_operands(names), *self.code])

    def function(self) -> str:
        opcode, mnemonic = self.instruction.opcode, self.instruction.mnemonic
        return (
            f"static KC_OUTLINED(body_{opcode}) /* {mnemonic} */\n{{\n  KC_ENTER\n"
            f"{self.text}\n  KC_RETURN\n}}\n"
        )

    def place(self) -> str:
        opcode, mnemonic = self.instruction.opcode, self.instruction.mnemonic
        inside = f"  KC_CALL(body_{opcode})" if self.outlined else self.text
        return f"op_{opcode}: {{ /* {mnemonic} */\n{inside}\n  {self.end}\n}}"


def _body(interpreter: Interpreter, instruction: Instruction, faults: Faults) -> _Body:
    traced = trace_instruction(interpreter.machine, instruction, faults)
    return _Body(instruction, traced.code, _end(interpreter.machine))


def _end(machine: type[Machine]) -> str:
    return "BUNDLE_END" if machine.bundled else "NEXT"


@dataclass(frozen=True)
class _Late:
    """The C of what an instruction does at a later stage: a function."""

    key: int
    mnemonic: str
    operands: str
    code: list[str]

    def function(self) -> str:
        code = "\n".join(self.code)
        return (
            f"static KC_LATE_BODY(late_{self.key}) /* {self.mnemonic} */\n{{\n  KC_ENTER\n"
            f"{self.operands}\n{code}\n  KC_RETURN\n}}\n"
        )

    def place(self) -> str:
        return f"    KC_LATE_CASE({self.key}, late_{self.key})"


def _late(interpreter: Interpreter, instruction: Instruction, stage: int, faults: Faults) -> _Late:
    traced = trace_late(interpreter.machine, instruction, stage, faults)
    names = [operand.name for operand in instruction.operands]
    key = late_key(instruction, stage)
    return _Late(key, instruction.mnemonic, _operands(names), traced.code)


def _late_dispatch(late: list[_Late]) -> Iterator[str]:
    """The late functions, and one that calls those of a slot."""
    yield from (each.function() for each in late)
    yield "KC_LATE_BEGIN"
    yield from (each.place() for each in late)
    yield "KC_LATE_END\n"


def _bundle_end(machine: type[Machine], faults: Faults, end: Callable[[Machine], None]) -> str:
    """Late work, what the machine does at the end of a bundle, and what arrives."""
    lines = [f"  KC_LATE({machine.stages}, late_work)"] if machine.stages else []
    lines += explore(Moment(machine), faults, set(), lambda bound, trace: end(bound)).code
    for part in machine.layout.delayed:
        kept = f"{part.dtype}_t" if isinstance(part, RegisterFile) else "int64_t"
        twice = (
            faults.index(f"{TWICE.format(name=part.name)}\t{part.name}") if part.exclusive else 0
        )
        lines.append(
            f"  KC_PUBLISH({part.name}, {kept}, {part.count}, {part.words}, {part.delayed}, "
            f"{int(part.exclusive)}, {twice})"
        )
        if isinstance(part, RegisterFile):
            lines.append(f"  KC_ARRIVE({part.name}, {part.count}, {part.words}, {part.delayed})")
        else:
            lines.append(
                f"  KC_ARRIVE_LANES({part.name}, {part.count}, {part.width}, {part.delayed})"
            )
    if machine.stages:
        lines.append(f"  s->ports_taken[kc_slot(instructions, {machine.stages}, 1)] = 0;")
    return "\n".join(lines)


def _ended(machine: type[Machine], faults: Faults) -> str:
    """What is done when the program has ended: what is under way arrives."""
    if not machine.bundled:
        return "ended: goto done;"
    drain = _bundle_end(machine, faults, lambda bound: bound.drain())
    return (
        f"ended:\n  drained = 1 + instructions;\n"
        f"  for (int64_t left = {machine.depth()}; left; left--) {{\n  instructions++;\n"
        f"{drain}\n  }}\n  instructions = drained - 1;\n  goto done;"
    )


def _left(machine: type[Machine], faults: Faults) -> str:
    left = explore(Moment(machine), faults, set(), lambda bound, trace: bound.left())
    return "\n".join(left.code)


def _run(interpreter: Interpreter, bodies: list[_Body], faults: Faults) -> str:
    machine = interpreter.machine
    bind = [f"  s->{f.name} = arrays[{i}];" for i, f in enumerate(fields(machine))]
    index = {f.name: i for i, f in enumerate(fields(machine))}
    bind += [f"  s->{m.name}_size = sizes[{index[m.name]}];" for m in machine.layout.memories]
    bind += [f"  s->{part.name}_written.count = 0;" for part in machine.layout.delayed]
    bind += [f"  s->{name} = parameters[{i}];" for i, name in enumerate(machine.layout.parameters)]
    labels = ", ".join(f"&&op_{i}" for i in range(len(bodies)))
    header = f"""
static int run_{interpreter.name}(void **arrays, const int64_t *sizes, const int64_t *parameters,
    const int32_t *code, const uint8_t *ends, int64_t operations, int64_t width,
    struct control *control, int64_t *executions, int64_t *charged,
    int64_t *jumps, int64_t *trace, int64_t traced)
{{
  struct state state, *s = &state;
  traced /= 2 + KC_REASONS + KC_FOLLOWED;
  static const void *const labels[] = {{{labels}, &&op_end}};"""
    places = [body.place() for body in bodies]
    start = "KC_BEGIN" + ("_BUNDLED" if machine.bundled else "")
    left = _left(machine, faults)
    leave = f"leave: __attribute__((unused));\n{{\n{left}\n  {_end(machine)}\n}}"
    tail = [_ended(machine, faults)]
    if machine.bundled:
        end = _bundle_end(machine, faults, lambda bound: bound.end_bundle())
        tail.append(f"bundle_end: {{\n{end}\n  KC_DELAYED_JUMP\n  NEXT\n}}")
    return "\n".join([header, *bind, f"  {start}", *places, leave, *tail, "  KC_FINISH", "}\n"])


def _description(interpreter: Interpreter, faults: Faults, digest: str) -> str:
    text = "\n".join(faults.templates).replace("\\", "\\\\").replace('"', '\\"')
    lines = "".join(f'  "{line}\\n"\n' for line in text.replace("\t", "\\t").split("\n"))
    return (
        f"const struct interpreter interpreter_{interpreter.name} = {{\n"
        f'  "{interpreter.name}", "{digest}",\n{lines}  , run_{interpreter.name}\n}};\n'
    )


def module(name: str, interpreters: Iterable[Interpreter]) -> str:
    """The C file of the extension module `name` that holds these interpreters."""
    names = [interpreter.name for interpreter in interpreters]
    declared = "".join(f"extern const struct interpreter interpreter_{n};\n" for n in names)
    table = ", ".join(f"&interpreter_{n}" for n in names)
    return (
        '#define PY_SSIZE_T_CLEAN\n#include "Python.h"\n#include "interpreter.h"\n'
        f"{declared}\nstatic const struct interpreter *const interpreters[] = {{{table}}};\n"
        f"#define INTERPRETERS {len(names)}\n"
        f'#define MODULE_NAME "{name}"\n#define MODULE_INIT PyInit_{name.rsplit(".", 1)[-1]}\n'
        '#include "module.h"\n'
    )
