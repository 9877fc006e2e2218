"""The designer's simulator: one run, as the file says that it is given."""

import array
import collections
import json
import operator
import sys
from collections.abc import Callable
from pathlib import Path

HOW: dict[str, Callable[[float, float], float]] = {
    "vadd": operator.add,
    "vmul": operator.mul,
    "vmax": max,
}
job = json.loads(Path(sys.argv[1]).read_text())
program = json.loads(Path(job["program"]).read_text())
memory = array.array("f", Path(job["memory"]["file"]).read_bytes())
words, labels, start = program["words"], program["labels"], job["memory"]["address"]
x, v = [0] * 8, [[0.0] * 8 for _ in range(8)]
pc = cycles = executed = 0
lines: dict[int, list[int]] = collections.defaultdict(lambda: [0, 0])
fault: dict[str, object] | None = None


def place(address: int) -> int:
    """The element of an address."""
    at, rest = divmod(address - start, 4)
    if rest or not 0 <= at <= len(memory) - 8:
        raise ValueError(f"address {address:#x} is outside of the memory, or no multiple of 4")
    return int(at)


while pc < len(words):
    number, name, operands = words[pc]
    if executed == job["instructions"]:
        fault = {"message": "too many instructions", "line": number, "limit": True}
        break
    spent, pc, executed = 1, pc + 1, executed + 1
    try:
        index = [int(each[1:]) for each in operands if each[:1] in "xv" and each[1:].isdigit()]
        if name == "halt":
            break
        elif name == "li":
            x[index[0]] = int(operands[1], 0)
        elif name == "addi":
            x[index[0]] = x[index[1]] + int(operands[2], 0)
        elif name == "bnz":
            pc = labels[operands[1]] if x[index[0]] else pc
        elif name == "load":
            spent, at = 4, place(x[index[1]])
            v[index[0]] = memory[at : at + 8].tolist()
        elif name == "store":
            spent, at = 4, place(x[index[1]])
            memory[at : at + 8] = array.array("f", v[index[0]])
        elif name == "vset":
            v[index[0]] = [float(operands[1])] * 8
        else:
            pairs = zip(v[index[1]], v[index[2]], strict=True)
            how = HOW[name]
            v[index[0]] = [how(a, b) for a, b in pairs]
    except (ValueError, IndexError) as error:
        fault = {"message": str(error), "line": number}
        break
    cycles += spent
    lines[number][0] += 1
    lines[number][1] += spent
Path(job["after"]).write_bytes(memory.tobytes())
result = {"cycles": cycles, "instructions": executed, "fault": fault, "lines": lines}
Path(job["result"]).write_text(json.dumps(result))
