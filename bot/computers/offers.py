"""Which deals a computer player may propose: one in each round, to players who answer soon, none twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from bot.computers.choose import DueDecision
from bot.computers.words import EASY
from bot.games.core import Games
from bot.store.game_rows import GameInfo
from bot.store.messages.outbox import OutboxMessage
from engine import Game, Waiting
from engine.api.course import is_other_round
from engine.api.players import Deal, deal_of
from engine.api.stories import CursorMoved, OfferClosed, OfferMade
from engine.api.table import Offer

LIVE_PACE = "live"
"""The pace of a game at which people answer offers soon."""

OVERDUE_OFFERS: WeakKeyDictionary[Games, dict[int, set[str]]] = WeakKeyDictionary()
"""By game, the offers (ids) whose time for an answer is over (`bot.computers.driver`)."""

REFUSED_OUTCOMES = ("declined", "lapsed")
"""Ways of closing an offer after which it is not made again."""


def with_deal_partners(info: GameInfo, game: Game, due: DueDecision) -> DueDecision:
    """Return a copy of a due decision with the seats to which the computer player may propose a deal.

    These are the seats of the other computer players, and in a live game those of all other players; bankrupt
    players are left out. The copy also has the player's own deals that were declined or have lapsed, which it
    does not propose again. The decision is returned unchanged if it is about an offer, or if the computer
    player has the level "easy", plays for an absent player, or has already made an offer in this round.
    """
    is_proxy = info.holder_id_of(due.seat) is not None
    if due.offer or is_proxy or info.computer_levels.get(due.seat) == EASY or has_made_offer(game, due.seat):
        return due
    is_live = info.settings.get("pace") == LIVE_PACE
    partners = tuple(
        seat for seat in game.view.solvent if seat != due.seat and (is_live or seat in info.computer_levels)
    )
    return replace(
        due, partners=partners, rejected_or_lapsed_deals=tuple(rejected_or_lapsed_deals(game, due.seat))
    )


def has_made_offer(game: Game, seat: str) -> bool:
    """Return True if a computer player (its seat) has made an offer in the current round."""
    for record in reversed(game.active_records):
        for event in reversed(record.events):
            if isinstance(event, OfferMade) and event.offer.by == seat:
                return True
            if isinstance(event, CursorMoved) and is_other_round(event.before, event.after):
                return False
    return False


def rejected_or_lapsed_deals(game: Game, seat: str) -> Iterator[Deal]:
    """Yield the deals that a computer player (its seat) has offered and that were declined or have lapsed."""
    for record in game.active_records:
        for event in record.events:
            if isinstance(event, OfferClosed) and event.offer.by == seat and event.how in REFUSED_OUTCOMES:
                yield deal_of(event.offer)


def first_computer_offer_to_person(info: GameInfo, game: Game | None) -> Offer | None:
    """Return the first open offer that a computer player has made to a person; None if there is none."""
    offers = game.state.offers.values() if game is not None else ()
    computers = info.computer_levels
    return next((offer for offer in offers if offer.by in computers and offer.to not in computers), None)


def are_only_computers_to_act(info: GameInfo, next_decision: Waiting | None) -> bool:
    """Return True if a decision is due from computer players alone; False also if none is due (None)."""
    computers = info.computer_levels
    return next_decision is not None and all(seat in computers for seat in next_decision.players)


def awaited_offer(games: Games, info: GameInfo, game: Game) -> Offer | None:
    """Return the open offer to a person whose answer a game's computer players await before they act.

    None if there is none, or if its time for an answer is over.
    """
    offer = first_computer_offer_to_person(info, game)
    return None if offer is None or offer.id in OVERDUE_OFFERS.get(games, {}).get(info.id, ()) else offer


def own_page_message(seat: str) -> OutboxMessage:
    """Return the outbox message that refreshes the open private page of the turn of a seat's player."""
    return OutboxMessage("own_pages", {"seat": seat}, latest_only=True, key=f"own_pages:{seat}")
