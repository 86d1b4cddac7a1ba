"""The hexes that the picture of a turn's first page numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards.maps import hexes_near, is_too_much_for_one_page
from bot.cards.texts import ROUTINE_KINDS
from bot.chat.markdown import escape
from bot.turn.choosing.ahead import options_with_revenue_gains
from bot.turn.session.draft import Draft, fill_forced_values
from bot.turn.session.session import TurnSession
from bot.words import tn
from engine import Choice, Range
from engine.api.moves import HEX


@dataclass(frozen=True, slots=True)
class NumberedHexes:
    """The hexes that are numbered in the picture of a page, and the kind of move that asks for them.

    ``move_kind`` is "" if no move asks for them. ``total`` counts all hexes that the move offers; on a large
    map, the picture may show only those near the acting company's tokens.
    """

    move_kind: str
    hexes: Sequence[str]
    total: int = 0

    def number_of(self, session: TurnSession, coord: str) -> int:
        """Return the number (from 1) that the turn page's picture shows on a hex.

        0 if the hex is not numbered, or if the numbered hexes are too far apart for one picture, so that the
        page shows an overview without numbers.
        """
        is_numbered = coord in self.hexes and not is_too_much_for_one_page(session.view, self.hexes)
        return self.hexes.index(coord) + 1 if is_numbered else 0


def select_numbered_hexes(session: TurnSession, legal_moves: Sequence[Choice]) -> NumberedHexes:
    """Return the hexes that the map on a turn's first page numbers, and the kind of move that asks for them.

    They are the legal hexes of the first move in ``legal_moves`` that asks for a hex before any other value;
    rarely used moves are tried last. If the hexes are too far apart for one picture, only those near the
    acting company's tokens are numbered. Without such a move, the kind is "", and the hexes are those that
    the legal moves are about, and those of moves with a single legal hex.
    """
    ordered_moves = sorted(legal_moves, key=lambda legal_move: legal_move.seldom)
    draft = next(
        (draft for legal_move in ordered_moves if (draft := _draft_asking_for_hex(session, legal_move))), None
    )
    if draft is None:
        hexes_of_moves = (
            legal_move.hex or _only_legal_hex(session, legal_move) for legal_move in legal_moves
        )
        return NumberedHexes("", list(dict.fromkeys(filter(None, hexes_of_moves))))
    options = options_with_revenue_gains(session, draft, HEX)
    hexes = [] if isinstance(options, Range) else [option.value for option in options]
    return NumberedHexes(draft.kind, hexes_near_tokens(session, hexes) or hexes, len(hexes))


def _draft_asking_for_hex(session: TurnSession, legal_move: Choice) -> Draft | None:
    """Return a draft of the move whose next field is a hex.

    Fields before the hex are filled in if only one value is legal. None for routine moves such as a pass, if
    the move has no hex, and if it asks for another value before it.
    """
    field_names = [move_field.name for move_field in legal_move.fields]
    if HEX not in field_names or legal_move.kind in ROUTINE_KINDS:
        return None
    if field_names[0] == HEX:
        return Draft(legal_move.kind)
    draft, next_field = fill_forced_values(session.game, session.seat, Draft(legal_move.kind))
    return draft if next_field is not None and next_field.name == HEX else None


def _only_legal_hex(session: TurnSession, legal_move: Choice) -> str:
    """Return the only legal hex of a move that still asks for other values; "" for other moves."""
    names = [move_field.name for move_field in legal_move.fields]
    if HEX not in names or legal_move.kind in ROUTINE_KINDS:
        return ""
    draft, next_field = fill_forced_values(session.game, session.seat, Draft(legal_move.kind))
    return str(draft.args.get(HEX, "")) if next_field is not None else ""


def hexes_near_tokens(session: TurnSession, hexes: Sequence[str]) -> list[str]:
    """Return those hexes that fit in one picture with a station token of the acting company.

    [] if all of ``hexes`` fit in one picture, if the company has no token, or if no company acts.
    """
    if session.company is None or not is_too_much_for_one_page(session.view, hexes):
        return []
    return hexes_near(session.view, session.company, hexes)


def hexes_shown_line(session: TurnSession, numbered_hexes: NumberedHexes) -> str:
    """Return the line of a turn's first page that says how many of the legal hexes its map shows.

    "" if the map shows all or none, or if no move asks for a hex.
    """
    shown_count = len(numbered_hexes.hexes)
    if not shown_count or shown_count == numbered_hexes.total or not numbered_hexes.move_kind:
        return ""
    return tn(
        "-# The map shows the {count} hex near the tokens of {company}, of {total} in all.",
        "-# The map shows the {count} hexes near the tokens of {company}, of {total} in all.",
        shown_count, company=escape(session.company or ""), total=numbered_hexes.total,
    )  # fmt: skip
