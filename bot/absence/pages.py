"""The cards of votes and of seats that are to be had."""

from __future__ import annotations

from collections import Counter

import discord

from bot.absence.safely import MUST_DECIDE
from bot.absence.service import PROXY_DAYS
from bot.chat.figures import plain, player_line
from bot.chat.frame import DANGER, GOOD, PRIMARY, gallery, layout, row
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Page
from bot.store.game_rows import GameInfo
from bot.votes.ballots import LASTS, NO, PROXY, SAFE, SUBSTITUTE, WAIT, YES, voters
from bot.votes.rows import LAPSED, MOVED, NO_CLOCK, Vote
from bot.words import known, msg, t
from bot.work.pictures import Drawn
from engine import Game
from engine.face.moves import safe_action

DECIDED = {
    WAIT: msg("The table waits on; the clock begins anew."),
    SAFE: msg("The safe default was taken."),
    SUBSTITUTE: msg("The seat is free for a substitute."),
    YES: msg("The table agreed."),
    NO: msg("The table declined."),
    MOVED: msg("The game has moved on, so there is nothing left to decide."),
    NO_CLOCK: msg("The clock was taken away, so there is nothing left to decide."),
    LAPSED: msg("Nobody decided in time; the seat is still to be had, and whoever wants it may ask again."),
}

LABEL = 60
"""Characters of a name on a button."""

NOBODY = "0"
"""In the place of a member who is forgotten."""

CHOICES = {
    WAIT: msg("wait"),
    SAFE: msg("safe default"),
    SUBSTITUTE: msg("free the seat"),
    YES: msg("agree"),
    NO: msg("decline"),
}


def vote_page(info: GameInfo, game: Game, vote: Vote) -> Page:
    """A vote as it stands, or what came of it."""
    head = vote_head(info, game, vote)
    if vote.closed is not None:
        return Page(layout(head, decided(info, vote)))
    others = voters(info, vote.seat)
    asked, needed = ", ".join(f"<@{user}>" for user in others), len(others) // 2 + 1
    count = Counter(choice for _, choice in vote.ballots)
    cast = " · ".join(f"{choice_name(info, choice)}: {votes}" for choice, votes in count.items())
    rows = [row(*items) for items in vote_items(info, game, vote)]
    decide = t("{asked}: {needed} of you decide. {cast}", asked=asked, needed=needed, cast=cast)
    if not others:
        decide = t("The owner of the game or a game master decides.")
    end = t("-# Open until <t:{until}:f>; then the votes cast decide.", until=vote.opened + LASTS)
    return Page(layout(head, decide.strip(), *rows, end))


def vote_head(info: GameInfo, game: Game, vote: Vote) -> str:
    """What is asked."""
    return _clock_head(info, game, vote) if vote.about_holder else _seat_head(info, vote)


def vote_items(info: GameInfo, game: Game, vote: Vote) -> list[list[GameItem]]:
    """What answers it, row by row."""
    return _clock_rows(info, game, vote) if vote.about_holder else [_seat_row(info, vote)]


def decided(info: GameInfo, vote: Vote) -> str:
    """What came of a vote."""
    if vote.result.startswith(f"{PROXY}:"):
        user = vote.result.removeprefix(f"{PROXY}:")
        if user == NOBODY:
            return t("Another member played for the seat for {days} days.", days=PROXY_DAYS)
        return t("<@{user}> plays for the seat for {days} days.", user=user, days=PROXY_DAYS)
    return t(DECIDED[vote.result]) if vote.result in DECIDED else plain(vote.result)


def choice_name(info: GameInfo, choice: str) -> str:
    """A ballot in words."""
    if choice.startswith(f"{PROXY}:"):
        user = int(choice.removeprefix(f"{PROXY}:"))
        name = next((s.name for s in info.seats if s.user == user), t("another member"))
        return t("{name} plays on", name=plain(name))
    return t(CHOICES[choice]) if choice in CHOICES else choice


def name_of(info: GameInfo, seat: str) -> str:
    """What a seat is called, whoever holds it."""
    return plain(next((s.name for s in info.seats if s.seat == seat), seat))


