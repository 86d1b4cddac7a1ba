"""What pings, digests and notices say: the table, the round, the company, the decision, quick or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.press import Press, button
from bot.reminders.model import Wait
from bot.respond import Page
from bot.service import CardInfo, GameInfo
from bot.ui.figures import company_name, plain, seat_of
from bot.ui.frame import PRIMARY, layout, row
from engine import Game
from engine.face.table import company_steps

QUICK, THINKING = "a quick decision", "a whole turn to think about"
REFUSED = (
    "-# Discord refused a direct message, so you are called here from now on; `/remind settings` changes it."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat that a game waits for, and until when by the table's clock."""

    info: GameInfo
    game: Game
    wait: Wait
    deadline: int | None = None


def is_quick(game: Game) -> bool:
    """Whether what waits is one decision, and not the several steps of a company's turn."""
    waiting, steps = game.waiting(), company_steps(game.view)
    if waiting is None or waiting.company is None or game.state.pending or len(steps) < 2:
        return True
    return waiting.step == steps[-1]


def waits_for(game: Game) -> str:
    """The round, the company, the decision, and whether it is a quick one."""
    waiting = game.waiting()
    if waiting is None:
        return game.round_title()
    company = [company_name(game.view, waiting.company)] if waiting.company else []
    parts = [game.round_title(), *company, plain(waiting.label)]
    return f"{' · '.join(parts)} ({QUICK if is_quick(game) else THINKING})"


def reminder(asked: Asked, by: int | None = None, refused: bool = False) -> Page:
    """The ping of one who is waited for, with ways to put it off."""
    info, game, wait = asked.info, asked.game, asked.wait
    head = f"<@{wait.user}>, “{plain(info.name)}” waits for you."
    if by is not None:
        head = f"<@{wait.user}>, <@{by}> nudges you: “{plain(info.name)}” waits for you."
    return Page(
        layout(
            head,
            waits_for(game),
            small(f"since <t:{wait.since}:R>", *clock_words(asked.deadline), where(info)),
            REFUSED if refused else "",
            row(
                button(Press(info.id, game.rev, "turn"), "To the turn", style=PRIMARY),
                button(Press(info.id, wait.rev, "snooze", "1"), "In 1 h"),
                button(Press(info.id, wait.rev, "snooze", "4"), "In 4 h"),
                button(Press(info.id, wait.rev, "snooze", "9:00"), "Tomorrow 9:00"),
                button(Press(info.id, wait.rev, "snooze_own"), "Another time"),
            ),
        )
    )


def small(*parts: str) -> str:
    """Parts of a remark in small letters."""
    return f"-# {' · '.join(filter(None, parts))}"


def clock_words(deadline: int | None) -> list[str]:
    """When the clock of the turn runs out."""
    return [f"the clock runs out <t:{deadline}:R>"] if deadline is not None else []


def where(info: GameInfo) -> str:
    """The channel of a game."""
    return f"<#{info.channel}>" if info.channel is not None else ""


def digest(user: int, asked: Sequence[Asked]) -> Page:
    """All tables that wait for a member, with ways there."""
    lines = [
        f"**{plain(a.info.name)}**: {waits_for(a.game)} · since <t:{a.wait.since}:R> · {link(a.info)}"
        for a in asked
    ]
    count = f"{len(asked)} table{'s' * (len(asked) > 1)}"
    return Page(layout(f"<@{user}>, you are on move at {count}.", "\n".join(lines)[:3000]))


def link(info: GameInfo) -> str:
    """A way to the channel of a game from anywhere."""
    return f"https://discord.com/channels/{info.guild or '@me'}/{info.channel}" if info.channel else ""


def told(asked: Asked) -> Page:
    """The table hears that reminders do not help."""
    name, table = seat_of(asked.info, asked.wait.seat, mention=False), plain(asked.info.name)
    reminded = f"{name} was reminded again and again, and “{table}” waits since <t:{asked.wait.since}:R>."
    free = f"{name}: nobody has taken it, and “{table}” waits since <t:{asked.wait.since}:R>."
    return Page(
        layout(
            reminded if asked.wait.user is not None else free,
            "-# The others can vote on what to do.",
            row(
                button(
                    Press(asked.info.id, asked.wait.rev, "ask_table", asked.wait.seat), "Let the table vote"
                )
            ),
        )
    )


def offer_waits(info: GameInfo, user: int, card: CardInfo) -> Page:
    """An offer that was made while somebody rested."""
    way = f"https://discord.com/channels/{info.guild or '@me'}/{card.channel}/{card.message}"
    return Page(layout(f"<@{user}>, [an offer]({way}) in “{plain(info.name)}” waits for your answer."))


def left(info: GameInfo, seat: str) -> Page:
    """The table hears that a member is no longer in the server."""
    name = seat_of(info, seat, mention=False)
    return Page(layout(f"{name} has left this server. The others decide what becomes of the seat."))
