"""One browser for all tests of the web report."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reports.web.browser import Browser, browser


@pytest.fixture(scope="session")
def window() -> Iterator[Browser]:
    with browser() as found:
        yield found
