"""The running episodes of an evaluation: opened, graded, written down; whatever runs the agents."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from kernelcraft.evaluation.events import Failed, Fault, Finished, Listener, Started
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.plan import Contestant, Plan
from kernelcraft.evaluation.session import Session, Spent
from kernelcraft.experience.advice import Advice
from kernelcraft.experience.store import Store
from kernelcraft.experience.verify import spot_check
from kernelcraft.grading.job import Grader
from kernelcraft.records import jsonl
from kernelcraft.records.episode import Episode, Key
from kernelcraft.workbench import FinalVerdict

GENERATOR = ".star"  # of the files that generators are kept in
UNFINISHED = ".unfinished"  # in the names of kernels that were right on the public inputs only
LONGEST = 500  # characters of an error's message


@dataclass(frozen=True)
class Experience:
    """A store, and what it held when the evaluation began."""

    store: Store
    advice: Advice

    @classmethod
    def of(cls, path: Path, platforms: Collection[str], grader: Grader) -> Experience:
        """After a spot check of what it says of these platforms. Raises StoreFault."""
        store = Store(path)
        spot_check(store, platforms, grader)
        return cls(store, Advice.of(store))


class CannotRecord(Exception):
    """The log folder cannot be written; the message says why."""


@dataclass
class Desk:
    """The running episodes and what came of them; one for each log."""

    who: Contestant
    plans: dict[str, Plan]
    options: Options
    grader: Grader
    listen: Listener
    sessions: dict[str, Session] = field(default_factory=dict)
    recorded: list[Key] = field(default_factory=list)
    failures: list[Failed] = field(default_factory=list)
    broken: str | None = None  # why nothing can be recorded any more
    experience: Experience | None = None

    def open(self, sample_id: str) -> Session:
        """Begin an episode."""
        if self.broken is not None:
            raise CannotRecord(self.broken)
        plan = self.plans[sample_id]
        self.listen(Started(plan.key.cell, plan.key.epoch))
        session = self.sessions[sample_id] = Session.open(
            plan,
            self.grader,
            self.listen,
            None if self.experience is None else self.experience.advice,
        )
        return session

    def close(self, session: Session, verdict: FinalVerdict, log: str, spent: Spent) -> Episode:
        """Write the kernel and the record of a graded episode; `log` is the `.eval` file's name."""
        try:
            kernel = self._save(session, verdict)
            episode = session.record(
                verdict, self.options.rules, spec=self.who.spec, kernel=kernel, log=log, spent=spent
            )
            jsonl.append(self.options.log_dir / jsonl.FILE, episode)
            if self.experience is not None:
                self.experience.store.add(session.lessons(verdict, self.who.spec))
        except sqlite3.Error as error:
            self.broken = f"{self.options.experience} cannot be written: {error}"
            raise CannotRecord(self.broken) from error
        except OSError as error:
            self.broken = f"{self.options.log_dir} cannot be written: {error.strerror or error}"
            raise CannotRecord(self.broken) from error
        self.recorded.append(episode.key)
        self.listen(Finished(episode))
        return episode

    def failed(self, sample_id: str, message: str, fault: Fault) -> None:
        """Note an episode that broke off."""
        self.sessions.pop(sample_id, None)
        key = self.plans[sample_id].key
        failure = Failed(key.cell, key.epoch, message, fault)
        self.failures.append(failure)
        self.listen(failure)

    def leave(self) -> list[Path]:
        """Write the best kernels of the episodes that are under way when the user ends them."""
        left = []
        for session in self.sessions.values():
            best = session.workbench.best
            if best is not None:
                path = self._path(session, UNFINISHED)
                self._write(path, best.code)
                left.append(path)
        return left

    def _save(self, session: Session, verdict: FinalVerdict) -> Path | None:
        """Write a correct kernel; a wrong one stays in the log only."""
        for note, written in session.workbench.notes.items():
            self._write(self._path(session).with_suffix(f".{note}"), written)
        (self.options.log_dir / self._path(session, UNFINISHED)).unlink(missing_ok=True)
        text = session.kernel(verdict)
        if text is None or not verdict.correct:
            return None
        path = self._path(session)
        self._write(path, text)
        return path

    def _path(self, session: Session, state: str = "") -> Path:
        key = session.plan.key
        name = self.who.label if key.epoch == 1 else f"{self.who.label}.{key.epoch}"
        suffix = GENERATOR if session.workbench.generates else session.plan.cell.platform.suffix
        return Path("kernels", key.cell, f"{name}{state}{suffix}")

    def _write(self, path: Path, text: str) -> None:
        whole = self.options.log_dir / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside = whole.with_suffix(".new")
        beside.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        beside.replace(whole)


def sentence(error: Exception) -> str:
    """What broke an episode off."""
    text = " ".join(str(error).split()) or "no message"
    return f"{type(error).__name__}: {text[:LONGEST]}"
