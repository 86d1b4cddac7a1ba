"""Confirmation of what cannot be undone: a private page shows the loss, with Confirm and Cancel.

[Confirm] is valid for the revision at which its page was built. If the game has moved on since then, nothing
is done, and the page has a button that opens the turn. Ending a game and giving up a seat are still done if
only computer players have moved.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards.texts import card_heading, player_line, seat_label
from bot.chat.buttons import button_handler
from bot.chat.frame import DANGER, PRIMARY, Page, PageBuilder, action_row, build_layout
from bot.chat.markdown import escape
from bot.chat.press import Press, button
from bot.chat.respond import Response, UserError
from bot.games import stored_games
from bot.games.outcome import OUTCOME_SENTENCES, Outcome
from bot.store.game_rows import GameInfo
from bot.table import game_master
from bot.votes.undo_vote import undo_vote_texts
from bot.words import join_and, msg, t, tn, translated
from engine import Game

TOO_LATE_TEXT = msg("That was asked too long ago; use the command again.")
UNDONE_MOVE_TEXT = msg(
    "Choose an earlier move that was not taken back; the moves taken back are struck through."
)


def confirmation_page(press: Press, action: str, texts: Sequence[str]) -> Page:
    """Build the private page that asks the member to confirm an action that cannot be undone.

    ``press`` is the press that [Confirm] sends, ``action`` names the action on this button, such as "end the
    game" (translated). ``texts`` (Markdown) describe what will be lost. [Cancel] only shows that nothing was
    done.
    """
    confirm = button(press, t("Confirm: {does}", does=action), style=DANGER)
    cancel = button(Press(press.game_id, press.revision, "let_be"), t("Cancel"))
    return PageBuilder(list(texts), rows=[[confirm, cancel]]).build()


def action_result_page(text: str, turn_press: Press | None = None) -> Page:
    """Build the page that replaces a confirmation prompt (such as that of `/game end`) with a result.

    ``text`` (Markdown) says whether the action was carried out. ``turn_press`` adds a button that opens the
    turn; None adds no button.
    """
    turn_rows = [action_row(button(turn_press, t("To the turn"), style=PRIMARY))] if turn_press else []
    return Page(build_layout(text, *turn_rows))


async def show_action_result(response: Response, press: Press, outcome: Outcome, text: str) -> None:
    """Show the result of a confirmed action, such as ending a game, in place of the confirmation prompt.

    ``text`` (Markdown) is shown on success. If the game has moved on, the page says so and has a button that
    opens the turn; otherwise it gives the reason for the refusal. After an internal error, an error message
    is sent and the prompt stays.
    """
    if outcome.ok:
        await response.show(action_result_page(text))
    elif outcome.kind == "stale":
        stale_text = t("The game has moved on since you were asked, so nothing was done.")
        await response.show(action_result_page(stale_text, Press(press.game_id, outcome.revision, "turn")))
    elif outcome.error:
        await response.ok_or_show_refusal(outcome)
    else:
        await response.show(action_result_page(escape(translated(outcome.text))))


@button_handler("let_be")
async def _handle_cancel(response: Response, press: Press) -> None:
    """Handle [Cancel] of a confirmation prompt, such as that of `/game end`: show that nothing was done.

    A member who plays in the game also gets a button that opens the turn.
    """
    info = await response.bot.games.info(press.game_id)
    turn_press = (
        Press(press.game_id, press.revision, "turn")
        if info and info.seats_played_by(response.user.id)
        else None
    )
    await response.show(action_result_page(t("Nothing was done."), turn_press))


# --- resigning -------------------------------------------------------------------------------------


async def ask_to_confirm_resignation(response: Response, info: GameInfo) -> None:
    """Show the prompt in which a player confirms giving up their seats in a running game (`/game resign`).

    Raises UserError if the game has not started or is over, and for members who hold no seat; BadLog if the
    game's log cannot be read.
    """
    game, own_seats = await response.bot.games.game(info.id), info.seats_held_by(response.user.id)
    if game is None or info.status == "ended":
        raise UserError(t(OUTCOME_SENTENCES["ended" if info.status == "ended" else "lobby"]))
    if not own_seats:
        raise UserError(t(OUTCOME_SENTENCES["not_seated"]))
    await response.show(
        confirmation_page(
            Press(info.id, game.revision, "resign"),
            t("give up the seat"),
            _resignation_texts(info, game, own_seats),
        )
    )


def _resignation_texts(info: GameInfo, game: Game, own_seats: Sequence[str]) -> list[str]:
    """Return the texts of the confirmation prompt of `/game resign`: what stays with the player's seats.

    ``own_seats`` are the ids of these seats. If it is the player's turn, a last text warns that the game will
    wait.
    """
    next_decision, scores = game.waiting(), game.scores()
    names = join_and([seat_label(info, seat, mention=False) for seat in own_seats])
    texts = [
        t("### Give up the seat of {names} in “{name}”?", names=names, name=escape(info.name)),
        "\n".join(player_line(game.view, info, seat, scores.get(seat)) for seat in own_seats),
        t(
            "All this stays with the seat, and you cannot take the seat back yourself: "
            "a message offers it to others, and the table decides who plays on."
        ),
    ]
    if next_decision is not None and set(own_seats) & set(next_decision.players):
        texts.append(t("**It is your turn**: the game waits until somebody has the seat."))
    return texts


@button_handler("resign")
async def _handle_resign(response: Response, press: Press) -> None:
    """Handle [Confirm] of `/game resign`: give up the member's seats in the game, and offer them to others.

    The page then shows that this is done, or why it is refused.
    """
    outcome = await game_master.resign_seats(
        response.bot.games,
        press.game_id,
        response.user.id,
        revision=press.revision,
        interaction_id=response.id,
    )
    await show_action_result(
        response, press, outcome, t("Your seat is free; a message here offers it to others.")
    )


# --- ending ----------------------------------------------------------------------------------------


async def ask_to_confirm_end(response: Response, info: GameInfo, reason: str) -> None:
    """Show the prompt in which the owner or a game master confirms the end of the game (`/game end`).

    The typed ``reason`` is stored until the confirmation. Raises UserError for other members, and if the game
    is over; BadLog if the game's log cannot be read.
    """
    _require_owner_or_game_master(response, info)
    if info.status == "ended":
        raise UserError(t(OUTCOME_SENTENCES["ended"]))
    game = await response.bot.games.game(info.id)
    await stored_games.store_typed_text(response.bot.games, info.id, response.user.id, reason, response.id)
    players = ", ".join(seat_label(info, seat_info.id, mention=False) for seat_info in info.seats) or t(
        "nobody yet"
    )
    state = (
        t("{heading}, move {rev}", heading=card_heading(info, game, mention=False), rev=game.revision)
        if game
        else t("The game has not started")
    )
    texts = [
        t("### End “{name}” for good?", name=escape(info.name)),
        t("{state}. Players: {players}.", state=state, players=players),
        t("Nobody can act in it any more or take this back; it can still be looked at and exported."),
        t("All are told why: {reason}", reason=escape(reason)),
    ]
    await response.show(
        confirmation_page(Press(info.id, info.revision, "end", str(response.id)), t("end the game"), texts)
    )


@button_handler("end")
async def _handle_end(response: Response, press: Press) -> None:
    """Handle [Confirm] of `/game end`: end the game for good.

    ``press.argument_text`` is the id of the interaction under which the typed reason is stored. The page then
    shows that the game is ended, or why this is refused. Raises UserError if the reason is no longer stored
    (it is kept for 7 days).
    """
    reason = await stored_games.find_typed_text(
        response.bot.games, press.game_id, response.user.id, press.argument_text
    )
    if reason is None:
        raise UserError(t(TOO_LATE_TEXT))
    outcome = await game_master.end_game_early(
        response.bot.games,
        press.game_id,
        response.user.id,
        reason,
        revision=press.revision,
        **response.request_args,
    )
    await show_action_result(response, press, outcome, t("The game is ended."))


def _require_owner_or_game_master(response: Response, info: GameInfo) -> None:
    """Raise UserError unless the member owns the game or is a game master (may manage the server)."""
    if response.user.id != info.owner_id and not response.is_game_master:
        raise UserError(t(OUTCOME_SENTENCES["not_allowed"]))


# --- taking moves back -----------------------------------------------------------------------------


async def ask_to_confirm_undo(response: Response, info: GameInfo, game: Game, last_kept_number: int) -> None:
    """Show the prompt in which the owner or a game master confirms `/gm undo-to`.

    All records of the log after number ``last_kept_number`` (from 1) would be undone. Raises UserError for
    other members, and if that record does not exist, is undone already or is the last one.
    """
    _require_owner_or_game_master(response, info)
    undone_records = [record for record in game.active_records if record.number > last_kept_number]
    if not undone_records or last_kept_number not in [record.number for record in game.active_records]:
        raise UserError(t(UNDONE_MOVE_TEXT))
    await response.show(
        confirmation_page(
            Press(info.id, game.revision, "undo_to", str(last_kept_number)),
            tn("take back {count} move", "take back {count} moves", len(undone_records)),
            undo_vote_texts(info, game, last_kept_number, undone_records),
        )
    )


@button_handler("undo_to")
async def _handle_undo_to(response: Response, press: Press) -> None:
    """Handle [Confirm] of `/gm undo-to`: undo all records of the log after the number in the custom id.

    The page then shows that this is done, or why it is refused. Raises InvalidInput if the custom id has no
    such number.
    """
    outcome = await game_master.undo_to(
        response.bot.games,
        press.game_id,
        response.user.id,
        press.number_argument(),
        revision=press.revision,
        **response.request_args,
    )
    await show_action_result(response, press, outcome, t("Done, and told to all here."))
