"""The page with a member's reminder settings, and the buttons on pings."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.calls import hours
from bot.calls import service as reminders
from bot.calls.model import MINUTE, Member
from bot.calls.zones import local_time
from bot.chat.buttons import button_handler
from bot.chat.current_game import game_info_of_press
from bot.chat.frame import Page, layout, row
from bot.chat.press import Press, button, press_without_game, select
from bot.chat.respond import Ack, Interaction, Modal, Response, UserError, respond_to
from bot.words import t, tn

GAP_MINUTES = (0, 10, 30, 60, 180, 720)
"""The least time between two pings, in minutes."""

NO_DIGEST = "-"


def reminder_settings_page(member: Member, now: int) -> Page:
    """Build the page of `/remind settings`: how and when a member is pinged, and controls to change it.

    ``now`` is in seconds since 1970; vacations that have ended by then are left out.
    """
    return Page(
        layout(
            t("### How you are called"),
            "\n".join(_settings_lines(member, now)),
            row(
                button(
                    press_without_game("r_direct"),
                    t("In the channel") if member.by_direct_message else t("By direct message"),
                ),
                button(
                    press_without_game("r_weekend"),
                    t("Weekends too") if member.is_free_at_weekends else t("Weekends off"),
                ),
                button(press_without_game("r_quiet"), t("Quiet hours")),
            ),
            row(_min_gap_menu(member)),
            row(_digest_menu(member)),
        )
    )


def _settings_lines(member: Member, now: int) -> list[str]:
    """Return the lines of a member's reminder settings: time zone, pings, quiet hours, vacations and so on.

    Only vacations that end after ``now`` (seconds since 1970) are shown, at most three.
    """
    start, end = map(time_of_day_text, member.quiet_hours or (0, 0))
    vacations = [(since, until) for since, until in member.vacations if until > now]
    vacation_texts = [
        t("<t:{since}:d> to <t:{until}:d>", since=since, until=until - 1) for since, until in vacations[:3]
    ]
    return [
        t("**Time zone** {zone} (`/remind timezone`)", zone=member.zone),
        t("**Pings** by direct message")
        if member.by_direct_message
        else t("**Pings** in the channel of the game"),
        t("**Quiet hours** {start} to {end}", start=start, end=end)
        if member.quiet_hours
        else t("**Quiet hours** none"),
        t("**Weekends** off") if member.is_free_at_weekends else t("**Weekends** as other days"),
        t("**Between two pings** {gap}", gap=_duration_text(member.min_gap // MINUTE)),
        _digest_line(member),
        t("**Away** {days} (`/remind vacation`)", days=", ".join(vacation_texts) or t("no")),
        tn("**Muted** {count} game", "**Muted** {count} games", len(member.muted_games)),
    ]


def _digest_line(member: Member) -> str:
    """Return the line of the reminder settings with the hour of the daily digest, or that there is none."""
    if member.digest_hour is None:
        return t("**Daily digest** none")
    return t("**Daily digest** {hour}", hour=time_of_day_text(member.digest_hour * 60))


def _duration_text(minutes: int) -> str:
    """Return the minimum time between two pings as text, such as "30 minutes"; for 0 "no least time".

    Whole hours are shown as hours.
    """
    if not minutes:
        return t("no least time")
    if minutes % 60:
        return tn("{count} minute", "{count} minutes", minutes)
    return tn("{count} hour", "{count} hours", minutes // 60)


def time_of_day_text(minute: int) -> str:
    """Return a minute of the day (0 to 1439) as a time for the reminder settings, such as "7:05"."""
    return f"{minute // 60}:{minute % 60:02}"


def _min_gap_menu(member: Member) -> Any:
    """Return the select menu for the minimum time between two pings; its values are minutes (GAP_MINUTES).

    The member's present setting is selected.
    """
    options = [
        discord.SelectOption(
            label=t("Between two pings: {gap}", gap=_duration_text(minutes)),
            value=str(minutes),
            default=minutes * MINUTE == member.min_gap,
        )
        for minutes in GAP_MINUTES
    ]
    return select(press_without_game("r_gap"), options, placeholder=t("The least time between two pings"))


def _digest_menu(member: Member) -> Any:
    """Return the select menu for the daily digest of reminders, with the member's setting selected.

    Its values are local hours, "0" to "23", and NO_DIGEST for none.
    """
    labels_by_value = {NO_DIGEST: t("Daily digest: none")} | {
        str(hour): t("Daily digest: {hour}", hour=time_of_day_text(hour * 60)) for hour in range(24)
    }
    chosen_value = NO_DIGEST if member.digest_hour is None else str(member.digest_hour)
    options = [
        discord.SelectOption(label=label, value=value, default=value == chosen_value)
        for value, label in labels_by_value.items()
    ]
    return select(press_without_game("r_digest"), options, placeholder=t("A daily digest"))


@button_handler("r_panel", ack=Ack.PRIVATE)
async def _show_own_settings(response: Response, press: Press) -> None:
    """Handle [My pings]: show the member the page of his reminder settings, in private."""
    await show_reminder_settings(
        response, await reminders.member_settings(response.bot.games, response.user.id)
    )


async def show_reminder_settings(response: Response, member: Member) -> None:
    """Answer with the page of a member's reminder settings, as ``member`` has them."""
    await response.show(reminder_settings_page(member, response.bot.games.now()))


