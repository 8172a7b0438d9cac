"""The only fetcher deckkit lets WeasyPrint use: it serves deckkit's fonts and nothing else.

Kept apart because its base class can only be had by importing WeasyPrint.
"""

from __future__ import annotations

from typing import Any

from weasyprint.urls import URLFetcher, URLFetcherResponse

from deckkit.render.fonts import fonts


class Refused(ValueError):
    """An address that is not one of deckkit's own assets."""


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Serves the addresses of a fixed manifest from memory; opens no file and no socket."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self._manifest = {font.url: font.data for font in fonts().values()}

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The asset at `url`; raises Refused for any address outside the manifest."""
        if url not in self._manifest:
            raise Refused(f"refused to fetch {url[:80]}")
        return URLFetcherResponse(url, self._manifest[url], {"Content-Type": "font/ttf"})
