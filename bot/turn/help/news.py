"""What has happened to a player since their last move, for the top of their turn page.

In all games this is the dividends that the player received. A tutorial also describes the player's move and
those of the others, names the rounds that began, and explains why a share price fell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.cards.dividends import dividends_by_seat, dividends_of_seat, received_dividend_before
from bot.cards.lines import turns_as_text
from bot.cards.past_turns import Turn, record_number_before_turn, turns_after
from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.computers.hints import is_tutorial
from bot.games.outcome import Outcome
from bot.turn.session import words
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine.api.moves import BUY_SHARE, PAR
from engine.api.stories import CursorMoved, EventKind, Said
from engine.message import in_words

MAX_OTHER_LINES, LINE_LENGTH = 4, 120
"""The maximum number of lines on the moves of others before or in a round, and their average length."""

KINDS_IN_PICTURES = (EventKind.TILE, EventKind.TOKEN, EventKind.PRICE)
"""The kinds of events in the turns of others that only pictures show."""

NO_INCOME_KEY = "no_income"
"""The stored key of the log line that a company has no revenue."""


def dividend_text(session: TurnSession, outcome: Outcome) -> str:
    """Return the sentence on the dividends that the moves of ``outcome`` brought the player; "" if none.

    A tutorial adds an explanation to the player's first dividends.
    """
    amount = dividends_of_seat(session.game, outcome.record_numbers, session.seat)
    if not amount:
        return ""
    money = session.view.money(amount)
    text = t("💰 **You receive {money} in dividends.**", money=money)
    if is_tutorial(session.info) and not received_dividend_before(
        session.game, min(outcome.record_numbers), session.seat
    ):
        text += " " + t("That is your first: your part, as a shareholder, of what the trains have earned.")
    return text


def is_first_dividend(session: TurnSession, outcome: Outcome) -> bool:
    """Return True if the moves of ``outcome`` brought the player dividends for the first time.

    Only dividends from the player's own moves are counted.
    """
    game, seat = session.game, session.seat
    if not outcome.record_numbers or not dividends_of_seat(game, outcome.record_numbers, seat):
        return False
    earlier_records = [
        record.number
        for record in game.active_records
        if record.by == seat and record.number < min(outcome.record_numbers)
    ]
    return not dividends_of_seat(game, earlier_records, seat)


def result_text(session: TurnSession, max_lines: int) -> str:
    """Return what the member's last request has done, as text for the top of their turn page.

    At most ``max_lines`` lines describe it; a tutorial adds one on why a share price fell. "" if the last
    request had no result to show.
    """
    lines = [f"✔ {escape(line)}" for line in session.result_lines[:max_lines]]
    return "\n".join(filter(None, [*lines, share_price_drop_text(session) if lines else ""]))


def add_news(session: TurnSession, builder: PageBuilder, *, is_before_choice: bool) -> None:
    """Add to the top of a turn page the session's notice and what the member has just done.

    If there is neither, a tutorial describes what has happened since the player's last move: to the player at
    the top, to the others below the pictures. It does not once the player has begun to choose the next move
    (``is_before_choice`` is False).
    """
    if session.result_lines:
        builder.texts.insert(0, result_text(session, words.MAX_TURN_LINES))
    elif not session.notice and is_before_choice:
        session.notice = tutorial_recap_text(session)
        builder.texts_below_pictures.insert(0, other_players_turns_text(session))
    if session.notice:
        builder.texts.insert(0, session.notice)


def tutorial_recap_text(session: TurnSession) -> str:
    """Return what a player of a tutorial did last and what has happened to them since, for their turn page.

    It describes the player's move, why a share price fell, the round that began, and what the player's
    private companies and the companies of others paid. "" if the player has not moved yet or is not to act,
    and if the game is no tutorial.
    """
    own_record_number = _number_of_last_own_record(session)
    if not is_tutorial(session.info) or not session.is_to_act or not own_record_number:
        return ""
    past_turns = turns_after(session.game, own_record_number - 1)
    news = [*_own_move_lines(session, past_turns, own_record_number), share_price_drop_text(session)]
    round_index = _index_of_last_turn_with_new_round(past_turns)
    news += [line for turn in past_turns[:round_index] for line in _income_lines(session, turn)]
    if round_index is not None:
        news += [_new_round_text(session, past_turns[round_index].begun_round)]
        news += [line for turn in past_turns[round_index:] for line in _income_lines(session, turn)]
    return "\n".join(filter(None, news))


def other_players_turns_text(session: TurnSession) -> str:
    """Return what the other players have done since the player's last move, as subtext for a tutorial's page.

    Each of their turns has a line; the name of a round that began is put between them. "" if they did
    nothing, if the player has not moved yet or is not to act, and if the game is no tutorial.
    """
    own_record_number = _number_of_last_own_record(session)
    if not is_tutorial(session.info) or not session.is_to_act or not own_record_number:
        return ""
    past_turns = turns_after(session.game, own_record_number - 1)
    round_index = _index_of_last_turn_with_new_round(past_turns)
    before = _other_turns_text(session, past_turns[:round_index])
    after = "" if round_index is None else _other_turns_text(session, past_turns[round_index + 1 :])
    if not before and not after:
        return ""
    round_line = "" if round_index is None else f"-# **{past_turns[round_index].begun_round}**"
    lines = [before, round_line if after else "", after]
    return "\n".join([t("-# Since your last move:"), *filter(None, lines)])


def _index_of_last_turn_with_new_round(past_turns: Sequence[Turn]) -> int | None:
    """Return the index (from 0) of the last of these turns in which a round began; None if none began."""
    return max((index for index, turn in enumerate(past_turns) if turn.begun_round), default=None)


def _number_of_last_own_record(session: TurnSession) -> int:
    """Return the number of the player's last record, with which the turn page's news begin; 0 if none."""
    return next(
        (record.number for record in reversed(session.game.active_records) if record.by == session.seat), 0
    )


def _own_move_lines(session: TurnSession, past_turns: Sequence[Turn], own_record_number: int) -> list[str]:
    """Return the lines of a tutorial's news on the player's last move, with which ``past_turns`` begin.

    ``own_record_number`` is the move's number in the log. A move that bought a share has a sentence on how
    much of the company the player holds; payments are left out. If the turn cards have no line for the move,
    it only ended a step or the turn, and the line returned says so.
    """
    first_turn = past_turns[0] if past_turns else None
    lines = (
        first_turn.lines if first_turn is not None and first_turn.first_record == own_record_number else []
    )
    texts = [f"✔ {escape(line.text)}" for line in lines if line.kind is not EventKind.PAID]
    texts[:1] = [
        " ".join(filter(None, [text, _holding_text(session, own_record_number)])) for text in texts[:1]
    ]
    return texts or [f"✔ {_ended_step_text(session, own_record_number)}"]


def _holding_text(session: TurnSession, own_record_number: int) -> str:
    """Return a tutorial's sentence on what percentage of a company the player holds after buying a share.

    ``own_record_number`` is the number of the player's last move in the log. "" if this move neither bought a
    share nor set a par price.
    """
    action = session.game.log[own_record_number - 1].action
    if action is None or action.kind not in (PAR, BUY_SHARE):
        return ""
    company = str(action.args["company"])
    percent = session.view.percent(session.seat, company)
    return t("You now hold {percent} % of it.", percent=percent)


def _ended_step_text(session: TurnSession, own_record_number: int) -> str:
    """Return a tutorial's sentence on what the player's last move has ended: a step of the turn, or the turn.

    ``own_record_number`` is the number of that move in the log.
    """
    if own_record_number <= record_number_before_turn(session.game):
        return t("You have ended your turn.")
    events = session.game.log[own_record_number - 1].events
    step = next((event.before.step for event in events if isinstance(event, CursorMoved)), "")
    return t("You have ended the step **{step}**; your turn goes on.", step=translated(in_words(step)))


def _other_turns_text(session: TurnSession, past_turns: Sequence[Turn]) -> str:
    """Return the part of a tutorial's news on what the others did, as subtext, one line for each turn.

    Tiles, tokens and share prices are left out, since pictures show them. If there are too many turns, the
    oldest are summed up. "" if the others did nothing.
    """
    other_turns = [
        replace(turn, lines=[line for line in turn.lines if line.kind not in KINDS_IN_PICTURES])
        for turn in past_turns
        if turn.has_decision and turn.player and turn.player != session.seat
    ]
    other_turns = [turn for turn in other_turns if turn.lines]
    return turns_as_text(other_turns, MAX_OTHER_LINES, MAX_OTHER_LINES * LINE_LENGTH) if other_turns else ""


def _new_round_text(session: TurnSession, round_name: str) -> str:
    """Return the line of a tutorial's news that a round has begun, and what is done in it."""
    meaning = (
        t("The companies act, one after the other.")
        if session.company is not None
        else t("The players buy and sell shares.")
    )
    return f"{t('🚂 **{round} begins.**', round=round_name)} {meaning}"


