"""`/show why`: the moves that a company, train, tile or hex allows now, and why others are refused."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.cards.round_state import lot_line
from bot.cards.texts import company_name
from bot.chat.current_game import CurrentGame
from bot.chat.markdown import escape
from bot.chat.respond import UserError
from bot.turn.help.whynot import reason_lines, tile_colour_lines, train_line
from bot.words import t, translated
from bot.work.pool import Pool, PoolError
from engine import Action, Game, View
from engine.api.supply import next_trains
from engine.api.table import hex_name, position, sort_key, view_of
from engine.api.whynot import LATER, OVER, ThingMoves, moves_with_thing
from engine.message import in_words

log = logging.getLogger(__name__)
COMPANY, TRAIN, TILE, HEX = "company", "train", "tile", "hex"
"""Kinds of items of the game, as the fields of moves name them."""


def explainable_items(game: Game) -> dict[str, str]:
    """Return the labels, by key, of all companies, trains, hexes and tiles that `/show why` can explain.

    A key is the kind of the item ("company", "train", "hex" or "tile") and its id, such as "train 3".
    """
    view = game.view
    labels = {f"{COMPANY} {company.id}": company_name(view, company.id) for company in view.companies()}
    labels |= {f"{TRAIN} {kind}": t("train {kind}", kind=kind) for kind in view.data.trains}
    hexes = view.board().hexmap.hexes
    labels |= {
        f"{HEX} {coord}": hex_name(view, coord)
        for coord in sorted(hexes, key=lambda coord: _hex_sort_key(view, coord))
    }
    return labels | {f"{TILE} {number}": t("tile {number}", number=number) for number in view.data.tiles}


def _hex_sort_key(view: View, coord: str) -> tuple[bool, object]:
    """Return the sort key of a hex in the list of `/show why`: named hexes first, then by coordinate."""
    return not view.board().hexmap[coord].name, sort_key(coord)


def labels_to_search(typed: str, labels: Mapping[str, str]) -> Mapping[str, str]:
    """Return the labels, by key, in which `/show why` searches the typed text.

    ``labels`` are those of `explainable_items`. If the text is, ignoring case, a key such as "train 3", or
    the id in a key ("3"), only the first such key is returned, with the typed text as its label. Otherwise
    all labels are returned.
    """
    typed_id = typed.strip().casefold()
    exact_keys = [key for key in labels if typed_id in (key.casefold(), key.partition(" ")[2].casefold())]
    return {exact_keys[0]: typed.strip()} if exact_keys else labels


async def explain_moves(pool: Pool, current_game: CurrentGame, item_key: str) -> tuple[str, list[str]]:
    """Return the heading and the lines of `/show why` on an item of the game, by its key such as "train 3".

    The lines list the legal moves with the item, and why others are refused. The moves are those of the
    member's seat; for a spectator, those of a player who is to act. Raises UserError if no worker process
    finds them in time, and KeyError for an unknown key.
    """
    game, (kind, _, item_id) = current_game.game, item_key.partition(" ")
    next_decision = game.waiting()
    seats_to_act = next_decision.players if next_decision is not None else game.view.seats
    seat = next(iter((*current_game.own_seats_to_act, *current_game.own_seats, *seats_to_act)))
    player_names = dict(game.view.names)
    try:
        item_moves = await pool.run(
            find_item_moves_in_worker, game.title.key, position(game), player_names, seat, kind, item_id
        )
    except PoolError:
        log.exception("no answer to why: %s", item_key)
        raise UserError(t("That could not be found out now; try again in a while.")) from None
    header = t("Why: {thing}", thing=escape(explainable_items(game)[item_key]))
    return header, [
        *_turn_lines(game, seat, item_moves),
        *_move_lines(item_moves),
        *_fact_lines(game, kind, item_id),
    ]


def find_item_moves_in_worker(
    title: str, state: object, player_names: dict[str, str], seat: str, kind: str, item_id: str
) -> ThingMoves:
    """Return which moves with an item are legal for a seat, and why others are refused, for `/show why`.

    ``kind`` is "company", "train", "tile" or "hex", and ``item_id`` the item's id, such as "3". ``title`` is
    the title's key, ``state`` the position as JSON, ``player_names`` are by seat id. It runs in a worker
    process.
    """
    view = view_of(title, state)
    view.names = player_names
    return moves_with_thing(view, seat, kind, item_id)


def _turn_lines(game: Game, seat: str, item_moves: ThingMoves) -> list[str]:
    """Return the lines of `/show why` that say in whose turn the described moves are legal or refused.

    If the seat cannot act now, the first line says why: it is not its turn, or the game is over. Another line
    names the company or player in whose turn the moves were examined (``item_moves.actor``), if that is not
    the one whose turn it is, or if it is a company and the seat cannot act; there is no such line if no moves
    are described. Returns [] if neither line applies.
    """
    refusal = game.check(Action("", seat))
    cannot_act = refusal is not None and refusal.code in ("not_your_turn", "game_over")
    lines = [escape(translated(refusal.text))] if refusal is not None and cannot_act else []
    view, actor = game.view, item_moves.actor
    is_other_turn = actor != view.cursor.actor or (cannot_act and actor in view.state.companies)
    if actor and is_other_turn and (item_moves.possible or item_moves.refused):
        lines.append(t("In the turn of {name}, as things stand:", name=escape(view.name(actor))))
    return lines


def _move_lines(item_moves: ThingMoves) -> list[str]:
    """Return the lines of `/show why` on moves with an item: legal and refused ones, steps of other rounds.

    The steps are those in which such moves are made. If there are none of all these, a sentence says so.
    """
    lines = list(dict.fromkeys(_move_timing_line(*move) for move in item_moves.possible))
    lines += reason_lines(item_moves.refused)
    steps = ", ".join(translated(label) for label in item_moves.steps)
    if steps:
        lines.append(t("In other rounds: {steps}.", steps=escape(steps)))
    return lines or [t("Nothing is done with it in this round.")]


def _move_timing_line(label: str, step: str, timing: str) -> str:
    """Return the sentence of `/show why` on a move of this turn, by its name and its step of the turn.

    ``timing`` says that the move is possible later in this turn (LATER) or is over already (OVER); with any
    other value it is possible now. ``label`` and ``step`` are templates of the engine.
    """
    move, step_name = escape(translated(label)), escape(translated(step))
    if timing == LATER:
        return t("Possible later in this turn ({step}): {what}.", step=step_name, what=move)
    if timing == OVER:
        return t("Over in this turn ({step}): {what}.", step=step_name, what=move)
    return t("Possible: {what}.", what=move)


def _fact_lines(game: Game, kind: str, item_id: str) -> list[str]:
    """Return facts about an item as lines of small text for `/show why`; [] for a hex.

    ``kind`` is "company", "train", "tile" or "hex", and ``item_id`` the item's id. A company that is for sale
    has its price and bids. For a train, whichever it is, there are the next trains on sale. A tile has its
    colour, how many are left and which colours may be laid. Raises KeyError for an unknown tile.
    """
    view = game.view
    if kind == COMPANY:
        return [f"-# {line}" for line in [lot_line(view, item_id)] if line]
    if kind == TRAIN:
        return [f"-# {train_line(view, train)}" for train in next_trains(view)]
    if kind == TILE:
        tiles_left = view.state.supply.get(item_id)
        count = t("no limit") if tiles_left is None else t("{count} left", count=tiles_left)
        text = t(
            "tile {number}, {colour}: {count}",
            number=item_id,
            colour=translated(in_words(_tile_colour(view, item_id))),
            count=count,
        )
        return [f"-# {escape(text)}", *(f"-# {line}" for line in tile_colour_lines(view, view.cursor.actor))]
    return []


def _tile_colour(view: View, number: str) -> str:
    """Return for `/show why` the colour of a tile by its number, such as "yellow"; KeyError if unknown."""
    return view.board().catalogue[number].colour
