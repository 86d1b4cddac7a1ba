"""The start of a game from its lobby: the seats of its players, its first records and its first card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from bot.games.announcements import queue_record_messages
from bot.games.changes import Changes, LoadedGame
from bot.games.outcome import Outcome
from bot.store import game_rows
from bot.store.game_rows import GameInfo, SeatInfo, now_ms
from bot.table.new_game import SETUP_CARD
from engine import Game, new_game

JOIN_ORDER = "join"
"""The value of the setting ``order`` with which the players sit in the order of joining; the first begins."""


def start_from_lobby(loaded: LoadedGame, changes: Changes, user_id: int, seed: int) -> Outcome:
    """Start the game from its lobby: create it, and add all that is to be stored to ``changes``.

    These are the seated players, the first records and the first cards; ``loaded.game`` becomes the new game.
    Nothing is written to the database yet. ``seed`` is that of the game's random numbers. Returns an ok
    outcome with the numbers of its first records and the sentences about them. Raises Refused if the number
    of players or the options do not fit the title.
    """
    info = loaded.info
    seated_players, game = _assign_seats_and_create_game(info, seed)
    seated_players.sort(key=lambda seat_info: game.view.seats.index(seat_info.id))
    loaded.game = game
    for record in game.log:
        changes.add_record(record, user_id, "start")
    sentences = queue_record_messages(changes, game, game.log, None)
    changes.messages.append(SETUP_CARD)
    changes.game_columns |= {
        "status": "running", "seed": seed, "genesis": game.setup.to_json(), "started_at": now_ms(),
        "rules_version": game.setup.rules_version, "options": dict(game.setup.options),
        "settings": {**info.settings, **({game_rows.HAD_COMPUTERS: True} if info.computer_levels else {})},
    }  # fmt: skip
    changes.game_info_statements.append(
        partial(game_rows.replace_seats, game_id=info.id, seats=seated_players)
    )
    for seat_info in seated_players:
        statement = partial(
            game_rows.hand_over_seat, game_id=info.id, seat=seat_info.id, user_id=seat_info.user_id,
            revision=game.revision, computer_level=seat_info.computer_level,
        )  # fmt: skip
        changes.game_info_statements.append(statement)
    return Outcome("ok", record_numbers=tuple(record.number for record in game.log), lines=tuple(sentences))


def _assign_seats_and_create_game(info: GameInfo, seed: int) -> tuple[list[SeatInfo], Game]:
    """Return the players in the lobby with their seat ids (p1, p2 …) at the start, and their new game.

    With the setting ``order`` "random" they are shuffled by ``seed``; with "join" they play in the order in
    which they stand in the lobby. Without the setting, p1 is the first in the lobby. Raises Refused if their
    number or the options do not fit the title.
    """
    players = list(info.seats)
    if info.settings.get("order") == "random":
        Random(seed).shuffle(players)
    game = _new_game(info, players, seed)
    if info.settings.get("order") == JOIN_ORDER:
        turn_order = game.view.seats
        reordered_players = [players[turn_order.index(f"p{index}")] for index in range(1, len(players) + 1)]
        if reordered_players != players:
            players, game = reordered_players, _new_game(info, reordered_players, seed)
    return [replace(player, id=f"p{index}") for index, player in enumerate(players, 1)], game


def _new_game(info: GameInfo, players: Sequence[SeatInfo], seed: int) -> Game:
    """Return a new game of these players, who get the seats p1, p2 … in this order.

    Raises Refused if their number or the options do not fit the title.
    """
    return new_game(info.title, [player.name for player in players], seed=seed, options=info.options)
