"""The card of a game that is over has three charts, the last map and the film of the game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cards.end import SHOWN_CHARTS, game_over_card
from bot.work.pictures import DrawnPicture
from engine import TITLES
from engine.checks.random_play import play
from tests.bot import limits
from tests.bot.turn.test_chooser import session_of
from tests.loopback.wire import PNG_MAGIC

LATE = "/show film"


class Drawn:
    """Draws a dot for each picture, but no film where it is late."""

    def __init__(self, *, film_is_late: bool = False) -> None:
        self.film_is_late = film_is_late

    async def draw(self, _: int, __: Any, view: str, **params: Any) -> DrawnPicture:
        name = f"{view}-{params['chart']}" if view == "chart" else view
        return DrawnPicture(PNG_MAGIC, "", f"{name}.png")

    async def draw_film(self, *_: Any) -> DrawnPicture | None:
        return None if self.film_is_late else DrawnPicture(b"RIFF", "", "film.webp")


@pytest.mark.parametrize("film_is_late", [False, True])
async def test_the_end_card_has_charts_map_and_film(film_is_late: bool) -> None:
    game, pictures = play(TITLES["1889"], 3, 1, {}, limit=60).game, Drawn(film_is_late=film_is_late)
    page = await game_over_card(session_of(game, "p1").info, game, "end", pictures)  # type: ignore[arg-type]
    names = [file.filename for file in page.files]
    film = [] if film_is_late else ["film.webp"]
    assert [name for name in names if not name.startswith("chart-")] == ["map.png", *film]
    assert len([name for name in names if name.startswith("chart-")]) == len(SHOWN_CHARTS)
    assert page.view is not None
    assert (LATE in limits.text_of(page.view)) == film_is_late
