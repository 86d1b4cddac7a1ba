"""The page of a trial (a turn that a member tries out on a copy of the game), and its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import SelectOption

from bot.cards.texts import company_name
from bot.chat.bounds import read_whole_number
from bot.chat.frame import PRIMARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button, select_menu
from bot.computers.hints import are_hints_allowed
from bot.turn.choosing import lists
from bot.turn.session import button_names, words
from bot.turn.session.session import TurnSession
from bot.turn.session.trial import Trial, state_id, try_out
from bot.words import t, translated
from bot.work.registry import Registry
from engine import Action, Game, Preview
from engine.api.moves import RUN
from engine.api.stories import Said

MAX_MOVE_LINES = 2
"""The maximum number of lines that describe a planned move."""

TrialPart = Callable[[TurnSession, PageBuilder], Awaitable[None]]
TRIAL_PARTS = Registry[TrialPart]("on the page of a trial turn")
"""Functions by which other features add to the page of a trial."""


@dataclass(frozen=True, slots=True)
class DescribedMove:
    """A planned move of a trial: a text that describes it, the game before it, and the action itself."""

    text: str
    game_before: Game
    action: Action

    @property
    def menu_text(self) -> str:
        """Return ``text`` for an entry of a menu, where Discord renders no Markdown: without backslashes."""
        return self.text.replace("\\", "")


def describe_moves(session: TurnSession, trial: Trial) -> Iterator[DescribedMove]:
    """Yield the planned moves of a trial with texts that describe them, each with the game before the move.

    A trial tries the moves of a turn on a copy of the game. The text of a move that is no longer legal is its
    label. Yields nothing if the trial turn cannot begin.
    """
    for index, (kind, args) in enumerate(trial.moves):
        trial_game = try_out(session.real_game or session.game, session.seat, trial.with_first_moves(index))
        if trial_game is None:
            return
        action = Action(kind, session.seat, dict(args))
        yield DescribedMove(move_preview_text(trial_game.game, action), trial_game.game, action)


def move_preview_text(game: Game, action: Action) -> str:
    """Return the first two lines of the preview of a move, joined by a space; if it is illegal, its label.

    If this kind of move is not legal at all, the code of the kind is returned instead of a label. All are
    escaped for Markdown. A run of more than two trains ends with the number of the other trains and the
    revenue of all. ``game`` is the game before the move.
    """
    preview = words.find_preview(game, action)
    lines = words.preview_lines(game, preview)[:MAX_MOVE_LINES] if preview is not None else []
    more_trains = len(action.args["routes"]) - MAX_MOVE_LINES if preview and action.kind == RUN else 0
    if preview is not None and more_trains > 0:
        revenue = game.view.money(_revenue(preview))
        lines.append(t("… and {count} more, {money} in all", count=more_trains, money=revenue))
    label = next(
        (legal_move.label for legal_move in game.choices(action.player) if legal_move.kind == action.kind),
        action.kind,
    )
    return " ".join(lines) if lines else escape(translated(label))


def _revenue(preview: Preview) -> int:
    """Return the revenue of all trains of a previewed run, as the line of a trial gives it."""
    return sum(
        int(event.params["revenue"])
        for event in preview.own_events
        if isinstance(event, Said) and event.key == "income"
    )


def trial_banner(session: TurnSession) -> str:
    """Return the line at the top of every page of a trial: moves are only planned, nothing is done yet.

    The session must have a trial.
    """
    assert session.trial is not None
    company = session.trial.company
    turn_name = company_name(session.view, company) if company else t("your turn")
    return t("**Trial of {turn}**: nothing is done before you confirm it all.", turn=turn_name)


async def trial_page(session: TurnSession) -> PageBuilder:
    """Build the page of a trial: the planned moves of a turn, the changes of cash and prices, and a picture.

    The session must have a trial, a turn that the member tries out on a copy of the game.
    """
    trial = session.trial
    assert trial is not None
    described_moves, builder = list(describe_moves(session, trial)), session.new_page()
    lines = [f"{number}\\. {described_move.text}" for number, described_move in enumerate(described_moves, 1)]
    builder.texts = [
        "\n".join(lines) or t("Nothing is planned yet."),
        _cash_and_price_changes_text(session, described_moves),
    ]
    if not session.is_turn_over:
        builder.texts.append(subtext(t("The turn goes on after this.")))
    builder.pictures = await _draw_run_or_token_map(session, described_moves)
    if described_moves:
        builder.rows.append([_move_menu(session, described_moves)])
    builder.add_buttons(_go_on_buttons(session, trial))
    builder.put_rows_above_pictures()
    for add_part in TRIAL_PARTS:
        await add_part(session, builder)
    builder.add_buttons(trial_last_buttons(session))
    return builder


def _cash_and_price_changes_text(session: TurnSession, described_moves: Sequence[DescribedMove]) -> str:
    """Return lines of small text on how the planned moves of a trial change cash and share prices.

    The cash is that of the company and of the player. Unchanged values are left out; "" if nothing changes.
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


