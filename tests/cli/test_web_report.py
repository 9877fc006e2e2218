"""`report --html`: a site from real logs, and from logs that are not what they say."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kernelcraft.cli import main
from kernelcraft.records import jsonl
from kernelcraft.reports.web.links import page_name
from tests.cli.conftest import Command
from tests.reports.made_up import episode
from tests.small_kernels import silu

CELL = "plena/silu/C1"
KERNEL = f"; <script>alert(1)</script>\u202e;\n{silu(4)}"
REPLIES = [
    {
        "calls": [
            {"tool": "write_code", "arguments": {"code": "no kernel"}},
            {"tool": "run_evaluation"},
            {"tool": "write_code", "arguments": {"code": KERNEL}},
            {"tool": "run_evaluation"},
        ]
    },
    {"text": "Done."},
]


class Text(HTMLParser):
    """The tags and the text of a page, as a browser reads them."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def log_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log folder with a real episode of prepared replies."""
    folder = tmp_path_factory.mktemp("recorded")
    replies = folder / "replies.json"
    replies.write_text(json.dumps(REPLIES))
    model = ("--model", f"scripted/{replies}")
    assert main(["craft", CELL, *model, "--log-dir", str(folder / "runs")]) == 0
    return folder / "runs"


@pytest.fixture
def recorded(tmp_path: Path, log_dir: Path) -> Path:
    """A copy of it."""
    shutil.copytree(log_dir, tmp_path / "runs")
    return tmp_path / "runs"


def only_page(site: Path) -> Text:
    (path,) = site.glob("episodes/*.html")
    return Text(path)


def test_a_real_episode_has_calls_profile_and_difference(
    kernelcraft: Command, recorded: Path, tmp_path: Path
) -> None:
    done = kernelcraft("report", recorded, "--html", tmp_path / "site")
    assert done.code == 0
    assert f"web pages: {tmp_path / 'site' / 'index.html'}" in done.out
    page = only_page(tmp_path / "site")
    assert "script" not in page.tags  # not even ours
    assert "; <script>alert(1)</script>\\u{202e};" in page.text
    assert "attempt 1: not correct" in page.text
    assert "attempt 2: correct" in page.text
    assert "Profiled on the public inputs" in page.text
    assert "If one cause took no time" in page.text
    assert "From the compiler's kernel to this one" in page.text
    assert "prepared replies in the place of a language model" in page.text
    (kernel,) = tmp_path.glob("site/episodes/*.txt")
    assert kernel.read_bytes() == KERNEL.encode()


def test_json_names_the_first_page(kernelcraft: Command, recorded: Path, tmp_path: Path) -> None:
    done = kernelcraft("report", recorded, "--html", tmp_path / "site", "--json")
    assert done.record["html"] == str(tmp_path / "site" / "index.html")


def test_the_same_logs_give_the_same_files(
    kernelcraft: Command, recorded: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        assert kernelcraft("report", recorded, "--html", tmp_path / name).code == 0
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in found if path.is_file()}
        for name in ("one", "two")
        for found in [(tmp_path / name).rglob("*")]
    )
    assert one == two


def test_a_lost_log_is_said_on_the_page(
    kernelcraft: Command, recorded: Path, tmp_path: Path
) -> None:
    (log,) = recorded.glob("*.eval")
    log.write_bytes(log.read_bytes()[:200])
    assert kernelcraft("report", recorded, "--html", tmp_path / "site").code == 0
    page = only_page(tmp_path / "site")
    assert "What the agent did is not known: the log" in page.text
    assert "cannot be read" in page.text
    assert "Profiled on the public inputs" in page.text  # the kernel is there


@pytest.mark.parametrize("where", ["../secret.asm", "/etc/hostname"])
def test_a_record_reads_no_file_outside_of_its_folder(
    kernelcraft: Command, tmp_path: Path, where: str
) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    (tmp_path / "secret.asm").write_text("TOP SECRET")
    forged = episode(CELL, 50).model_copy(update={"kernel": where, "log": where})
    jsonl.write(runs / jsonl.FILE, [forged])
    assert kernelcraft("report", runs, "--html", tmp_path / "site").code == 0
    assert list(tmp_path.glob("site/episodes/*.txt")) == []
    assert "SECRET" not in only_page(tmp_path / "site").text


def test_a_cell_that_is_gone_still_has_a_page(kernelcraft: Command, tmp_path: Path) -> None:
    gone = episode("plena/gone/C1", 50)
    (tmp_path / "runs").mkdir()
    jsonl.write(tmp_path / "runs" / jsonl.FILE, [gone])
    assert kernelcraft("report", tmp_path / "runs", "--html", tmp_path / "site").code == 0
    assert "not known any more" in Text(tmp_path / "site" / page_name(gone.key)).text


def test_a_folder_that_cannot_be_written_is_one_sentence(
    kernelcraft: Command, recorded: Path, tmp_path: Path
) -> None:
    (tmp_path / "site").write_text("a file")
    done = kernelcraft("report", recorded, "--html", tmp_path / "site")
    assert done.code == 2
    assert str(tmp_path / "site") in done.err


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b"], ids=["long", "NUL"])
def test_a_name_that_no_file_has_leaves_the_rest(
    kernelcraft: Command, tmp_path: Path, name: str
) -> None:
    odd = episode("p/a/C1", 500).model_copy(update={"log": name, "kernel": name})
    jsonl.write(tmp_path / jsonl.FILE, [odd])
    shown = kernelcraft("report", tmp_path, "--html", tmp_path / "out")
    assert shown.code == 0