async def _change_settings(response: Response, **values: Any) -> None:
    """Change the member's reminder settings, and show their page again.

    ``values`` are the new ones by column, as for `bot.calls.service.set_reminder_settings`.
    """
    await show_reminder_settings(
        response, await reminders.set_reminder_settings(response.bot.games, response.user.id, **values)
    )


@button_handler("r_direct")
async def _switch_direct_messages(response: Response, press: Press) -> None:
    """Handle [By direct message] and [In the channel]: switch where reminders ping the member.

    The page of his reminder settings is shown again.
    """
    await _change_settings(
        response,
        direct=not (await reminders.member_settings(response.bot.games, response.user.id)).by_direct_message,
    )


@button_handler("r_weekend")
async def _switch_weekends(response: Response, press: Press) -> None:
    """Handle [Weekends off] and [Weekends too]: turn pings of the member at weekends off or on.

    The page of his reminder settings is shown again.
    """
    await _change_settings(
        response,
        weekend=not (
            await reminders.member_settings(response.bot.games, response.user.id)
        ).is_free_at_weekends,
    )


@button_handler("r_gap")
async def _set_min_gap(response: Response, press: Press) -> None:
    """Handle the menu of the minimum time between two pings of the member: store the chosen value.

    It is in minutes. The page of his reminder settings is shown again. Raises InvalidInput for a value that
    is not in GAP_MINUTES.
    """
    await _change_settings(
        response, gap=int(press.require_value([str(minutes) for minutes in GAP_MINUTES])) * MINUTE
    )


@button_handler("r_digest")
async def _set_digest_hour(response: Response, press: Press) -> None:
    """Handle the menu of the daily digest of reminders: set its hour, or turn it off.

    The value is a local hour, "0" to "23", or NO_DIGEST; another raises InvalidInput. The page of the
    member's reminder settings is shown again.
    """
    hour = press.require_value([NO_DIGEST, *map(str, range(24))])
    await _change_settings(response, digest=None if hour == NO_DIGEST else int(hour))


