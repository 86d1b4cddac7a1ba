"""The vote on undoing moves: all players whose moves are undone must agree, and any new move ends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from bot.cards.lines import turns_as_text
from bot.cards.past_turns import turns_after
from bot.cards.texts import card_heading, seat_label
from bot.chat.frame import SUCCESS
from bot.chat.markdown import escape
from bot.games.changes import LoadedGame
from bot.games.moves import ORIGIN_VOTE, MakeRecords, apply_and_record, find_seat
from bot.games.outcome import Outcome
from bot.post.message import PostContext
from bot.store import game_rows
from bot.store.game_rows import GameInfo
from bot.votes.kinds import (
    VOTE_KINDS,
    DecidedVote,
    VoteContext,
    VoteKind,
    VoteOption,
    constant_text,
    user_id_in_ballot,
    vote_with_ballot,
)
from bot.votes.rows import GAME_MOVED_ON, UNDO_VOTE, Vote
from bot.words import msg, t, t_lazy, tn
from engine import Game, Record, game_at

YES, NO = "yes", "no"
AGREED, DECIDED, REFUSED, WITHDRAWN = "agreed", "decided", "refused", "withdrawn"
"""Results; the id of the user whose ballot caused the result follows after a colon."""

RESULT_LINES = {
    AGREED: msg("Everybody asked has agreed: the moves are taken back."),
    DECIDED: msg("{who} has decided it as the game master: the moves are taken back."),
    REFUSED: msg("{who} refused: the moves stay."),
    WITHDRAWN: msg("{who} has withdrawn the question: the moves stay."),
    GAME_MOVED_ON: msg("The game has moved on: the moves stay."),
}
CONFIRMATIONS = {YES: msg("You agreed; the card shows who is still asked."), NO: msg("The moves stay.")}
REFUSAL_NOTE = msg(
    "-# A refusal ends the vote, and so does any move. The owner or a game master may decide it."
)


def undo_function(last_kept_number: int) -> MakeRecords:
    """Return a function that undoes all records of a game's log after number ``last_kept_number``.

    The function gets the game and the id of the seat that undoes, and returns a list with the record of the
    undo. It raises Refused if that number is not of an active record, or if no record comes after it.
    """
    return lambda game, seat: [game.undo(seat, last_kept_number)]


def _undo_moves(decided: DecidedVote) -> Outcome:
    """Carry out an undo vote that has passed, in the name of the member who requested it; return the outcome.

    If the owner or a game master has decided the vote, an entry is added to the game's audit. The outcome is
    "stale" if the game has moved on since the vote was opened. Raises Refused if the engine refuses the undo.
    """
    loaded, vote, user_id = decided.loaded, decided.vote, decided.decider_id
    last_kept_number = vote.body["to"]
    if decided.result != AGREED:
        detail = str(t_lazy("took back everything after move {to}", to=last_kept_number))
        audit = partial(
            game_rows.store_audit_entry,
            game_id=loaded.info.id,
            user_id=user_id,
            action="undo_to",
            detail=detail,
        )
        decided.changes.game_info_statements.append(audit)
    requester_id = vote.requester_id or user_id
    return apply_and_record(
        loaded,
        decided.changes,
        undo_function(last_kept_number),
        vote.seat,
        revision=vote.revision,
        user_id=requester_id,
        origin=ORIGIN_VOTE,
    )


def _leave_moves(decided: DecidedVote) -> Outcome:
    """Leave the moves as they are after a refused undo vote; return an ok outcome with the code "stay"."""
    return Outcome("ok", code="stay")


def _undo_options() -> Iterator[VoteOption]:
    """Yield the two options of the undo vote: agree and refuse."""
    yes, no = constant_text(msg("Agree")), constant_text(msg("Refuse"))
    agreed = constant_text(msg("Everybody asked has agreed: the moves are taken back."))
    yield VoteOption(YES, yes, yes, agreed, _undo_moves, SUCCESS)
    yield VoteOption(NO, no, no, constant_text(msg("The moves stay.")), _leave_moves)


_UNDO_OPTIONS = tuple(_undo_options())


class UndoVote(VoteKind):
    """The undo vote: whether all records after a record are undone.

    The vote's ``body`` has ``to``, the number of the last record that stays, and ``needed``, the ids of the
    seats that must agree. The vote ends as soon as the game has another revision.
    """

    duration = None
    comes_first = True

    @property
    def options(self) -> Iterable[VoteOption]:
        """Return the two options of the undo vote: agree and refuse."""
        return _UNDO_OPTIONS

    def question(self, context: VoteContext) -> list[str]:
        """Return the four texts of an undo vote: who requests what, the state afterwards, cash, and moves.

        The text on cash is "" if nobody's cash would change. ``context.game`` is the game before the undo.
        """
        info, game, vote = context.info, context.game, context.vote
        undone_records = [record for record in game.active_records if record.number > vote.body["to"]]
        header, *texts = undo_vote_texts(info, game, vote.body["to"], undone_records)
        return [t("{who} asks:", who=_mention(vote.requester_id or 0)) + f"\n{header}", *texts]

    def short_question(self, context: VoteContext) -> str:
        """Return the question of an undo vote in a sentence, with the number of records to be undone.

        It is shown on the private turn page of a voter.
        """
        count = sum(record.number > context.vote.body["to"] for record in context.game.active_records)
        name = escape(context.game.view.name(context.vote.seat))
        sentence = tn(
            "{name} asks to take back {count} move, of yours: the card of the vote says more.",
            "{name} asks to take back {count} moves, of yours, too: the card of the vote says more.",
            count, name=name,
        )  # fmt: skip
        return f"### {sentence}"

    def voter_ids(self, info: GameInfo, vote: Vote) -> list[int]:
        """Return the Discord ids of the users who may vote on the undo: those of seats yet to agree.

        They are the holders and the proxies of these seats; [] if nobody holds or plays them.
        """
        undecided = set(seats_yet_to_agree(info, vote))
        user_ids = [*(seat.user_id for seat in info.seats), *info.proxies.values()]
        return [
            user_id
            for user_id in dict.fromkeys(user_ids)
            if user_id is not None and undecided & set(info.seats_played_by(user_id))
        ]

    def refusal_text(self, loaded: LoadedGame, vote: Vote) -> str:
        """Return the sentence for a member who may not vote on the undo; it names the players who may."""
        names = join_seat_names(loaded.info, seats_yet_to_agree(loaded.info, vote))
        return t("Asked are {names}, or the game master.", names=names)

    def voting_refusal(self, loaded: LoadedGame) -> Outcome | None:
        """Return an Outcome that is not ok if the game is paused, has not started or was ended by hand.

        Return None if voting on the undo is possible, as in a game that has ended by its rules.
        """
        seat_or_outcome = find_seat(loaded, 0, accept_ended=True)
        return (
            seat_or_outcome
            if isinstance(seat_or_outcome, Outcome) and seat_or_outcome.kind != "not_seated"
            else None
        )

    def may_decide_alone(
        self, info: GameInfo, vote: Vote, user_id: int, ballot: str, is_owner_or_game_master: bool
    ) -> bool:
        """Return True if a user who is not one of the voters may decide the undo vote with a single ballot.

        The owner and game masters may. The player who requested the undo may only withdraw it, with "no".
        """
        return is_owner_or_game_master or (user_id == vote.requester_id and ballot == NO)

    def result_after_ballot(self, info: GameInfo, vote: Vote, user_id: int, ballot: str) -> str:
        """Return the result of the undo vote once ``user_id`` casts ``ballot``; "" while the vote stays open.

        ``ballot`` is "yes" or "no". The result is "agreed" once all have agreed, else a word with ":" and the
        user's id: "withdrawn" for a "no" of the user who requested the undo, "refused" for any other "no",
        "decided" for a "yes" of a user who is not a voter (the owner or a game master).
        """
        if ballot == NO:
            return f"{WITHDRAWN if user_id == vote.requester_id else REFUSED}:{user_id}"
        if user_id not in self.voter_ids(info, vote):
            return f"{DECIDED}:{user_id}"
        return "" if seats_yet_to_agree(info, vote_with_ballot(vote, user_id, ballot)) else AGREED

    def carry_out(self, decided: DecidedVote) -> Outcome:
        """Undo the moves if the players have agreed or a game master has decided so; otherwise keep them.

        Return the outcome: "stale" if the game has moved on since the vote was opened. Raises Refused if the
        engine refuses the undo.
        """
        result = decided.result.partition(":")[0]
        return _undo_moves(decided) if result in (AGREED, DECIDED) else _leave_moves(decided)

    def is_settled(self, info: GameInfo, vote: Vote) -> bool:
        """Return True if the game has moved on from the revision at which the undo vote was opened.

        The vote must then be closed.
        """
        return info.revision != vote.revision

    async def users_to_ping(self, post: PostContext, vote: Vote) -> list[int]:
        """Return the Discord ids of the users who play the seats that must agree to the undo."""
        return post.user_ids_of_seats(vote.body["needed"])

    def status_text(self, context: VoteContext) -> str:
        """Return a text with a line for each seat that must agree to the undo: ✔ if it has agreed, or ⏳."""
        undecided = seats_yet_to_agree(context.info, context.vote)
        lines = (
            f"{'⏳' if seat in undecided else '✔'} {seat_label(context.info, seat)}"
            for seat in context.vote.body["needed"]
        )
        return t("Asked are") + "\n" + "\n".join(lines)

    def end_condition_text(self, context: VoteContext) -> str:
        """Return the line of subtext on what ends the undo vote: a refusal, a move or a game master."""
        return t(REFUSAL_NOTE)

    def result_lines(self, context: VoteContext) -> list[str]:
        """Return a list with the line about the result of a closed undo vote, with the user who caused it.

        Raises KeyError for an unknown result.
        """
        result = context.vote.result.partition(":")[0]
        return ["-# " + t(RESULT_LINES[result], who=_mention(user_id_in_ballot(context.vote.result)))]

    def confirmation(self, outcome: Outcome, ballot: str) -> str:
        """Return the private confirmation for a voter: the log's sentences on the undo if it was done.

        ``outcome`` is the outcome of casting the ballot. If the moves were not undone, the text says that the
        voter agreed or that the moves stay, by the ``ballot`` ("yes" or "no").
        """
        return " ".join(outcome.lines) or t(CONFIRMATIONS[ballot])


VOTE_KINDS.add(UNDO_VOTE)(UndoVote())


def seats_yet_to_agree(info: GameInfo, vote: Vote) -> list[str]:
    """Return the ids of the seats that have not agreed to the undo yet, in the order of the vote."""
    agreeing_seats = {
        seat for user_id, ballot in vote.ballots if ballot == YES for seat in info.seats_played_by(user_id)
    }
    return [seat for seat in vote.body["needed"] if seat not in agreeing_seats]


def join_seat_names(info: GameInfo, seats: Sequence[str]) -> str:
    """Return the names of the players of these seats (ids) for an undo vote, with "and" before the last.

    An unknown seat is named "the game master"; that is also the whole result if ``seats`` is empty.
    """
    names = [
        next(
            (seat_info.name for seat_info in info.seats if seat_info.id == seat),
            t("the game master"),
        )
        for seat in seats
    ]
    *first_names, last = names or [t("the game master")]
    return t("{names} and {last}", names=", ".join(first_names), last=last) if first_names else last


def _mention(user_id: int) -> str:
    """Return a user's mention for an undo vote; "Another member" for 0, a user whose data are deleted."""
    return f"<@{user_id}>" if user_id else t("Another member")