def _clock_head(info: GameInfo, game: Game, vote: Vote) -> str:
    name = name_of(info, vote.seat)
    head = t(
        "### “{table}” waits for {name}\nWhat is to be done? Asked <t:{since}:R>.",
        table=plain(info.name), name=name, since=vote.opened,
    )  # fmt: skip
    if vote.closed is not None or safe_words(game, vote.seat):
        return head
    return f"{head}\n{t(MUST_DECIDE, name=name)}"


def _seat_head(info: GameInfo, vote: Vote) -> str:
    name, table = name_of(info, vote.seat), plain(info.name)
    if vote.closed is not None and vote.user is not None:
        # The seat may have the name of its new holder by now.
        return t("### <@{user}> asked for a seat of “{table}”", user=vote.user, table=table)
    if vote.user is None:
        return t("### Somebody asked for the seat of {name}\nin “{table}”.", name=name, table=table)
    return t(
        "### <@{user}> would like the seat of {name}\nin “{table}”.",
        user=vote.user, name=name, table=table,
    )  # fmt: skip


def safe_words(game: Game, seat: str) -> str:
    """What would be done safely for a seat, in a word or two; empty where a person must decide."""
    action = safe_action(game, seat)
    label = next((c.label for c in game.choices(seat) if action and c.kind == action.kind), "")
    if action is None:
        return ""
    return t("Play it safe: {label}", label=known(label)) if label else t("Play it safe")


def _clock_rows(info: GameInfo, game: Game, vote: Vote) -> list[list[GameItem]]:
    def press(choice: str) -> Press:
        return Press(info.id, vote.rev, "vote", f"{vote.id}.{choice}")

    others = [s for s in info.seats if s.user in voters(info, vote.seat)]
    options = [
        discord.SelectOption(
            label=t("{name} plays for {days} days", name=s.name, days=PROXY_DAYS)[:100],
            value=f"{PROXY}:{s.user}",
        )
        for s in {s.user: s for s in others}.values()
    ]
    safe = safe_words(game, vote.seat)
    rows = [
        [
            button(press(WAIT), t("Wait on")),
            *([button(press(SAFE), safe)] if safe else []),
            button(press(SUBSTITUTE), t("Free the seat"), style=DANGER),
        ]
    ]
    proxies = select(
        Press(info.id, vote.rev, "vote_proxy", str(vote.id)), options[:25], placeholder=t("A proxy")
    )
    return [*rows, *([[proxies]] if options else [])]


def _seat_row(info: GameInfo, vote: Vote) -> list[GameItem]:
    return [
        button(Press(info.id, vote.rev, "vote", f"{vote.id}.{YES}"), t("Agree"), style=GOOD),
        button(Press(info.id, vote.rev, "vote", f"{vote.id}.{NO}"), t("Decline")),
    ]


def seat_page(info: GameInfo, game: Game, seat: str, drawn: list[Drawn]) -> Page:
    """A seat that is to be had, with what it owns."""
    holder, scores = info.user_of(seat), game.scores()
    name = name_of(info, seat)
    head = t("## A seat of “{name}” is to be had", name=plain(info.name))
    what = t("The seat of {name} is free.", name=name)
    if holder is not None:
        what = t(
            "The seat of {name} is offered by <@{user}>, who plays on until then.", name=name, user=holder
        )
    take = button(Press(info.id, game.rev, "take_seat", seat), t("Take the seat"), style=PRIMARY)
    keep = button(Press(info.id, game.rev, "keep_seat", seat), t("{name}: keep it", name=name[:LABEL]))
    view = layout(
        head,
        f"{what} {game.title.data.name}, {known(game.round_title())}.",
        *gallery(drawn),
        player_line(game.view, info, seat, scores.get(seat)),
        row(take, *([keep] if holder is not None else [])),
    )
    return Page(view, [d.file() for d in drawn])


def seat_taken(info: GameInfo) -> Page:
    """What became of a seat that was to be had; by now it may have the name of its new holder."""
    return Page(layout(t("-# This seat of “{table}” is to be had no more.", table=plain(info.name))))
