"""A leaderboard made from three honest submissions and from forged and hostile ones."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import published
from kernelcraft.cli import main
from kernelcraft.evaluation.submissions import _left_out
from kernelcraft.grading.hashes import kernel_hash
from kernelcraft.records.episode import Clock, Episode
from kernelcraft.records.submission import MANIFEST, MOST_BYTES
from kernelcraft.reports.web.material import Material
from kernelcraft.reports.web.packing import unpacked
from kernelcraft.reports.web.site import Site
from tests.cli.conftest import Command
from tests.small_kernels import silu

CELLS = ("plena/silu/C1", "plena/relu/C1")
SCRIPT = "<script>window.hacked = true</script>"
REPLIES = [
    {
        "calls": [
            {"tool": "write_code", "arguments": {"code": silu(4)}},
            {"tool": "run_evaluation"},
        ]
    },
    {"text": "Done."},
]

Members = dict[str, bytes]
Change = Callable[[Members], None]


def pack(runs: Path, out: Path, name: str, who: str = "ann") -> Path:
    words = ("submit", str(runs), "--out", str(out), "--name", name, "--who", who)
    assert main([*words, "--about", f"a program {SCRIPT}"]) == 0
    return out / f"{name}.zip"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three archives: the expert on two cells, the baseline on one, a scripted model on one."""
    folder = tmp_path_factory.mktemp("board")
    for agent, configs in (("expert", ("silu", "relu")), ("baseline", ("silu",))):
        tasks = [word for each in configs for word in ("--task", each)]
        line = ["evaluate", "--platform", "plena", "--config", "C1", *tasks, "--agent", agent]
        assert main([*line, "--log-dir", str(folder / agent)]) == 0
        pack(folder / agent, folder / "all", agent)
    (folder / "replies.json").write_text(json.dumps(REPLIES))
    model = f"scripted/{folder / 'replies.json'}"
    runs = str(folder / "model")
    assert main(["craft", CELLS[0], "--model", model, "--log-dir", runs]) == 0
    pack(folder / "model", folder / "all", "model", f"bob {SCRIPT}")
    return folder / "all"


def changed(source: Path, target: Path, change: Change) -> None:
    """A copy of an archive, named as the file is, with other members."""
    with zipfile.ZipFile(source) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    manifest = json.loads(members[MANIFEST])
    members[MANIFEST] = json.dumps(manifest | {"name": target.stem}).encode()
    change(members)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def lines(members: Members, edit: Callable[[dict[str, object]], None]) -> None:
    """Edit every record; the logs, which would say otherwise, are left out."""
    for name in [each for each in members if each.endswith(".eval")]:
        del members[name]
    records = [json.loads(each) for each in members["episodes.jsonl"].splitlines()]
    for each in records:
        edit(each)
    members["episodes.jsonl"] = "".join(f"{json.dumps(each)}\n" for each in records).encode()


def verdict(record: dict[str, object]) -> dict[str, object]:
    found = record["best"]
    assert isinstance(found, dict)
    return found


def fewer_cycles(members: Members) -> None:
    def edit(record: dict[str, object]) -> None:
        cycles = verdict(record)["cycles"]
        assert isinstance(cycles, int)
        record["best"] = verdict(record) | {"cycles": cycles - 1}

    lines(members, edit)


def fewer_cycles_in_a_line_only(members: Members) -> None:
    logs = {name: data for name, data in members.items() if name.endswith(".eval")}
    lines(members, lambda record: record.update(evaluations=7))
    members.update(logs)


def another_kernel(members: Members) -> None:
    """The text of a wrong kernel, with its hash in the record."""
    wrong = b"; nothing is done\n"
    for name in [each for each in members if each.startswith("kernels/")]:
        del members[name]
    digest = kernel_hash(wrong.decode())
    members[f"kernels/{digest}.txt"] = wrong
    lines(members, lambda record: record.update(best=verdict(record) | {"kernel_hash": digest}))


def another_text(members: Members) -> None:
    name = next(each for each in members if each.startswith("kernels/"))
    members[name] += b"; and a line\n"
    lines(members, lambda record: None)


def another_cell(members: Members) -> None:
    """The verdicts of one cell under the name of another, larger one."""
    lines(members, lambda record: record.update(cell="plena/silu/C5", configuration="C5"))


def of_another_cell_throughout(members: Members) -> None:
    def edit(record: dict[str, object]) -> None:
        record.update(cell="plena/silu/C5", configuration="C5")
        record["best"] = verdict(record) | {"cell": "plena/silu/C5"}
        record["last"] = record["best"]

    lines(members, edit)


def another_level(members: Members) -> None:
    lines(members, lambda record: record.update(level=3))


