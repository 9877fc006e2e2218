"""What docs/design.md says of the tree is so: the table of layers, and how long files are."""

import re
import statistics
from pathlib import Path

from tests.test_layers import LAYERS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")


def test_the_table_of_layers_is_the_one_that_is_held() -> None:
    table = PAGE.partition("<!-- begin layers -->")[2].partition("<!-- end layers -->")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]+ \|$", table, re.MULTILINE)
    shown = {layer: tuple(re.findall(r"`(\w+)`", imports)) for layer, imports in rows}
    assert shown == LAYERS


def test_files_are_as_short_as_the_page_says() -> None:
    found = re.search(r"at most (\d+) / (\d+) / (\d+) lines", PAGE)
    assert found is not None
    median, ninth, longest = map(int, found.groups())
    files = (ROOT / "src").rglob("*.py")
    lengths = sorted(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert statistics.median(lengths) <= median
    assert lengths[len(lengths) * 9 // 10] <= ninth
    assert lengths[-1] <= longest