def undo_vote_texts(
    info: GameInfo, game: Game, last_kept_number: int, records: Sequence[Record]
) -> list[str]:
    """Return the four texts of an undo vote: question, the game state afterwards, cash, and moves by player.

    ``last_kept_number`` is the number of the last record that stays; ``records`` are the records to be
    undone. ``game`` is the game before the undo. The text on cash is "" if nobody's cash would change.
    """
    game_after_undo = game_at(game, last_kept_number)
    counts = Counter(game.view.name(record.by) for record in records if record.by)
    count_texts = ", ".join(f"{escape(name)} {count}" for name, count in counts.items())
    return [
        t("### Take back everything after move {to}?", to=last_kept_number),
        t(
            "Then it is {heading}.\nThe moves stay in the log, struck through; all are told.",
            heading=card_heading(info, game_after_undo, mention=False),
        ),
        _cash_changes_line(game, game_after_undo),
        t("Moves of {players}:", players=count_texts)
        + f"\n{turns_as_text(turns_after(game, last_kept_number, with_hidden_lines=True))}",
    ]


def _cash_changes_line(game: Game, game_after_undo: Game) -> str:
    """Return the line of an undo vote on whose cash the undo would change, each as "name before → after".

    Return "" if nobody's cash would change. ``game_after_undo`` is the game as the undo would leave it.
    """
    view, cash_after_undo = game.view, game_after_undo.view.cash
    holders = [*view.state.players, *(company.id for company in game_after_undo.view.companies())]
    cash_changes = [
        f"{escape(view.name(holder))} {view.money(view.cash(holder))} → {view.money(cash_after_undo(holder))}"
        for holder in holders
        if view.cash(holder) != cash_after_undo(holder)
    ]
    return t("Cash: {list}", list=" · ".join(cash_changes)) if cash_changes else ""
