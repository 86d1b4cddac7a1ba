"""The cards of votes and of seats that are to be had."""

from __future__ import annotations

from collections import Counter
from typing import Any

import discord
from discord import ui

from bot.pictures import Drawn
from bot.press import Press, button, select
from bot.respond import Page
from bot.service import GameInfo
from bot.service.absence import NO, PROXY, PROXY_DAYS, SAFE, SUBSTITUTE, WAIT, YES, voters
from bot.store.absence import MOVED, Vote
from bot.ui.figures import plain, player_line
from bot.ui.frame import DANGER, GOOD, PRIMARY, gallery, layout, row
from engine import Game
from engine.face.moves import safe_action

DECIDED = {
    WAIT: "The table waits on; the clock begins anew.",
    SAFE: "The safe default was taken.",
    SUBSTITUTE: "The seat is free for a substitute.",
    YES: "The table agreed.",
    NO: "The table declined.",
    MOVED: "The game has moved on, so there is nothing left to decide.",
}


def vote_page(info: GameInfo, game: Game, vote: Vote) -> Page:
    """A vote as it stands, or what came of it."""
    head = _clock_head(info, vote) if vote.kind == "clock" else _seat_head(info, vote)
    if vote.closed is not None:
        return Page(layout(head, decided(info, vote)))
    others = voters(info, vote.seat)
    asked, needed = ", ".join(f"<@{user}>" for user in others), len(others) // 2 + 1
    count = Counter(choice for _, choice in vote.ballots)
    cast = " · ".join(f"{choice_name(info, choice)}: {votes}" for choice, votes in count.items())
    rows = _clock_rows(info, game, vote) if vote.kind == "clock" else [_seat_row(info, vote)]
    return Page(layout(head, f"{asked}: {needed} of you decide. {cast}".strip(), *rows))


def decided(info: GameInfo, vote: Vote) -> str:
    """What came of a vote."""
    if vote.result.startswith(f"{PROXY}:"):
        return f"<@{vote.result.removeprefix(f'{PROXY}:')}> plays for the seat for {PROXY_DAYS} days."
    return DECIDED.get(vote.result, plain(vote.result))


def choice_name(info: GameInfo, choice: str) -> str:
    """A ballot in words."""
    if choice.startswith(f"{PROXY}:"):
        user = int(choice.removeprefix(f"{PROXY}:"))
        name = next((s.name for s in info.seats if s.user == user), "another member")
        return f"{plain(name)} plays on"
    names = {WAIT: "wait", SAFE: "safe default", SUBSTITUTE: "free the seat", YES: "agree", NO: "decline"}
    return names.get(choice, choice)


def name_of(info: GameInfo, seat: str) -> str:
    """What a seat is called, whoever holds it."""
    return plain(next((s.name for s in info.seats if s.seat == seat), seat))


def _clock_head(info: GameInfo, vote: Vote) -> str:
    name = name_of(info, vote.seat)
    return f"### “{plain(info.name)}” waits for {name}\nWhat is to be done? Asked <t:{vote.opened}:R>."


def _seat_head(info: GameInfo, vote: Vote) -> str:
    name = name_of(info, vote.seat)
    return f"### <@{vote.user}> would like the seat of {name}\nin “{plain(info.name)}”."


def safe_words(game: Game, seat: str) -> str:
    """What would be done safely for a seat, in a word or two."""
    action = safe_action(game, seat)
    label = next((c.label for c in game.choices(seat) if action and c.kind == action.kind), "")
    return f"Play it safe: {label}" if label else "Play it safe"


def _clock_rows(info: GameInfo, game: Game, vote: Vote) -> list[ui.ActionRow[Any]]:
    def press(choice: str) -> Press:
        return Press(info.id, vote.rev, "vote", f"{vote.id}.{choice}")

    others = [s for s in info.seats if s.user in voters(info, vote.seat)]
    options = [
        discord.SelectOption(label=f"{s.name} plays for {PROXY_DAYS} days"[:100], value=f"{PROXY}:{s.user}")
        for s in {s.user: s for s in others}.values()
    ]
    rows = [
        row(
            button(press(WAIT), "Wait on"),
            button(press(SAFE), safe_words(game, vote.seat)),
            button(press(SUBSTITUTE), "Free the seat", style=DANGER),
        )
    ]
    proxies = select(
        Press(info.id, vote.rev, "vote_proxy", str(vote.id)), options[:25], placeholder="A proxy"
    )
    return [*rows, *([row(proxies)] if options else [])]


def _seat_row(info: GameInfo, vote: Vote) -> ui.ActionRow[Any]:
    return row(
        button(Press(info.id, vote.rev, "vote", f"{vote.id}.{YES}"), "Agree", style=GOOD),
        button(Press(info.id, vote.rev, "vote", f"{vote.id}.{NO}"), "Decline"),
    )


def seat_page(info: GameInfo, game: Game, seat: str, drawn: list[Drawn]) -> Page:
    """A seat that is to be had, with what it owns."""
    holder, scores = info.user_of(seat), game.scores()
    name = name_of(info, seat)
    head = f"## A seat of “{plain(info.name)}” is to be had"
    what = "is free" if holder is None else f"is offered by <@{holder}>, who plays on until then"
    view = layout(
        head,
        f"The seat of {name} {what}. {game.title.data.name}, {game.round_title()}.",
        *gallery(drawn),
        player_line(game.view, info, seat, scores.get(seat)),
        row(button(Press(info.id, game.rev, "take_seat", seat), "Take the seat", style=PRIMARY)),
    )
    return Page(view, [d.file() for d in drawn])


def seat_taken(info: GameInfo, seat: str) -> Page:
    """What became of a seat that was to be had."""
    return Page(layout(f"-# The seat of {name_of(info, seat)} in “{plain(info.name)}” was taken."))
