"""The vote on undoing moves: all players whose moves are undone must agree, and any new move ends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from bot.cards.lines import lines_of
from bot.chat.figures import heading, plain, seat_label
from bot.chat.frame import GOOD
from bot.games.changes import LoadedGame
from bot.games.moves import VOTE, Step, find_seat, judge_and_record
from bot.games.outcome import Outcome
from bot.games.turns import turns
from bot.post.message import Post
from bot.store import game_rows
from bot.store.game_rows import GameInfo
from bot.votes.kinds import KINDS, Asked, Choice, Passing, VoteKind, member_in, plainly, with_ballot
from bot.votes.rows import MOVED, UNDO, Vote
from bot.words import later, msg, t, tn
from engine import Game, Record, game_at

YES, NO = "yes", "no"
AGREED, DECIDED, REFUSED, WITHDRAWN = "agreed", "decided", "refused", "withdrawn"
"""Results; whose ballot brought it about stands behind a colon."""

ENDS = {
    AGREED: msg("Everybody asked has agreed: the moves are taken back."),
    DECIDED: msg("{who} has decided it as the game master: the moves are taken back."),
    REFUSED: msg("{who} refused: the moves stay."),
    WITHDRAWN: msg("{who} has withdrawn the question: the moves stay."),
    MOVED: msg("The game has moved on: the moves stay."),
}
SAID = {YES: msg("You agreed; the card shows who is still asked."), NO: msg("The moves stay.")}
NOTE = msg("-# A refusal ends the vote, and so does any move. The owner or a game master may decide it.")


def back_to(to: int) -> Step:
    """Return the step that undoes all after record `to`."""
    return lambda game, chair: [game.undo(chair, to)]


def _take_back(passing: Passing) -> Outcome:
    """Undo the moves in the name of the member who asked; a game master's decision is announced."""
    loaded, vote, user = passing.loaded, passing.vote, passing.user
    to = vote.body["to"]
    if passing.won != AGREED:
        what = str(later("took back everything after move {to}", to=to))
        audit = partial(game_rows.audit, game=loaded.info.id, user=user, action="undo_to", detail=what)
        passing.changes.statements.append(audit)
    asker = vote.user or user
    return judge_and_record(
        loaded, passing.changes, back_to(to), vote.seat, rev=vote.rev, user=asker, via=VOTE
    )


def _stay(passing: Passing) -> Outcome:
    return Outcome("ok", code="stay")


def _choices() -> Iterator[Choice]:
    """Yield the choices of the vote: agree or refuse."""
    yes, no = plainly(msg("Agree")), plainly(msg("Refuse"))
    agreed = plainly(msg("Everybody asked has agreed: the moves are taken back."))
    yield Choice(YES, yes, yes, agreed, _take_back, GOOD)
    yield Choice(NO, no, no, plainly(msg("The moves stay.")), _stay)


_CHOICES = tuple(_choices())