async def _draw_run_or_token_map(session: TurnSession, described_moves: Sequence[DescribedMove]) -> list[Any]:
    """Draw the run that a trial plans; if it plans none, the map around the company's station tokens.

    Returns the picture in a list. Returns [] if there is neither a run nor a token, if the turn of a player,
    not of a company, is tried out, or if the picture cannot be drawn.
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
    """Return the menu of a trial's first 25 planned moves; the player then chooses another move for one.

    The value of an entry is the index of the move, from 0.
    """
    entries = [
        SelectOption(label=lists.shorten(f"{number}. {described_move.menu_text}"), value=str(number - 1))
        for number, described_move in enumerate(described_moves[:25], 1)
    ]
    return select_menu(
        session.press_for(button_names.CHOOSE_MOVE_ANEW), entries, placeholder=t("Change a part…")
    )


def _go_on_buttons(session: TurnSession, trial: Trial) -> Iterator[BotItem]:
    """Yield the buttons of a trial that make all planned moves, and that add further moves to the trial.

    [Do all of this] is left out if no moves are planned or the player's turn has not come yet. [Go on by
    hand] and [Propose the rest] are left out if the tried-out turn is over, and the latter in a game without
    hints.
    """
    if trial.moves and not trial.is_later_turn:
        yield button(session.press_for(button_names.MAKE_ALL_MOVES), t("Do all of this"), style=SUCCESS)
    if not session.is_turn_over:
        yield button(session.press_for(button_names.GO_ON_BY_HAND), t("Go on by hand"), style=PRIMARY)
        if are_hints_allowed(session.info):
            yield button(session.press_for(button_names.PROPOSE_TURN), t("Propose the rest"))


def trial_last_buttons(session: TurnSession) -> list[BotItem]:
    """Return the last buttons of the pages of a trial: list all moves, remove the last one, leave the trial.

    The first is left out on the list itself and if the turn is over, the second if there are no moves. The
    session must have a trial.
    """
    trial = session.trial
    assert trial is not None
    items = (
        []
        if trial.shows_list or session.is_turn_over
        else [button(session.press_for(button_names.LIST_TRIAL_MOVES), t("The whole plan"))]
    )
    if trial.moves:
        items.append(
            button(
                session.press_for(button_names.REMOVE_LAST_MOVE, len(trial.moves)), t("Take back the last")
            )
        )
    return [*items, button(session.press_for(button_names.LEAVE_TRIAL), t("Leave the trial"))]


def without_last_move(trial: Trial, shown_count: int) -> Trial:
    """Return the trial without its last planned move and its ``later_moves``.

    ``shown_count`` is the number of moves on the pressed page. If the trial has another number of moves, it
    is returned unchanged, so that a double press removes only one move.
    """
    return (
        replace(trial.with_first_moves(len(trial.moves) - 1), later_moves=())
        if shown_count == len(trial.moves)
        else trial
    )


def planned_move_index(trial: Trial, value: str) -> int:
    """Return the index (from 0) of the planned move that was selected in a trial's menu.

    ``value`` is the value of the selected entry; if it is too large, the index of the last move is returned.
    Raises InvalidInput if ``value`` is not a number.
    """
    return min(read_whole_number(value), max(0, len(trial.moves) - 1))
