"""The texts of pings, digests and notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.calls.model import Reminder
from bot.cards.texts import company_name, seat_label
from bot.chat.frame import PRIMARY, Page, action_row, build_layout
from bot.chat.markdown import escape
from bot.chat.press import NOT_A_TURN_CARD, Press, button
from bot.store.game_rows import CardInfo, GameInfo
from bot.words import msg, t, tn, translated
from engine import Game
from engine.api.table import company_steps

DM_REFUSED_TEXT = msg(
    "-# Discord refused a direct message, so you are called here from now on; `/remind settings` changes it."
)


@dataclass(frozen=True, slots=True)
class ReminderContext:
    """A seat that a game is waiting for, and its deadline in seconds since 1970 (None if there is none)."""

    info: GameInfo
    game: Game
    reminder: Reminder
    deadline: int | None = None


def is_quick_decision(game: Game) -> bool:
    """Return True if a reminder is to say that the next decision of a game is a quick one.

    Every decision is quick except a step of a company's turn that is followed by other steps. A forced
    decision (pending) within such a step is quick, too.
    """
    next_decision, steps = game.waiting(), company_steps(game.view)
    if next_decision is None or next_decision.company is None or game.state.pending or len(steps) < 2:
        return True
    return next_decision.step == steps[-1]


def decision_text(game: Game) -> str:
    """Return a reminder's text on the next decision: round, company, step, and whether the decision is quick.

    If the game is waiting for nobody, as after its end, the text is the round alone.
    """
    next_decision = game.waiting()
    if next_decision is None:
        return translated(game.round_title())
    company = [company_name(game.view, next_decision.company)] if next_decision.company else []
    parts = [translated(game.round_title()), *company, escape(translated(next_decision.label))]
    text = " · ".join(parts)
    if is_quick_decision(game):
        return t("{what} (a quick decision)", what=text)
    return t("{what} (a whole turn to think about)", what=text)


def reminder_page(
    context: ReminderContext, nudger_id: int | None = None, is_dm_refused: bool = False
) -> Page:
    """Build the reminder that pings the player to act, with buttons to open the turn and to snooze.

    ``nudger_id`` is the user who nudged the player, None if nobody did. ``is_dm_refused``: Discord has
    refused a direct message, and the page says so.
    """
    info, game, reminder = context.info, context.game, context.reminder
    user_id, name = reminder.user_id, escape(info.name)
    header = t("<@{user}>, “{name}” waits for you.", user=user_id, name=name)
    if nudger_id is not None:
        header = t(
            "<@{user}>, <@{by}> nudges you: “{name}” waits for you.", user=user_id, by=nudger_id, name=name
        )
    since = t("since <t:{since}:R>", since=reminder.waiting_since)
    return Page(
        build_layout(
            header,
            decision_text(game),
            subtext_line(since, *deadline_texts(context.deadline), channel_mention(info)),
            t(DM_REFUSED_TEXT) if is_dm_refused else "",
            action_row(
                button(
                    Press(info.id, game.revision, "turn", NOT_A_TURN_CARD), t("To the turn"), style=PRIMARY
                ),
                button(Press(info.id, reminder.revision, "snooze", "1"), t("In {hours} h", hours=1)),
                button(Press(info.id, reminder.revision, "snooze", "4"), t("In {hours} h", hours=4)),
                button(Press(info.id, reminder.revision, "snooze", "9:00"), t("Tomorrow 9:00")),
                button(Press(info.id, reminder.revision, "snooze_own"), t("Another time")),
            ),
        )
    )


def subtext_line(*parts: str) -> str:
    """Return the non-empty parts, joined by " · ", as a line of Discord subtext ("-# ")."""
    return f"-# {' · '.join(filter(None, parts))}"


def deadline_texts(deadline: int | None) -> list[str]:
    """Return a list with the one text of a reminder that says when the deadline is.

    The list is empty if ``deadline`` (seconds since 1970) is None.
    """
    return [t("the clock runs out <t:{deadline}:R>", deadline=deadline)] if deadline is not None else []


def channel_mention(info: GameInfo) -> str:
    """Return the Discord mention of a game's channel for a reminder, such as "<#7>"; "" if there is none."""
    return f"<#{info.channel_id}>" if info.channel_id is not None else ""


def digest_page(user_id: int, contexts: Sequence[ReminderContext]) -> Page:
    """Build the daily digest of a member (user id): the games in which it is their turn, with links.

    ``contexts`` are these games. Their list is cut at 3000 characters.
    """
    header = tn(
        "<@{user}>, you are on move at {count} table.",
        "<@{user}>, you are on move at {count} tables.",
        len(contexts), user=user_id,
    )  # fmt: skip
    return Page(build_layout(header, "\n".join(_digest_entry(context) for context in contexts)[:3000]))


def _digest_entry(context: ReminderContext) -> str:
    """Return the line of a game in the daily digest: name, decision, since when the game waits, and a link.

    A game without a channel has no link.
    """
    info, since = context.info, context.reminder.waiting_since
    decision = decision_text(context.game)
    line = t("**{name}**: {what} · since <t:{since}:R>", name=escape(info.name), what=decision, since=since)
    return f"{line} · {channel_url(info)}"


def channel_url(info: GameInfo) -> str:
    """Return the URL of a game's channel for the daily digest; "" if the game has no channel."""
    return (
        f"https://discord.com/channels/{info.guild_id or '@me'}/{info.channel_id}" if info.channel_id else ""
    )


def no_response_notice(context: ReminderContext) -> Page:
    """Build the notice that a player does not respond to reminders, with a button to open a vote on the seat.

    For a seat without a player it says that nobody has taken the seat.
    """
    name, table = seat_label(context.info, context.reminder.seat, mention=False), escape(context.info.name)
    since = context.reminder.waiting_since
    header = t(
        "{name} was reminded again and again, and “{table}” waits since <t:{since}:R>.",
        name=name, table=table, since=since,
    )  # fmt: skip
    if context.reminder.user_id is None:
        header = t(
            "{name}: nobody has taken it, and “{table}” waits since <t:{since}:R>.",
            name=name, table=table, since=since,
        )  # fmt: skip
    press = Press(context.info.id, context.reminder.revision, "ask_table", context.reminder.seat)
    remark = t("-# The others can vote on what to do.")
    return Page(build_layout(header, remark, action_row(button(press, t("Let the table vote")))))


def offer_ping_page(info: GameInfo, user_id: int, card: CardInfo) -> Page:
    """Build the ping of a user (id) about an offer made in their quiet hours, with a link to its card."""
    url = f"https://discord.com/channels/{info.guild_id or '@me'}/{card.channel_id}/{card.message_id}"
    name = escape(info.name)
    return Page(
        build_layout(
            t(
                "<@{user}>, [an offer]({way}) in “{name}” waits for your answer.",
                user=user_id, way=url, name=name,
            )
        )
    )  # fmt: skip


def player_left_notice(info: GameInfo, seat: str) -> Page:
    """Build the notice that the holder of a seat (id), who was due for a reminder, has left the server."""
    name = seat_label(info, seat, mention=False)
    return Page(
        build_layout(t("{name} has left this server. The others decide what becomes of the seat.", name=name))
    )


def proxy_left_notice(info: GameInfo, seat: str) -> Page:
    """Build the notice that the proxy of a seat (id) has left the server, and its holder is pinged again."""
    name = seat_label(info, seat, mention=False)
    return Page(
        build_layout(t("The proxy of {name} has left this server; {name} is called again.", name=name))
    )
