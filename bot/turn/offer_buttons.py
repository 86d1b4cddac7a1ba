"""What the buttons of offers do, on public cards and on the private pages."""

from __future__ import annotations

from bot.chat.buttons import verb
from bot.chat.current_table import game_pressed
from bot.chat.figures import plain
from bot.chat.press import Press
from bot.chat.respond import Answer, Sorry
from bot.games import moves
from bot.turn import offers as pages
from bot.turn.draft import Draft
from bot.turn.session import Desk
from bot.turn.workspace import step
from bot.words import t
from engine.face.moves import ACCEPT, DECLINE, WITHDRAW

ANSWERS = (ACCEPT, DECLINE, WITHDRAW)


@verb("accept")
@verb("decline")
async def _answered(answer: Answer, press: Press) -> None:
    """Answer the offer of a public card."""
    kind = ACCEPT if press.verb == "accept" else DECLINE
    here = await game_pressed(answer, press)
    offer = here.game.state.offers.get(press.arg)
    seat = offer.to if offer is not None else None
    if seat is not None and here.seats and seat not in here.seats:
        raise Sorry(
            t("{seat} alone is asked this; you can follow it here.", seat=plain(here.game.view.name(seat)))
        )
    outcome = await moves.act(
        answer.bot.games,
        press.game,
        answer.user.id,
        kind,
        {"offer": press.arg},
        seat=seat,
        interaction_id=answer.id,
    )
    if await answer.accepts(outcome):
        await answer.say(" ".join(outcome.lines)[:1500] or t("Done."))


@step("w_more", chosen=False, current=False)
async def _more(desk: Desk, press: Press) -> None:
    desk.page = pages.more_sheet


@step("w_offer", chosen=False)
async def _offer(desk: Desk, press: Press) -> None:
    """Accept, decline or withdraw one offer: say what it does first."""
    kind, _, offer = press.arg.partition(".")
    if kind not in ANSWERS or offer not in desk.view.state.offers:
        raise Sorry(t("This offer is no longer open; More lists those that are."))
    desk.choose(Draft(kind, {"offer": offer}))


@step("w_counter", chosen=False)
async def _counter(desk: Desk, press: Press) -> None:
    offer = desk.view.state.offers.get(press.arg)
    draft = None if offer is None or offer.to != desk.seat else pages.counter_of(desk, offer)
    if draft is None:
        raise Sorry(t("There is no counter to this offer; accept or decline it."))
    desk.choose(draft)
