"""The texts of pings, digests and notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.calls.model import Wait
from bot.chat.figures import company_name, plain, seat_label
from bot.chat.frame import PRIMARY, layout, row
from bot.chat.press import ASIDE, Press, button
from bot.chat.respond import Page
from bot.store.game_rows import CardInfo, GameInfo
from bot.words import known, msg, t, tn
from engine import Game
from engine.api.table import company_steps

REFUSED = msg(
    "-# Discord refused a direct message, so you are called here from now on; `/remind settings` changes it."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat for which a game waits, and the end of its clock."""

    info: GameInfo
    game: Game
    wait: Wait
    deadline: int | None = None


def is_quick(game: Game) -> bool:
    """Return True if the player has to take one decision and not several steps of a company's turn."""
    waiting, steps = game.waiting(), company_steps(game.view)
    if waiting is None or waiting.company is None or game.state.pending or len(steps) < 2:
        return True
    return waiting.step == steps[-1]


def waits_for(game: Game) -> str:
    """Return a text with the round, the company, the decision and whether it is a quick one."""
    waiting = game.waiting()
    if waiting is None:
        return known(game.round_title())
    company = [company_name(game.view, waiting.company)] if waiting.company else []
    parts = [known(game.round_title()), *company, plain(known(waiting.label))]
    what = " · ".join(parts)
    if is_quick(game):
        return t("{what} (a quick decision)", what=what)
    return t("{what} (a whole turn to think about)", what=what)


def reminder(asked: Asked, by: int | None = None, refused: bool = False) -> Page:
    """Build the reminder for a player, with buttons that put the next one off."""
    info, game, wait = asked.info, asked.game, asked.wait
    user, name = wait.user, plain(info.name)
    head = t("<@{user}>, “{name}” waits for you.", user=user, name=name)
    if by is not None:
        head = t("<@{user}>, <@{by}> nudges you: “{name}” waits for you.", user=user, by=by, name=name)
    since = t("since <t:{since}:R>", since=wait.since)
    return Page(
        layout(
            head,
            waits_for(game),
            small(since, *clock_words(asked.deadline), where(info)),
            t(REFUSED) if refused else "",
            row(
                button(Press(info.id, game.rev, "turn", ASIDE), t("To the turn"), style=PRIMARY),
                button(Press(info.id, wait.rev, "snooze", "1"), t("In {hours} h", hours=1)),
                button(Press(info.id, wait.rev, "snooze", "4"), t("In {hours} h", hours=4)),
                button(Press(info.id, wait.rev, "snooze", "9:00"), t("Tomorrow 9:00")),
                button(Press(info.id, wait.rev, "snooze_own"), t("Another time")),
            ),
        )
    )


def small(*parts: str) -> str:
    """Join the parts of a remark in small print."""
    return f"-# {' · '.join(filter(None, parts))}"


def clock_words(deadline: int | None) -> list[str]:
    """Return the text about the end of the turn's clock (seconds since 1970); empty without a clock."""
    return [t("the clock runs out <t:{deadline}:R>", deadline=deadline)] if deadline is not None else []


def where(info: GameInfo) -> str:
    """Return the mention of the channel of a game; empty if it has none."""
    return f"<#{info.channel}>" if info.channel is not None else ""


def digest(user: int, asked: Sequence[Asked]) -> Page:
    """Build the digest: all games that wait for a member, with links."""
    head = tn(
        "<@{user}>, you are on move at {count} table.",
        "<@{user}>, you are on move at {count} tables.",
        len(asked), user=user,
    )  # fmt: skip
    return Page(layout(head, "\n".join(_digested(a) for a in asked)[:3000]))


def _digested(asked: Asked) -> str:
    info, since = asked.info, asked.wait.since
    what = waits_for(asked.game)
    line = t("**{name}**: {what} · since <t:{since}:R>", name=plain(info.name), what=what, since=since)
    return f"{line} · {link(info)}"


def link(info: GameInfo) -> str:
    """Return the URL of the channel of a game; empty if it has none."""
    return f"https://discord.com/channels/{info.guild or '@me'}/{info.channel}" if info.channel else ""


def told(asked: Asked) -> Page:
    """Build the notice that a player does not react to reminders."""
    name, table = seat_label(asked.info, asked.wait.seat, mention=False), plain(asked.info.name)
    since = asked.wait.since
    head = t(
        "{name} was reminded again and again, and “{table}” waits since <t:{since}:R>.",
        name=name, table=table, since=since,
    )  # fmt: skip
    if asked.wait.user is None:
        head = t(
            "{name}: nobody has taken it, and “{table}” waits since <t:{since}:R>.",
            name=name, table=table, since=since,
        )  # fmt: skip
    press = Press(asked.info.id, asked.wait.rev, "ask_table", asked.wait.seat)
    note = t("-# The others can vote on what to do.")
    return Page(layout(head, note, row(button(press, t("Let the table vote")))))


def offer_waits(info: GameInfo, user: int, card: CardInfo) -> Page:
    """Build the ping about an offer that was made in a member's quiet hours."""
    way = f"https://discord.com/channels/{info.guild or '@me'}/{card.channel}/{card.message}"
    name = plain(info.name)
    return Page(
        layout(
            t(
                "<@{user}>, [an offer]({way}) in “{name}” waits for your answer.",
                user=user, way=way, name=name,
            )
        )
    )  # fmt: skip


def left(info: GameInfo, seat: str) -> Page:
    """Build the notice that a player has left the server."""
    name = seat_label(info, seat, mention=False)
    return Page(
        layout(t("{name} has left this server. The others decide what becomes of the seat.", name=name))
    )


def proxy_left(info: GameInfo, seat: str) -> Page:
    """Build the notice that the proxy of a seat has left the server."""
    name = seat_label(info, seat, mention=False)
    return Page(layout(t("The proxy of {name} has left this server; {name} is called again.", name=name)))
