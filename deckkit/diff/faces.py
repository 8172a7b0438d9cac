"""faces_changed: which cards of a new deck have to be printed again."""

from __future__ import annotations

from deckkit.diff.model import Json
from deckkit.game import Card, Game


def faces_changed(old: Json, new: Json, game: Game) -> list[str]:
    """Ids of the cards of `new` that are not in `old` or whose front or back differs, in order.

    A face differs when its template or its data does. Both decks are laid out with the
    templates of today, so a change of design is not seen here.
    """
    before = {(card.kind, card.id): _faces(card) for card in game.cards(old)}
    changed = [
        card.id for card in game.cards(new) if before.get((card.kind, card.id)) != _faces(card)
    ]
    return list(dict.fromkeys(changed))


def _faces(card: Card) -> tuple[object, ...]:
    return tuple((face.template, dict(face.data)) for face in (card.front, card.back))
