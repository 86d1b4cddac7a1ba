"""A film in words: a line for each of its turns, with the tiles, stations and share prices that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine import Game, View
from engine.api.course import is_other_round
from engine.api.table import hex_name
from engine.core.state import Cursor, State
from engine.core.story import Words
from engine.message import joined, say
from render.film import walk, worth
from render.pen.speech import said, speaking
from render.pen.words import round_name

__all__ = ["film_text"]


@dataclass
class _Shown:
    """What a film shows of a position: tiles and stations by their places, prices by company."""

    tiles: Mapping[str, object]
    stations: Mapping[str, str]
    prices: Mapping[str, int]

    @classmethod
    def of(cls, view: View) -> _Shown:
        state: State = view.state
        stations = {name: token.place[0] for name, token in state.tokens.items() if token.place}
        prices = {company: view.price(company) for company in state.companies}
        return cls(
            dict(state.tiles), stations, {c: price for c, price in prices.items() if price is not None}
        )


def film_text(game: Game, *, words: Words = str) -> str:
    """The film of a game in words: its turns in order, and what the players are worth after each round."""
    with speaking(words):
        return "\n".join(_lines(game))


def _lines(game: Game) -> Iterator[str]:
    before, label, cursor = _Shown({}, {}, {}), "", Cursor("")
    for _, view in walk(game):
        now = _Shown.of(view)
        told = list(_changes(view, before, now)) if label else []
        if told:
            yield said(say("{label}: {told}", label=label, told=joined("; ", told)))
        if is_other_round(cursor, view.cursor) and label:
            yield said(say("Worth: {text}", text=worth(view)))
        before, label, cursor = now, _label(view), view.cursor
    yield said(say("Worth: {text}", text=worth(game.view)))


def _label(view: View) -> str:
    """The round, and who acts in it."""
    actor, name = view.cursor.actor, round_name(view)
    return say("{name}, {actor}", name=name, actor=view.name(actor)) if actor else name


def _changes(view: View, before: _Shown, now: _Shown) -> Iterator[str]:
    """What changed, in words."""
    for coord, tile in now.tiles.items():
        if before.tiles.get(coord) != tile:
            name = view.board().face(coord).tile
            yield (
                say("tile {tile} on {hex}", tile=name, hex=hex_name(view, coord))
                if name
                else say("track on {hex}", hex=hex_name(view, coord))
            )
    for token, coord in now.stations.items():
        if before.stations.get(token) != coord:
            company = view.state.tokens[token].company
            yield say("station of {company} on {hex}", company=company, hex=hex_name(view, coord))
    yield from _moves(view, before.prices, now.prices)


def _moves(view: View, before: Mapping[str, int], now: Mapping[str, int]) -> Iterator[str]:
    """Share prices that came, changed and went."""
    for company, price in now.items():
        was, money = before.get(company), view.money(price)
        if was is None:
            yield say("{company} at {money}", company=company, money=money)
        elif was != price:
            yield say("{company} {was} → {money}", company=company, was=view.money(was), money=money)
    for company in before.keys() - now.keys():
        yield say("{company} leaves the market", company=company)
