"""What the buttons and menus of a turn's private page do: pick a choice, fill its fields, confirm, undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.chat.bounds import Unreadable, read_whole, value_at
from bot.chat.buttons import verb
from bot.chat.figures import LAST
from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import ASIDE, Press
from bot.chat.respond import Ack, Answer, Interaction, Modal, UserError, answering
from bot.games import stored_games
from bot.games.outcome import Outcome
from bot.store.game_rows import CardInfo
from bot.turn.choosing import chooser, parts
from bot.turn.choosing.ahead import look_ahead, options_for
from bot.turn.choosing.ways import way_at
from bot.turn.pages.best_runs import ALL
from bot.turn.pages.workspace import first_sheet, session_at, show_outcome, show_turn, step, take_step
from bot.turn.session import words
from bot.turn.session.draft import LAY, Draft, choice_of, filled, open_choices_text, options_of
from bot.turn.session.session import TurnSession
from bot.votes import undo
from bot.votes.undo import What
from bot.words import t
from bot.words.grammar import amount
from engine import Action, Field, Option, Range


@verb("turn")
async def _turn(answer: Answer, press: Press) -> None:
    """Open the user's private page from a card; close the card if it is no longer the game's own."""
    await show_turn(answer, press.game)
    message = answer.interaction.message
    own = message is not None and message.author == answer.bot.user
    if message is not None and own and not message.flags.ephemeral and press.arg != ASIDE:
        card = CardInfo("turn", message.channel.id, message.id, press.rev)
        await stored_games.close_stray_card(answer.bot.games, press.game, card)


@step("w_home", chosen=False, current=False)
async def _home(session: TurnSession, press: Press) -> None:
    """Return to the page of all choices."""
    session.choose(None)
    if press.arg == ALL:
        session.page = first_sheet


@step("w_pick", chosen=False)
async def _pick(session: TurnSession, press: Press) -> Outcome | None:
    """Begin a choice, with the value of its first open field if the button or menu carried one."""
    kind, _, index = press.arg.partition(".")
    if choice_of(session.game, session.seat, kind) is None:
        raise UserError(open_choices_text(session.game, session.seat))
    draft = _with_pressed_value(session, Draft(kind), press.values, index)
    if _is_done_at_once(session, draft):
        return await session.submit(draft, press.rev)
    session.choose(draft)
    return None


@step("w_do", chosen=False)
async def _do(session: TurnSession, press: Press) -> None:
    """Complete a choice in one press; its values stand in the button, or in the entry of the menu."""
    kind, *places = press.parts
    draft = way_at(session, kind, press.value.split(".") if press.values else places)
    if draft is None:
        raise UserError(open_choices_text(session.game, session.seat))
    session.choose(draft)


def _with_pressed_value(session: TurnSession, draft: Draft, values: Sequence[str], index: str) -> Draft:
    """Return the draft with the pressed value in its first open field, if a value was pressed."""
    if not values and not index:
        return draft
    draft, wanted = filled(session.game, session.seat, draft)
    if wanted is None:
        return draft
    options = options_of(session.game, session.seat, draft, wanted.name)
    if isinstance(options, Range):
        return draft.with_value(wanted.name, read_whole(values[0] if values else index))
    chosen = _require_options(options, values) if values else [value_at(options, read_whole(index)).value]
    return draft.with_value(wanted.name, chosen[0])


def _require_options(options: Sequence[Option], values: Sequence[str]) -> list[str]:
    """Return the values of a menu if all are legal; raises Unreadable if one is not."""
    legal = {option.value for option in options}
    if not legal.issuperset(values):
        raise Unreadable(f"not among {len(legal)} options: {str(values)[:80]}")
    return list(values)


def _is_done_at_once(session: TurnSession, draft: Draft) -> bool:
    """Return True if a choice needs no confirmation: no field, no money or share moves, the turn goes on."""
    choice = choice_of(session.game, session.seat, draft.kind)
    if choice is None or choice.fields or choice.danger:
        return False
    preview = words.preview_or_none(session.game, Action(draft.kind, session.seat))
    if preview is None or not words.is_same_turn_after(session.game, preview):
        return False
    return draft.kind in LAST or not words.effects(session.game, preview)


# --- fields ----------------------------------------------------------------------------------------


def _pressed_values(session: TurnSession, press: Press) -> list[str]:
    """Return the values chosen in the menu of the next field; raises Unreadable if one is not legal."""
    options = options_of(session.game, session.seat, session.chosen, _wanted_name(session))
    listed = () if isinstance(options, Range) else options
    named = press.arg.partition(".")[2]
    if not press.values and named.startswith(chooser.PLACE):
        return [value_at(listed, read_whole(named.removeprefix(chooser.PLACE))).value]
    return _require_options(listed, press.values or [named])


def _set_value(session: TurnSession, value: object) -> None:
    """Set the next open field of the draft."""
    session.choose(session.chosen.with_value(_wanted_name(session), value))


def _wanted_name(session: TurnSession) -> str:
    """Return the name of the next open field; raises UserError when the draft is complete."""
    _, wanted = filled(session.game, session.seat, session.chosen)
    if wanted is None:
        raise UserError(t("Everything is chosen here already; confirm it, or go back."))
    return wanted.name


@step("w_set")
async def _set(session: TurnSession, press: Press) -> None:
    """Set the next field to the entry that was chosen in its menu."""
    _set_value(session, value_at(_pressed_values(session, press), 0))


@step("w_amount")
async def _amount(session: TurnSession, press: Press) -> None:
    """Set the next field to the amount on the button."""
    _set_value(session, press.number(1))


@step("w_tick")
async def _tick(session: TurnSession, press: Press) -> None:
    """Tick options of a field that takes several; a list that fits one page is complete with that."""
    draft = session.chosen
    _pressed_values(session, press)
    options = options_of(session.game, session.seat, draft, _wanted_name(session))
    values = [] if isinstance(options, Range) else [o.value for o in options]
    if len(values) <= MAX_OPTIONS:
        _set_value(session, list(press.values))
        return
    here = values[draft.page * MAX_OPTIONS : (draft.page + 1) * MAX_OPTIONS]
    picked = {*(v for v in draft.picked if v not in here), *press.values}
    session.choose(replace(draft, picked=tuple(v for v in values if v in picked)))


@step("w_ticked")
async def _ticked(session: TurnSession, press: Press) -> None:
    """Set the next field to everything that is ticked on the pages of its list."""
    _set_value(session, list(session.chosen.picked))


@step("w_list")
async def _list(session: TurnSession, press: Press) -> None:
    """Turn to another page of a long list."""
    session.choose(replace(session.chosen, page=press.number(1)))


@step("w_part")
async def _part(session: TurnSession, press: Press) -> None:
    """Choose the part of a large map in which a hex is to be chosen."""
    session.choose(parts.chosen_part(session.chosen, press.value))


@step("w_back")
async def _back(session: TurnSession, press: Press) -> None:
    """Undo the last value of the draft."""
    session.choose(parts.go_back(session.chosen))


@step("w_lay")
async def _lay(session: TurnSession, press: Press) -> None:
    """Put the chosen tile and rotation into the draft; raises Unreadable if the press lacks one of them."""
    draft = session.chosen
    lay = (press.value if press.values else press.part(1)).split("|")
    if len(lay) != len(LAY):
        raise Unreadable(f"no tile and direction: {press.value[:40]!r}")
    args = {k: v for k, v in draft.args.items() if k not in LAY}
    auto = tuple(name for name in draft.auto if name not in LAY)
    updated = replace(draft, args=args, auto=auto, page=0)
    for name, value in zip(LAY, lay, strict=True):
        options = options_of(session.game, session.seat, updated, name)
        _require_options(() if isinstance(options, Range) else options, [value])
        updated = replace(updated, args={**updated.args, name: value})
    session.choose(updated)


# --- typing ----------------------------------------------------------------------------------------


class LineModal(Modal):
    """A modal with one line; what is typed goes to ``use``."""

    def __init__(self, title: str, label: str, hint: str, press: Press) -> None:
        super().__init__(title=title[:45], timeout=900)
        self.press = press
        self.line: ui.TextInput[LineModal] = ui.TextInput(
            placeholder=hint[:100], required=False, max_length=100
        )
        self.add_item(ui.Label(text=label[:45], component=self.line))

    @property
    def text(self) -> str:
        """What is typed."""
        return self.line.value.strip()[:100]

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with answering(interaction) as answer:
            await take_step(answer, self.press, self.use)

    async def use(self, session: TurnSession, press: Press) -> None:
        """Use the typed line in the member's session."""
        raise NotImplementedError


