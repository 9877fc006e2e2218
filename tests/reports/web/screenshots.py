"""The pictures of the web report: `python -m tests.reports.web.screenshots SITE FOLDER`.

`make screenshots` makes the site from real runs of both platforms before.
"""

from __future__ import annotations

import base64
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.reports.web.browser import Browser, browser

WIDTH: Final = 1280


@dataclass(frozen=True)
class Picture:
    """The top of a page; chosen: the option of a list that a reader takes first, if any, and
    typed: what keys a reader presses on a timeline."""

    name: str
    page: str
    height: int
    scheme: str
    chosen: tuple[str, str] | None = None
    typed: str = ""


PICTURES: Final = (
    Picture("report-leaderboard", "index.html", 1275, "light", ("#measure", "speedup")),
    Picture("report-episode", "episodes/plena-gemv-c2-tuner-*.html", 1130, "dark"),
    Picture(
        "report-timeline", "timelines/coral-npu-gemv-c1-expert-*.html", 860, "light", typed="++++n"
    ),
)


def take(window: Browser, site: Path, picture: Picture) -> bytes:
    """The picture as PNG."""
    (page,) = site.glob(picture.page)
    window.resize(WIDTH, picture.scheme)
    window.open(page)
    if picture.chosen is not None:
        window.wait_for("#anytime .main-svg")
        window.choose(*picture.chosen)
        window.value("document.activeElement.blur()")
    if picture.typed:
        window.wait_for("#seen td")
        window.one("#timeline").send_keys(picture.typed)
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": picture.height, "scale": 1}
    asked = {"clip": clip, "captureBeyondViewport": True}
    found = window.chrome.execute_cdp_cmd("Page.captureScreenshot", asked)
    return base64.b64decode(found["data"])


def main() -> int:
    """The command; gives its exit code."""
    site, folder = map(Path, sys.argv[1:])
    with browser() as window:
        for picture in PICTURES:
            (folder / f"{picture.name}.png").write_bytes(take(window, site, picture))
    return 0


if __name__ == "__main__":
    sys.exit(main())
