"""The table of layers is the architecture: it is compared with the imports of every module."""

import ast
import json
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from kernelcraft.records import jsonl
from tests.reports.made_up import episode

PACKAGE = Path(__file__).parent.parent / "src" / "kernelcraft"

# A layer may import the layers named and everything those may import.
LAYERS: dict[str, tuple[str, ...]] = {
    "packages": (),
    "isa": (),
    "sim": ("isa",),
    "tasks": ("packages",),
    "scores": (),
    "templates": (),
    "records": (),
    "riscv": ("isa", "sim"),
    "design": ("isa", "sim"),
    "cells": ("isa", "sim", "tasks", "design"),
    "codegen": ("cells",),
    "external": ("cells",),
    "platforms": ("cells", "riscv", "codegen"),
    "grading": ("cells", "scores", "records"),
    "proofs": ("grading",),
    "generators": ("grading", "external"),
    "experience": ("grading",),
    "workbench": ("generators", "experience"),
    "audit": ("agents", "codegen", "proofs"),
    "agents": ("workbench",),
    "evaluation": ("agents", "workbench"),
    "studies": ("agents", "environments", "proofs"),
    "mcp": ("workbench",),
    "reports": ("scores", "records"),
    "rewards": ("records", "scores"),
    "environments": ("workbench", "rewards"),
    "dataset": ("evaluation", "rewards"),
    "cli": (
        "evaluation",
        "studies",
        "mcp",
        "environments",
        "reports",
        "audit",
        "templates",
        "external",
        "dataset",
        "proofs",
    ),
}
# Heavy libraries and the only layers that may import them.
CONFINED = {
    "inspect_ai": ("agents", "records", "evaluation"),
    "typer": ("cli",),
    "rich": ("cli",),
    "mcp": ("mcp",),
    "uvicorn": ("mcp",),
    "ray": ("evaluation",),
    "gymnasium": ("environments",),
    "gepa": ("studies",),
    "jinja2": ("reports",),
    "plotly": ("reports",),
    "pyarrow": ("dataset",),
    "starlark": ("generators",),
    "z3": ("proofs",),
    "torch": (),
}


# Layers that other programs import for themselves: a fresh interpreter shows what they load.
ALONE = (
    "isa",
    "sim",
    "tasks",
    "scores",
    "records",
    "riscv",
    "cells",
    "external",
    "grading",
    "reports",
)
# Most modules of this package that reading records and writing a text report loads.
MOST_OF_A_REPORT = 34
TEXT_REPORT = """
import sys
from pathlib import Path
from kernelcraft.records import jsonl
from kernelcraft.reports import files
from kernelcraft.reports.report import build
found = build(jsonl.read(Path(sys.argv[1])).episodes, [])
text = files.as_markdown(found) + files.as_csv(found) + files.scores_as_csv(found)
"""


def allowed(layer: str) -> set[str]:
    """The layers that `layer` may import, itself included."""
    reached = {layer}
    for below in LAYERS[layer]:
        reached |= allowed(below)
    return reached


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever the statement stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        yield from imported(node)


def imported(node: ast.AST) -> Iterator[str]:
    """What one statement imports: modules, or names in them."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_of(path: Path) -> str | None:
    """The layer a file belongs to; None for the package's own few files.

    What a platform has for studies is theirs.
    """
    parts = path.relative_to(PACKAGE).parts
    if parts[0] == "platforms" and "studies" in parts:
        return "studies"
    return parts[0] if len(parts) > 1 else None


def name_of(path: Path) -> str:
    """What a file is imported as."""
    parts = ("kernelcraft", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def executed(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements below a node that run when its module is imported."""
    children: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        children = node.orelse
    for child in children:
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from executed(child)


@cache
def loads(module: str) -> frozenset[str]:
    """The modules of this package that a module imports itself, packages around them included."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    named = [each for part in executed(tree) for each in imported(part)]
    parts = [each.split(".") for each in (module, *named)]
    found = {".".join(each[:end]) for each in parts for end in range(1, len(each) + 1)}
    return frozenset(found & MODULES.keys())


def reached(modules: Iterable[str]) -> set[str]:
    """Every module of this package that is loaded when these are imported."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += loads(module)
    return found


