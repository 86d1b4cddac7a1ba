"""The base class of kinds of votes: a kind defines the question, the voters, the choices and their effect.

    class Lunch(VoteKind):             its question, who may vote, its choices
        ...

    KINDS.add("lunch")(Lunch())

A ballot is the name of a choice, or `name:user` where the choice names one of the voters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import discord

from bot.chat.figures import plain
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import Outcome
from bot.post.message import Post
from bot.store.game_rows import GameInfo
from bot.votes.rows import LAPSED, LASTS, MOVED, Vote
from bot.words import msg, t
from bot.work.registry import Registry
from engine import Game

CAST = msg("Your vote is counted; you may change it until the others decide.")
DONE = msg("Done, and told to all here.")
RESULTS = {MOVED: msg("The game has moved on, so there is nothing left to decide.")}


@dataclass(frozen=True, slots=True)
class Asked:
    """A vote with the table to which it is put."""

    info: GameInfo
    game: Game
    vote: Vote


@dataclass(frozen=True, slots=True)
class Passing:
    """A vote that was decided, by whose ballot (0: by time), and the write that does what it says."""

    games: Games
    loaded: LoadedGame
    changes: Changes
    vote: Vote
    won: str
    user: int

    @property
    def member(self) -> int:
        """Return the member whom the choice names."""
        return int(self.won.partition(":")[2])


Words = Callable[[Asked, int], str]
"""What is said of a choice, about the member whom it names; 0 for nobody, or one who is forgotten."""


def plainly(text: str) -> Words:
    """Return a function that gives the same text at each table."""
    return lambda asked, member: t(text)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a vote may come to.

    ``label`` stands on its button; empty where it is not offered now. ``counted`` names it in the count of
    ballots, ``result`` tells that it won, ``passes`` does it. Where it is ``of_member`` there is one for each
    voter, in a menu.
    """

    name: str
    label: Words
    counted: Words
    result: Words
    passes: Callable[[Passing], Outcome]
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    of_member: bool = False

    def values(self, voters: Iterable[int]) -> list[str]:
        """Return the ballots for it."""
        return [f"{self.name}:{user}" for user in voters] if self.of_member else [self.name]


def member_in(value: str) -> int:
    """Return the user id in a ballot or result; 0 if it names no member."""
    named = value.partition(":")[2]
    return int(named) if named.isdigit() else 0


def with_ballot(vote: Vote, user: int, choice: str) -> Vote:
    """Return the vote with this ballot in place of the user's earlier one."""
    others = ((who, cast) for who, cast in vote.ballots if who != user)
    return replace(vote, ballots=(*others, (user, choice)))