class UndoVote(VoteKind):
    """Whether all after record ``to`` is taken back; ``needed`` are the seats whose moves that takes back.

    It is good for the revision at which it was asked, and for that alone.
    """

    lasts = None
    first = True

    @property
    def choices(self) -> Iterable[Choice]:
        """To agree, or to refuse."""
        return _CHOICES

    def question(self, asked: Asked) -> list[str]:
        """Return what it would mean."""
        info, game, vote = asked.info, asked.game, asked.vote
        back = [record for record in game.active if record.seq > vote.body["to"]]
        head, *texts = undone(info, game, vote.body["to"], back)
        return [t("{who} asks:", who=_user(vote.user or 0)) + f"\n{head}", *texts]

    def brief(self, asked: Asked) -> str:
        """Return how many moves."""
        back = sum(record.seq > asked.vote.body["to"] for record in asked.game.active)
        name = plain(asked.game.view.name(asked.vote.seat))
        told = tn(
            "{name} asks to take back {count} move, of yours: the card of the vote says more.",
            "{name} asks to take back {count} moves, of yours, too: the card of the vote says more.",
            back, name=name,
        )  # fmt: skip
        return f"### {told}"

    def voters(self, info: GameInfo, vote: Vote) -> list[int]:
        """Return the users who play or hold a seat that has not agreed yet."""
        left = set(open_for(info, vote))
        users = [*(s.user for s in info.seats), *info.proxies.values()]
        return [u for u in dict.fromkeys(users) if u is not None and left & set(info.seats_of(u))]

    def not_asked(self, loaded: LoadedGame, vote: Vote) -> str:
        """Return who is asked."""
        names = names_of(loaded.info, open_for(loaded.info, vote))
        return t("Asked are {names}, or the game master.", names=names)

    def why_not(self, loaded: LoadedGame) -> Outcome | None:
        """Moves of a paused game stay, and so do those of one that was ended by hand."""
        closed = find_seat(loaded, 0, even_ended=True)
        return closed if isinstance(closed, Outcome) and closed.kind != "not_seated" else None

    def decides(self, info: GameInfo, vote: Vote, user: int, choice: str, master: bool) -> bool:
        """Return a game master decides, also about his own question; whoever asked may withdraw it."""
        return master or (user == vote.user and choice == NO)

    def verdict(self, info: GameInfo, vote: Vote, user: int, choice: str) -> str:
        """Return all must agree, and one who does not ends it."""
        if choice == NO:
            return f"{WITHDRAWN if user == vote.user else REFUSED}:{user}"
        if user not in self.voters(info, vote):
            return f"{DECIDED}:{user}"
        return "" if open_for(info, with_ballot(vote, user, choice)) else AGREED

    def passes(self, passing: Passing) -> Outcome:
        """Take the moves back, or leave them."""
        how = passing.won.partition(":")[0]
        return _take_back(passing) if how in (AGREED, DECIDED) else _stay(passing)

    def is_over(self, info: GameInfo, vote: Vote) -> bool:
        """Return the game has moved on."""
        return info.rev != vote.rev

    async def calls(self, post: Post, vote: Vote) -> list[int]:
        """Return those who play the seats that are asked."""
        return post.users(vote.body["needed"])

    def standing(self, asked: Asked) -> str:
        """Return who is asked, and who has agreed."""
        left = open_for(asked.info, asked.vote)
        lines = (
            f"{'⏳' if s in left else '✔'} {seat_label(asked.info, s)}" for s in asked.vote.body["needed"]
        )
        return t("Asked are") + "\n" + "\n".join(lines)

    def note(self, asked: Asked) -> str:
        """Return what else ends it."""
        return t(NOTE)

    def closed(self, asked: Asked) -> list[str]:
        """Return how it ended."""
        how = asked.vote.result.partition(":")[0]
        return ["-# " + t(ENDS[how], who=_user(member_in(asked.vote.result)))]

    def said(self, outcome: Outcome, choice: str) -> str:
        """Return what became of the moves."""
        return " ".join(outcome.lines) or t(SAID[choice])


KINDS.add(UNDO)(UndoVote())


def open_for(info: GameInfo, vote: Vote) -> list[str]:
    """Return the seats that have not agreed yet."""
    agreed = {seat for user, choice in vote.ballots if choice == YES for seat in info.seats_of(user)}
    return [seat for seat in vote.body["needed"] if seat not in agreed]


def names_of(info: GameInfo, seats: Sequence[str]) -> str:
    """Return the names of the players who must agree."""
    found = [next((s.name for s in info.seats if s.seat == seat), t("the game master")) for seat in seats]
    *most, last = found or [t("the game master")]
    return t("{names} and {last}", names=", ".join(most), last=last) if most else last


def _user(user: int) -> str:
    return f"<@{user}>" if user else t("Another member")


def undone(info: GameInfo, game: Game, to: int, back: Sequence[Record]) -> list[str]:
    """Return the effects of undoing these records: the position, the cash, and whose moves they are."""
    then = game_at(game, to)
    whose = Counter(game.view.name(r.by) for r in back if r.by)
    told = ", ".join(f"{plain(name)} {count}" for name, count in whose.items())
    return [
        t("### Take back everything after move {to}?", to=to),
        t(
            "Then it is {heading}.\nThe moves stay in the log, struck through; all are told.",
            heading=heading(info, then, mention=False),
        ),
        _cash(game, then),
        t("Moves of {players}:", players=told) + f"\n{lines_of(turns(game, to, drafts=True))}",
    ]


def _cash(game: Game, then: Game) -> str:
    """Return the line of cash that would change, "name now → then"; "" if none does."""
    view, was = game.view, then.view
    holders = [*view.state.players, *(c.id for c in was.companies())]
    moved = [
        f"{plain(view.name(h))} {view.money(view.cash(h))} → {view.money(was.cash(h))}"
        for h in holders
        if view.cash(h) != was.cash(h)
    ]
    return t("Cash: {list}", list=" · ".join(moved)) if moved else ""
