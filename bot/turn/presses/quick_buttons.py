"""The quick buttons on the public card of a turn, such as pass or bid, and Oops, which undoes one.

Each is for whoever the game waits for, and works at the revision of its card; other members are told so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.cards.quick import OOPS_SECONDS, pass_label
from bot.cards.texts import company_line, company_name
from bot.chat.bounds import read_whole_number
from bot.chat.buttons import button_handler
from bot.chat.current_game import CurrentGame, started_game_of_press
from bot.chat.frame import PRIMARY, SUCCESS, Page, PageBuilder, action_row, build_layout
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button
from bot.chat.respond import Response, StalePress, UserError
from bot.games import moves
from bot.games.history import is_automatic_move
from bot.games.outcome import Outcome
from bot.games.proposals import find_legal_kind, min_bid, rest_of_turn
from bot.turn.choosing.chooser import amounts_for_buttons
from bot.turn.pages.workspace import (
    show_confirmation_if_needed,
    show_refreshed_page,
    show_turn,
    show_turn_or_refusal,
)
from bot.turn.session import words
from bot.turn.session.draft import Draft, checksum
from bot.turn.session.routes import revenue, route_lines
from bot.votes import undo
from bot.words import join_or, msg, t, translated
from bot.work.priority import Priority, set_worker_call_context
from bot.work.searches import proven_best_routes
from engine import Action, Game, Range
from engine.api.moves import BID, PASS, RUN

CONFIRMED = "sure"
"""The argument of a press on [Pass] that confirms the pass."""

NEW_CARD_SECONDS = 2.0
"""For so long after a card has come, a press on [Pass] may be the second of two quick presses."""

TOO_LATE_TEXT = msg("The minute is over; `/act undo` takes moves back, and asks whoever has acted since.")


@dataclass(frozen=True, slots=True)
class CardPress:
    """A press on the public card of a turn by a player who is to act, at the revision of the card."""

    response: Response
    press: Press
    current_game: CurrentGame
    seat: str

    @property
    def game(self) -> Game:
        """Return the game of the pressed turn card, which is still at the revision of the card."""
        return self.current_game.game

    async def submit(self, actions: list[Action]) -> Outcome:
        """Submit these actions for the seat that is to act, all or none, and return the outcome.

        The outcome is "refused" if one of them is illegal, "stale" if the game is no longer at the revision
        of the card.
        """
        requested_moves = [(action.kind, action.args) for action in actions]
        return await moves.make_moves(self.response.bot.games,
            self.current_game.info.id, self.response.user.id, requested_moves,
            revision=self.press.revision, interaction_id=self.response.id,
            origin="quick", seat=self.seat,
        )  # fmt: skip

    def button_on_private_page(
        self, button_name: str, label: str, *arguments: object, is_main: bool = False
    ) -> BotItem:
        """Return a button that stands on the private (ephemeral) page which a quick button of the card shows.

        A press on it goes to the handler of ``button_name`` with the revision of the card and these
        ``arguments``, joined by dots. The main button is green, any other blue.
        """
        arg = ".".join(map(str, arguments))
        press = Press(self.current_game.info.id, self.current_game.revision, button_name, arg)
        return button(press, label, style=SUCCESS if is_main else PRIMARY)


QuickHandler = Callable[[CardPress], Awaitable[Outcome | Page | Action]]


def quick_button_handler(name: str) -> Callable[[QuickHandler], QuickHandler]:
    """Return a decorator that registers the handler of a quick button of the turn's card under this name.

    The handler either submits moves and returns the outcome, or returns a page to show, or one move to
    submit. Such a move is confirmed first if the turn page would ask for that.
    """

    def register(handle_press: QuickHandler) -> QuickHandler:
        """Register the handler of the quick button, and return it unchanged."""

        async def handler(response: Response, press: Press) -> None:
            """Run the quick button's handler, and show its page or what its moves have done.

            A press that Discord delivers again shows the stored outcome. Raises StalePress for an old card,
            UserError if the user is not to act, and what the quick button's handler raises.
            """
            outcome = await response.bot.games.find_outcome(response.id)
            if outcome is None:
                card_press = await _require_player_to_act(response, press)
                result = await handle_press(card_press)
                if isinstance(result, Page):
                    return await response.show_turn(press.game_id, result, stays_open=True)
                if isinstance(result, Action):
                    if await show_confirmation_if_needed(
                        response, press.game_id, Draft(result.kind, dict(result.args))
                    ):
                        return None
                    result = await card_press.submit([result])
                outcome = result
            if await response.ok_or_show_refusal(outcome):
                page = await _build_result_page(response, press, outcome)
                await response.show_turn(press.game_id, page, stays_open=True)
            return None

        button_handler(name)(handler)
        return handle_press

    return register


async def _require_player_to_act(response: Response, press: Press) -> CardPress:
    """Return the press on a quick button of the turn's card, with a seat of the user that is to act.

    Raises StalePress for an old card, UserError if the user is not to act, or if the game is gone or has not
    started.
    """
    current_game = await started_game_of_press(response, press)
    if press.revision != current_game.revision:
        raise StalePress(press.game_id, current_game.revision)
    if not current_game.own_seats_to_act:
        next_decision = current_game.game.waiting()
        names = join_or(
            [current_game.game.view.name(seat) for seat in next_decision.players] if next_decision else []
        )
        raise UserError(t("This is for {names} alone; you can follow it here.", names=names))
    set_worker_call_context(Priority.MEMBER_PAGE, response.user.id)
    return CardPress(response, press, current_game, current_game.own_seats_to_act[0])


async def _build_result_page(response: Response, press: Press, outcome: Outcome) -> Page:
    """Build the private page that reports what a turn's quick button did, with [Oops, take it back].

    ``outcome`` is the outcome of the moves that the button made; at most 20 of its sentences are shown.
    [Oops] works for a minute from now. The game must exist.
    """
    game = await response.bot.games.game(press.game_id)
    assert game is not None
    sentences = "\n".join(f"✔ {escape(line)}" for line in outcome.lines[: words.MAX_TURN_LINES])
    last_kept_number = max(
        (
            record.number
            for record in game.active_records
            if record.number < min(outcome.record_numbers, default=0)
        ),
        default=0,
    )
    expires_at = response.bot.games.now() + OOPS_SECONDS
    oops_button = button(
        Press(press.game_id, outcome.revision, "oops", f"{last_kept_number}.{expires_at}"),
        t("Oops, take it back"),
    )
    note = t("-# Oops takes it back until <t:{until}:T>, while no other player has acted.", until=expires_at)
    return Page(build_layout(sentences or t("Done."), note, action_row(oops_button)))


# --- pass ------------------------------------------------------------------------------------------


@quick_button_handler("q_pass")
async def _pass_or_confirm(card_press: CardPress) -> Action | Page:
    """Handle the quick button [Pass] on the card: return the pass, or a page that asks whether it is meant.

    The page is returned only if the card has just appeared, since the player may have meant a button that
    stood there before. The press from that page carries "sure".
    """
    if card_press.press.argument_text == CONFIRMED or not _is_card_new(card_press):
        return Action(PASS, card_press.seat)
    label = pass_label(card_press.game, card_press.seat)
    pass_button = card_press.button_on_private_page("q_pass", label, CONFIRMED, is_main=True)
    turn_button = button(
        Press(card_press.press.game_id, card_press.current_game.revision, "turn"), t("Take the turn instead")
    )
    text = t("The card has only just come. Did you mean to press **{label}**?", label=label)
    return PageBuilder([text], rows=[[pass_button, turn_button]]).build()


def _is_card_new(card_press: CardPress) -> bool:
    """Return True if the pressed card appeared or changed less than two seconds before the press.

    Returns False in a game without computer players: only they move so fast that the card appears where the
    player has just pressed. Returns False before the player's first move, too.
    """
    message = card_press.response.interaction.message
    has_moved = any(record.by == card_press.seat for record in card_press.game.active_records)
    if message is None or not has_moved or not card_press.current_game.info.computer_levels:
        return False
    shown_at = message.edited_at or message.created_at
    age = (card_press.response.interaction.created_at - shown_at).total_seconds()
    return age < NEW_CARD_SECONDS


# --- run, pay, end ---------------------------------------------------------------------------------


@quick_button_handler("q_run")
async def _quick_run_page(card_press: CardPress) -> Page:
    """Handle the quick run on the turn's card: return a page with its routes, revenue and a button to run.

    Nothing is submitted yet. Raises UserError if no routes are found, or if other decisions are left in the
    turn.
    """
    company, routes, actions = await _plan_quick_run(card_press)
    view = card_press.game.view
    has_other_moves = any(action.kind != RUN and not action.args for action in actions)
    declined_text = t("-# All else that the turn offers is declined.") if has_other_moves else ""
    revenue_text = view.money(revenue(card_press.game, company, routes))
    summary = t(
        "**{earned}** are paid out, and the turn of {company} ends.",
        earned=revenue_text,
        company=company,
    )
    texts = [
        words.turn_page_heading(card_press.game, card_press.seat), company_line(view, company),
        "\n".join(route_lines(card_press.game, company, routes)),
        summary, declined_text,
    ]  # fmt: skip
    confirm_button = card_press.button_on_private_page(
        "q_end", t("Run and pay {earned}, end", earned=revenue_text), checksum(routes), is_main=True
    )
    turn_button = button(
        Press(card_press.press.game_id, card_press.current_game.revision, "turn"), t("Take the turn instead")
    )
    return PageBuilder(texts, rows=[[confirm_button, turn_button]]).build()


@quick_button_handler("q_end")
async def _run_and_end_turn(card_press: CardPress) -> Outcome | Page | Action:
    """Handle [Run and pay, end] of the quick run: submit the run, the payout and the end of the turn.

    The button carries the checksum of the routes that the member has seen beside it. Returns the outcome, the
    action that needs a confirmation, or, if the best routes have changed since, the page with the new routes.
    Raises UserError if no routes are found, or if other decisions are left in the turn.
    """
    _, routes, actions = await _plan_quick_run(card_press)
    return await (
        card_press.submit(actions)
        if checksum(routes) == card_press.press.argument_text
        else _quick_run_page(card_press)
    )


async def _plan_quick_run(card_press: CardPress) -> tuple[str, list[object], list[Action]]:
    """Return the company, its best routes (JSON) and all moves to the end of its turn, for the quick run.

    The moves run and pay out, and decline all else. Raises UserError if no company acts, if no routes are
    found, or if other decisions are left in the turn.
    """
    next_decision = card_press.game.waiting()
    company = (next_decision.company if next_decision else None) or ""
    route_sets = (
        await proven_best_routes(
            card_press.response.bot.pool, card_press.current_game.info.id, card_press.game, company
        )
        if company
        else None
    )
    routes = list(route_sets.sets[0][1]) if route_sets and route_sets.sets else []
    actions = rest_of_turn(card_press.game, card_press.seat, company, routes) if routes else []
    if not actions:
        raise UserError(t("This turn has more to decide than that; take it by `/turn`."))
    return company, routes, actions


# --- bids ------------------------------------------------------------------------------------------


@quick_button_handler("q_bid")
async def _bid_amounts_page(card_press: CardPress) -> Page:
    """Handle the quick bid on the turn's card: return a page with buttons for the amounts of a bid.

    The press carries the id of the lot. Raises UserError if the player cannot bid for the lot.
    """
    lot, amount_range = card_press.press.argument_text, _bid_range(card_press)
    view = card_press.game.view
    amounts = [
        card_press.button_on_private_page("q_put", t("Bid {amount}", amount=view.money(bid)), lot, bid)
        for bid in amounts_for_buttons(amount_range)
    ]
    turn_button = button(
        Press(card_press.press.game_id, card_press.current_game.revision, "turn"),
        t("Another amount, or pass"),
    )
    legal_kind = find_legal_kind(card_press.game, card_press.seat, BID)
    texts = [
        words.turn_page_heading(card_press.game, card_press.seat),
        t("### Bid more for {item}", item=company_name(view, lot)),
        escape(translated(legal_kind.note)) if legal_kind else "",
    ]
    builder = PageBuilder(texts)
    builder.add_buttons([*amounts, turn_button])
    return builder.build()


@quick_button_handler("q_put")
async def _bid_chosen_amount(card_press: CardPress) -> Action:
    """Handle the quick button that bids the chosen amount: return the bid, whose legality is not checked.

    The press carries the id of the lot, a dot and the amount. Raises UserError if the player cannot bid for
    the lot, InvalidInput if the amount is not a number.
    """
    lot, _, amount = card_press.press.argument_text.rpartition(".")
    min_bid_action = _require_min_bid(card_press, lot)
    args = {
        name: read_whole_number(amount) if isinstance(value, int) else value
        for name, value in min_bid_action.args.items()
    }
    return Action(BID, card_press.seat, args)


def _require_min_bid(card_press: CardPress, lot: str) -> Action:
    """Return the minimum legal bid for a lot (id), for a quick bid; raises UserError if there is none."""
    bid = min_bid(card_press.game, card_press.seat, lot)
    if bid is None:
        raise UserError(t("You cannot bid for {item} now; /turn shows what you can do.", item=lot))
    return bid


def _bid_range(card_press: CardPress) -> Range:
    """Return the legal amounts for a bid on the lot of a quick button; raises UserError if there are none."""
    args = _require_min_bid(card_press, card_press.press.argument_text).args
    earlier_values = {name: value for name, value in args.items() if not isinstance(value, int)}
    name = next(name for name, value in args.items() if isinstance(value, int))
    amounts = card_press.game.options(card_press.seat, BID, name, earlier_values)
    assert isinstance(amounts, Range)
    return amounts


# --- oops ------------------------------------------------------------------------------------------


@button_handler("oops", show_current_page=show_refreshed_page)
async def _undo_move(response: Response, press: Press) -> None:
    """Handle [Oops, take it back]: undo the move just made, and what computer players have done since.

    The press carries the number of the last record to keep, and the time limit in seconds since 1970. A press
    that Discord delivers again shows the stored outcome. Raises UserError if the time is over or the move is
    another player's; InvalidInput if one of the numbers is missing; StalePress if the game has moved on.
    """
    stored_outcome = await response.bot.games.find_outcome(response.id)
    if stored_outcome is not None:
        return await show_turn(response, press.game_id, stored_outcome)
    last_kept_number, expires_at = press.number_argument(0), press.number_argument(1)
    await _require_first_undone_move_is_own(response, press, last_kept_number)
    if response.bot.games.now() > expires_at:
        raise UserError(t(TOO_LATE_TEXT))
    outcome = await undo.undo_or_redo(
        response.bot.games,
        press.game_id,
        response.user.id,
        target_record=last_kept_number,
        revision=press.revision,
        interaction_id=response.id,
        origin="quick",
    )
    return await show_turn_or_refusal(response, press.game_id, outcome)


async def _require_first_undone_move_is_own(response: Response, press: Press, last_kept_number: int) -> None:
    """Raise UserError if the first move that Oops would undo is another player's, or if the game is gone.

    ``last_kept_number`` is the number of the last record that Oops keeps. Moves by standing orders do not
    count. Nothing is raised if no move is left to undo. UserError is also raised if the game has not started.
    """
    current_game = await started_game_of_press(response, press)
    first_move = next(
        (
            record
            for record in current_game.game.log
            if record.number > last_kept_number and record.kind == "action" and not is_automatic_move(record)
        ),
        None,
    )
    if first_move is not None and first_move.by not in current_game.own_seats:
        name = current_game.game.view.name(first_move.by)
        raise UserError(t("Only {name}, whose move it is, may take it back here.", name=name))
