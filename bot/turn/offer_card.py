"""The public card of an offer: what it does, with its buttons, how it was settled, and when it is posted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cards.texts import seat_label
from bot.cards.undone import undone_text
from bot.chat.frame import SUCCESS, Page, accent_colour, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape, subtext
from bot.chat.press import NOT_A_TURN_CARD, Press, button
from bot.games.announcements import RECORD_MESSAGES
from bot.games.changes import Changes
from bot.games.core import WRITE_WATCHERS, Games
from bot.games.history import log_lines_of_record
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.messages.outbox import OutboxMessage
from bot.turn.session import words
from bot.words import t, to_stored_message, translated
from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, Range, Record
from engine.api.moves import outcome
from engine.api.stories import Event, OfferClosed, OfferMade, Said
from engine.api.table import Offer


def offer_text(game: Game, offer_id: str, recipient: str) -> str:
    """Return what an open offer proposes, as text for the player (seat id) who must agree.

    "" if the offer is not open to this player.
    """
    options = game.options(recipient, "decline_offer", "offer")
    labels = (
        [] if isinstance(options, Range) else [option.label for option in options if option.value == offer_id]
    )
    return translated(next(iter(labels), ""))


async def offer_card(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> Page:
    """Build the public card of an open offer, with buttons to accept or decline it.

    A third button, [Look first], opens the turn page of the player who presses it. If the offer asks a player
    to agree to a tile lay, a picture shows the tile. ``pictures`` draws it.
    """
    text = offer_text(game, offer.id, offer.to)
    asker = seat_label(info, offer.by, mention=False)
    buttons = action_row(
        button(Press(info.id, game.revision, "accept", offer.id), t("Accept"), style=SUCCESS),
        button(Press(info.id, game.revision, "decline", offer.id), t("Decline")),
        button(Press(info.id, game.revision, "turn", NOT_A_TURN_CARD), t("Look first")),
    )
    drawn_pictures = await _draw_tile_lay(info, game, offer, pictures)
    header = (
        t("**{asker} asks {other}**", asker=asker, other=seat_label(info, offer.to)) + f"\n{escape(text)}"
    )
    parts: list[Any] = [header, *picture_galleries(drawn_pictures), words.offer_effect(game, offer), buttons]
    return Page(
        build_layout(*parts, accent=accent_colour(game)),
        [picture.to_discord_file() for picture in drawn_pictures],
    )


async def _draw_tile_lay(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> list[DrawnPicture]:
    """Draw the tile lay to which an offer asks a player to agree; return the picture in a list.

    [] if the offer is about something else (its ``data`` lack "hex", "tile" or "rotation"), or if the picture
    cannot be drawn.
    """
    hex_tile_rotation = [offer.data.get(key) for key in ("hex", "tile", "rotation")]
    if None in hex_tile_rotation:
        return []
    coord, tile, rotation = map(str, hex_tile_rotation)
    lays = [[tile, int(rotation)]]
    picture = await pictures.draw(info.id, game, "candidates", hex=coord, lays=lays, first=1)
    return [] if picture is None else [picture]


def offer_result_page(
    info: GameInfo, maker: str, recipient: str, ending: str, deal: str = "", notice: str = ""
) -> Page:
    """Build the card of an offer that is no longer open: who offered it to whom, and how it ended.

    ``maker`` and ``recipient`` are seat ids. ``ending`` is the engine's code for the way it ended:
    "accepted", "declined", "withdrawn" or "lapsed". ``deal`` is the text of the deal, "" for none. ``notice``
    is a line above.
    """
    by, to = seat_label(info, maker, mention=False), seat_label(info, recipient, mention=False)
    headline = t("-# Offer of {by} to {to}: {how}.", by=by, to=to, how=translated(outcome(ending)))
    return Page(build_layout(notice, headline, subtext(escape(translated(deal)))))


def past_offer_page(info: GameInfo, game: Game, offer_id: str, record_number: int) -> Page | None:
    """Build the card of an offer that record ``record_number`` closed; its first line says if that is undone.

    ``game`` is the game now. None if this record closed no offer with this id.
    """
    record = game.log[record_number - 1]
    for index, event in enumerate(record.events):
        if isinstance(event, OfferClosed) and event.offer.id == offer_id:
            recorded = _deal_text(event, record.events[index:])
            deals = (line.values.get("deal") for line in log_lines_of_record(game, record))
            deal = next((deal for deal in deals if isinstance(deal, str) and deal == recorded), recorded)
            notice = undone_text(game, [record_number])
            return offer_result_page(info, event.offer.by, event.offer.to, event.how, deal, notice)
    return None


def last_closing_number(game: Game, offer_id: str) -> int:
    """Return the number of the last record of the log that closed an offer with this id; 0 if none did."""
    return next(
        (
            record.number
            for record in reversed(game.log)
            for event in record.events
            if isinstance(event, OfferClosed) and event.offer.id == offer_id
        ),
        0,
    )


@RECORD_MESSAGES.add("offers")
def _offer_messages(record: Record) -> list[OutboxMessage]:
    """Return messages for the outbox about the offers that a record of the log made or closed; [] if none.

    The message about a new offer is of the kind "offer", with the payload of `_offer_payload`. The message
    about a closed offer is of the kind "offer_closed"; its payload also has "how", the engine's code for the
    way the offer ended (such as "accepted"), and "deal", the stored text of the deal ("" for none).
    """
    messages = []
    for index, event in enumerate(record.events):
        if isinstance(event, OfferMade | OfferClosed):
            payload = _offer_payload(event.offer)
            if isinstance(event, OfferMade):
                messages.append(OutboxMessage("offer", payload))
            else:
                settlement = {
                    "how": event.how,
                    "deal": to_stored_message(_deal_text(event, record.events[index:])),
                }
                messages.append(OutboxMessage("offer_closed", {**payload, **settlement}))
    return messages


def _offer_payload(offer: Offer) -> dict[str, Any]:
    """Return the payload that the outbox messages about an offer have in common.

    Its keys are "offer" (the offer's id), "kind" (what is offered, as the engine's code), "by" and "to" (the
    seats of its maker and its recipient), and "price" (money).
    """
    return {
        "offer": offer.id,
        "kind": offer.kind,
        "by": offer.by,
        "to": offer.to,
        "price": offer.price,
    }


@WRITE_WATCHERS.add("offers that an undo opens again")
async def _queue_reopened_offers(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """Queue messages about all open offers after an undo, since it may have undone the answer to an offer.

    When the outbox is delivered, offers that still have their card are skipped. The payload is that of a new
    offer, with "undone_by": the seat that made the undo. Nothing is queued if ``changes`` have no undo, or if
    the game has not started (``game`` is None).
    """
    undone_by = [entry.seat for entry in changes.new_records if entry.body["kind"] == "undo"]
    if game is not None and undone_by:
        changes.messages += [
            OutboxMessage("offer", {**_offer_payload(offer), "undone_by": undone_by[-1]})
            for offer in game.state.offers.values()
        ]


def last_offer_made(records: Sequence[Record], offer_id: str) -> tuple[int, Offer | None]:
    """Return the number of the last of these log records that made an offer with this id, and the offer.

    (0, None) if there is none. After an undo, a new offer may have the id of an undone one.
    """
    numbers_and_offers = (
        (record.number, event.offer)
        for record in reversed(records)
        for event in record.events
        if isinstance(event, OfferMade) and event.offer.id == offer_id
    )
    return next(numbers_and_offers, (0, None))


def is_card_of_open_offer(game: Game, offer_id: str, card_revision: int) -> bool:
    """Return True if the card of an offer shows an offer that is open now.

    ``card_revision`` is the game's revision when the card was posted. False if no offer with this id is open,
    or if it was made later: the card then shows an undone offer with the same id.
    """
    return (
        offer_id in game.state.offers and last_offer_made(game.active_records, offer_id)[0] <= card_revision
    )


def undone_offer_page(info: GameInfo, game: Game, offer_id: str, card: CardInfo) -> Page:
    """Build the page that replaces the public card of an offer that was undone.

    It names the maker of the offer as the log had it when ``card`` was posted, and says that the offer is
    withdrawn. If the log had no such offer, the page only says that the offer is not open.
    """
    shown_offer = last_offer_made(game.log[: card.revision], offer_id)[1]
    if shown_offer is None:
        return Page(build_layout(t("This offer is no longer open; More lists those that are.")))
    return offer_result_page(info, shown_offer.by, shown_offer.to, "withdrawn")


def _deal_text(closing_event: OfferClosed, later_events: Sequence[Event]) -> str:
    """Return the text of the deal from the log message about an offer that was just closed.

    "" if there is no such message. ``later_events`` are ``closing_event`` and the events after it in the same
    log record.
    """
    key, players = f"offer_{closing_event.how}", (closing_event.offer.by, closing_event.offer.to)
    message_params = (event.params for event in later_events if isinstance(event, Said) and event.key == key)
    deal: str = next(
        (params["deal"] for params in message_params if (params["by"], params["to"]) == players), ""
    )
    return deal
