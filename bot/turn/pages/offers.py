"""Offers on the private page: open ones, new ones, and counter-offers."""

from __future__ import annotations

from bot.cards.texts import player_line
from bot.chat.frame import PRIMARY, SECONDARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button
from bot.chat.respond import UserError
from bot.turn.choosing import chooser
from bot.turn.session import button_names, words
from bot.turn.session.draft import Draft, legal_move_of_kind, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import msg, t, translated, with_ellipsis
from engine import Action, Range
from engine.api.moves import ACCEPT, DECLINE, OFFER_PRIVATE, WITHDRAW, is_request, offer_label
from engine.api.table import Offer

GO_ON_TEXT = msg("-# Wait for the answer, go on with your turn, or take the offer back under More.")
MAX_OFFERS = 6
"""The maximum number of offers on the page; each takes a row of buttons."""


async def more_page(session: TurnSession) -> PageBuilder:
    """Build the page of a turn that [More…] opens: the player's open offers, and the moves legal at any time.

    At most six offers are listed, each with buttons to answer or withdraw it; a line counts the others.
    """
    builder = session.new_page()
    own_line = player_line(session.view, session.info, session.seat)
    builder.texts = [words.turn_page_heading(session.game, session.seat), own_line]
    offers, answer_kinds = open_offers_of_seat(session), {ACCEPT, DECLINE, WITHDRAW}
    new_moves = [
        legal_move for legal_move in session.moves_at_any_time() if legal_move.kind not in answer_kinds
    ]
    if offers or not new_moves:
        builder.texts.append(t("### Offers"))
    for number, offer in enumerate(offers[:MAX_OFFERS], 1):
        builder.texts.append(f"{number}. {_offer_line(session, offer)}")
        builder.add_buttons(_offer_buttons(session, offer, number))
    if not offers:
        builder.texts.append(t("### At any time") if new_moves else t("You have no open offers."))
    if len(offers) > MAX_OFFERS:
        builder.texts.append(
            t("-# {count} more: /act accept, decline and withdraw list all.", count=len(offers) - MAX_OFFERS)
        )
    builder.texts += [
        subtext(escape(f"{translated(legal_move.label)}: {translated(legal_move.note)}"))
        for legal_move in new_moves
        if legal_move.note
    ]
    builder.add_buttons(
        button(
            session.press_for(button_names.BEGIN_MOVE, legal_move.kind),
            with_ellipsis(translated(legal_move.label)),
            style=PRIMARY,
        )
        for legal_move in new_moves
    )
    builder.add_buttons([button(session.press_for(button_names.SHOW_FIRST_PAGE), t("All choices"))])
    return builder


def add_open_offers(session: TurnSession, builder: PageBuilder) -> None:
    """Add open offers to a turn page: the first one made to the player, with its effect and its buttons.

    The buttons stand above the pictures. If the player is to act, the offers that they made follow as text,
    at most six. If there are no offers, nothing is added.
    """
    offers = open_offers_of_seat(session)
    offers_received = [offer for offer in offers if offer.to == session.seat]
    if offers_received:
        builder.texts.append(f"### {_offer_line(session, offers_received[0])}")
        builder.texts.append(words.offer_effect(session.game, offers_received[0]))
        builder.top_rows.append(_offer_buttons(session, offers_received[0], 0))
    if session.is_to_act:
        offers_made = [
            t("⏳ {told}. Not answered yet.", told=_offer_line(session, offer))
            for offer in offers
            if offer.by == session.seat
        ]
        builder.texts += offers_made[:MAX_OFFERS]
        builder.texts += [t(GO_ON_TEXT)] * bool(offers_made)


def open_offers_of_seat(session: TurnSession) -> list[Offer]:
    """Return the open offers made to or by the player of a turn page; those made to the player come first."""
    offers = [offer for offer in session.view.state.offers.values() if session.seat in (offer.to, offer.by)]
    return sorted(offers, key=lambda offer: (offer.to != session.seat, len(offer.id), offer.id))


