"""The last row of every first page: taking back, and what is reached at any time."""

from __future__ import annotations

from bot.chat.press import GameItem, button
from bot.turn.session import Desk
from bot.votes.undo import concerned, undoable
from bot.words import t


def turn_buttons(desk: Desk) -> list[GameItem]:
    """Undo, restart and redo where they are open, and what is reached at any time."""
    items = []
    if may_undo(desk):
        items.append(button(desk.press("w_undo"), t("Undo step")))
    if may_restart(desk):
        items.append(button(desk.press("w_restart"), t("Restart turn")))
    last = desk.game.log[-1]
    if last.kind == "undo" and last.by == desk.seat:
        items.append(button(desk.press("w_redo"), t("Redo")))
    if desk.aside() or desk.view.state.offers:
        items.append(button(desk.press("w_more"), t("More…")))
    return [*items, button(desk.press("w_auto"), t("Auto…")), button(desk.press("w_home"), t("Refresh"))]


def may_undo(desk: Desk) -> bool:
    """Whether the last move in force is this seat's own."""
    return undoable(desk.game, desk.seat)


def may_restart(desk: Desk) -> bool:
    """Whether this seat's turn can go back by more than a step."""
    if not desk.on_turn:
        return False
    start = desk.game.turn_start()
    back = [r for r in desk.game.active if r.seq > start]
    return len(back) > 1 and not concerned(desk.game, desk.seat, start)
