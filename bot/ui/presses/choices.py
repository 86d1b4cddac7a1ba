"""What the buttons and menus of the workspace do."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.cogs.subcommands import not_open, whole
from bot.press import Press
from bot.respond import Ack, Answer, Interaction, Modal, Sorry, Stale, answering
from bot.service import Outcome
from bot.ui import words
from bot.ui.figures import LAST
from bot.ui.frame import SHOWN
from bot.ui.pages import chooser
from bot.ui.pages.ahead import look_ahead, options_for
from bot.ui.pages.desk import Desk, desk_for
from bot.ui.pages.draft import Draft, choice_of, filled, options_of
from bot.ui.runs.best import ALL
from bot.ui.workspace import first_sheet, show, show_sheet, show_turn
from bot.verbs import verb
from engine import Action, Range

OTHER = "Something else was chosen meanwhile; this is what is chosen now."


@verb("turn")
async def _turn(answer: Answer, press: Press) -> None:
    await show_turn(answer, press.game)


@verb("w_home")
async def _home(answer: Answer, press: Press) -> None:
    desk = await desk_for(answer, press.game)
    await desk.keep(None)
    if press.arg == ALL:
        await show_sheet(desk, await first_sheet(desk))
    else:
        await show(desk)


@verb("w_pick", current=True)
async def _pick(answer: Answer, press: Press) -> None:
    """Begin a choice, with the value of its first field when a menu gave it."""
    desk = await desk_for(answer, press.game)
    kind, _, index = press.arg.partition(".")
    if choice_of(desk.game, desk.seat, kind) is None:
        raise Sorry(not_open(desk.game, desk.seat))
    draft = _begun(desk, Draft(kind), press.values, index)
    if await _at_once(desk, draft, press):
        return
    desk.draft = draft
    desk.next_field()
    await desk.keep(desk.draft)
    await show(desk)


def _begun(desk: Desk, draft: Draft, values: Sequence[str], index: str) -> Draft:
    """The draft with the value of the first field that does not fill itself, if one was pressed."""
    if not values and not index:
        return draft
    draft, wanted = filled(desk.game, desk.seat, draft)
    if wanted is None:
        return draft
    options = options_of(desk.game, desk.seat, draft, wanted.name)
    if isinstance(options, Range):
        return draft.with_value(wanted.name, int(index))
    return draft.with_value(wanted.name, values[0] if values else options[int(index)].value)


async def _at_once(desk: Desk, draft: Draft, press: Press) -> bool:
    """Carry out what asks nothing, moves no money and no share, and lets the turn go on: declining a step."""
    choice = choice_of(desk.game, desk.seat, draft.kind)
    if choice is None or choice.fields or choice.danger:
        return False
    preview = words.preview_of(desk.game, Action(draft.kind, desk.seat))
    if preview is None or not words.goes_on(desk.game, preview):
        return False
    if draft.kind not in LAST and words.effects(desk.game, preview):
        return False
    await carry_out(desk, draft, press.rev)
    return True


# --- fields ----------------------------------------------------------------------------------------


async def at(answer: Answer, press: Press) -> tuple[Desk, Draft, list[str]]:
    """The desk, its draft and the parts of the press; Sorry when the page shows another draft."""
    desk = await desk_for(answer, press.game)
    tag, *parts = press.arg.split(".")
    if desk.draft is None or desk.draft.tag != tag:
        if press.rev == desk.game.rev and answer.ack is not Ack.NONE:
            desk.notice = OTHER
            await show(desk)
            raise Shown
        raise Stale(press.game, desk.game.rev)
    return desk, desk.draft, parts


class Shown(Exception):
    """The press was answered with the page as it is now."""


async def set_value(desk: Desk, draft: Draft, name: str, value: object) -> None:
    """Put a value into the draft, and go on to the next field."""
    desk.draft = draft.with_value(name, value)
    desk.next_field()
    await desk.keep(desk.draft)
    await show(desk)


@verb("w_set", current=True)
async def _set(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        await set_value(desk, draft, _wanted(desk, draft), press.values[0])


@verb("w_amount", current=True)
async def _amount(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, (amount,) = await at(answer, press)
        await set_value(desk, draft, _wanted(desk, draft), int(amount))


@verb("w_tick", current=True)
async def _tick(answer: Answer, press: Press) -> None:
    """Tick options of a field that takes several; a list on one page is complete with that."""
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        name = _wanted(desk, draft)
        options = options_of(desk.game, desk.seat, draft, name)
        values = [] if isinstance(options, Range) else [o.value for o in options]
        if len(values) <= SHOWN:
            await set_value(desk, draft, name, list(press.values))
            return
        here = values[draft.page * SHOWN : (draft.page + 1) * SHOWN]
        kept = {*(v for v in draft.picked if v not in here), *press.values}
        await desk.keep(replace(draft, picked=tuple(v for v in values if v in kept)))
        await show(desk)


@verb("w_ticked", current=True)
async def _ticked(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        await set_value(desk, draft, _wanted(desk, draft), list(draft.picked))


@verb("w_list", current=True)
async def _list(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, parts = await at(answer, press)
        await desk.keep(replace(draft, page=int(parts[0])))
        await show(desk)


@verb("w_back", current=True)
async def _back(answer: Answer, press: Press) -> None:
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        before = draft.back()
        await desk.keep(before)
        await show(desk)


def _wanted(desk: Desk, draft: Draft) -> str:
    _, wanted = filled(desk.game, desk.seat, draft)
    if wanted is None:
        raise Sorry("Everything is chosen here already; confirm it, or go back.")
    return wanted.name


# --- typing ----------------------------------------------------------------------------------------


class Typing(Modal):
    """A modal with one line; what is typed goes to ``use``."""

    def __init__(self, title: str, label: str, hint: str, press: Press) -> None:
        super().__init__(title=title[:45], timeout=900)
        self.press = press
        self.line: ui.TextInput[Typing] = ui.TextInput(placeholder=hint[:100], required=False, max_length=100)
        self.add_item(ui.Label(text=label[:45], component=self.line))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with answering(interaction) as answer:
            with contextlib.suppress(Shown):
                await self.use(answer, self.line.value.strip())

    async def use(self, answer: Answer, text: str) -> None:
        """What to do with the line."""
        raise NotImplementedError


class AmountModal(Typing):
    """An amount of one's own."""

    async def use(self, answer: Answer, text: str) -> None:
        desk, draft, _ = await at(answer, self.press)
        name = _wanted(desk, draft)
        options = options_of(desk.game, desk.seat, draft, name)
        amount = whole(text, desk.game.title.data.currency)
        if not isinstance(options, Range) or amount not in options:
            ranged = chooser.range_text(desk, options) if isinstance(options, Range) else ""
            raise Sorry(f"“{text[:40]}” is no possible amount. {ranged}")
        await set_value(desk, draft, name, amount)


