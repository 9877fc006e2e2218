"""The designer's assembler: a text to JSON."""

import json
import re
import sys
from pathlib import Path

FORMS = {"li": 2, "addi": 3, "bnz": 2, "load": 2, "store": 2, "vset": 2, "halt": 0}
FORMS |= {"vadd": 3, "vmul": 3, "vmax": 3}
source, target = map(Path, sys.argv[1:])
words: list[tuple[int, str, list[str]]] = []
labels: dict[str, int] = {}
faults: list[str] = []
for number, line in enumerate(source.read_text().splitlines(), 1):
    text = line.partition("#")[0].strip()
    if match := re.match(r"(\w+):", text):
        labels[match[1]], text = len(words), text[match.end() :].strip()
    if text:
        name, _, rest = text.partition(" ")
        operands = [each.strip() for each in rest.split(",")] if rest.strip() else []
        if name not in FORMS:
            faults.append(f"{source}:{number}: error: there is no instruction {name}")
        elif len(operands) != FORMS[name]:
            faults.append(f"{source}:{number}: error: {name} has {FORMS[name]} operands")
        words.append((number, name, operands))
for number, name, operands in words:
    if name == "bnz" and operands[-1:] and operands[-1] not in labels:
        faults.append(f"{source}:{number}: error: there is no label {operands[-1]}")
if faults:
    sys.exit("\n".join(faults))
target.write_text(json.dumps({"words": words, "labels": labels}))
