"""The last row of every first page: taking back, and what is reached at any time."""

from __future__ import annotations

from bot.chat.frame import PRIMARY
from bot.chat.press import GameItem, Press, button
from bot.turn.session import TurnSession
from bot.votes.undo import affected_seats, undoable
from bot.words import t


def turn_buttons(session: TurnSession) -> list[GameItem]:
    """Return undo, restart and redo if they are open, and the buttons of every page."""
    items = []
    if session.seat in session.info.computers:
        press = Press(session.info.id, session.game.rev, "computer_off", session.seat)
        items.append(button(press, t("Play myself again"), style=PRIMARY))
    if may_undo(session):
        items.append(button(session.press("w_undo"), t("Undo step")))
    if may_restart(session):
        items.append(button(session.press("w_restart"), t("Restart turn")))
    last_record = session.game.log[-1]
    if last_record.kind == "undo" and last_record.by == session.seat:
        items.append(button(session.press("w_redo"), t("Redo")))
    if session.interjections() or session.view.state.offers:
        items.append(button(session.press("w_more"), t("More…")))
    return [
        *items,
        button(session.press("w_auto"), t("Auto…")),
        button(session.press("w_home"), t("Refresh")),
    ]


def may_undo(session: TurnSession) -> bool:
    """Return True if this seat can undo its last move without asking others."""
    return undoable(session.game, session.seat, session.info.computers)


def may_restart(session: TurnSession) -> bool:
    """Return True if this seat can take back more than one move of its turn without asking others."""
    if not session.on_turn:
        return False
    start = session.game.turn_start()
    own_records = [record for record in session.game.active if record.seq > start]
    return len(own_records) > 1 and not affected_seats(session.game, session.seat, start)
