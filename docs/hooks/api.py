"""Writes the page of the Python API: public names, their signatures and docstrings."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module

import kernelcraft

PATH = "api.md"
HEAD = """# Python API

All of it is imported from `kernelcraft`, such as `from kernelcraft import load_cell, grade`.
Each name is loaded when it is used. Complete programs are in `examples/`. An argument of a wrong
type raises a `TypeError` that says what was expected; a name that nothing has raises `UnknownName`,
which says what is near.

```python
from kernelcraft import baseline, grade, load_cell

cell = load_cell("plena/softmax/C1")
verdict = grade(cell, baseline(cell), seed=7)
print(verdict.correct, verdict.cycles, verdict.message)
```
"""


def page() -> str:
    """The Markdown of the page: a section for every name of `kernelcraft.__all__`."""
    names = (name for name in kernelcraft.__all__ if name != "__version__")
    version = "## `__version__` { #__version__ }\n\nThe version of the installed package, a str.\n"
    return "\n".join([HEAD, version, *(line for name in names for line in _section(name))])


def public(name: str) -> object:
    """What a public name stands for."""
    module, _, attribute = kernelcraft.PLACES[name].partition(":")
    return getattr(import_module(f"kernelcraft.{module}"), attribute)


def _section(name: str) -> Iterator[str]:
    found = public(name)
    node = _source(found)
    yield f"## `{name}` {{ #{name} }}\n"
    if isinstance(node, ast.FunctionDef):
        yield _code(_signature(node, name))
    elif inspect.isclass(found):
        yield from _made(found, name)
    yield _text(node)
    for each in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(each, ast.FunctionDef) and each.name[0] != "_" and ast.get_docstring(each):
            yield _code(each.name if each.decorator_list else _signature(each, each.name))
            yield _text(each)


def _source(found: object) -> ast.FunctionDef | ast.ClassDef:
    assert inspect.isclass(found) or inspect.isfunction(found)
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(found))).body
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    return node


def _made(found: type, name: str) -> Iterator[str]:
    """How one is made by hand, or else the attributes of one."""
    own = [base for base in reversed(found.__mro__) if base.__module__.startswith("kernelcraft.")]
    parts = [each for base in own for each in _source(base).body]
    made = [e for e in parts if isinstance(e, ast.FunctionDef) and e.name == "__init__"]
    fields = [ast.unparse(each) for each in parts if isinstance(each, ast.AnnAssign)]
    if made:
        yield _code(_signature(made[-1], name).removesuffix(" -> None"))
    elif fields:
        yield _code("\n".join(field for field in fields if not field.startswith("_")))


def _signature(node: ast.FunctionDef, name: str) -> str:
    arguments = re.sub(r"^self(, )?", "", ast.unparse(node.args))
    given = "" if node.returns is None else ast.unparse(node.returns).strip("'")
    text = f"{name}({arguments}) -> {given}"
    return text if len(text) <= 90 else re.sub(r", (?=\*|\w+: )", ",\n    ", text)


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _text(node: ast.FunctionDef | ast.ClassDef) -> str:
    """A docstring as Markdown; lines `name: text` describe arguments."""
    doc = (ast.get_docstring(node) or "").replace("<", "&lt;")
    return re.sub(r"^([a-z_]\w*): ", r"* `\1`: ", doc, flags=re.MULTILINE) + "\n"