class AmountModal(LineModal):
    """Asks for an amount of money."""

    async def use(self, session: TurnSession, press: Press) -> None:
        """Set the next field to the typed amount; raises UserError if it is not possible."""
        options = options_of(session.game, session.seat, session.chosen, _wanted_name(session))
        typed = amount(self.text, session.game.title.data.currency)
        if not isinstance(options, Range) or typed not in options:
            ranged = chooser.range_text(session, options) if isinstance(options, Range) else ""
            raise UserError(t("“{text}” is no possible amount. {ranged}", text=self.text[:40], ranged=ranged))
        _set_value(session, typed)


def _matches(session: TurnSession, wanted: Field, text: str) -> Sequence[tuple[int, Option]]:
    """Return the options that the typed text means: the one with this number, otherwise those that match."""
    options = options_for(session, session.chosen, wanted.name)
    if isinstance(options, Range):
        return []
    shown = chooser.listed_options(session, session.chosen, wanted, options)
    numbered = [each for each in shown if str(each[0]) == text.removeprefix("#")]
    by_name = chooser.numbered_matches(options, text, wanted.name)
    return numbered if numbered and len(by_name) != 1 else by_name


class FindModal(LineModal):
    """Asks for a number, name or coordinate to find in a list."""

    async def use(self, session: TurnSession, press: Press) -> None:
        """Set the next field to the only option that matches; otherwise list all that match."""
        await look_ahead(session, session.choices())
        hits = [] if (wanted := session.next_field()) is None else _matches(session, wanted, self.text)
        if self.text and len(hits) == 1:
            _set_value(session, hits[0][1].value)
        else:
            session.choose(replace(session.chosen, find=self.text, page=0))


