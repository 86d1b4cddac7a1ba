"""A game as a film: its frames, what changed in each, its size."""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine import Game
from render import film as films
from render.film import LARGE_MOST, Turn, chosen, film, frames, turns_of
from render.filmtext import film_text
from render.map import cache as kept
from render.pen import theme
from tests.render.samples import count
from tests.walks import Walk

MOVES = {"1889": 170, "18EZ": 150, "18OE": 60}


@cache
def played(title: str) -> Game:
    return Walk(title, ["Player 1", "Player 2", "Player 3"], 1).go_on(MOVES[title])


def test_a_film_is_an_animated_webp_with_a_frame_for_each_turn_that_is_seen() -> None:
    made = film(played("1889"))
    image = Image.open(BytesIO(made.data))
    assert (image.format, image.n_frames) == ("WEBP", made.count)  # type: ignore[attr-defined]
    assert made.count == len(turns_of(played("1889"))) > 10
    assert made.alt == f"The game as a film of {made.count} pictures: the map and the share prices."
    assert len(made.data) < 8_000_000


@pytest.mark.parametrize("title", sorted(MOVES))
def test_each_frame_differs_and_all_have_one_size(title: str) -> None:
    turns = turns_of(played(title))[-6:]
    images = list(frames(played(title), turns, "standard"))
    assert len(images) == len(turns)
    assert len({image.size for image in images}) == 1
    for one, next_ in pairwise(images):
        assert ImageChops.difference(one, next_).getbbox() is not None


def test_what_changed_is_ringed() -> None:
    game = played("1889")
    turns = [turn for turn in turns_of(game) if turn.changed][-2:]
    plain = [Turn(turn.record_number) for turn in turns]
    for marked, bare in zip(frames(game, turns, "standard"), frames(game, plain, "standard"), strict=True):
        assert count(marked, theme.RING) > count(bare, theme.RING) + 100


def test_a_frame_is_the_same_whether_the_map_was_painted_before_or_not() -> None:
    game = played("1889")
    turns = turns_of(game)
    *_, after = frames(game, turns, "standard")
    kept.clear()
    [fresh] = frames(game, turns[-1:], "standard")
    assert ImageChops.difference(after, fresh).getbbox() is None


def test_a_long_game_has_fewer_frames_and_loses_no_change() -> None:
    turns = [Turn(record_number, (f"A{record_number}",)) for record_number in range(1, 501)]
    some = chosen(turns, LARGE_MOST)
    assert len(some) == LARGE_MOST
    assert some[-1].record_number == 500
    assert [coord for turn in some for coord in turn.changed] == [turn.changed[0] for turn in turns]
    assert chosen(turns[:5], LARGE_MOST) == turns[:5]


@pytest.mark.parametrize("title", sorted(MOVES))
def test_a_film_in_words_has_a_line_for_each_turn_with_what_changed(title: str) -> None:
    game = played(title)
    lines = film_text(game).splitlines()
    turns = turns_of(game)[1:]
    told = [line for line in lines if not line.startswith("Worth: ")]
    assert len(told) <= len(turns)
    laid = [coord for turn in turns for coord in turn.changed]
    assert sum(line.count(" on ") for line in told) >= len(laid) > 3
    assert lines[-1] == f"Worth: {films.worth(game.view)}"
    assert all(": " in line for line in told)


def test_a_film_in_words_tells_share_prices() -> None:
    game = played("1889")
    text = film_text(game)
    assert re.search(r": [A-Z]{2} at ¥\d+", text)
    prices = dict(re.findall(r"\b([A-Z]{2}) (?:at|¥[\d,]+ →) ¥([\d,]+)", text))
    now = {c: game.view.money(game.view.price(c) or 0) for c in prices}
    assert {c: f"¥{price}" for c, price in prices.items()} == now


def test_only_one_frame_is_made_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[weakref.ref[Image.Image]] = []
    most = 0
    real = films.frames

    def counted(*given: Any) -> Iterator[Image.Image]:
        nonlocal most
        for image in real(*given):
            alive.append(weakref.ref(image))
            most = max(most, sum(ref() is not None for ref in alive))
            yield image
            del image

    monkeypatch.setattr(films, "frames", counted)
    assert film(played("1889")).count == len(alive) > 10
    assert most <= 2


def test_a_film_says_its_words_in_the_language_of_its_readers() -> None:
    made = films.film(played("18EZ"), words=lambda text: text.upper())
    assert made.alt.startswith("THE GAME AS A FILM")
