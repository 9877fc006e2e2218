"""A run of all our programs as a checked static site: `benchmarks.published OUT [FILTERS]`.

FILTERS are options of `kernelcraft evaluate`, such as `--config C1`; without, every cell is tried.
The same command goes on where it was stopped. Logs lie in OUT/logs, the site in OUT/site.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from kernelcraft.reports.web.packing import unpacked

PROGRAMS: Final = (
    "baseline",
    "expert",
    "tuner",
    "refine:rewriter",
    "best-of-n:rewriter",
    "beam:rewriter",
    "evolution:rewriter",
    "planner-coder-reviewer:rewriter",
)
EVALUATIONS: Final = 4
"""Of an episode of those that try several kernels."""
LARGEST: Final = 50_000_000
"""Bytes of the whole site: what pages of a repository may hold without complaint."""
ATTRIBUTES: Final = ("href", "src")


def main(out: Path, filters: list[str]) -> None:
    """Run, write and check; exits with a sentence where something is wrong."""
    for program in PROGRAMS:
        folder = out / "logs" / program.partition(":")[0]
        words = ["--agent", program, "--log-dir", str(folder), *filters]
        _kernelcraft("evaluate", *words, "--evaluations", str(EVALUATIONS))
    folders = [str(each) for each in sorted((out / "logs").iterdir())]
    _kernelcraft("report", *folders, "--html", str(out / "site"), "--light")
    print(checked(out / "site"))


def _kernelcraft(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "kernelcraft", *words])
    if done.returncode not in (0, 1):  # 1: some kernel was not right, which is a result
        raise SystemExit(f"kernelcraft {' '.join(words)}: exit code {done.returncode}")


def checked(site: Path) -> str:
    """What there is, in one sentence; exits with one for each link that leads nowhere."""
    pages = {path.resolve(): _Page(path) for path in sorted(site.rglob("*.html"))}
    wrong, count = list[str](), 0
    for page, found in pages.items():
        for address in found.leads_to():
            count += 1
            if reason := _wrong(site.resolve(), page, address, pages):
                wrong.append(f"{page.name}: {address}: {reason}")
    if wrong:
        raise SystemExit("\n".join(wrong[:20]))
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    if size > LARGEST:
        raise SystemExit(f"{site}: {size:,} bytes are more than {LARGEST:,}")
    return f"{site}: {len(pages):,} pages, {count:,} links that lead somewhere, {size:,} bytes"


def _wrong(site: Path, page: Path, address: str, pages: dict[Path, _Page]) -> str:
    parts = urlsplit(address)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return "leads out of the site"
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_relative_to(site) or not target.is_file():
        return "there is no such file"
    if parts.fragment and (target not in pages or parts.fragment not in pages[target].places):
        return f"there is no #{parts.fragment}"
    return ""


class _Page(HTMLParser):
    """Addresses, places and embedded data of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.places: set[str] = set()
        self.data = ""
        self._in_data = False
        self.feed(unpacked(path.read_text(encoding="utf-8")))

    def leads_to(self) -> Iterator[str]:
        """Addresses of its tags, and of the data that its script makes tables of."""
        yield from self.addresses
        data = json.loads(self.data) if self.data else {}
        if "fields" in data:
            place = data["fields"].index("page")
            yield from (each[place] for each in data["episodes"])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._in_data = tag == "script" and given.get("type") == "application/json"
        self.addresses += [value for name in ATTRIBUTES if (value := given.get(name))]
        self.places |= {value for value in [given.get("id")] if value}

    def handle_data(self, data: str) -> None:
        if self._in_data:
            self.data += data
            self._in_data = False


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
