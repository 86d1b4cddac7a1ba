"""Undo on the page of a turn: if others have acted since, the page first says how much it takes back."""

from __future__ import annotations

from bot.chat.frame import DANGER, PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import button
from bot.games.history import is_automatic_pass, sentences_of_record
from bot.turn.session import button_names, words
from bot.turn.session.session import TurnSession
from bot.votes.undo import records_to_undo
from bot.words import t, tn

CONFIRMED = "sure"
"""The argument of the button that undoes moves after the page has said how many."""


def count_moves_undone_with_own(session: TurnSession) -> int:
    """Return how many moves after the player's last move [Undo step] also undoes.

    Passes by standing orders do not count. Returns 0 if no other player made one of these moves.
    """
    later_records = [
        record for record in records_to_undo(session.game, session.seat)[1:] if not is_automatic_pass(record)
    ]
    return len(later_records) if any(record.by != session.seat for record in later_records) else 0


async def undo_confirmation_page(session: TurnSession) -> PageBuilder:
    """Build the turn page that asks whether [Undo step] may also undo the later moves of others.

    The page names the player's last move and counts the moves after it. The player must have made a move.
    """
    own_move = records_to_undo(session.game, session.seat)[0]
    move_text = " ".join(sentences_of_record(session.game, own_move)[:1]).removesuffix(".")
    question = tn(
        "This takes back “{move}” and the {count} move after it.",
        "This takes back “{move}” and the {count} moves after it.",
        count_moves_undone_with_own(session), move=escape(move_text),
    )  # fmt: skip
    builder = session.new_page()
    builder.texts = [words.turn_page_heading(session.game, session.seat), question]
    builder.add_buttons(
        [
            button(
                session.press_for(button_names.UNDO_MOVE, CONFIRMED), t("Take all of this back"), style=DANGER
            ),
            button(session.press_for(button_names.SHOW_FIRST_PAGE), t("Leave it")),
        ]
    )
    return builder
