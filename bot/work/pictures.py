"""Pictures of a game, drawn by the worker pool once for each revision, and their descriptions in words.

A picture that fails or is late is None: the message is sent with words instead.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import pickle
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from bot.words import SOURCE_LANGUAGE, language, translated_into
from bot.words.colours import STANDARD, theme
from bot.work.pool import Pool
from bot.work.priority import Ticket, new_ticket
from bot.work.recent import LruCache
from engine import Game, import_game
from engine.api.table import position

if TYPE_CHECKING:
    import discord

log = logging.getLogger(__name__)

LANGUAGE = "language"
MAX_PICTURES = 96
"""Pictures cached in memory, about 100 to 300 kB each."""

DEADLINE, FILM_DEADLINE = 20.0, 40.0
"""Seconds for a picture and for a film."""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A finished picture; ``name`` is its file name in a message, ``alt`` its description."""

    png: bytes
    alt: str
    name: str

    def to_discord_file(self) -> discord.File:
        """Return the picture as a Discord file to attach to a message.

        Its description is cut after 1024 characters.
        """
        import discord  # noqa: PLC0415 - workers know no Discord

        return discord.File(io.BytesIO(self.png), self.name, description=self.alt[:1024])

    @property
    def url(self) -> str:
        """Return the address under which a Discord view shows the picture attached to the same message."""
        return f"attachment://{self.name}"

    def gallery_item(self) -> discord.MediaGalleryItem:
        """Return the picture as an item of a Discord media gallery.

        Its description is cut after 256 characters. The file must be attached to the same message
        (`to_discord_file`).
        """
        import discord  # noqa: PLC0415 - workers know no Discord

        return discord.MediaGalleryItem(self.url, description=self.alt[:256])


DrawInWorker = Callable[[Ticket], Coroutine[Any, Any, DrawnPicture | None]]
"""A function that draws in a worker, with a ticket for its place in the queue."""


