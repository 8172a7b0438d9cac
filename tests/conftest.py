"""Fixtures of all tests: nothing is read from, or left in, the user's own cache."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of this run of the tests, children included."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKKIT_CACHE", str(tmp_path_factory.mktemp("deckkit-cache")))
        patch.setenv("DECKKIT_DAEMON", "0")
        yield
