"""The last row of every first page: taking back, and what is reached at any time."""

from __future__ import annotations

from bot.chat.frame import PRIMARY
from bot.chat.press import GameItem, Press, button
from bot.turn.session import TurnSession
from bot.votes.undo import concerned, undoable
from bot.words import t


def turn_buttons(session: TurnSession) -> list[GameItem]:
    """Return undo, restart and redo where they are open, and the buttons of every page."""
    items = []
    if session.seat in session.info.computers:
        back = Press(session.info.id, session.game.rev, "computer_off", session.seat)
        items.append(button(back, t("Play myself again"), style=PRIMARY))
    if may_undo(session):
        label = t("Undo step") if session.on_turn else t("Oops, take it back")
        items.append(button(session.press("w_undo"), label))
    if may_restart(session):
        items.append(button(session.press("w_restart"), t("Restart turn")))
    last = session.game.log[-1]
    if last.kind == "undo" and last.by == session.seat:
        items.append(button(session.press("w_redo"), t("Redo")))
    if session.aside() or session.view.state.offers:
        items.append(button(session.press("w_more"), t("More…")))
    return [
        *items,
        button(session.press("w_auto"), t("Auto…")),
        button(session.press("w_home"), t("Refresh")),
    ]


def may_undo(session: TurnSession) -> bool:
    """Return whether the last move in force is this seat's own."""
    return undoable(session.game, session.seat, session.info.computers)


def may_restart(session: TurnSession) -> bool:
    """Return whether this seat can take back more than one move of its turn without asking others."""
    if not session.on_turn:
        return False
    start = session.game.turn_start()
    back = [r for r in session.game.active if r.seq > start]
    return len(back) > 1 and not concerned(session.game, session.seat, start)
