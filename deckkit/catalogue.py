"""What `explain`, `rules` and `schema` print: the pages of codes and the schema files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from deckkit.errors import UsageError
from deckkit.findings import Code
from deckkit.game import Game, installed_games
from deckkit.quota import is_named
from deckkit.rules.registry import codes
from deckkit.schemas import conformance_schema_path, deck_schema_path
from deckkit.text import any_of, did_you_mean


def every_code(games: Iterable[Game]) -> list[Code]:
    """Every kind of finding: of reading, rules and print, by code."""
    import deckkit.pipeline
    import deckkit.render.codes

    assert deckkit.pipeline and deckkit.render.codes  # imported for the codes they declare
    return codes(games)


def page(word: str) -> str:
    """The page of a code (or its name); raises UsageError when there is none."""
    known = every_code(installed_games().by_id.values())
    for code in known:
        if word.upper() == code.code or word.lower() == code.name:
            return render_page(code)
    names = [w for code in known for w in (code.code, code.name)]
    raise UsageError(
        f"There is no code {word}.", did_you_mean(word, names) or "deckkit rules lists all codes."
    )


def check_words(words: Iterable[str]) -> None:
    """Raise UsageError for a word that is no code, no name of one and no beginning of codes."""
    known = every_code(installed_games().by_id.values())
    for word in words:
        if not any(is_named(code, word) for code in known):
            names = [w for code in known for w in (code.code, code.name)]
            hint = did_you_mean(word, names) or "deckkit rules lists all codes."
            raise UsageError(f"There is no code {word}.", hint)


def render_page(code: Code) -> str:
    """A code's page in Markdown, with its heading."""
    facts = f"{code.severity.value}, from profile {code.profile.name.lower()}"
    return f"# {code.code} {code.name}\n\n*{facts}*\n\n{code.page}\n"


def listing(game_id: str | None, *, as_json: bool) -> str:
    """All codes (of one game), one line each, or as a JSON list."""
    games = installed_games()
    chosen = [games.get(game_id)] if game_id else list(games.by_id.values())
    prefixes = ("DK", *(game.prefix for game in chosen))
    found = [code for code in every_code(chosen) if code.code.startswith(prefixes)]
    if as_json:
        rows = [
            {
                "code": c.code,
                "name": c.name,
                "severity": c.severity.value,
                "profile": c.profile.name.lower(),
                "summary": c.page.splitlines()[0],
            }
            for c in found
        ]
        return json.dumps(rows, indent=2)
    width = max(len(c.name) for c in found)
    return "\n".join(
        f"{c.code}  {c.name:<{width}}  {c.severity.value:<7}  {c.profile.name.lower():<6}  "
        f"{c.page.splitlines()[0]}"
        for c in found
    )


def schema(name: str | None) -> str:
    """A schema file's text, or the list of names; raises UsageError for an unknown name."""
    games = installed_games().by_id.values()
    found = dict(pair for game in games for pair in game_schemas(game))
    if name is None:
        return "\n".join(found)
    if name not in found:
        hint = did_you_mean(name, found) or f"Known: {any_of(list(found))}."
        raise UsageError(f"There is no schema {name}.", hint)
    return found[name].read_text(encoding="utf-8").rstrip("\n")


def game_schemas(game: Game) -> Iterator[tuple[str, Path]]:
    """(name, file) of a game's deck schemas, newest first, and of its row schemas."""
    yield game.id, deck_schema_path(game.schemas, game.id, game.schema_version)
    for version in sorted(game.earlier, reverse=True):
        yield f"{game.id}/v{version}", deck_schema_path(game.schemas, game.id, version)
    if game.conformance is not None:
        yield f"{game.id}/conformance", conformance_schema_path(game.schemas, game.id)
    for spec in game.sheets:
        yield f"{game.id}/{spec.name}", game.schemas / "source" / game.id / spec.schema
