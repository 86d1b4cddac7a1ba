"""Pictures of a game by way of the worker pool, each drawn once for a revision, and their text twins.

A picture that fails or is late is None: the message goes out with the words instead.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.settings.colours import STANDARD, theme
from bot.words import SOURCE, language, rendered
from bot.work.pool import Pool
from bot.work.priority import Ticket, present
from bot.work.recent import Recent
from engine import Game
from engine.face.table import position

log = logging.getLogger(__name__)

LANGUAGE, PEOPLE = "language", "people"
KEEP = 96
"""Pictures kept in memory, about 100 to 300 kB each."""

DEADLINE = 20.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A finished picture; ``name`` is its file name in a message."""

    png: bytes
    alt: str
    name: str

    def file(self) -> discord.File:
        """A file to send, to be named in a view by `url`."""
        return discord.File(io.BytesIO(self.png), self.name, description=self.alt[:1024])

    @property
    def url(self) -> str:
        """How a view of the same message names it."""
        return f"attachment://{self.name}"

    def gallery_item(self) -> discord.MediaGalleryItem:
        """The picture for a media gallery."""
        return discord.MediaGalleryItem(self.url, description=self.alt[:256])


class Pictures:
    """The pictures of all games."""

    def __init__(self, pool: Pool, deadline: float = DEADLINE) -> None:
        self._pool, self._deadline = pool, deadline
        self._kept = Recent[str, Drawn](KEEP)
        self._coming: dict[str, tuple[asyncio.Future[Drawn | None], Ticket]] = {}

    async def draw(self, game_id: int, game: Game, view: str, **params: Any) -> Drawn | None:
        """A view of the position now (see `render.api`), or None when it cannot be had in time."""
        if (colours := theme()) != STANDARD:
            params = {**params, "theme": colours}
        params = _in_language(game, params)
        key = json.dumps([game_id, game.rev, dict(game.view.names), view, params], sort_keys=True)
        if key in self._kept:
            return self._kept[key]
        mine = present()
        if key not in self._coming:
            drawing = asyncio.ensure_future(self._draw(key, game, view, params, mine))
            self._coming[key] = drawing, mine
        coming, ticket = self._coming[key]
        self._pool.queue.hasten(ticket, mine.rank)
        return await asyncio.shield(coming)

    async def _draw(
        self, key: str, game: Game, view: str, params: dict[str, Any], ticket: Ticket
    ) -> Drawn | None:
        try:
            job = (game.title.key, _position(game), view, params)
            png, alt = await self._pool.run(_draw, *job, deadline=self._deadline, ticket=ticket)
        except Exception:
            log.warning("%s of %s cannot be drawn", view, game.title.key, exc_info=True)
            return None
        finally:
            self._coming.pop(key, None)
        self._kept[key] = drawn = Drawn(png, alt, f"{view}.png")
        return drawn

    async def twin(self, game: Game, view: str, **params: Any) -> str:
        """The same view in words; an empty text when it cannot be told."""
        try:
            job = (game.title.key, _position(game), view, _in_language(game, params))
            return await self._pool.run(_twin, *job, deadline=self._deadline)
        except Exception:
            log.warning("%s of %s cannot be told", view, game.title.key, exc_info=True)
            return ""


def _position(game: Game) -> Any:
    """The position as JSON, its seats under the names that they have now."""
    state = position(game)
    for player in state["players"]:
        player["name"] = game.view.name(player["id"])
    return state


def _in_language(game: Game, params: dict[str, Any]) -> dict[str, Any]:
    """What is drawn, and the language in which: nothing is said of the one of the code."""
    if language() == SOURCE:
        return params
    return {**params, LANGUAGE: language(), PEOPLE: [game.view.name(seat) for seat in game.view.seats]}


def _with_words(params: dict[str, Any]) -> dict[str, Any]:
    """The same for a worker, which reads a catalogue when it first draws in its language."""
    spoken = params.get(LANGUAGE)
    if spoken is None:
        return params
    drawn = {name: value for name, value in params.items() if name not in (LANGUAGE, PEOPLE)}
    return {**drawn, "words": partial(rendered, language=spoken, people=frozenset(params.get(PEOPLE, ())))}


def _draw(title: str, state: Any, view: str, params: dict[str, Any]) -> tuple[bytes, str]:
    from render.api import draw  # noqa: PLC0415 - Pillow is for the workers only

    picture = draw(title, state, view, **_with_words(params))
    return picture.png, picture.alt


def _twin(title: str, state: Any, view: str, params: dict[str, Any]) -> str:
    from render.api import twin  # noqa: PLC0415 - Pillow is for the workers only

    return twin(title, state, view, **_with_words(params))