class QuietModal(Modal):
    """The modal in which a member types his quiet hours, in which reminders do not ping him."""

    def __init__(self, member: Member) -> None:
        """Build the modal with two text inputs: the start and the end of the quiet hours without pings.

        They contain the member's present quiet hours, and nothing if he has none.
        """
        super().__init__(title=t("Quiet hours"), timeout=900)
        defaults = (
            [time_of_day_text(minute) for minute in member.quiet_hours] if member.quiet_hours else ["", ""]
        )
        self.start_input, self.end_input = (_time_input(text) for text in defaults)
        self.add_item(ui.Label(text=t("From, such as 22:00"), component=self.start_input))
        self.add_item(ui.Label(text=t("To, such as 7:30"), component=self.end_input))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Store the typed quiet hours and show the page of the reminder settings.

        If the hours are invalid, the member is told so.
        """
        async with respond_to(interaction) as response:
            await _change_settings(
                response,
                **hours.parse_quiet_hours(self.start_input.value.strip(), self.end_input.value.strip()),
            )


def _time_input(text: str) -> ui.TextInput[Any]:
    """Return the text input for the start or the end of the quiet hours, filled with ``text``."""
    return ui.TextInput(default=text, required=False, max_length=5)


@button_handler("r_quiet", ack=Ack.NONE)
async def _ask_quiet_hours(response: Response, press: Press) -> None:
    """Handle [Quiet hours] of the reminder settings: open the modal in which the member types them."""
    await response.open_modal(
        QuietModal(await reminders.member_settings(response.bot.games, response.user.id))
    )


# --- on a ping -------------------------------------------------------------------------------------


@button_handler("snooze", ack=Ack.PRIVATE)
async def _snooze_for_button(response: Response, press: Press) -> None:
    """Handle a snooze button of a reminder: put off the member's next ping of the game.

    The custom id's argument is a number of hours, or any text with ":" for tomorrow at 9:00, his local time.
    The member sees in private when he is pinged again. Raises UserError if the game does not wait for him,
    and InvalidInput for another argument or more than two weeks.
    """
    games = response.bot.games
    member, now = await reminders.member_settings(games, response.user.id), games.now()
    until = hours.snooze_button_time(press.arg, now, member)
    await hours.snooze_until(response, press.game_id, until, is_time_of_day=":" in press.arg)


class SnoozeModal(Modal):
    """The modal in which a member types when a game is to ping him again (a snooze)."""

    def __init__(self, press: Press, member: Member, now: int) -> None:
        """Build the modal that asks when the next ping is to come; its label shows the member's local time.

        ``press`` is that on the button of the reminder; ``now`` is in seconds since 1970.
        """
        super().__init__(title=t("When are you to be called again?"), timeout=900)
        self.press = press
        hour = f"{local_time(now, member.zone):%H:%M}"
        local_time_text = t("It is {hour} for you ({zone})", hour=hour, zone=member.zone)
        self.text_input: ui.TextInput[Any] = ui.TextInput(
            placeholder=t("3 h, 18:30, tomorrow 9"), max_length=20
        )
        self.add_item(ui.Label(text=local_time_text[:45], component=self.text_input))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Put off the member's next ping of the game to the typed time, and confirm it in private.

        He is told if the time is invalid, or the game does not wait for him.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await hours.snooze_to_typed_time(response, self.press.game_id, self.text_input.value)


@button_handler("snooze_own", ack=Ack.NONE)
async def _ask_snooze_time(response: Response, press: Press) -> None:
    """Handle [Another time] of a reminder: open the modal that asks when the next ping is to come.

    Raises UserError if the game does not wait for the member.
    """
    games = response.bot.games
    if not any(
        reminder.user_id == response.user.id
        for reminder in await reminders.reminders_of_game(games, press.game_id)
    ):
        raise UserError(t(hours.NOT_WAITING_TEXT))
    await response.open_modal(
        SnoozeModal(press, await reminders.member_settings(games, response.user.id), games.now())
    )


@button_handler("nudge", ack=Ack.PRIVATE)
async def _handle_nudge(response: Response, press: Press) -> None:
    """Handle [Nudge]: let a reminder ping a player who is to act, on behalf of the member who pressed.

    The custom id's argument is a seat id, "" for the first player to act. The member sees in private when the
    ping comes. Raises UserError if he may not nudge (`bot.calls.hours.nudge_player`) or the game is gone.
    """
    await hours.nudge_player(response, await game_info_of_press(response, press), press.arg)
