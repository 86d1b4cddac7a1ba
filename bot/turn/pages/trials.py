"""The page of a trial turn: its moves, the money they change, and buttons to make them all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import SelectOption

from bot.cards.texts import company_name
from bot.chat.bounds import read_whole_number
from bot.chat.frame import PRIMARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button, select
from bot.computers.hints import are_hints_allowed
from bot.turn.choosing import lists
from bot.turn.session import button_names, words
from bot.turn.session.session import TurnSession
from bot.turn.session.trial import Trial, state_id, try_out
from bot.words import t, translated
from bot.work.registry import Registry
from engine import Action, Game
from engine.api.moves import RUN

MAX_MOVE_LINES = 2
"""The most lines that tell a planned move."""

TrialPart = Callable[[TurnSession, PageBuilder], Awaitable[None]]
TRIAL_PARTS = Registry[TrialPart]("on the page of a trial turn")
"""Functions by which other features add to the page of a trial."""


@dataclass(frozen=True, slots=True)
class DescribedMove:
    """A planned move of a trial as a sentence, and the position before it."""

    text: str
    game_before: Game
    action: Action

    @property
    def menu_text(self) -> str:
        """Return the sentence on a planned move for a menu entry: without backslashes before Markdown."""
        return self.text.replace("\\", "")


def describe_moves(session: TurnSession, trial: Trial) -> Iterator[DescribedMove]:
    """Yield the planned moves of a trial as sentences, each with the position before it.

    A trial tries the moves of a turn on a copy of the game. A move that is no longer legal has its label
    as the sentence. Yields nothing if the trial turn cannot begin.
    """
    for index, (kind, args) in enumerate(trial.moves):
        trial_game = try_out(session.real_game or session.game, session.seat, trial.with_first_moves(index))
        if trial_game is None:
            return
        action = Action(kind, session.seat, dict(args))
        yield DescribedMove(move_effect_sentence(trial_game.game, action), trial_game.game, action)


def move_effect_sentence(game: Game, action: Action) -> str:
    """Return the first two lines on what a tried-out move does, joined by a space, or its label if illegal.

    If this kind of move is not legal at all, it is the code of the kind instead of the label. Both are
    escaped for Markdown. ``game`` is the game before the move.
    """
    preview = words.find_preview(game, action)
    lines = words.preview_lines(game, preview)[:MAX_MOVE_LINES] if preview is not None else []
    label = next(
        (choice.label for choice in game.choices(action.player) if choice.kind == action.kind), action.kind
    )
    return " ".join(lines) if lines else escape(translated(label))


def trial_banner(session: TurnSession) -> str:
    """Return the line at the top of every page of a trial: moves are only planned, nothing is done yet.

    The session must have a trial.
    """
    assert session.trial is not None
    company = session.trial.company
    turn_name = company_name(session.view, company) if company else t("your turn")
    return t("**Trial of {turn}**: nothing is done before you confirm it all.", turn=turn_name)


async def trial_page(session: TurnSession) -> PageBuilder:
    """Build the page of a trial: the planned moves of a turn, the money they change, and a picture.

    The session must have a trial.
    """
    trial = session.trial
    assert trial is not None
    described_moves, builder = list(describe_moves(session, trial)), session.new_page()
    lines = [f"{number}\\. {described_move.text}" for number, described_move in enumerate(described_moves, 1)]
    builder.texts = ["\n".join(lines) or t("Nothing is planned yet."), _money_text(session, described_moves)]
    if not session.is_turn_over:
        builder.texts.append(subtext(t("The turn goes on after this.")))
    builder.pictures = await _run_picture(session, described_moves)
    if described_moves:
        builder.rows.append([_move_menu(session, described_moves)])
    builder.add_buttons(_go_on_buttons(session, trial))
    builder.put_rows_above_pictures()
    for add_part in TRIAL_PARTS:
        await add_part(session, builder)
    builder.add_buttons(trial_last_row(session))
    return builder


def _money_text(session: TurnSession, described_moves: Sequence[DescribedMove]) -> str:
    """Return small lines on cash and share prices before and after the planned moves of a trial.

    The cash is that of the company and the player. What does not change is left out; "" if nothing does.
    """
    if not described_moves:
        return ""
    view_before, view_after = described_moves[0].game_before.view, session.view
    company_id = session.trial.company if session.trial else ""
    money_texts = [
        f"{escape(view_before.name(holder))} {view_before.money(view_before.cash(holder))} → "
        f"{view_after.money(view_after.cash(holder))}"
        for holder in filter(None, (company_id, session.seat))
        if view_before.cash(holder) != view_after.cash(holder)
    ]
    price_texts = [
        f"{escape(company.id)} {view_before.money(price)} → {view_after.money(new_price)}"
        for company in view_before.companies()
        if (price := view_before.price(company.id)) is not None
        and (new_price := view_after.price(company.id)) is not None
        and price != new_price
    ]
    lines = [t("Cash: {money}", money=", ".join(money_texts))] if money_texts else []
    lines += [t("Price: {list}", list=", ".join(price_texts))] if price_texts else []
    return subtext("\n".join(lines)) if lines else ""


async def _run_picture(session: TurnSession, described_moves: Sequence[DescribedMove]) -> list[Any]:
    """Draw the run that a trial plans, or else the map around the company's station tokens.

    Returns the picture in a list; [] if there is neither a run nor a token, in the trial of a player's
    turn, or if it cannot be drawn.
    """
    run = next(
        (described_move for described_move in described_moves if described_move.action.kind == RUN), None
    )
    company = session.trial.company if session.trial else ""
    draw = session.response.bot.pictures.draw
    if run is not None and company:
        cache_key = state_id(run.game_before)
        picture = await draw(
            cache_key, run.game_before, "routes", company=company, routes=run.action.args["routes"]
        )
        return [picture] if picture is not None else []
    if company and session.view.stations(company):
        return await session.draw("crop", company=company)
    return []


def _move_menu(session: TurnSession, described_moves: Sequence[DescribedMove]) -> BotItem:
    """Return the menu of a trial's first 25 planned moves; the player chooses the selected one anew.

    The value of an entry is the index of the move, from 0.
    """
    entries = [
        SelectOption(label=lists.shorten(f"{number}. {described_move.menu_text}"), value=str(number - 1))
        for number, described_move in enumerate(described_moves[:25], 1)
    ]
    return select(session.press(button_names.CHOOSE_MOVE_ANEW), entries, placeholder=t("Change a part…"))


def _go_on_buttons(session: TurnSession, trial: Trial) -> Iterator[BotItem]:
    """Yield the buttons of a trial that make all planned moves, or add further ones to it.

    There is no button to make them if there are none, or if the turn has not come. There is none to add moves
    if the turn is over, and none that proposes moves in a game without hints.
    """
    if trial.moves and not trial.is_later_turn:
        yield button(session.press(button_names.MAKE_ALL_MOVES), t("Do all of this"), style=SUCCESS)
    if not session.is_turn_over:
        yield button(session.press(button_names.GO_ON_BY_HAND), t("Go on by hand"), style=PRIMARY)
        if are_hints_allowed(session.info):
            yield button(session.press(button_names.PROPOSE_TURN), t("Propose the rest"))


def trial_last_row(session: TurnSession) -> list[BotItem]:
    """Return the last buttons of the pages of a trial: to list all moves, remove the last one, leave.

    The first is left out on the list itself and if the turn is over, the second if there are no moves. The
    session must have a trial.
    """
    trial = session.trial
    assert trial is not None
    items = (
        []
        if trial.shows_list or session.is_turn_over
        else [button(session.press(button_names.LIST_TRIAL_MOVES), t("The whole plan"))]
    )
    if trial.moves:
        items.append(
            button(session.press(button_names.REMOVE_LAST_MOVE, len(trial.moves)), t("Take back the last"))
        )
    return [*items, button(session.press(button_names.LEAVE_TRIAL), t("Leave the trial"))]


def without_last_move(trial: Trial, count: int) -> Trial:
    """Return the trial without its last planned move if it has ``count`` moves, else unchanged.

    Its ``later_moves`` are removed, too. A press carries as ``count`` how many moves its page showed, so that
    a second press changes nothing.
    """
    return (
        replace(trial.with_first_moves(len(trial.moves) - 1), later_moves=())
        if count == len(trial.moves)
        else trial
    )


def planned_move_index(trial: Trial, value: str) -> int:
    """Return the index (from 0) of the planned move that was selected in a trial's menu.

    ``value`` is that of the menu's entry; an index beyond the last move is that of the last. Raises
    InvalidInput if it is not a number.
    """
    return min(read_whole_number(value), max(0, len(trial.moves) - 1))
