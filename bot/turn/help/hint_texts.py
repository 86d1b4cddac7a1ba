"""The text of a hint on a page of a turn: what a computer player suggests, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.markdown import escape, escape_and_shorten
from bot.computers.choose import ComputerDecision, Move
from bot.games.engine_results import legal_move_kinds
from bot.turn.choosing.ahead import revenue_gains_of
from bot.turn.session import words
from bot.turn.session.draft import LAY_FIELDS
from bot.turn.session.session import TurnSession
from bot.turn.session.trial import Trial, state_id, try_out
from bot.words import t, translated
from bot.work.pictures import DrawnPicture
from engine import Action
from engine.api.moves import HEX
from engine.api.table import hex_name

MAX_ALTERNATIVES, MAX_LINE_LENGTH = 3, 160
"""The maximum number of alternatives in a hint, and of characters of each."""


async def draw_tile_lays(
    session: TurnSession, moves: Sequence[Move], letters: Sequence[str], target_hexes: Sequence[Sequence[str]]
) -> list[DrawnPicture]:
    """Draw a map for each suggested tile lay among ``moves``; the new tile is marked with the move's letter.

    A move is a pair: its kind and its values by field. ``letters`` and ``target_hexes`` have an entry for
    each move; the latter are the hexes towards which its track leads, which its map also shows. Moves that
    lay no tile or are not legal, and maps that cannot be drawn, are left out. The file names differ.
    """
    pictures = list[DrawnPicture]()
    for letter, move, hexes in zip(letters, moves, target_hexes, strict=False):
        lays_tile = {HEX, *LAY_FIELDS} <= move[1].keys()
        trial_game = (
            try_out(session.game, session.seat, Trial(session.company or "", (move,))) if lays_tile else None
        )
        if trial_game is None or not trial_game.move_count:
            continue
        game_copy = trial_game.game
        picture = await session.response.bot.pictures.draw(
            state_id(game_copy), game_copy, "crop", company=session.company,
            proposed=[str(move[1][HEX])], letter=letter, hexes=list(hexes),
        )  # fmt: skip
        pictures += [] if picture is None else [replace(picture, name=f"{len(pictures)}-{picture.name}")]
    return pictures


def hint_text(session: TurnSession, hint: ComputerDecision) -> str:
    """Return the text of the hint on a turn page: the suggested move and the reason for it.

    For a tile lay, a line describes its revenue gain. ``hint`` must have a move; if it has several, only the
    first is described.
    """
    best_move, *_ = hint.moves
    recommendation = t("**A strong player's choice**: {what}", what=move_effect_sentence(session, best_move))
    return "\n".join([recommendation, reason_line(hint), *revenue_gain_lines(session, best_move)])


def alternatives_line(session: TurnSession, hint: ComputerDecision) -> str:
    """Return a line of subtext with at most three other moves that were compared for the hint; "" if none.

    ``hint`` must have a move.
    """
    best_move, *_ = hint.moves
    alternatives = [
        move_effect_sentence(session, move).removesuffix(".") for move, _ in hint.weighed if move != best_move
    ]
    if not alternatives:
        return ""
    return t("-# Also weighed: {others}", others=" · ".join(dict.fromkeys(alternatives[:MAX_ALTERNATIVES])))


def reason_line(hint: ComputerDecision) -> str:
    """Return a line of subtext with the computer player's reason for its hint, cut to 300 characters."""
    return f"-# {escape_and_shorten(translated(hint.reason), 300)}"


def revenue_gain_lines(session: TurnSession, move: Move, *, names_best_lay: bool = True) -> list[str]:
    """Return a list with one line on how much a suggested tile lay would add to this turn's best run.

    With ``names_best_lay``, the line also names the tile lay with the greatest gain, if it is another one. []
    for other moves, and if `search_revenue_gains` has not found the gains yet.
    """
    kind, args = move
    gains = revenue_gains_of(session, kind) if {HEX, *LAY_FIELDS} <= args.keys() else None
    if gains is None:
        return []
    positive_gains = {lay: gain for lay, gain in gains.by_lay.items() if gain > 0}
    tile_field, rotation_field = LAY_FIELDS
    gain = gains.by_lay.get((str(args[HEX]), str(args[tile_field]), str(args[rotation_field])))
    best_lay = max(positive_gains, key=lambda lay: positive_gains[lay], default=None)
    if gain is None:
        return []
    money, text = session.view.money, t("The best run of this turn does not grow by it.")
    if gain > 0:
        text = t("It adds {money} to the best run of this turn.", money=money(gain))
    if not names_best_lay or best_lay is None or positive_gains[best_lay] <= gain:
        return [f"-# {text}"]
    other_lay_text = t(
        "A lay on {where} would add {money} now; the advice looks farther ahead.",
        where=escape(hex_name(session.view, best_lay[0])), money=money(positive_gains[best_lay]),
    )  # fmt: skip
    return [f"-# {text} {other_lay_text}"]


def move_effect_sentence(session: TurnSession, move: Move) -> str:
    """Return a sentence for a hint that says what the suggested move would do, cut to 160 characters.

    If the move is not legal, or if there is nothing to say, return the label of its kind.
    """
    kind, args = move
    preview = words.find_preview(session.game, Action(kind, session.seat, dict(args)))
    lines = words.preview_lines(session.game, preview) if preview is not None else []
    label = next(
        (
            legal_move.label
            for legal_move in legal_move_kinds(session.game, session.seat)
            if legal_move.kind == kind
        ),
        kind,
    )
    return shorten_line(lines[0]) if lines else translated(label)


def shorten_line(text: str) -> str:
    """Return a line of a hint, cut to 160 characters; " …" ends a line that is cut."""
    return text if len(text) <= MAX_LINE_LENGTH else f"{text[: MAX_LINE_LENGTH - 2]} …"