class Pictures:
    """Draws the pictures of all games and caches them."""

    def __init__(self, pool: Pool, deadline: float = DEADLINE) -> None:
        """Begin without cached pictures; a pool's workers draw each within ``deadline`` seconds."""
        self._pool, self._deadline = pool, deadline
        self._cache = LruCache[str, DrawnPicture](MAX_PICTURES)
        self._in_progress: dict[str, tuple[asyncio.Future[DrawnPicture | None], Ticket]] = {}

    async def draw(self, cache_key: int, game: Game, picture_kind: str, **params: Any) -> DrawnPicture | None:
        """Return a picture of the game, from the cache or drawn by a worker.

        Return None if the drawing fails or takes longer than the deadline. ``picture_kind`` is the name of a
        view in `render.api`, ``params`` are its parameters as JSON; theme and language of the task are added.
        ``cache_key`` is the id of the game or, in a trial turn, of the position. Concurrent calls for the
        same picture share one drawing, with their most urgent priority.
        """
        params = _with_theme_and_language(params)
        key = _cache_key(cache_key, game, picture_kind, params)
        if key in self._cache:
            return self._cache[key]
        picture = await self._share_drawing(key, partial(self._draw_in_worker, game, picture_kind, params))
        if picture is not None:
            self._cache[key] = picture
        return picture

    async def draw_film(self, cache_key: int, game: Game) -> DrawnPicture | None:
        """Let a worker draw the whole game as a film (an animated picture with a frame for each turn).

        Return the film; None if the drawing fails or takes more than 40 seconds, or if the title has no map.
        Films are not cached; ``cache_key`` only lets concurrent calls share one drawing.
        """
        if not has_map(game):
            return None
        params = _with_theme_and_language({})
        key = _cache_key(cache_key, game, "film", params)
        return await self._share_drawing(key, partial(self._draw_film_in_worker, game, params))

    async def describe_film(self, game: Game) -> str:
        """Let a worker describe the film (animated picture) of a game in words, a line for each turn.

        Return the text, in the language of this task; "" if the worker fails or takes more than 40 seconds.
        """
        try:
            export = await asyncio.to_thread(game.to_json)
            args = (export, dict(game.view.names), _with_language({}))
            return await self._pool.run(_describe_film, *args, deadline=FILM_DEADLINE)
        except Exception:
            log.warning("the film of %s cannot be described", game.title.key, exc_info=True)
            return ""

    async def _share_drawing(self, key: str, draw_in_worker: DrawInWorker) -> DrawnPicture | None:
        """Return a picture, drawn by a worker a single time for all tasks that want it now.

        ``key`` identifies the picture; ``draw_in_worker`` draws it if nobody does so yet. The drawing has the
        most urgent priority of these tasks, and goes on if one of them is cancelled. Return None if the
        drawing fails.
        """
        own_ticket = new_ticket()
        if key not in self._in_progress:
            drawing = asyncio.ensure_future(draw_in_worker(own_ticket))
            drawing.add_done_callback(lambda _: self._in_progress.pop(key, None))
            self._in_progress[key] = drawing, own_ticket
        shared_drawing, ticket = self._in_progress[key]
        self._pool.queue.raise_priority(ticket, own_ticket.priority)
        return await asyncio.shield(shared_drawing)

    async def _draw_in_worker(
        self, game: Game, picture_kind: str, params: dict[str, Any], ticket: Ticket
    ) -> DrawnPicture | None:
        """Let a worker draw a picture of a game, and return it.

        ``picture_kind`` is the name of a view in `render.api`; ``params`` are its parameters, with theme and
        language. Return None if the drawing fails or takes longer than the deadline. ``ticket`` is the call's
        place in the queue for workers.
        """
        try:
            args = (game.title.key, _pickled_position(game), picture_kind, params)
            png, alt = await self._pool.run(_draw_picture, *args, deadline=self._deadline, ticket=ticket)
        except Exception:
            log.warning("%s of %s cannot be drawn", picture_kind, game.title.key, exc_info=True)
            return None
        return DrawnPicture(png, alt, f"{picture_kind}.png")

    async def _draw_film_in_worker(
        self, game: Game, params: dict[str, Any], ticket: Ticket
    ) -> DrawnPicture | None:
        """Let a worker draw the film (animated picture) of a whole game, and return it.

        ``params`` has theme and language. Return None if the drawing fails or takes more than 40 seconds.
        ``ticket`` is the call's place in the queue for workers.
        """
        try:
            export = await asyncio.to_thread(game.to_json)
            args = (export, dict(game.view.names), params)
            data, alt = await self._pool.run(_draw_film, *args, deadline=FILM_DEADLINE, ticket=ticket)
        except Exception:
            log.warning("the film of %s cannot be made", game.title.key, exc_info=True)
            return None
        return DrawnPicture(data, alt, "film.webp")

    async def describe(self, game: Game, picture_kind: str, **params: Any) -> str:
        """Let a worker describe a picture of the game in words, for members who want text before pictures.

        Return the text, in the language of this task; "" if the worker fails or takes longer than the
        deadline. ``picture_kind`` and ``params`` are those of `draw`.
        """
        try:
            args = (game.title.key, _pickled_position(game), picture_kind, _with_language(params))
            return await self._pool.run(_describe_picture, *args, deadline=self._deadline)
        except Exception:
            log.warning("%s of %s cannot be described", picture_kind, game.title.key, exc_info=True)
            return ""


_POSITIONS: WeakKeyDictionary[Game, tuple[tuple[int, Mapping[str, str]], bytes]] = WeakKeyDictionary()
"""The pickled positions of games, each with the revision and the names by seat for which it holds."""


def _pickled_position(game: Game) -> bytes:
    """Return the position of a game as pickled JSON for a worker that draws, with the players' present names.

    It is cached and pickled once for each revision, though a page and the cards have several pictures.
    """
    revision_and_names = game.revision, dict(game.view.names)
    cached = _POSITIONS.get(game)
    if cached is None or cached[0] != revision_and_names:
        state: Any = position(game)
        for player in state["players"]:
            player["name"] = game.view.name(player["id"])
        cached = _POSITIONS[game] = revision_and_names, pickle.dumps(state)
    return cached[1]


