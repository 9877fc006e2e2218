"""Checks the built website: `python -m tests.check_website FOLDER`, as `make docs` does.

No page may ask another machine for anything, and the search must know every instruction.
"""

import json
import re
import sys
from pathlib import Path

from kernelcraft import platforms

LOADED = re.compile(
    r"<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=\"?((?:https?:)?//[^\">\s]+)", re.IGNORECASE
)


def main(site: Path) -> None:
    """Exit with a sentence if something is wrong."""
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        if found := LOADED.search(page.read_text(encoding="utf-8")):
            raise SystemExit(f"{page.relative_to(site)} loads {found[1]}")
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    known = {entry["title"] for entry in index["docs"]}
    table = [each for name in platforms.NAMES for each in platforms.platform(name).isa.table]
    lacking = [each.mnemonic for each in table if each.mnemonic not in known]
    if lacking:
        raise SystemExit(f"the search does not know {', '.join(lacking)}")
    print(f"{site}: {len(pages)} pages that load nothing from elsewhere, {len(table)} instructions")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
