"""The base class of kinds of votes: a kind defines the question, the voters, the options and their effect.

    class Lunch(VoteKind):             its question, who may vote, its options
        ...

    VOTE_KINDS.add("lunch")(Lunch())

A ballot is the name of a vote option, or `name:user id` if the option names one of the voters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import discord

from bot.chat.markdown import escape
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import Outcome
from bot.post.message import PostContext
from bot.store.game_rows import GameInfo
from bot.votes.rows import GAME_MOVED_ON, TIME_OVER, VOTE_SECONDS, Vote
from bot.words import msg, t
from bot.work.registry import Registry
from engine import Game

BALLOT_COUNTED_TEXT = msg("Your vote is counted; you may change it until the others decide.")
DECIDED_TEXT = msg("Done, and told to all here.")
RESULT_TEXTS = {GAME_MOVED_ON: msg("The game has moved on, so there is nothing left to decide.")}


@dataclass(frozen=True, slots=True)
class VoteContext:
    """A vote with the game whose players vote."""

    info: GameInfo
    game: Game
    vote: Vote


@dataclass(frozen=True, slots=True)
class DecidedVote:
    """A vote that was decided, and the write of the game that carries out its result.

    ``result`` is the ballot that won, or another result such as "lapsed". ``decider_id`` is the user whose
    ballot decided the vote, 0 if the vote was decided because its time was over.
    """

    games: Games
    loaded: LoadedGame
    changes: Changes
    vote: Vote
    result: str
    decider_id: int

    @property
    def chosen_user_id(self) -> int:
        """Return the user id of the member whom the winning vote option names.

        Raises ValueError if the option names nobody.
        """
        return int(self.result.partition(":")[2])


OptionText = Callable[[VoteContext, int], str]
"""Returns a text on a vote option and the member (user id) whom it names (0: nobody, or a deleted user)."""


def constant_text(text: str) -> OptionText:
    """Return a function that returns the same translated text for a vote option in every vote.

    ``text`` is the English text, marked for translation with `msg`; it is translated at each call.
    """
    return lambda context, member_id: t(text)


@dataclass(frozen=True, slots=True)
class VoteOption:
    """A vote option: one of the possible results for which members can vote.

    ``label`` is the text of its button; "" if the option is not offered now. ``count_text`` names the option
    in the count of ballots, ``result_text`` says that it won, ``carry_out`` does what it says. An option with
    ``names_member`` exists once for each voter, in a menu.
    """

    name: str
    label: OptionText
    count_text: OptionText
    result_text: OptionText
    carry_out: Callable[[DecidedVote], Outcome]
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    names_member: bool = False

    def ballots(self, voter_ids: Iterable[int]) -> list[str]:
        """Return a list of the ballots that stand for this vote option: its name.

        With ``names_member`` there is one ballot "name:user id" for each of the ``voter_ids`` (user ids), and
        none if there are no voters.
        """
        return [f"{self.name}:{user_id}" for user_id in voter_ids] if self.names_member else [self.name]


def user_id_in_ballot(ballot: str) -> int:
    """Return the user id in a ballot or result of a vote, such as "proxy:7"; 0 if it names no member."""
    member = ballot.partition(":")[2]
    return int(member) if member.isdigit() else 0


def vote_with_ballot(vote: Vote, user_id: int, new_ballot: str) -> Vote:
    """Return a copy of a vote with a user's ballot added, in place of the user's earlier ballot if any."""
    others = ((voter_id, ballot) for voter_id, ballot in vote.ballots if voter_id != user_id)
    return replace(vote, ballots=(*others, (user_id, new_ballot)))


class VoteKind:
    """A kind of vote, decided by a majority of the voters; subclasses override what differs."""

    duration: int | None = VOTE_SECONDS
    """Seconds until the ballots that were cast decide; None if the vote has no time limit."""
    default_result = TIME_OVER
    """The result if no option has won when the time is over."""
    menu_placeholder = ""
    """The text of the menu of the options that name a member (`msg`)."""
    comes_first = False
    """Whether votes of this kind come before other votes on a member's page."""
    result_texts: Mapping[str, str] = RESULT_TEXTS
    """The sentences on results that are not an option, by result."""

    @property
    def options(self) -> Iterable[VoteOption]:
        """Return the options of the vote in the order of their buttons; each kind of vote must override this.

        The base class raises NotImplementedError.
        """
        raise NotImplementedError

    def question(self, context: VoteContext) -> list[str]:
        """Return the texts of the question on the vote's card; each kind of vote must override this.

        The base class raises NotImplementedError.
        """
        raise NotImplementedError

    def voter_ids(self, info: GameInfo, vote: Vote) -> list[int]:
        """Return the Discord ids of the users who may vote; each kind of vote must override this.

        The base class raises NotImplementedError.
        """
        raise NotImplementedError

    def short_question(self, context: VoteContext) -> str:
        """Return the question of the vote for the private turn page of a voter: the first text of `question`.

        A kind of vote may override this.
        """
        return self.question(context)[0]

    def refusal_text(self, loaded: LoadedGame, vote: Vote) -> str:
        """Return the sentence for a member who may not vote; a kind of vote may override this."""
        return t("The other players of this table decide this.")

    def voting_refusal(self, loaded: LoadedGame) -> Outcome | None:
        """Return an Outcome that is not ok if nobody may vote in this game now; None if voting is possible.

        The base class always returns None; a kind of vote may override this.
        """
        return None

    def may_decide_alone(
        self, info: GameInfo, vote: Vote, user_id: int, ballot: str, is_owner_or_game_master: bool
    ) -> bool:
        """Return True if a user who is not one of the voters may decide the vote with a single ballot.

        The owner and game masters may, except for the holder of the seat and the user who requested the vote.
        ``ballot`` has no effect here; a kind of vote may override this.
        """
        return is_owner_or_game_master and user_id not in (vote.requester_id, info.holder_id_of(vote.seat))

    def result_after_ballot(self, info: GameInfo, vote: Vote, user_id: int, ballot: str) -> str:
        """Return the result of the vote once ``user_id`` casts ``ballot``; "" while the vote stays open.

        By default the result is the ballot that more than half of the voters have cast. The ballot of a user
        who is not a voter (the owner or a game master) decides at once. A kind of vote may override this.
        """
        voter_ids = self.voter_ids(info, vote)
        if user_id not in voter_ids:
            return ballot
        ballots = [
            ballot_cast
            for voter_id, ballot_cast in vote_with_ballot(vote, user_id, ballot).ballots
            if voter_id in voter_ids
        ]
        return next(
            (ballot_cast for ballot_cast in ballots if ballots.count(ballot_cast) * 2 > len(voter_ids)), ""
        )

    def result_at_deadline(self, info: GameInfo, vote: Vote) -> str:
        """Return the result when the time of the vote is over: the ballot that the most voters have cast.

        Only valid ballots of members who are still voters count. If there are none, or at a tie, the kind's
        `default_result` is returned, such as "lapsed".
        """
        voter_ids = self.voter_ids(info, vote)
        count = Counter(
            ballot
            for user_id, ballot in vote.ballots
            if user_id in voter_ids and self.is_valid_ballot(info, vote, ballot)
        )
        (top_ballot, top_votes), (_, second_votes) = [*count.most_common(2), ("", 0), ("", 0)][:2]
        return top_ballot if top_votes > second_votes else self.default_result

    def carry_out(self, decided: DecidedVote) -> Outcome:
        """Carry out the vote option that has won, and return its outcome.

        A result that is not an option, such as "lapsed" (time over), changes nothing: the outcome is ok and
        has the result as its code. Raises SearchNeeded if a move of the option needs a search for routes
        first.
        """
        option = self.option_of(decided.result)
        return Outcome("ok", code=decided.result) if option is None else option.carry_out(decided)

    def is_settled(self, info: GameInfo, vote: Vote) -> bool:
        """Return True if the vote must be closed because a write of the game has left nothing to decide.

        By default this is so once the game has ended; a kind of vote may override this.
        """
        return info.status == "ended"

    async def users_to_ping(self, post: PostContext, vote: Vote) -> list[int]:
        """Return the Discord ids of the users whom the vote's card pings: the voters, unless overridden."""
        return self.voter_ids(post.info, vote)

    # --- words -----------------------------------------------------------------------------------

    def status_text(self, context: VoteContext) -> str:
        """Return the text of the vote's card on who votes, how many must agree, and the ballots so far.

        If there are no voters, the text says that the owner or a game master decides.
        """
        voter_ids = self.voter_ids(context.info, context.vote)
        if not voter_ids:
            return t("The owner of the game or a game master decides.")
        names, needed = ", ".join(f"<@{user_id}>" for user_id in voter_ids), len(voter_ids) // 2 + 1
        count = Counter(ballot for _, ballot in context.vote.ballots)
        counts = " · ".join(
            f"{self.ballot_text(context, ballot)}: {votes}" for ballot, votes in count.items()
        )
        return t("{asked}: {needed} of you decide. {cast}", asked=names, needed=needed, cast=counts).strip()

    def ballot_text(self, context: VoteContext, ballot: str) -> str:
        """Return the text for a ballot's vote option in the count of ballots on the vote's card.

        A ballot whose option no longer exists is returned unchanged.
        """
        option = self.option_of(ballot)
        return ballot if option is None else option.count_text(context, user_id_in_ballot(ballot))

    def end_condition_text(self, context: VoteContext) -> str:
        """Return the line of subtext on how long the vote is open."""
        return t("-# Open until <t:{until}:f>; then the votes cast decide.", until=context.vote.ends_at)

    def result_lines(self, context: VoteContext) -> list[str]:
        """Return the texts on the card of a closed vote: its question, and the sentence about its result."""
        return [*self.question(context), self.result_text(context)]

    def result_text(self, context: VoteContext) -> str:
        """Return the sentence about the result of a closed vote, or an unknown result itself, escaped."""
        result = context.vote.result
        option = self.option_of(result)
        if option is not None:
            return option.result_text(context, user_id_in_ballot(result))
        return t(self.result_texts[result]) if result in self.result_texts else escape(result)

    def confirmation(self, outcome: Outcome, ballot: str) -> str:
        """Return the private confirmation for a voter: the ballot is counted, or it has decided the vote.

        ``outcome`` is the outcome of casting the ballot; its code is "cast" if the vote is still open.
        ``ballot`` has no effect here; a kind of vote may override this.
        """
        return t(BALLOT_COUNTED_TEXT if outcome.code == "cast" else DECIDED_TEXT)

    # --- options ---------------------------------------------------------------------------------

    def option_of(self, ballot: str) -> VoteOption | None:
        """Return the vote option that a ballot or result stands for; None if it stands for none.

        An option with ``names_member`` matches only a ballot "name:user id", any other option only a ballot
        that is just its name.
        """
        name, _, member = ballot.partition(":")
        return next(
            (
                option
                for option in self.options
                if option.name == name and option.names_member == bool(member)
            ),
            None,
        )

    def is_valid_ballot(self, info: GameInfo, vote: Vote, ballot: str) -> bool:
        """Return True if a ballot stands for an option of this vote, and any member it names is a voter."""
        voter_ids = self.voter_ids(info, vote)
        return any(ballot in option.ballots(voter_ids) for option in self.options)


VOTE_KINDS = Registry[VoteKind]("what tables vote on")


def vote_kind_of(vote: Vote) -> VoteKind:
    """Return the registered kind of a vote. Raises KeyError if the kind is not registered."""
    vote_kind = VOTE_KINDS.get(vote.kind)
    if vote_kind is None:
        raise KeyError(vote.kind)
    return vote_kind
