"""The quick buttons on the card of a turn: buttons for legal moves, in one press or two."""

from __future__ import annotations

import asyncio

from bot.cards.texts import company_name
from bot.chat.bot_client import BotClient
from bot.chat.frame import ROW_WIDTH
from bot.chat.press import BotItem, Press, button
from bot.games.history import is_automatic_move
from bot.games.proposals import find_legal_kind, min_bid, rest_of_turn
from bot.store.game_rows import GameInfo
from bot.words import t, translated
from bot.work.searches import RouteSets, proven_best_routes
from engine import Game
from engine.api.moves import PASS
from engine.api.trading import bids

MAX_LABEL = 80
"""The maximum number of characters of a button's label."""

SEARCH_SECONDS = 2.5
"""Seconds for which a card waits for the best routes."""

OOPS_SECONDS = 60
"""Seconds for which the Oops button undoes a move without the other players' consent."""

MAX_RAISES = 2
"""The maximum number of lots with a button to bid more."""


async def quick_buttons(bot: BotClient, info: GameInfo, game: Game) -> list[BotItem]:
    """Return the quick buttons on a turn's card for the one seat that is to act, at most a row of five.

    The buttons run the best routes, bid more or pass. Return [] if no seat or several seats are to act, or if
    the game is not running.
    """
    seat = sole_seat_to_act(game)
    if seat is None or info.status != "running":
        return []
    buttons = [_bid_button(info, game, lot) for lot in lots_to_outbid(game, seat)[:MAX_RAISES]]
    if is_quick_pass_offered(game, seat):
        buttons.append(button(Press(info.id, game.revision, "q_pass"), pass_label(game, seat)))
    return [*await _best_run_buttons(bot, info, game, seat), *buttons][:ROW_WIDTH]


def oops_button(info: GameInfo, game: Game, expires_at: int) -> BotItem | None:
    """Build the Oops button of a card, with which the player who moved last undoes that move, or return None.

    The press also undoes what computer players and standing orders have done since. The button works until
    ``expires_at`` (seconds since 1970). Return None if the game is not running, if the player who moved last
    is to act again, if there is no record before that move, or right after an undo.
    """
    next_decision, records = game.waiting(), game.active_records
    if next_decision is None or info.status != "running" or len(records) < 2 or game.log[-1].kind == "undo":
        return None
    manual_moves = (
        candidate
        for candidate in reversed(records)
        if not is_automatic_move(candidate) and candidate.by not in info.computer_levels
    )
    last_move = next(manual_moves, records[-1])
    record_before = max((record.number for record in records if record.number < last_move.number), default=0)
    if not record_before or last_move.by in next_decision.players or last_move.by not in game.view.seats:
        return None
    label = t("{name}: oops, take it back", name=game.view.name(last_move.by))
    return button(Press(info.id, game.revision, "oops", f"{record_before}.{expires_at}"), label[:MAX_LABEL])


def sole_seat_to_act(game: Game) -> str | None:
    """Return the only seat that is to act, which gets quick buttons on the card.

    Return None if no seat or several seats are to act.
    """
    next_decision = game.waiting()
    return next_decision.players[0] if next_decision is not None and len(next_decision.players) == 1 else None


def is_quick_pass_offered(game: Game, seat: str) -> bool:
    """Return True if a turn's card may have a quick button that passes for a seat.

    The pass must be legal, need no further values and not be marked as dangerous (`Choice.danger`).
    """
    legal_kind = find_legal_kind(game, seat, PASS)
    return legal_kind is not None and not legal_kind.fields and not legal_kind.danger


def pass_label(game: Game, seat: str) -> str:
    """Return the label of the card's quick pass button: the engine's label of a legal pass, else "Pass"."""
    legal_kind = find_legal_kind(game, seat, PASS)
    return translated(legal_kind.label) if legal_kind else t("Pass")


def lots_to_outbid(game: Game, seat: str) -> list[str]:
    """Return the lots (ids) of the auction on which another seat leads and this seat can bid more.

    They are for the quick bid buttons on a turn's card. Return [] if there are no such lots, or no auction.
    """
    auction = bids(game.view)
    if auction is None:
        return []
    open_lots = [auction.lot] if auction.lot else list(auction.high)
    outbid_lots = [lot for lot in open_lots if lot in auction.high and auction.high[lot][0] != seat]
    return [lot for lot in outbid_lots if min_bid(game, seat, lot) is not None]


def _bid_button(info: GameInfo, game: Game, lot: str) -> BotItem:
    """Return the card's quick button with which a player bids more for a lot (its id) of the auction."""
    return button(
        Press(info.id, game.revision, "q_bid", lot),
        t("Bid more for {item}…", item=company_name(game.view, lot)),
    )


async def _best_run_buttons(bot: BotClient, info: GameInfo, game: Game, seat: str) -> list[BotItem]:
    """Return a list with the card's quick button that runs the best routes, pays out and ends the turn.

    Return [] if no company with trains acts, if the best routes earn nothing, if the turn cannot end like
    that, or if the search for routes takes longer than 2.5 seconds.
    """
    next_decision = game.waiting()
    if next_decision is None or next_decision.company is None or not game.view.trains(next_decision.company):
        return []
    search = asyncio.ensure_future(proven_best_routes(bot.pool, info.id, game, next_decision.company))
    await asyncio.wait([search], timeout=SEARCH_SECONDS)
    best_routes = search.result() if search.done() else RouteSets((), False, 0)
    if (
        not best_routes.sets
        or not best_routes.sets[0][0]
        or not rest_of_turn(game, seat, next_decision.company, best_routes.sets[0][1])
    ):
        return []
    label = t("Run best & pay {amount}, end…", amount=game.view.money(best_routes.sets[0][0]))
    return [button(Press(info.id, game.revision, "q_run"), label)]
