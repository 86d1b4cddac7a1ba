"""`/show why`: what may be done with a company, train, tile or hex now, and why not what may not."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.cards.stake import lot_line
from bot.chat.current_table import CurrentTable
from bot.chat.figures import company_name, plain
from bot.chat.respond import UserError
from bot.turn.whynot import lines, tiles_line, train_line
from bot.words import known, t
from bot.work.pool import Pool, PoolFault
from engine import Action, Game, View
from engine.face.supply import next_trains
from engine.face.table import hex_name, position, sort_key, view_of
from engine.face.whynot import LATER, OVER, About, about

log = logging.getLogger(__name__)
COMPANY, TRAIN, TILE, HEX = "company", "train", "tile", "hex"
"""Kinds of things, as the fields of moves name them."""


def things(game: Game) -> dict[str, str]:
    """All that may be asked for: keys such as "train 3", with labels."""
    view = game.view
    found = {f"{COMPANY} {c.id}": company_name(view, c.id) for c in view.companies()}
    found |= {f"{TRAIN} {kind}": t("train {kind}", kind=kind) for kind in view.data.trains}
    hexes = view.board().hexmap.hexes
    found |= {
        f"{HEX} {coord}": hex_name(view, coord) for coord in sorted(hexes, key=lambda c: _first(view, c))
    }
    return found | {f"{TILE} {number}": t("tile {number}", number=number) for number in view.data.tiles}


def _first(view: View, coord: str) -> tuple[bool, object]:
    return not view.board().hexmap[coord].name, sort_key(coord)


def exactly(typed: str, found: Mapping[str, str]) -> Mapping[str, str]:
    """What is typed as an id alone means the first thing that has it; else all things."""
    wanted = typed.strip().casefold()
    hits = [key for key in found if wanted in (key.casefold(), key.partition(" ")[2].casefold())]
    return {hits[0]: typed.strip()} if hits else found


async def told(pool: Pool, here: CurrentTable, key: str) -> tuple[str, list[str]]:
    """The head of the answer and its lines, for the asker's seat; for the one on turn if he has none."""
    game, (field, _, value) = here.game, key.partition(" ")
    waiting = game.waiting()
    on_turn = waiting.players if waiting is not None else game.view.seats
    seat = next(iter((*here.to_act, *here.seats, *on_turn)))
    names = dict(game.view.names)
    try:
        found = await pool.run(find, game.title.key, position(game), names, seat, field, value)
    except PoolFault:
        log.exception("no answer to why: %s", key)
        raise UserError(t("That could not be found out now; try again in a while.")) from None
    head = t("Why: {thing}", thing=plain(things(game)[key]))
    return head, [*_when(game, seat, found), *_said(found), *_facts(game, field, value)]


def find(title: str, state: object, names: dict[str, str], seat: str, field: str, value: str) -> About:
    """What the engine says of a thing; made for a worker."""
    view = view_of(title, state)
    view.names = names
    return about(view, seat, field, value)


def _when(game: Game, seat: str, found: About) -> list[str]:
    """Whose turn it is, and whose was looked at."""
    refusal = game.check(Action("", seat))
    late = refusal is not None and refusal.code in ("not_your_turn", "game_over")
    told = [plain(known(refusal.text))] if refusal is not None and late else []
    view, actor = game.view, found.actor
    other = actor != view.cursor.actor or (late and actor in view.state.companies)
    if actor and other and (found.possible or found.refused):
        told.append(t("In the turn of {name}, as things stand:", name=plain(view.name(actor))))
    return told


def _said(found: About) -> list[str]:
    told = list(dict.fromkeys(_possible(*each) for each in found.possible))
    told += lines(found.refused)
    steps = ", ".join(known(label) for label in found.steps)
    if steps:
        told.append(t("In other rounds: {steps}.", steps=plain(steps)))
    return told or [t("Nothing is done with it in this round.")]


def _possible(label: str, step: str, when: str) -> str:
    what, where = plain(known(label)), plain(known(step))
    if when == LATER:
        return t("Possible later in this turn ({step}): {what}.", step=where, what=what)
    if when == OVER:
        return t("Over in this turn ({step}): {what}.", step=where, what=what)
    return t("Possible: {what}.", what=what)


def _facts(game: Game, field: str, value: str) -> list[str]:
    """The price and bids of a lot, what comes next of trains, and what is left of a tile."""
    view = game.view
    if field == COMPANY:
        return [f"-# {line}" for line in [lot_line(view, value)] if line]
    if field == TRAIN:
        return [f"-# {train_line(view, train)}" for train in next_trains(view)]
    if field == TILE:
        left = view.state.supply.get(value)
        count = t("no limit") if left is None else t("{count} left", count=left)
        told = t(
            "tile {number}, {colour}: {count}", number=value, colour=known(_colour(view, value)), count=count
        )
        return [f"-# {plain(told)}", *(f"-# {line}" for line in tiles_line(view, view.cursor.actor))]
    return []


def _colour(view: View, number: str) -> str:
    return view.board().catalogue[number].colour