def layers(modules: Iterable[str]) -> set[str]:
    """The layers that modules belong to."""
    return {layer for each in modules if (layer := layer_of(MODULES[each]))}


def fresh(script: str, *arguments: str) -> set[str]:
    """Every module that a program has loaded at its end, in an interpreter of its own."""
    told = f"{script}\nimport json, sys; print(json.dumps(list(sys.modules)))"
    command = [sys.executable, "-c", told, *arguments]
    found: list[str] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return set(found)


FILES = sorted(path for path in PACKAGE.rglob("*.py") if layer_of(path))


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == set(LAYERS)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_follow_the_table(path: Path) -> None:
    layer = layer_of(path)
    assert layer is not None
    below = allowed(layer) | {path.relative_to(PACKAGE).parts[0]}
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "kernelcraft" and len(parts) > 1 and parts[1] in LAYERS:
            assert parts[1] in below, f"{layer} must not import {name}"
        if parts[0] in CONFINED:
            assert layer in CONFINED[parts[0]], f"{layer} must not import {parts[0]}"


def test_the_walk_sees_imports_of_modules_but_not_of_functions() -> None:
    assert "kernelcraft.records.verdict" in loads("kernelcraft.records.episode")
    assert "kernelcraft.records" in loads("kernelcraft.records.episode")  # runs its __init__.py
    assert reached(["kernelcraft.cli"]) == {"kernelcraft", "kernelcraft.cli"}  # all else is lazy
    assert layers(reached(["kernelcraft.api"])) == {"cells", "isa", "packages", "sim", "tasks"}


@pytest.mark.parametrize("layer", LAYERS)
def test_importing_a_layer_loads_what_the_table_says(layer: str) -> None:
    own = [name_of(path) for path in FILES if layer_of(path) == layer]
    found = reached(own)
    folders = {MODULES[each].relative_to(PACKAGE).parts[0] for each in own}
    beyond = layers(found) - {below for folder in {layer, *folders} for below in allowed(folder)}
    assert not beyond, sorted(each for each in found if layers([each]) & beyond)


@pytest.mark.parametrize("layer", ALONE)
def test_what_is_loaded_in_fact(layer: str) -> None:
    own = [name_of(each) for each in FILES if layer_of(each) == layer and each.stem != "__main__"]
    found = fresh("\n".join(f"import {name}" for name in own))
    assert layers(found & MODULES.keys()) <= allowed(layer)
    assert not found & confined_elsewhere(layer)


def confined_elsewhere(layer: str) -> set[str]:
    return {library for library, where in CONFINED.items() if layer not in where}


def test_a_text_report_loads_records_and_scores_only(tmp_path: Path) -> None:
    path = tmp_path / jsonl.FILE
    jsonl.write(path, [episode("plena/silu/C1", 60), episode("plena/gelu/C1", None)])
    found = fresh(TEXT_REPORT, str(path))
    ours: Collection[str] = found & MODULES.keys()
    assert layers(ours) == {"reports", "records", "scores"}
    assert len(ours) <= MOST_OF_A_REPORT
    assert not found & (CONFINED.keys() | {"ml_dtypes"})


@pytest.mark.parametrize("layer", ["reports", "records", "scores"])
def test_what_is_counted_and_shown_names_no_platform(layer: str) -> None:
    names = [each.name for each in (PACKAGE / "platforms").iterdir() if (each / "cells").is_dir()]
    assert names
    for path in (PACKAGE / layer).rglob("*"):
        if path.suffix in (".py", ".toml", ".html", ".js", ".css"):
            text = path.read_text(encoding="utf-8")
            assert not [name for name in names if name in text], path.name


def test_no_platform_imports_another() -> None:
    platforms = [p.name for p in (PACKAGE / "platforms").iterdir() if p.is_dir()]
    for path in (PACKAGE / "platforms").rglob("*.py"):
        own = path.relative_to(PACKAGE / "platforms").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["kernelcraft", "platforms"] and len(parts) > 2:
                assert parts[2] not in set(platforms) - {own}, f"{path.name}: {name}"
