"""Checks the built website: `python -m tests.check_website FOLDER`, as `make check-docs` does.

No page may ask another machine for anything, the search must know every instruction, and in a
browser it must find one although the pages come from disk.
"""

import json
import re
import sys
from pathlib import Path

from kernelcraft.cells import platforms
from tests.reports.web.browser import DRIVER, LOCAL, browser

LOADED = re.compile(
    r"<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=\"?((?:https?:)?//[^\">\s]+)", re.IGNORECASE
)


SOUGHT = "vadd.vv"


def found_from_disk(site: Path) -> str:
    """The first thing that the search finds; SystemExit if the browser complains of anything."""
    with browser() as window:
        window.open(site / "index.html")
        window.one("[data-md-component=search-query]").send_keys(SOUGHT)
        window.wait_for(".md-search-result__item h2")
        found = window.texts(".md-search-result__item h2")
        elsewhere = [each for each in window.requests() if not each.startswith(LOCAL)]
        if complaints := [*window.complaints(), *elsewhere]:
            raise SystemExit("\n".join(complaints))
    return found[0]


def main(site: Path) -> None:
    """Exit with a sentence if something is wrong."""
    if DRIVER is None:
        raise SystemExit("the check needs chromedriver (Debian: chromium-driver)")
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        if found := LOADED.search(page.read_text(encoding="utf-8")):
            raise SystemExit(f"{page.relative_to(site)} loads {found[1]}")
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    known = {entry["title"] for entry in index["docs"]}
    table = [each for name in platforms.names() for each in platforms.platform(name).isa.table]
    lacking = [each.name for each in table if each.name not in known]
    if lacking:
        raise SystemExit(f"the search does not know {', '.join(lacking)}")
    if (first := found_from_disk(site)) != SOUGHT:
        raise SystemExit(f"the search for {SOUGHT} finds {first!r}")
    print(f"{site}: {len(pages)} pages that load nothing from elsewhere, {len(table)} instructions")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