def _offer_line(session: TurnSession, offer: Offer) -> str:
    """Return the deal of an offer in one line, worded for the player: as its recipient or as its maker."""
    view = session.view
    deal = escape(translated(offer_label(view, offer)))
    maker, recipient = escape(view.name(offer.by)), escape(view.name(offer.to))
    if is_request(view, offer):
        received_text = t("{by} asks you: {deal}", by=maker, deal=deal)
        made_text = t("You ask {to}: {deal}", to=recipient, deal=deal)
    else:
        received_text = t("{by} offers you: {deal}", by=maker, deal=deal)
        made_text = t("You offer {to}: {deal}", to=recipient, deal=deal)
    return received_text if offer.to == session.seat else made_text


def _offer_buttons(session: TurnSession, offer: Offer, number: int) -> list[BotItem]:
    """Return the buttons of a turn page that accept, decline or counter an offer made to the player.

    If the player made the offer, the only button withdraws it. ``number`` is the offer's place in the list of
    offers, from 1; the labels end with it. If it is 0, the offer stands alone on the first page, among the
    moves of the turn: its buttons then name the offer, and are grey while the player is to act.
    """
    suffix = f" {number}" if number else ""
    if offer.by == session.seat:
        return [
            button(session.press_for(button_names.ANSWER_OFFER, WITHDRAW, offer.id), t("Withdraw") + suffix)
        ]
    accept = t("Accept") + suffix if number else t("Accept the offer")
    decline = t("Decline") + suffix if number else t("Decline the offer")
    style = SECONDARY if session.is_to_act and not number else SUCCESS
    items = [
        button(session.press_for(button_names.ANSWER_OFFER, ACCEPT, offer.id), accept, style=style),
        button(session.press_for(button_names.ANSWER_OFFER, DECLINE, offer.id), decline),
    ]
    if counter_offer_draft(session, offer) is not None:
        items.append(
            button(session.press_for(button_names.COUNTER_OFFER, offer.id), t("Counter") + f"{suffix}…")
        )
    return items


# --- counter-offers --------------------------------------------------------------------------------


def counter_offer_draft(session: TurnSession, offer: Offer) -> Draft | None:
    """Return the draft of a counter-offer: it declines ``offer`` and offers the same deal at another price.

    The price is not filled in yet. Returns None if the offer is not about the sale of a private company (no
    "seller" in its ``data``), or if the player may not make such an offer to its maker now.
    """
    args = {"private": offer.data.get("private"), "to": offer.by}
    legal_move = legal_move_of_kind(session.game, session.seat, OFFER_PRIVATE)
    draft = Draft(OFFER_PRIVATE, args, moves_before=((DECLINE, {"offer": offer.id}),))
    if legal_move is None or "seller" not in offer.data:
        return None
    return (
        draft
        if isinstance(legal_values_of_field(session.game, session.seat, draft, "price"), Range)
        else None
    )


async def counter_offer_page(session: TurnSession, draft: Draft) -> PageBuilder:
    """Build the turn page of a counter-offer, which asks for the price, and then asks to confirm the offer.

    If the counter-offer is illegal, the page says why instead. ``draft`` is the counter-offer, with or
    without its price; ``draft.moves_before`` has the move that declines the countered offer. Raises UserError
    if the countered offer is no longer open.
    """
    offer = session.view.state.offers.get(str(draft.moves_before[0][1].get("offer")))
    if offer is None:
        raise UserError(t("The offer is settled meanwhile; More shows those that are open."))
    builder = session.new_page()
    builder.texts = [
        words.turn_page_heading(session.game, session.seat),
        t("Counter to: {told}", told=_offer_line(session, offer)),
    ]
    options = legal_values_of_field(session.game, session.seat, draft, "price")
    if "price" not in draft.args and isinstance(options, Range):
        builder.texts += [t("**At what price?**"), chooser.range_text(session, options)]
        builder.add_buttons(chooser.amount_buttons(session, draft, options))
        builder.add_buttons([chooser.all_choices_button(session)])
        return builder
    refusal = session.game.check(Action(draft.kind, session.seat, draft.args))
    price = session.view.money(int(draft.args.get("price", 0)))
    summary = t("You decline, and offer the same deal for {price}.", price=price)
    builder.texts.append(summary if refusal is None else translated(refusal.text))
    items = [button(session.press_for(button_names.REMOVE_LAST_VALUE, draft.checksum), t("Back"))]
    if refusal is None:
        items.insert(
            0,
            button(session.press_for(button_names.CONFIRM_MOVE, draft.checksum), t("Confirm"), style=SUCCESS),
        )
    builder.add_buttons(items)
    return builder
