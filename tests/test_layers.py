"""The table of layers is the architecture: it is compared with the imports of every module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "kernelcraft"

# A layer may import the layers named and everything those may import.
LAYERS: dict[str, tuple[str, ...]] = {
    "isa": (),
    "sim": ("isa",),
    "tasks": (),
    "scores": (),
    "records": (),
    "riscv": ("isa", "sim"),
    "codegen": ("isa", "sim"),
    "cells": ("isa", "sim", "tasks"),
    "platforms": ("cells", "riscv", "codegen"),
    "grading": ("cells", "scores", "records"),
    "workbench": ("grading",),
    "audit": ("agents",),
    "agents": ("workbench",),
    "evaluation": ("agents", "workbench"),
    "studies": ("agents",),
    "mcp": ("workbench",),
    "reports": ("scores", "records"),
    "cli": ("evaluation", "studies", "mcp", "reports", "audit"),
}
# Heavy libraries and the only layers that may import them.
CONFINED = {
    "inspect_ai": ("agents", "records", "evaluation"),
    "typer": ("cli",),
    "rich": ("cli", "reports", "evaluation"),
    "mcp": ("mcp",),
    "uvicorn": ("mcp",),
    "ray": ("evaluation",),
    "jinja2": ("reports",),
    "plotly": ("reports",),
    "torch": (),
}


def allowed(layer: str) -> set[str]:
    """The layers that `layer` may import, itself included."""
    reached = {layer}
    for below in LAYERS[layer]:
        reached |= allowed(below)
    return reached


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever the statement stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def test_no_platform_imports_another() -> None:
    platforms = [p.name for p in (PACKAGE / "platforms").iterdir() if p.is_dir()]
    for path in (PACKAGE / "platforms").rglob("*.py"):
        own = path.relative_to(PACKAGE / "platforms").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["kernelcraft", "platforms"] and len(parts) > 2:
                assert parts[2] not in set(platforms) - {own}, f"{path.name}: {name}"