@verb("w_ask", ack=Ack.NONE, current=True)
async def _ask(answer: Answer, press: Press) -> None:
    """Open the window in which an amount is typed."""
    session = await session_at(answer, press)
    options = options_of(session.game, session.seat, session.chosen, _wanted_name(session))
    hint = chooser.range_text(session, options) if isinstance(options, Range) else ""
    await answer.open_modal(AmountModal(t("Another amount"), t("Amount"), hint, press))


@verb("w_find", ack=Ack.NONE, current=True)
async def _find(answer: Answer, press: Press) -> None:
    """Open the window in which an option is searched."""
    await session_at(answer, press)
    await answer.open_modal(
        FindModal(t("Find"), t("Number, name or coordinate"), t("Empty shows all"), press)
    )


@step("w_no_guide", chosen=False)
async def _turn_guide_off(session: TurnSession, press: Press) -> None:
    """Explain no more steps to this member, in any game."""
    await session.answer.bot.settings.set_member(session.answer.user.id, guide=False)
    session.notice = t("No more tips; `/me prefs` turns them on again.")


# --- writing ---------------------------------------------------------------------------------------


@step("w_go", current=False)
async def _go(session: TurnSession, press: Press) -> Outcome:
    """Carry out the draft that the page showed for confirmation."""
    return await session.submit(session.chosen, press.rev)


BACK: dict[str, What] = {"w_undo": "undo", "w_restart": "restart", "w_redo": "redo"}


@verb("w_undo")
@verb("w_restart")
@verb("w_redo")
async def _take_back(answer: Answer, press: Press) -> None:
    """Undo, restart or redo moves, as the button says, and show the turn."""
    outcome = await undo.take_back(
        answer.bot.games,
        press.game,
        answer.user.id,
        BACK[press.verb],
        rev=press.rev,
        interaction_id=answer.id,
    )
    await show_outcome(answer, press.game, outcome)