def no_kernel(members: Members) -> None:
    del members[next(each for each in members if each.startswith("kernels/"))]


def no_text(members: Members) -> None:
    members[next(each for each in members if each.startswith("kernels/"))] = b"\xff"
    lines(members, lambda record: None)


def negative_seed(members: Members) -> None:
    lines(members, lambda record: record.update(best=verdict(record) | {"seed": -5}))


def log_of_a_long_name(members: Members) -> None:
    """What asks the file system for it raises OSError, or does not."""
    logs = {name: data for name, data in members.items() if name.endswith(".eval")}
    lines(members, lambda record: record.update(log="x" * 5_000))
    members.update(logs)


def long_name(members: Members) -> None:
    lines(members, lambda record: record.update(agent="a" * 200_000))


def old_benchmark(members: Members) -> None:
    def edit(record: dict[str, object]) -> None:
        origins = record["origins"]
        assert isinstance(origins, dict)
        record["origins"] = origins | {"benchmark": "0.1"}

    lines(members, edit)


def a_path(name: str) -> Change:
    return lambda members: members.update({name: b"x"})


FORGED: dict[str, tuple[Change, str]] = {
    "cycles": (fewer_cycles, "verdict cycles: recorded"),
    "attempts": (fewer_cycles_in_a_line_only, "evaluations: log 1, now 7"),
    "kernel": (another_kernel, "verdict correct: recorded True, now False"),
    "text": (another_text, "its kernel is another text than the verdict's"),
    "cell": (another_cell, "its verdict is about plena/silu/C1"),
    "cells": (of_another_cell_throughout, "verdict correct: recorded True, now False"),
    "level": (another_level, "its level is 1, and not 3"),
    "lost": (no_kernel, "its kernel is not in the archive"),
    "bytes": (no_text, "its kernel is not in the archive"),
    "seed": (negative_seed, "line 1: best.seed"),
    "log": (log_of_a_long_name, ": "),
    "long": (long_name, "its record has 20"),
    "designed": (
        lambda members: lines(members, lambda record: record.update(designed=True)),
        "its designed is False, and not True",
    ),
    "old": (old_benchmark, "recorded with benchmark 0.1"),
    "up": (a_path("../escaped.txt"), "holds a member of another name: '../escaped.txt'"),
    "root": (a_path("/tmp/escaped.txt"), "holds a member of another name: '/tmp/escaped.txt'"),
    "deep": (a_path("kernels/../../x.eval"), "holds a member of another name"),
    "python": (a_path("evil.py"), "holds a member of another name: 'evil.py'"),
    "bomb": (
        lambda members: members.update({"x.eval": bytes(200 << 20)}),
        "declares 209,715,200 bytes, more than",
    ),
    "json": (lambda members: members.update({"episodes.jsonl": b"[" * 100_000}), "line 1"),
    "empty": (lambda members: members.update({"episodes.jsonl": b""}), "holds 0 episodes"),
    "named": (
        lambda members: members.update({MANIFEST: members[MANIFEST].replace(b"named", b"other")}),
        "calls it 'forged-other'",
    ),
}


