"""What a computer player advises on a page of a turn: found in a worker, told as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.markdown import escape, escape_and_shorten
from bot.computers.choose import ComputerChoice, Move
from bot.games.engine_answers import legal_move_kinds
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
"""The most alternatives in a hint, and the most characters of each."""


async def draw_tile_lays(
    session: TurnSession, moves: Sequence[Move], letters: Sequence[str], target_hexes: Sequence[Sequence[str]]
) -> list[DrawnPicture]:
    """Draw a map for each advised tile lay among ``moves``; the new tile is marked with the move's letter.

    A move is a pair: its kind and its values by field. ``letters`` and ``target_hexes`` have an entry for
    each move; the latter are the hexes towards which its track leads, which its map shows, too. Moves that
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


def hint_text(session: TurnSession, hint: ComputerChoice) -> str:
    """Return the text of the hint on a turn page: the move that a computer advises, why, and alternatives.

    For a tile lay, a line tells its revenue gain. At most three alternatives are named. ``choice`` must have
    a move; if it has several, only the first is told.
    """
    best_move, *_ = hint.moves
    alternatives = [
        move_effect_sentence(session, move).removesuffix(".") for move, _ in hint.weighed if move != best_move
    ]
    reason_lines = [reason_line(hint), *revenue_gain_lines(session, best_move)]
    recommendation = t("**A strong player's choice**: {what}", what=move_effect_sentence(session, best_move))
    alternatives_line = (
        [t("-# Also weighed: {others}", others=" · ".join(dict.fromkeys(alternatives[:MAX_ALTERNATIVES])))]
        if alternatives
        else []
    )
    return "\n".join([recommendation, *reason_lines, *alternatives_line])


def reason_line(hint: ComputerChoice) -> str:
    """Return a line of small text with the computer's reason for its advice, cut to 300 characters."""
    return f"-# {escape_and_shorten(translated(hint.reason), 300)}"


def revenue_gain_lines(session: TurnSession, move: Move, *, compares: bool = True) -> list[str]:
    """Return in a list a line on the revenue gain of an advised tile lay: what it adds to the best run now.

    With ``compares``, the line also names the lay with the greatest gain, if that is another one. [] for
    other moves, and if the lay's gain is not known: `search_revenue_gains` finds the gains before.
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
    if not compares or best_lay is None or positive_gains[best_lay] <= gain:
        return [f"-# {text}"]
    other_lay_text = t(
        "A lay on {where} would add {money} now; the advice looks farther ahead.",
        where=escape(hex_name(session.view, best_lay[0])), money=money(positive_gains[best_lay]),
    )  # fmt: skip
    return [f"-# {text} {other_lay_text}"]


def move_effect_sentence(session: TurnSession, move: Move) -> str:
    """Return the sentence of a hint on what an advised move would do, cut to 160 characters.

    If the move is not legal, or nothing can be told, it is the label of its kind.
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