class VoteKind:
    """One kind of vote, decided by a majority of the voters; what differs is overridden."""

    lasts: int | None = LASTS
    """Seconds until the ballots that were cast decide; None where time ends nothing."""
    default = LAPSED
    """What it comes to when they do not."""
    menu = ""
    """What stands on the menu of the choices that name a member (`msg`)."""
    first = False
    """Whether it stands before the others on a member's page."""
    results: Mapping[str, str] = RESULTS
    """What is told of results that are no choice."""

    @property
    def choices(self) -> Iterable[Choice]:
        """Return the choices in the order of the buttons."""
        raise NotImplementedError

    def question(self, asked: Asked) -> list[str]:
        """Return the lines of the question on the vote's card."""
        raise NotImplementedError

    def voters(self, info: GameInfo, vote: Vote) -> list[int]:
        """Return the users who may vote."""
        raise NotImplementedError

    def brief(self, asked: Asked) -> str:
        """Return the short question shown on the page of a member who may vote."""
        return self.question(asked)[0]

    def not_asked(self, loaded: LoadedGame, vote: Vote) -> str:
        """Return what a member is told who may not vote."""
        return t("The other players of this table decide this.")

    def why_not(self, loaded: LoadedGame) -> Outcome | None:
        """Return why nobody may vote at this table; None if voting is possible."""
        return None

    def decides(self, info: GameInfo, vote: Vote, user: int, choice: str, master: bool) -> bool:
        """Return True if this user alone decides: a game master, but not about their own seat."""
        return master and user not in (vote.user, info.user_of(vote.seat))

    def verdict(self, info: GameInfo, vote: Vote, user: int, choice: str) -> str:
        """Return the choice that wins with this ballot; "" while the vote stays open."""
        voters = self.voters(info, vote)
        if user not in voters:
            return choice
        cast = [c for who, c in with_ballot(vote, user, choice).ballots if who in voters]
        return next((c for c in cast if cast.count(c) * 2 > len(voters)), "")

    def at_end(self, info: GameInfo, vote: Vote) -> str:
        """Return the choice that wins when the time is over: most ballots, or the default."""
        voters = self.voters(info, vote)
        cast = Counter(c for user, c in vote.ballots if user in voters and self.has(info, vote, c))
        (first, most), (_, next_most) = [*cast.most_common(2), ("", 0), ("", 0)][:2]
        return first if most > next_most else self.default

    def passes(self, passing: Passing) -> Outcome:
        """Carry out the choice that won."""
        choice = self.choice(passing.won)
        return Outcome("ok", code=passing.won) if choice is None else choice.passes(passing)

    def is_over(self, info: GameInfo, vote: Vote) -> bool:
        """Return True if a write has left nothing to decide."""
        return info.status == "ended"

    async def calls(self, post: Post, vote: Vote) -> list[int]:
        """Return the users whom the vote's card pings."""
        return self.voters(post.info, vote)

    # --- words -----------------------------------------------------------------------------------

    def standing(self, asked: Asked) -> str:
        """Return the text about who decides and about the ballots so far."""
        voters = self.voters(asked.info, asked.vote)
        if not voters:
            return t("The owner of the game or a game master decides.")
        names, needed = ", ".join(f"<@{user}>" for user in voters), len(voters) // 2 + 1
        count = Counter(choice for _, choice in asked.vote.ballots)
        cast = " · ".join(f"{self.counted(asked, choice)}: {votes}" for choice, votes in count.items())
        return t("{asked}: {needed} of you decide. {cast}", asked=names, needed=needed, cast=cast).strip()

    def counted(self, asked: Asked, ballot: str) -> str:
        """Return the text of a ballot."""
        choice = self.choice(ballot)
        return ballot if choice is None else choice.counted(asked, member_in(ballot))

    def note(self, asked: Asked) -> str:
        """Return the text about how long the vote is open."""
        return t("-# Open until <t:{until}:f>; then the votes cast decide.", until=asked.vote.ends)

    def closed(self, asked: Asked) -> list[str]:
        """Return the lines of the card of a closed vote."""
        return [*self.question(asked), self.result(asked)]

    def result(self, asked: Asked) -> str:
        """Return the text of the result."""
        result = asked.vote.result
        choice = self.choice(result)
        if choice is not None:
            return choice.result(asked, member_in(result))
        return t(self.results[result]) if result in self.results else plain(result)

    def said(self, outcome: Outcome, choice: str) -> str:
        """Return the confirmation that a voter sees."""
        return t(CAST if outcome.code == "cast" else DONE)

    # --- choices ---------------------------------------------------------------------------------

    def choice(self, value: str) -> Choice | None:
        """Return the choice of a ballot; None if it is unknown."""
        name, _, member = value.partition(":")
        return next((c for c in self.choices if c.name == name and c.of_member == bool(member)), None)

    def has(self, info: GameInfo, vote: Vote, value: str) -> bool:
        """Return True if this is a choice of the vote; a named member must be one of the voters."""
        voters = self.voters(info, vote)
        return any(value in choice.values(voters) for choice in self.choices)


KINDS = Registry[VoteKind]("what tables vote on")


def kind_of(vote: Vote) -> VoteKind:
    """Return the kind of a vote. Raises KeyError when none is registered."""
    found = KINDS.get(vote.kind)
    if found is None:
        raise KeyError(vote.kind)
    return found
