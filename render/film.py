"""A whole game as a moving picture: the map and the share prices, a frame for each turn that changed them.

The map is painted once; for each frame only the hexes that changed are painted anew. A film has at most
`MOST` frames: of a longer game several turns share one. It is an animated WebP.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from engine import Game, View
from engine.core.events import CursorMoved
from engine.core.state import State, from_json
from engine.core.story import Words
from engine.message import joined, say
from render.map.mosaic import board_picture, frame_for
from render.map.overlays import ring
from render.map.scene import scene_of
from render.market.small import small_base, small_market
from render.pen.speech import said, speaking
from render.pen.text import fit, put
from render.pen.theme import THEMES, WHITE, now, wearing
from render.pen.words import round_name

__all__ = ["Film", "film"]

WIDE, MOST, LARGE_MOST = 720, 220, 160
"""px; the most frames; those of a map with more hexes than `LARGE`."""
LARGE = 300
LEAST = 12
"""How high letters on the map are at least, in px; what has no room for them is left out."""
PACE, LAST = 400, 4000
"""How long a frame stands, and the last one, in milliseconds."""
QUALITY, EFFORT = 60, 1
"""Of the WebP: 0 to 100, and how long it tries to be smaller (0 to 6)."""
_BAR = 40


@dataclass(frozen=True, slots=True)
class Film:
    """An animated WebP with an alt text, and how many pictures it has."""

    data: bytes
    alt: str
    count: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is shown: its last record, and the hexes that changed since the frame before."""

    record_number: int
    changed: tuple[str, ...] = ()


@dataclass
class _Seen:
    """What a frame shows of a position, to tell whether another one shows the same."""

    tiles: Mapping[str, Any] = field(default_factory=dict)
    tokens: Mapping[str, Any] = field(default_factory=dict)
    market: Mapping[Any, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> _Seen:
        places = {name: token.place for name, token in state.tokens.items()}
        market = {cell: tuple(stack) for cell, stack in state.market.items()}
        return cls(dict(state.tiles), places, market)

    def changed(self, later: _Seen) -> tuple[str, ...]:
        """The hexes that changed: other tiles, and stations that came."""
        laid = [coord for coord, tile in later.tiles.items() if self.tiles.get(coord) != tile]
        came = {name: at for name, at in later.tokens.items() if at and self.tokens.get(name) != at}
        return tuple(dict.fromkeys([*laid, *(at[0] for at in came.values())]))


class _Reel(Image.Image):
    """Frames as one picture that goes on: only the one that is being written is in memory."""

    def __init__(self, images: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        first = next(images)
        self.im, self._mode, self._size = first.im, first.mode, first.size
        self.n_frames, self.is_animated = count, count > 1
        self._images, self._at = images, 0

    def seek(self, frame: int) -> None:
        """Go on to the next frame; nothing happens for any other."""
        if frame == self._at + 1:
            self.im, self._at = next(self._images).im, frame

    def tell(self) -> int:
        return self._at


def film(game: Game, *, theme: str = "standard", words: Words = str) -> Film:
    """The game from its start to where it stands, as an animated WebP."""
    hexes = len(game.view.board().hexmap.hexes)
    turns = chosen(turns_of(game), LARGE_MOST if hexes > LARGE else MOST)
    data, count = BytesIO(), len(turns)
    pace = [PACE] * (count - 1) + [LAST]
    with speaking(words), wearing(THEMES[theme]):
        _Reel(frames(game, turns, theme), count).save(
            data, "WEBP", save_all=True, duration=pace, loop=0, quality=QUALITY, method=EFFORT,
            minimize_size=False,
        )  # fmt: skip
        alt = said(say("The game as a film of {count} pictures: the map and the share prices.", count=count))
    return Film(data.getvalue(), alt, count)


def turns_of(game: Game) -> list[Turn]:
    """The turns that changed the map or the share prices, and the last one."""
    found: list[Turn] = []
    before = _Seen()
    for record_number, view in walk(game):
        now = _Seen.of(view.state)
        if now != before:
            found.append(Turn(record_number, before.changed(now) if found else ()))
        before = now
    return found


def walk(game: Game) -> Iterator[tuple[int, View]]:
    """The position at the end of each turn, one that goes on, with the number of the record."""
    state = from_json(game.setup.state)
    view, record_number = View(game.title, state), 0
    view.names = game.view.names
    for record in game.active_records:
        moved = False
        for event in record.events:
            moved = moved or (isinstance(event, CursorMoved) and _other_turn(event))
            event.apply(state)
        record_number = record.number
        if moved:
            yield record_number, view
    yield record_number, view


def _other_turn(event: CursorMoved) -> bool:
    a, b = event.before, event.after
    return (a.round, a.number, a.part, a.actor) != (b.round, b.number, b.part, b.actor)


def chosen(turns: Sequence[Turn], most: int) -> list[Turn]:
    """At most so many turns, the last one too; each has all changes since the one before."""
    if len(turns) <= most:
        return list(turns)
    found: list[Turn] = []
    changed: tuple[str, ...] = ()
    for i, turn in enumerate(turns):
        changed = tuple(dict.fromkeys([*changed, *turn.changed]))
        if (i + 1) * most // len(turns) > i * most // len(turns):
            found.append(Turn(turn.record_number, changed))
            changed = ()
    return found


# --- frames ----------------------------------------------------------------------------------------


def frames(game: Game, turns: Sequence[Turn], theme: str) -> Iterator[Image.Image]:
    """The picture of each turn, all of one size."""
    wanted = {turn.record_number: turn for turn in turns}
    base = small_base(game.view, WIDE)
    for record_number, view in walk(game):
        turn = wanted.pop(record_number, None)
        if turn is not None:
            yield _frame(view, turn.changed, base, theme)


def _frame(view: View, changed: Sequence[str], base: Image.Image, theme: str) -> Image.Image:
    """The map under a bar with the round, over the share prices and what the players are worth."""
    scene, look = scene_of(view), THEMES[theme]
    frame, page = frame_for(scene, WIDE)
    hexes = tuple(scene.board.hexmap.hexes)
    board = board_picture(scene, frame, page, look, hexes, lettered=len(hexes) > LARGE, least=LEAST)
    for coord in changed:
        if coord in scene.board.hexmap.hexes:
            ring(board, frame, coord)
    parts = [
        _line(said(say("{name} · {round_name}", name=view.data.name, round_name=round_name(view)))),
        board,
        small_market(view, base),
        _line(worth(view)),
    ]
    image = Image.new("RGB", (WIDE, sum(part.height for part in parts)), now().paper)
    top = 0
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    return image


def worth(view: View) -> str:
    """What the players are worth, in a line."""
    scores = view.title.scores(view)
    return joined(" · ", (f"{view.name(p)} {view.money(scores[p])}" for p in view.seats if p in scores))


def _line(text: str) -> Image.Image:
    """A dark bar with a line of text."""
    bar = Image.new("RGB", (WIDE, _BAR), now().bar)
    size = fit(text, WIDE - 28, 24, "bold")
    put(ImageDraw.Draw(bar), (14, _BAR / 2), text, size, WHITE, "bold", anchor="lm")
    return bar
