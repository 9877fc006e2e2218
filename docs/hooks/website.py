"""What the website has beside the files of `docs/`: manuals, the API, pages of the root folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import api
import manual
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from kernelcraft.cells import platforms

MORE = "More"
ROOT_PAGES = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the manual's part of the navigation, and list every page that is nowhere in it."""
    nav: list[dict[str, list[object]]] = list(config.nav or [])
    (book,) = [section["Manual"] for section in nav if "Manual" in section]
    for name in platforms.names():
        own = [path for path in manual.pages() if path.startswith(f"manual/{name}/")]
        titles = ["Overview", *(Path(path).stem for path in own[1:])]
        entries = [{title: path} for title, path in zip(titles, own, strict=True)]
        book.append({platforms.platform(name).title: entries})
    listed = set(_paths(nav))
    folder = Path(config.docs_dir)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    if forgotten := [file for file in files if file not in listed]:
        nav.append({MORE: list(forgotten)})
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is written now."""
    for path, content in manual.pages().items():
        files.append(File.generated(config, path, content=content))
    files.append(File.generated(config, api.PATH, content=api.page()))
    root = Path(config.docs_dir).parent
    for name in ROOT_PAGES:
        content = re.sub(r"\]\(docs/", "](", (root / name).read_text(encoding="utf-8"))
        files.append(File.generated(config, name.lower(), content=content))
    return files


def _paths(nav: object) -> Iterator[str]:
    """Every path of the navigation."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        yield from _paths(list(nav.values()))
    elif isinstance(nav, list):
        for each in nav:
            yield from _paths(each)