def _income_lines(session: TurnSession, turn: Turn) -> Iterator[str]:
    """Yield the lines of a tutorial's news on what happened in a turn that brought the player money.

    The money is revenue of the player's private companies, and dividends from another player's turn. Nothing
    is yielded if the player received none.
    """
    seat, money = session.seat, session.view.money
    for line in turn.lines:
        if line.kind is EventKind.PAID and line.values.get("player") == seat and "private" in line.values:
            name, amount = session.view.spec(str(line.values["private"])).name, line.values["amount"]
            yield t(
                "💴 Your private company {private} pays you {money}.",
                private=escape(name), money=money(amount),
            )  # fmt: skip
        elif turn.player != seat and (amount := dividends_by_seat([line], [seat]).get(seat, 0)):
            yield t("💰 {line} You receive {money}.", line=escape(line.text), money=money(amount))


def share_price_drop_text(session: TurnSession) -> str:
    """Return a tutorial's explanation of a share price that fell right after the player's last move.

    The price fell only because no train of the company ran, without a decision of the player. The text is
    subtext; it is "" if no price fell for this reason, if the game is no tutorial, and if the player has not
    moved yet.
    """
    own_record_number = _number_of_last_own_record(session)
    if not is_tutorial(session.info) or not own_record_number:
        return ""
    events = session.game.log[own_record_number - 1].events
    companies = [
        str(event.params["company"])
        for event in events
        if isinstance(event, Said) and event.key == NO_INCOME_KEY
    ]
    if not companies:
        return ""
    text = t("-# No train ran, so there is no dividend, and the share price falls by one space.")
    if session.view.trains(companies[0]):
        return text
    return f"{text} " + t("That is usual in a company's first round: it buys its first train only now.")