@pytest.fixture(scope="module")
def mixed(honest: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them in one git repository."""
    folder = tmp_path_factory.mktemp("mixed")
    for each in honest.glob("*.zip"):
        shutil.copy(each, folder)
    for name, (change, _) in FORGED.items():
        changed(honest / "baseline.zip", folder / f"forged-{name}.zip", change)
    manifest = folder / "forged-named.zip"
    assert manifest.is_file()
    (folder / "forged-no-zip.zip").write_bytes(b"PK\x03\x04 no archive")
    with (folder / "forged-large.zip").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "expert.zip"], ["commit", "-qm", "The expert's"]):
        subprocess.run([*git, *words], check=True)
    return folder


def test_honest_ones_are_shown_and_forged_ones_refused(
    kernelcraft: Command, mixed: Path, tmp_path: Path
) -> None:
    done = kernelcraft("leaderboard", mixed, "--out", tmp_path / "site", "--json")
    assert done.code == 1
    assert done.record["accepted"] == ["baseline", "expert", "model"]
    refused = done.record["refused"]
    assert isinstance(refused, dict)
    assert refused.keys() == {
        *(f"forged-{name}" for name in FORGED),
        "forged-no-zip",
        "forged-large",
    }
    for name, (_, reason) in FORGED.items():
        assert reason in refused[f"forged-{name}"][0], name
    assert "more than 67,108,864" in refused["forged-large"][0]
    assert not [*tmp_path.rglob("escaped.txt"), *mixed.parent.rglob("escaped.txt")]
    assert not Path("/tmp/escaped.txt").exists()
    index = (tmp_path / "site" / "index.html").read_text()
    assert "refused: plena/silu/C1, baseline, epoch 1: verdict cycles: recorded" in index
    assert SCRIPT not in index
    assert "&lt;script&gt;window.hacked" in index
    assert "links that lead somewhere" in published.checked(tmp_path / "site")
    row = index.partition('<th scope="row">expert</th>')[2].partition("</tr>")[0]
    assert "<td>the same</td>" in row
    assert ", 20" in row  # the date of its commit; the others are in none
    row = index.partition('<th scope="row">model</th>')[2].partition("</tr>")[0]
    assert row.endswith("<td>-</td>")


def test_what_is_claimed_is_marked_and_what_is_missing_counts(
    kernelcraft: Command, honest: Path, tmp_path: Path
) -> None:
    done = kernelcraft("leaderboard", honest, "--out", tmp_path)
    assert done.code == 0
    text = (tmp_path / "index.html").read_text()
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    names = [each["name"] for each in data["contenders"]]
    assert [each.partition(":")[0] for each in names] == ["baseline", "expert", "model"]
    level = data["standings"]["plena|1|"]
    assert {each["n"] for each in level} == {len(data["episodes"]) // 3}
    assert [each["correct"] for each in level] == [1, 2, 1]
    assert {each["failures"]["missing"] for each in level} == {
        level[0]["n"] - 1,
        level[0]["n"] - 2,
    }
    (page,) = list(tmp_path.glob("episodes/*silu-c1-llm*.html"))
    shown = unpacked(page.read_text())
    assert "Submitted as <strong>model</strong>" in shown
    assert "first right: 1, claimed" in shown
    assert "attempt 1: correct" in shown  # its transcript is there


def test_one_whose_pages_cannot_be_written_stops_no_other(
    kernelcraft: Command, honest: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(site: Site, episode: Episode, material: Material) -> Path:
        if episode.submission == "expert":
            raise RecursionError("nobody has thought of this")
        return written(site, episode, material)

    written = Site.write_page
    monkeypatch.setattr(Site, "write_page", page)
    done = kernelcraft("leaderboard", honest, "--out", tmp_path, "--json")
    assert done.code == 1
    assert done.record["accepted"] == ["baseline", "model"]
    refused = done.record["refused"]
    assert refused == {
        "expert": ["expert.zip cannot be graded: RecursionError: nobody has thought of this"]
    }
    assert "links that lead somewhere" in published.checked(tmp_path)
    assert not [*tmp_path.glob("episodes/*relu-c1-expert*")]
    with zipfile.ZipFile(tmp_path / "kernels.zip") as archive:
        assert len(archive.namelist()) == 2


def test_hard_cells_cannot_be_hidden_under_another_clock_or_answer(honest: Path) -> None:
    with zipfile.ZipFile(honest / "expert.zip") as archive:
        (line, other) = map(
            Episode.model_validate_json, archive.read("episodes.jsonl").splitlines()
        )
    clock, failed = Clock(minutes=45), {"correct": False, "best": None}
    for hidden in ({"clock": clock}, {"answer": "generator"}):
        found = list(_left_out([line, other.model_copy(update=failed | hidden)]))
        assert other.cell in [each.cell for each in found if each.clock is None]


def test_a_kernel_that_was_replaced_is_not_submitted(
    kernelcraft: Command, honest: Path, tmp_path: Path
) -> None:
    shutil.copytree(honest.parent / "baseline", tmp_path / "runs")
    words = ("--out", tmp_path, "--name", "mine", "--who", "ann")
    assert "1 episode, 1 kernel, 1 log, " in kernelcraft("submit", tmp_path / "runs", *words).out
    (kernel,) = (tmp_path / "runs" / "kernels").rglob("*.asm")
    kernel.write_bytes(b"; something else, and no text: \xff\n")
    done = kernelcraft("submit", tmp_path / "runs", *words)
    assert done.code == 2
    assert "kernels are gone or replaced by a later run: plena/silu/C1, baseline" in done.err
    assert (
        kernelcraft("submit", tmp_path / "runs", *words[:2], "--name", "../x", *words[4:]).code == 2
    )


def test_all_may_be_refused(kernelcraft: Command, mixed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "forged"
    folder.mkdir()
    shutil.copy(mixed / "forged-up.zip", folder)
    assert kernelcraft("leaderboard", folder, "--out", tmp_path / "site").code == 1
    assert "another name" in (tmp_path / "site" / "index.html").read_text()
    assert kernelcraft("leaderboard", tmp_path / "site", "--out", tmp_path / "s").code == 2
