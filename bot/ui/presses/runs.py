"""The buttons of the pages for track, runs and offers."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

from discord import ui

from bot.press import Press
from bot.respond import Ack, Answer, Interaction, Modal, Sorry, answering
from bot.searches import best_sets, by_names
from bot.ui.offers import pages as offers
from bot.ui.pages.desk import Desk, desk_for
from bot.ui.pages.draft import LAY, Draft, tag_of
from bot.ui.presses.choices import OTHER, Shown, at, carried_out, carry_out, open_modal
from bot.ui.runs import best as runs
from bot.ui.runs import byhand as handrun
from bot.ui.workspace import show, show_sheet
from bot.verbs import verb
from engine.face.moves import DIVIDEND, PAY
from engine.face.runs import leavings
from engine.face.table import train_label

TRAINS = 5
"""Lines that a modal has."""


@verb("w_lay", current=True)
async def _lay(answer: Answer, press: Press) -> None:
    """A tile and its direction were chosen on a sheet."""
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        args = {k: v for k, v in draft.args.items() if k not in LAY}
        auto = tuple(name for name in draft.auto if name not in LAY)
        chosen = zip(LAY, press.value.split("|", 1), strict=True)
        await desk.keep(replace(draft, args={**args, **dict(chosen)}, auto=auto, page=0))
        await show(desk)


# --- runs ------------------------------------------------------------------------------------------


async def _shown(desk: Desk, draft: Draft) -> list[Any]:
    found = await best_sets(desk.answer.bot.pool, desk.info.id, desk.game, desk.company or "")
    return list(runs.shown_routes(draft, found))


@verb("w_routes", current=True)
async def _routes(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        await desk.keep(runs.with_own(draft, None, int(press.value)))
        await show(desk)


@verb("w_next", current=True)
async def _next(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, (number,) = await at(answer, press)
        await desk.keep(runs.with_own(draft, None, int(number)))
        await show(desk)


@verb("w_last", current=True)
async def _last(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        await desk.keep(runs.with_own(draft, runs.last_routes(desk)))
        await show(desk)


@verb("w_leave", current=True)
async def _leave(answer: Answer, press: Press) -> None:
    """Ask which stops do not count, or take the answer for one of the trains."""
    with contextlib.suppress(Shown):
        desk, draft, parts = await at(answer, press)
        changed = await _left_out(desk, draft, int(parts[0]), int(press.value)) if parts else draft
        await desk.keep(replace(changed, more={**changed.more, runs.LEAVE: True}))
        await show(desk)


async def _left_out(desk: Desk, draft: Draft, number: int, way: int) -> Draft:
    routes = await _shown(desk, draft)
    ways = leavings(desk.view, runs.parsed(routes)[number])
    return runs.with_own(draft, runs.leaving_out(routes, number, ways[way]))


@verb("w_run")
async def _run(answer: Answer, press: Press) -> None:
    """Run the routes that the page shows; with a third part pay the income out as well."""
    given = await answer.bot.service.stored_answer(answer.id)
    if given is not None:
        await show(await desk_for(answer, press.game, given))
        return
    with contextlib.suppress(Shown):
        desk, draft, (mark, *then) = await at(answer, press)
        routes = await _shown(desk, draft)
        if tag_of(routes) != mark:
            desk.notice = "Other routes were chosen meanwhile; these are they."
            await show(desk)
            return
        run = draft.kind, {"routes": routes}
        paid = Draft(DIVIDEND, {"payout": PAY}, before=(run,))
        if not then or not await carried_out(desk, paid, press.rev):
            await carry_out(desk, Draft(*run), press.rev)


@verb("w_hand", current=True)
async def _hand(answer: Answer, press: Press) -> None:
    """One step of putting a run together: its beginning, a train, a stop, one away, all away, or the run."""
    with contextlib.suppress(Shown):
        desk, draft, (mark, what) = await at(answer, press)
        hand = handrun.hand_of(draft)
        if what == "begin":
            hand = handrun.begun(desk, await _shown(desk, draft))
        elif hand is None or hand.mark != mark:
            desk.notice = OTHER
            await show(desk)
            return
        elif what == "show":
            await _show_run(desk, draft, hand)
            return
        else:
            hand = _changed(desk, hand, what, press)
        await desk.keep(handrun.kept(draft, hand))
        await show(desk)


def _changed(desk: Desk, hand: handrun.Hand, what: str, press: Press) -> handrun.Hand:
    if what == "train":
        return replace(hand, train=press.value) if press.value in hand.stops else hand
    if what == "stop":
        place = handrun.place_at(desk, hand, press.value)
        return hand.with_stops([*hand.here, place]) if place else hand
    return hand.with_stops(hand.here[:-1] if what == "back" else ())


async def _show_run(desk: Desk, draft: Draft, hand: handrun.Hand) -> None:
    routes, fault = await by_names(desk.answer.bot.pool, desk.game, desk.company or "", hand.named())
    if fault:
        desk.notice = fault
    else:
        await desk.keep(runs.with_own(draft, routes))
    await show(desk)


class EditModal(Modal):
    """A line for each train: the stops that it visits."""

    def __init__(self, desk: Desk, press: Press, routes: list[Any]) -> None:
        super().__init__(title="Routes by hand", timeout=900)
        company = desk.company or ""
        self.press, self.lines = press, {}
        for train in desk.view.trains(company)[:TRAINS]:
            line: ui.TextInput[EditModal] = ui.TextInput(
                placeholder="The stops in order, such as A, B, C; empty: stands still",
                default=runs.line_of(desk.game, company, routes, train.id)[:400],
                required=False, max_length=400,
            )  # fmt: skip
            self.lines[train.id] = line
            self.add_item(ui.Label(text=f"{train_label(desk.view, train)} ({train.id})"[:45], component=line))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with answering(interaction) as answer:
            with contextlib.suppress(Shown):
                desk, draft, _ = await at(answer, self.press)
                named = {train: line.value for train, line in self.lines.items()}
                routes, fault = await by_names(answer.bot.pool, desk.game, desk.company or "", named)
                if fault:
                    raise Sorry(fault)
                await desk.keep(runs.with_own(draft, routes))
                await show(desk)


@verb("w_edit", ack=Ack.NONE, current=True)
async def _edit(answer: Answer, press: Press) -> None:
    desk, draft, _ = await at(answer, press)
    await open_modal(answer, EditModal(desk, press, await _shown(desk, draft)))


# --- offers ----------------------------------------------------------------------------------------


@verb("w_more")
async def _more(answer: Answer, press: Press) -> None:
    desk = await desk_for(answer, press.game)
    await show_sheet(desk, await offers.more_sheet(desk))


@verb("w_offer", current=True)
async def _offer(answer: Answer, press: Press) -> None:
    """Accept, decline or withdraw one offer: say what it does first."""
    desk = await desk_for(answer, press.game)
    kind, offer = press.arg.split(".", 1)
    await desk.keep(Draft(kind, {"offer": offer}))
    await show(desk)


@verb("w_counter", current=True)
async def _counter(answer: Answer, press: Press) -> None:
    desk = await desk_for(answer, press.game)
    offer = desk.view.state.offers.get(press.arg)
    draft = None if offer is None or offer.to != desk.seat else offers.counter_of(desk, offer)
    if draft is None:
        raise Sorry("There is no counter to this offer; accept or decline it.")
    await desk.keep(draft)
    await show(desk)
