"""What a tutorial teaches on a turn page: its step, the moves that it suggests, and what the picture shows.

The texts are the title's (`TitleData.lessons`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.cards.past_turns import record_number_before_turn
from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.computers.choose import ComputerDecision, Move
from bot.computers.hints import is_tutorial
from bot.turn.help.hint_texts import move_effect_sentence, reason_line, revenue_gain_lines
from bot.turn.session import words
from bot.turn.session.draft import LAY_FIELDS
from bot.turn.session.session import TurnSession
from bot.words import join_and, t, translated
from engine import Action
from engine.api.course import worth
from engine.api.leads import neighbours_joined, stops_ahead
from engine.api.moves import DIVIDEND, HEX, PAR
from engine.api.stories import CursorMoved
from engine.api.table import company_steps, hex_name
from engine.message import in_words

MOVE_LETTERS = "XY"
"""The names of the moves between which a player chooses. The stops of a run have letters from A on."""

MIN_LETTERS = 2
"""The minimum length of a company's id; shorter ids cannot be distinguished from words."""

MAX_EXPLAINED_PICTURES = 2
"""The number of moves in a step after which its picture is no longer explained to the player."""


def tutorial_step_text(session: TurnSession) -> str:
    """Return what a tutorial explains about the current step: another text after each move made in it.

    If the title has no lessons for the step, return the tip about it, if there is one. "" once all texts have
    been shown, and if the player is not to act.
    """
    next_decision, data = session.next_decision, session.game.title.data
    if next_decision is None or not session.is_to_act:
        return ""
    texts = data.lessons.steps.get(next_decision.step)
    if texts is None:
        text = data.guide.get(next_decision.step, "")
    else:
        moves_made = _count_moves_in_step(session, next_decision.step)
        text = texts[moves_made] if moves_made < len(texts) else ""
    return f"💡 {escape(translated(text))}" if text else ""


def picture_explanation(session: TurnSession, moves: Sequence[Move]) -> str:
    """Return what a tutorial explains about the picture of the current step, as subtext; "" if nothing.

    The result is also "" once the player has made two moves in this step. ``moves`` are those that the page
    offers; for some kinds of moves a sentence is added.
    """
    next_decision, lessons = session.next_decision, session.game.title.data.lessons
    explanation = lessons.pictures.get(next_decision.step, "") if next_decision is not None else ""
    if (
        next_decision is None
        or not explanation
        or _count_moves_in_step(session, next_decision.step) >= MAX_EXPLAINED_PICTURES
    ):
        return ""
    texts = [explanation, *dict.fromkeys(lessons.proposals.get(kind, "") for kind, _ in moves)]
    return f"-# {' '.join(escape(translated(text)) for text in texts if text)}"


def skipped_steps_text(session: TurnSession) -> str:
    """Return a tutorial's subtext on the steps that were skipped since the last move: a line for each.

    A line gives the reason. Steps that were skipped in an earlier turn of the player's companies are left
    out, and so are those for which the title gives no reason. "" if none is left, if no company acts, and
    while the game waits for a forced decision.
    """
    names, current_step = company_steps(session.view), session.view.cursor.step
    if current_step not in names or session.view.state.pending:
        return ""
    records = [
        record
        for record in session.game.active_records
        if record.number > record_number_before_turn(session.game)
    ]
    events = records[-1].events if records else ()
    last_step = next((event.before.step for event in events if isinstance(event, CursorMoved)), current_step)
    first_index = names.index(last_step) + 1 if records and last_step in names else 0
    reasons, known_steps = session.game.title.data.lessons.skipped, _steps_skipped_before(session)
    return "\n".join(
        t(
            "-# Skipped: **{step}**. {reason}",
            step=translated(in_words(name)),
            reason=translated(reasons[name]),
        )
        for name in names[first_index : names.index(current_step)]
        if name in reasons and name not in known_steps
    )


def _steps_skipped_before(session: TurnSession) -> set[str]:
    """Return the steps (names) that were skipped in earlier turns of companies that the player presides over.

    A step was skipped if one record of the log both began and ended it, so that nobody acted in it.
    """
    start, skipped_steps, current = record_number_before_turn(session.game), set[str](), session.view.cursor
    for record in session.game.active_records:
        cursor_moves = [event for event in record.events if isinstance(event, CursorMoved)]
        cursors = [cursor_move.before for cursor_move in cursor_moves[1:]] if record.number <= start else []
        skipped_steps.update(
            cursor.step
            for cursor in cursors
            if cursor.actor and not cursor.same_turn(current) and _is_president_of(session, cursor.actor)
        )
    return skipped_steps


def _is_president_of(session: TurnSession, actor: str) -> bool:
    """Return True if the player is president of ``actor``, a company; False for the id of a player."""
    return actor in session.view.state.companies and session.view.president(actor) == session.seat