class FindModal(Typing):
    """A number, name or coordinate out of a list."""

    async def use(self, answer: Answer, text: str) -> None:
        desk, draft, _ = await at(answer, self.press)
        name = _wanted(desk, draft)
        await look_ahead(desk, desk.choices())
        options = options_for(desk, draft, name)
        hits = [] if isinstance(options, Range) else chooser.found(options, text, name)
        if text and len(hits) == 1:
            await set_value(desk, draft, name, hits[0][1].value)
            return
        await desk.keep(replace(draft, find=text, page=0))
        await show(desk)


@verb("w_ask", ack=Ack.NONE, current=True)
async def _ask(answer: Answer, press: Press) -> None:
    desk, draft, _ = await at(answer, press)
    options = options_of(desk.game, desk.seat, draft, _wanted(desk, draft))
    hint = chooser.range_text(desk, options) if isinstance(options, Range) else ""
    await open_modal(answer, AmountModal("Another amount", "Amount", hint, press))


@verb("w_find", ack=Ack.NONE, current=True)
async def _find(answer: Answer, press: Press) -> None:
    await at(answer, press)
    await open_modal(answer, FindModal("Find", "Number, name or coordinate", "Empty shows all", press))


async def open_modal(answer: Answer, modal: ui.Modal) -> None:
    """Open a modal as the first answer to a press."""
    await answer.interaction.response.send_modal(modal)
    answer.shown = True


# --- writing ---------------------------------------------------------------------------------------


@verb("w_go")
async def _go(answer: Answer, press: Press) -> None:
    """Carry out what the page has said."""
    given = await answer.bot.service.stored_answer(answer.id)
    if given is not None:
        await show_turn(answer, press.game, given)
        return
    with contextlib.suppress(Shown):
        desk, draft, _ = await at(answer, press)
        await carry_out(desk, draft, press.rev)


async def carry_out(desk: Desk, draft: Draft, rev: int, via: str = "button") -> None:
    """Hand the draft to the service, and show the turn after it."""
    await settle(desk.answer, desk.info.id, await _handed_in(desk, draft, rev, via))


async def carried_out(desk: Desk, draft: Draft, rev: int) -> bool:
    """The same for what may turn out not to be legal; False, and nothing is done or shown, if it is not."""
    outcome = await _handed_in(desk, draft, rev, "button")
    if outcome.kind == "refused":
        return False
    await settle(desk.answer, desk.info.id, outcome)
    return True


async def _handed_in(desk: Desk, draft: Draft, rev: int, via: str) -> Outcome:
    answer = desk.answer
    return await answer.bot.service.act_all(
        desk.info.id, answer.user.id, [*draft.before, (draft.kind, draft.args)],
        rev=rev, interaction_id=answer.id, seat=desk.seat, via=via,
    )  # fmt: skip


async def settle(answer: Answer, game: int, outcome: Outcome) -> None:
    """Show what came of a write."""
    if await answer.accepts(outcome):
        await show_turn(answer, game, outcome)


@verb("w_undo")
async def _undo(answer: Answer, press: Press) -> None:
    service = answer.bot.service
    outcome = await service.undo(press.game, answer.user.id, rev=press.rev, interaction_id=answer.id)
    await settle(answer, press.game, outcome)


@verb("w_restart")
async def _restart(answer: Answer, press: Press) -> None:
    service = answer.bot.service
    outcome = await service.restart_turn(press.game, answer.user.id, rev=press.rev, interaction_id=answer.id)
    await settle(answer, press.game, outcome)


@verb("w_redo")
async def _redo(answer: Answer, press: Press) -> None:
    service = answer.bot.service
    outcome = await service.redo(press.game, answer.user.id, rev=press.rev, interaction_id=answer.id)
    await settle(answer, press.game, outcome)
