"""Offers on the private page: open ones, new ones, and counter-offers."""

from __future__ import annotations

from bot.chat.figures import plain, player_line
from bot.chat.frame import GOOD, PRIMARY, Sheet
from bot.chat.press import GameItem, button
from bot.chat.respond import UserError
from bot.turn import chooser, words
from bot.turn.draft import Draft, choice_of, options_of
from bot.turn.session import TurnSession
from bot.words import known, msg, t
from engine import Action, Range
from engine.api.moves import ACCEPT, DECLINE, OFFER_PRIVATE, WITHDRAW, is_request, offer_label
from engine.api.table import Offer

GO_ON = msg("-# Wait for the answer, go on with your turn, or take the offer back under More.")
SHOWN = 6
"""Offers on the page; each takes a row of buttons."""


async def more_sheet(session: TurnSession) -> Sheet:
    """Build the page behind More: the seat's offers, and what it may begin at any time."""
    sheet = session.sheet()
    me = player_line(session.view, session.info, session.seat)
    sheet.texts = [words.header(session.game, session.seat), me, t("### Offers")]
    offers = own_offers(session)
    for number, offer in enumerate(offers[:SHOWN], 1):
        sheet.texts.append(f"{number}. {_offer_line(session, offer)}")
        sheet.add_buttons(_offer_buttons(session, offer, number))
    if not offers:
        sheet.texts.append(t("You have no open offers."))
    if len(offers) > SHOWN:
        sheet.texts.append(
            t("-# {count} more: /act accept, decline and withdraw list all.", count=len(offers) - SHOWN)
        )
    settling = {ACCEPT, DECLINE, WITHDRAW}
    new = [c for c in session.aside() if c.kind not in settling]
    sheet.add_buttons(
        button(session.press("w_pick", c.kind), f"{known(c.label)}…", style=PRIMARY) for c in new
    )
    sheet.add_buttons([button(session.press("w_home"), t("All choices"))])
    return sheet


def add_open_offers(session: TurnSession, sheet: Sheet) -> None:
    """Add to a page the first offer made to this seat and, in its turn, those that it has made."""
    offers = own_offers(session)
    asked = [o for o in offers if o.to == session.seat]
    if asked:
        sheet.texts.append(f"### {_offer_line(session, asked[0])}")
        sheet.texts.append(words.offer_effect(session.game, asked[0]))
        sheet.add_buttons(_offer_buttons(session, asked[0], 0))
    if session.on_turn:
        waiting = [
            t("⏳ {told}. Not answered yet.", told=_offer_line(session, o))
            for o in offers
            if o.by == session.seat
        ]
        sheet.texts += waiting[:SHOWN]
        sheet.texts += [t(GO_ON)] * bool(waiting)


def own_offers(session: TurnSession) -> list[Offer]:
    """Return the open offers to and by this seat, those that await its answer first."""
    found = [o for o in session.view.state.offers.values() if session.seat in (o.to, o.by)]
    return sorted(found, key=lambda o: (o.to != session.seat, len(o.id), o.id))


def _offer_line(session: TurnSession, offer: Offer) -> str:
    """Return an offer in one line, from this seat's point of view."""
    view = session.view
    deal = plain(known(offer_label(view, offer)))
    by, to = plain(view.name(offer.by)), plain(view.name(offer.to))
    if is_request(view, offer):
        to_me, from_me = (
            t("{by} asks you: {deal}", by=by, deal=deal),
            t("You ask {to}: {deal}", to=to, deal=deal),
        )
    else:
        to_me = t("{by} offers you: {deal}", by=by, deal=deal)
        from_me = t("You offer {to}: {deal}", to=to, deal=deal)
    return to_me if offer.to == session.seat else from_me


def _offer_buttons(session: TurnSession, offer: Offer, number: int) -> list[GameItem]:
    """Return the buttons of an offer; ``number`` is its place in the list, 0 when it stands alone."""
    tail = f" {number}" if number else ""
    if offer.by == session.seat:
        return [button(session.press("w_offer", WITHDRAW, offer.id), t("Withdraw") + tail)]
    items = [
        button(session.press("w_offer", ACCEPT, offer.id), t("Accept") + tail, style=GOOD),
        button(session.press("w_offer", DECLINE, offer.id), t("Decline") + tail),
    ]
    if counter_draft(session, offer) is not None:
        items.append(button(session.press("w_counter", offer.id), t("Counter") + f"{tail}…"))
    return items


# --- counter-offers --------------------------------------------------------------------------------


def counter_draft(session: TurnSession, offer: Offer) -> Draft | None:
    """Return the draft that declines an offer and offers the same deal at another price.

    None if the offer cannot be countered.
    """
    args = {"private": offer.data.get("private"), "to": offer.by}
    choice = choice_of(session.game, session.seat, OFFER_PRIVATE)
    draft = Draft(OFFER_PRIVATE, args, before=((DECLINE, {"offer": offer.id}),))
    if choice is None or "seller" not in offer.data:
        return None
    return draft if isinstance(options_of(session.game, session.seat, draft, "price"), Range) else None


async def counter_sheet(session: TurnSession, draft: Draft) -> Sheet:
    """Build the page of a counter-offer: ask for its price, then confirm it."""
    offer = session.view.state.offers.get(str(draft.before[0][1].get("offer")))
    if offer is None:
        raise UserError(t("The offer is settled meanwhile; More shows those that are open."))
    sheet = session.sheet()
    sheet.texts = [
        words.header(session.game, session.seat),
        t("Counter to: {told}", told=_offer_line(session, offer)),
    ]
    options = options_of(session.game, session.seat, draft, "price")
    if "price" not in draft.args and isinstance(options, Range):
        sheet.texts += [t("**At what price?**"), chooser.range_text(session, options)]
        sheet.add_buttons(chooser.amount_buttons(session, draft, options))
        sheet.add_buttons([chooser.home_button(session)])
        return sheet
    refusal = session.game.check(Action(draft.kind, session.seat, draft.args))
    price = session.view.money(int(draft.args.get("price", 0)))
    said = t("You decline, and offer the same deal for {price}.", price=price)
    sheet.texts.append(said if refusal is None else known(refusal.text))
    items = [button(session.press("w_back", draft.tag), t("Back"))]
    if refusal is None:
        items.insert(0, button(session.press("w_go", draft.tag), t("Confirm"), style=GOOD))
    sheet.add_buttons(items)
    return sheet