def worth_and_revenue_text(session: TurnSession) -> str:
    """Return as subtext what each player is worth and the last revenue of each company.

    The text is for the stock rounds of a tutorial; "" in a company's turn, and before any company has run.
    """
    view, money = session.view, session.view.money
    revenues = [
        f"{escape(company)} {money(record.last_revenue)}"
        for company, record in view.state.companies.items()
        if record.last_revenue is not None
    ]
    if session.company is not None or not revenues:
        return ""
    totals = {seat: sum(asset.value for asset in worth(session.game, seat)) for seat in view.seats}
    worth_texts = [
        f"{escape(view.name(seat))} {money(totals[seat])}"
        for seat in sorted(view.seats, key=lambda seat_id: -totals[seat_id])
    ]
    return "\n".join(
        (
            t(
                "-# Worth (cash, shares at market price, private companies at face value): {list}",
                list=" · ".join(worth_texts),
            ),
            t("-# Last income of the companies: {list}", list=" · ".join(revenues)),
        )
    )


def lessons_learnt_text(session: TurnSession) -> str:
    """Return what a player of a tutorial has learnt: a Markdown list with a heading; "" without lessons."""
    texts = session.game.title.data.lessons.learnt
    lines = [f"- {translated(text)}" for text in texts]
    return "\n".join([t("### What you have learnt"), *lines]) if lines else ""


def shown_moves(session: TurnSession, hint: ComputerDecision) -> list[Move]:
    """Return the one or two moves that a tutorial's page offers to the player, the suggested one first.

    Only the suggested move is returned if the page would say the same of both. ``hint`` is the hint of the
    computer player.
    """
    moves = suggested_moves(session, hint)
    effects = [_effect_lines(session, move) for move in moves]
    return moves[:1] if effects[0] and effects[0] == effects[-1] else moves


def suggested_moves(session: TurnSession, hint: ComputerDecision) -> list[Move]:
    """Return the move that a computer player suggests in a tutorial, and one, if any, to compare with it.

    ``hint`` has the suggested move first in ``moves`` and the evaluated moves, best first, in ``weighed``. A
    second move is returned only if the title's lessons compare moves of this kind and another one was
    evaluated. It is the next best, but for a par price the worst, so that the prices differ.
    """
    best_move = hint.moves[0]
    kind = best_move[0]
    if kind not in session.game.title.data.lessons.choices:
        return [best_move]
    others = [move for move, _ in hint.weighed if move[0] == kind and move != best_move]
    return [best_move, *(others[-1:] if kind == PAR else others[:1])]


def suggested_move_lines(session: TurnSession, hint: ComputerDecision, moves: Sequence[Move]) -> list[str]:
    """Return the lines of a tutorial's page on the ``moves`` that it offers, with what each would do.

    ``moves`` are one or two. After a single move follows the computer player's reason. If there are two
    moves, the first line explains the choice between them, the last line says that a strong player would take
    the first move, and why.
    """
    if len(moves) == 1:
        text = t("👉 **Try this**: {move}", move=_suggested_move_text(session, moves[0]))
        lines_on_stops = _stops_ahead_lines(session, moves[0]) if _lays_tile(moves[0]) else []
        return [text, *lines_on_stops, reason_line(hint), *revenue_gain_lines(session, moves[0])]
    about = session.game.title.data.lessons.choices[moves[0][0]]
    lines = [t("👉 **You choose.** {about}", about=escape(translated(about)))]
    for letter, move in zip(MOVE_LETTERS, moves, strict=False):
        lines += [f"**{letter}**: {_suggested_move_text(session, move)}", *_effect_lines(session, move)]
    preference = t("-# A strong player would take {letter} here.", letter=MOVE_LETTERS[0])
    return [*lines, f"{preference} {reason_line(hint).removeprefix('-# ')}"]


def add_company_names(session: TurnSession, builder: PageBuilder) -> None:
    """Add to a page of a tutorial the name of each company, after the first mention of its id.

    Headings are left alone, and so are companies whose name is on the page already. Does nothing if the game
    is no tutorial.
    """
    if is_tutorial(session.info):
        for part in (builder.texts, builder.captions, builder.texts_below_pictures):
            page_texts = [*builder.texts, *builder.captions, *builder.texts_below_pictures]
            part[:] = _with_company_names(session, part, page_texts)


