"""Hidden seeds of training: equal for a group, unknown without the secret."""

from __future__ import annotations

import pytest

from kernelcraft.grading.secret import VARIABLE, Secret

CELL = "plena/relu/C1"


def test_a_group_shares_its_inputs_and_no_other_has_them() -> None:
    ours, theirs = Secret(b"a" * 16), Secret(b"b" * 16)
    assert ours.seed(CELL, "7") == ours.seed(CELL, "7")
    seeds = {ours.seed(CELL, "7"), ours.seed(CELL, "8"), ours.seed("plena/relu/C2", "7")}
    assert len(seeds | {theirs.seed(CELL, "7")}) == 4


def test_a_secret_is_not_shown() -> None:
    secret = Secret(b"a" * 16)
    assert "a" * 16 not in repr(secret)
    assert len(secret.fingerprint) == 16
    assert secret.fingerprint != Secret(b"b" * 16).fingerprint


def test_a_run_can_be_given_its_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert Secret.of_this_run() != Secret.of_this_run()
    monkeypatch.setenv(VARIABLE, "61" * 16)
    assert Secret.of_this_run() == Secret(b"a" * 16)
    monkeypatch.setenv(VARIABLE, "61")
    with pytest.raises(ValueError, match="at least 32 hexadecimal digits"):
        Secret.of_this_run()
