"""A light site: short pages, one archive of kernels; links that lead nowhere are found."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import published
from kernelcraft.cli.web import printed
from kernelcraft.reports.report import build
from kernelcraft.reports.web.links import page_name
from kernelcraft.reports.web.packing import unpacked
from kernelcraft.reports.web.page import LIGHT
from kernelcraft.reports.web.site import Site
from tests.reports.web.browser import Browser
from tests.reports.web.made_up_site import MATERIAL, SCRIPT, Cycles, Profile, episodes

KERNEL = "".join(f"V_ADD {line}\n" for line in range(300))
HOT = Profile(tuple(Cycles(line, 1, line) for line in range(1, 301)))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    made = episodes()
    site = Site(tmp_path, LIGHT)
    site.write_index(made, build(made, []), printed())
    for each in made:
        site.write_page(each, replace(MATERIAL, kernel=KERNEL, profile=HOT))
    site.finish()
    return tmp_path


def test_pages_are_short_and_kernels_whole(site: Path) -> None:
    (first, *_) = episodes()
    page = unpacked((site / page_name(first.key)).read_text())
    assert page.count('<tr id="L') <= LIGHT.lines + 4
    (name,) = re.findall(r'<a href="../kernels.zip">The whole text</a>: (\S+.txt) in this', page)
    with zipfile.ZipFile(site / "kernels.zip") as archive:
        assert archive.read(name).decode() == KERNEL
        assert len(archive.namelist()) == len({each.cell for each in episodes()})
    assert not [*site.glob("episodes/*.txt"), *site.glob("timelines/*")]


def test_every_link_is_checked(site: Path) -> None:
    assert "32 pages" in published.checked(site)
    page = site / page_name(episodes()[0].key)
    text = page.read_text()
    for wrong, reason in (
        ('<a href="gone.html">', "no such file"),
        ('<a href="../index.html#nowhere">', "there is no #nowhere"),
        ('<a href="../../secret">', "no such file"),
        ('<a href="https://example.org/x">', "leads out of the site"),
    ):
        page.write_text(text + wrong)
        with pytest.raises(SystemExit, match=reason):
            published.checked(site)
    page.unlink()
    with pytest.raises(SystemExit, match=f"index.html: episodes/{page.name}: there is no"):
        published.checked(site)


def test_a_site_has_a_largest_size(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "LARGEST", 1_000_000)
    with pytest.raises(SystemExit, match="bytes are more than 1,000,000"):
        published.checked(site)


@pytest.mark.program("chromedriver", "chromium-driver")
def test_a_browser_has_the_whole_page_again(window: Browser, site: Path) -> None:
    (first, *_) = episodes()
    page = site / page_name(first.key)
    hottest = re.findall(r'<tr id="L(\d+)" class="h9">', unpacked(page.read_text()))
    window.complaints()
    window.open(page)
    window.wait_for("#origins-title")
    assert window.texts("tr.h9 th") == hottest
    assert hottest
    assert SCRIPT in window.one("ol.steps").text
    assert window.value("window.hacked") is None
    assert window.complaints() == []