def _with_company_names(session: TurnSession, texts: Sequence[str], page_texts: Sequence[str]) -> list[str]:
    """Return ``texts`` of a tutorial's page, with each company's name in brackets at the first mention.

    The name follows the company's id; if brackets follow there already, the name is put into them. Companies
    that ``page_texts`` name already are left out, and so are those whose id is a single letter or their name.
    Headings do not count as a mention.
    """
    new_texts = list(texts)
    for company, spec in session.game.title.data.companies.items():
        name = escape(spec.name)
        if len(company) < MIN_LETTERS or spec.name == company or any(name in text for text in page_texts):
            continue
        for index, text in enumerate(new_texts):
            if not text.startswith("## ") and (match := _company_id_pattern(company).search(text)):
                before, after = text[: match.end()], text[match.end() :]
                after = f", {after[2:]}" if after.startswith(" (") else f"){after}"
                new_texts[index] = f"{before} ({name}{after}"
                break
    return new_texts


@lru_cache(maxsize=256)
def _company_id_pattern(company: str) -> re.Pattern[str]:
    """Return the regular expression that finds a company's id as a whole word of a tutorial's page.

    Bold markers (``**``) around the id belong to the match.
    """
    return re.compile(rf"(\*\*)?(?<![\w&/]){re.escape(escape(company))}(?![\w&/])(\*\*)?")


def target_hexes(session: TurnSession, move: Move) -> list[str]:
    """Return the hexes of the stops towards which the track of a tile lay leads; [] for other moves."""
    return list(_stops_ahead(session, move)) if _lays_tile(move) else []


def _suggested_move_text(session: TurnSession, move: Move) -> str:
    """Return a tutorial's sentence on a suggested move.

    For a legal tile lay, it names the places that the track reaches; a second sentence gives the cost, if
    any. Any other move gets the text of `move_effect_sentence`.
    """
    kind, args = move
    preview = words.find_preview(session.game, Action(kind, session.seat, dict(args)))
    company = session.company
    if set(args) != {HEX, *LAY_FIELDS} or preview is None or company is None:
        return move_effect_sentence(session, move)
    view, (tile, rotation) = session.view, (str(args[name]) for name in LAY_FIELDS)
    cost = view.cash(company) - preview.cash[company]
    places = neighbours_joined(view, str(args[HEX]), tile, int(rotation))
    text = t(
        "{company} lays tile {tile} on {where}, with track to {places}.",
        company=escape(company),
        tile=tile,
        where=escape(hex_name(view, str(args[HEX]))),
        places=join_and([escape(place) for place in places]),
    )
    return " ".join([text, *([t("It costs {money}.", money=view.money(cost))] if cost > 0 else [])])


def _lays_tile(move: Move) -> bool:
    """Return True if a move lays a tile: its arguments have a hex, a tile and a rotation."""
    return {HEX, *LAY_FIELDS} <= move[1].keys()


def _stops_ahead(session: TurnSession, move: Move) -> dict[str, str]:
    """Return the names of the stops towards which the track of a tile lay leads, by hex; {} if none.

    The move must lay a tile.
    """
    tile, rotation = (str(move[1][name]) for name in LAY_FIELDS)
    return stops_ahead(session.view, session.company or "", str(move[1][HEX]), tile, int(rotation))


def _effect_lines(session: TurnSession, move: Move) -> list[str]:
    """Return a list with the line of a tutorial's page on what a suggested move would change.

    For a dividend these are cash and share price, for a tile lay where its track leads and its revenue gain.
    [] for other moves, and for tile lays about which there is nothing to say.
    """
    kind, args = move
    if _lays_tile(move):
        lines = [*_stops_ahead_lines(session, move), *revenue_gain_lines(session, move, names_best_lay=False)]
        return [f"-# {' '.join(line.removeprefix('-# ') for line in lines)}"] if lines else []
    if kind != DIVIDEND:
        return []
    return [f"-# {words.effect_line(session.game, Action(kind, session.seat, dict(args)))}"]


def _stops_ahead_lines(session: TurnSession, move: Move) -> list[str]:
    """Return a list with a tutorial's line on the stops to which a tile lay's track leads; [] if none.

    The move must lay a tile. Neighbouring hexes that the track joins are left out, since the sentence on the
    move names them.
    """
    tile, rotation = (str(move[1][name]) for name in LAY_FIELDS)
    joined_places = neighbours_joined(session.view, str(move[1][HEX]), tile, int(rotation))
    places = [place for place in _stops_ahead(session, move).values() if place not in joined_places]
    if not places:
        return []
    return [t("-# Its track leads towards {places}.", places=join_and([escape(place) for place in places]))]


def _count_moves_in_step(session: TurnSession, step_name: str) -> int:
    """Return how many moves the player has made in steps of this name, without undone ones."""
    count, step = 0, ""
    for record in session.game.active_records:
        count += record.by == session.seat and step == step_name
        steps = [event.after.step for event in record.events if isinstance(event, CursorMoved)]
        step = steps[-1] if steps else step
    return count