def _cache_key(game_key: int, game: Game, picture_kind: str, params: dict[str, Any]) -> str:
    """Return the JSON text that identifies a picture of a game, as its key in the cache.

    It has the ``game_key`` (see `Pictures.draw`), the revision, the players' names, the kind of picture and
    its parameters.
    """
    return json.dumps([game_key, game.revision, dict(game.view.names), picture_kind, params], sort_keys=True)


def _with_theme_and_language(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a picture with the theme and the language of this task added.

    They are the keys "theme" and "language"; the standard theme and English are left out.
    """
    if (colours := theme()) != STANDARD:
        params = {**params, "theme": colours}
    return _with_language(params)


def _with_language(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a picture with the language of this task added, unless it is English.

    Its key is "language".
    """
    if language() == SOURCE_LANGUAGE:
        return params
    return {**params, LANGUAGE: language()}


def _with_translator(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a picture with a translating function in place of the language code.

    The code has the key "language", the function the key "words". Without a code nothing is changed.
    """
    language_code = params.get(LANGUAGE)
    if language_code is None:
        return params
    view_params = {name: value for name, value in params.items() if name != LANGUAGE}
    return {**view_params, "words": partial(translated_into, language=language_code)}


def _draw_picture(
    title_key: str, pickled_state: bytes, picture_kind: str, params: dict[str, Any]
) -> tuple[bytes, str]:
    """Draw a picture of the game in a worker process; return the PNG and its description in words.

    ``title_key`` is the title's key, ``pickled_state`` the position as pickled JSON, ``picture_kind`` the
    name of a view in `render.api`. ``params`` are the parameters of the view, with "theme" and "language"
    unless they are the standard theme and English.
    """
    from render.api import draw  # noqa: PLC0415 - Pillow is for the workers only

    picture = draw(title_key, pickle.loads(pickled_state), picture_kind, **_with_translator(params))
    return picture.png, picture.alt


def has_map(game: Game) -> bool:
    """Return True if the map of a game has hexes; of a title without a map there is no film."""
    return bool(game.view.board().hexmap.hexes)


def _draw_film(export: Any, names: dict[str, str], params: dict[str, Any]) -> tuple[bytes, str]:
    """Draw the film (animated picture) of a game in a worker process; return the WebP and its description.

    ``export`` is the game as JSON, ``names`` are the players' present names by seat. ``params`` has the theme
    ("theme") and the code of the language ("language"), unless they are the standard theme and English.
    """
    from render.film import film  # noqa: PLC0415 - Pillow is for the workers only

    game = import_game(export)
    game.view.names = names
    picture = film(game, **_with_translator(params))
    return picture.data, picture.alt


def _describe_film(export: Any, names: dict[str, str], params: dict[str, Any]) -> str:
    """Describe the film (animated picture) of a game in a worker process: a line of text for each turn.

    ``export`` is the game as JSON, ``names`` are the players' present names by seat. ``params`` has the code
    of the language ("language"), unless it is English.
    """
    from render.filmtext import film_text  # noqa: PLC0415 - Pillow is for the workers only

    game = import_game(export)
    game.view.names = names
    return film_text(game, **_with_translator(params))


def _describe_picture(title_key: str, pickled_state: bytes, picture_kind: str, params: dict[str, Any]) -> str:
    """Return, in a worker process, the description in words of a picture of the game.

    ``title_key`` is the title's key, ``pickled_state`` the position as pickled JSON, ``picture_kind`` the
    name of a view in `render.api`. ``params`` are the parameters of the view, with the language's code as
    "language" unless it is English.
    """
    from render.api import twin  # noqa: PLC0415 - Pillow is for the workers only

    return twin(title_key, pickle.loads(pickled_state), picture_kind, **_with_translator(params))
