"""The first card after a set of operating rounds shows what the set brought, and no other card does."""

from __future__ import annotations

from typing import Any

from bot.cards.turn import turn_card
from engine import TITLES, Game, game_at
from engine.api.sets import just_over
from engine.checks.random_play import play
from tests.bot.playing import NoPictures
from tests.bot.turn.test_chooser import session_of

GAME = play(TITLES["1889"], 3, 1, {}, limit=150).game


class Asked(NoPictures):
    """Draws nothing, and remembers which views were asked for, in order."""

    def __init__(self) -> None:
        self.views: list[str] = []

    async def draw(self, *given: Any, **_: Any) -> None:
        self.views.append(given[2])


async def views_of_card(game: Game) -> list[str]:
    pictures: Any = Asked()
    await turn_card(session_of(game, "p1").info, game, pictures)
    return list(pictures.views)


async def test_the_card_after_a_set_shows_its_summary_and_the_next_card_does_not() -> None:
    over = next(n for n in range(30, GAME.revision) if just_over(game_at(GAME, n)) is not None)
    assert "set" in await views_of_card(game_at(GAME, over))
    assert "set" not in await views_of_card(game_at(GAME, over - 1))
    assert "set" not in await views_of_card(game_at(GAME, over + 2))
