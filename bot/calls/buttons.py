"""The page with a member's reminder settings, and the buttons on pings."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.calls import hours
from bot.calls import service as reminders
from bot.calls.model import MINUTE, ReminderSettings
from bot.calls.zones import local_time
from bot.chat.buttons import button_handler
from bot.chat.current_game import game_info_of_press
from bot.chat.frame import Page, action_row, build_layout
from bot.chat.press import Press, button, press_without_game, select_menu
from bot.chat.respond import Ack, Interaction, Modal, Response, UserError, respond_to
from bot.words import t, tn

GAP_MINUTES = (0, 10, 30, 60, 180, 720)
"""The values of the minimum time between two pings, in minutes."""

NO_DIGEST = "-"


def reminder_settings_page(settings: ReminderSettings, now: int) -> Page:
    """Build the page of `/remind settings`: how and when a member is pinged, and controls to change that.

    ``now`` is in seconds since 1970; vacations that have ended by then are left out.
    """
    return Page(
        build_layout(
            t("### How you are called"),
            "\n".join(_settings_lines(settings, now)),
            action_row(
                button(
                    press_without_game("r_direct"),
                    t("In the channel") if settings.by_direct_message else t("By direct message"),
                ),
                button(
                    press_without_game("r_weekend"),
                    t("Weekends too") if settings.is_free_at_weekends else t("Weekends off"),
                ),
                button(press_without_game("r_quiet"), t("Quiet hours")),
            ),
            action_row(_min_gap_menu(settings)),
            action_row(_digest_menu(settings)),
        )
    )


def _settings_lines(settings: ReminderSettings, now: int) -> list[str]:
    """Return the lines of a member's reminder settings: time zone, pings, quiet hours, vacations and so on.

    Only vacations that end after ``now`` (seconds since 1970) are shown, at most three.
    """
    start, end = map(time_of_day_text, settings.quiet_hours or (0, 0))
    vacations = [(since, until) for since, until in settings.vacations if until > now]
    vacation_texts = [
        t("<t:{since}:d> to <t:{until}:d>", since=since, until=until - 1) for since, until in vacations[:3]
    ]
    return [
        t("**Time zone** {zone} (`/remind timezone`)", zone=settings.zone),
        t("**Pings** by direct message")
        if settings.by_direct_message
        else t("**Pings** in the channel of the game"),
        t("**Quiet hours** {start} to {end}", start=start, end=end)
        if settings.quiet_hours
        else t("**Quiet hours** none"),
        t("**Weekends** off") if settings.is_free_at_weekends else t("**Weekends** as other days"),
        t("**Between two pings** {gap}", gap=_min_gap_text(settings.min_gap // MINUTE)),
        _digest_line(settings),
        t("**Away** {days} (`/remind vacation`)", days=", ".join(vacation_texts) or t("no")),
        tn("**Muted** {count} game", "**Muted** {count} games", len(settings.muted_games)),
    ]


def _digest_line(settings: ReminderSettings) -> str:
    """Return the line of the reminder settings with the hour of the daily digest, or that there is none."""
    if settings.digest_hour is None:
        return t("**Daily digest** none")
    return t("**Daily digest** {hour}", hour=time_of_day_text(settings.digest_hour * 60))


def _min_gap_text(minutes: int) -> str:
    """Return the minimum time between two pings as text, such as "30 minutes".

    Whole hours are shown as hours; for 0 minutes the text says that there is no minimum.
    """
    if not minutes:
        return t("no least time")
    if minutes % 60:
        return tn("{count} minute", "{count} minutes", minutes)
    return tn("{count} hour", "{count} hours", minutes // 60)


def time_of_day_text(minute: int) -> str:
    """Return a minute of the day (0 to 1439) as a time for the reminder settings, such as "7:05"."""
    return f"{minute // 60}:{minute % 60:02}"


def _min_gap_menu(settings: ReminderSettings) -> Any:
    """Return the select menu for the minimum time between two pings; its values are minutes (GAP_MINUTES).

    The member's present setting is selected.
    """
    options = [
        discord.SelectOption(
            label=t("Between two pings: {gap}", gap=_min_gap_text(minutes)),
            value=str(minutes),
            default=minutes * MINUTE == settings.min_gap,
        )
        for minutes in GAP_MINUTES
    ]
    return select_menu(
        press_without_game("r_gap"), options, placeholder=t("The least time between two pings")
    )


def _digest_menu(settings: ReminderSettings) -> Any:
    """Return the select menu for the daily digest of reminders, with the member's setting selected.

    Its values are local hours, "0" to "23", and NO_DIGEST for none.
    """
    labels_by_value = {NO_DIGEST: t("Daily digest: none")} | {
        str(hour): t("Daily digest: {hour}", hour=time_of_day_text(hour * 60)) for hour in range(24)
    }
    chosen_value = NO_DIGEST if settings.digest_hour is None else str(settings.digest_hour)
    options = [
        discord.SelectOption(label=label, value=value, default=value == chosen_value)
        for value, label in labels_by_value.items()
    ]
    return select_menu(press_without_game("r_digest"), options, placeholder=t("A daily digest"))


@button_handler("r_panel", ack=Ack.PRIVATE)
async def _show_own_reminder_settings(response: Response, press: Press) -> None:
    """Handle [My pings]: show the member the ephemeral page of their reminder settings."""
    await show_reminder_settings(
        response, await reminders.reminder_settings_of_member(response.bot.games, response.user.id)
    )


async def show_reminder_settings(response: Response, settings: ReminderSettings) -> None:
    """Respond with the page of a member's reminder settings, which are ``settings``."""
    await response.show(reminder_settings_page(settings, response.bot.games.now()))


async def _change_reminder_settings(response: Response, **values: Any) -> None:
    """Change the member's reminder settings, and show their page again.

    ``values`` are the new ones by column, as for `bot.calls.service.set_reminder_settings`.
    """
    await show_reminder_settings(
        response, await reminders.set_reminder_settings(response.bot.games, response.user.id, **values)
    )


@button_handler("r_direct")
async def _toggle_direct_messages(response: Response, press: Press) -> None:
    """Handle [By direct message] and [In the channel]: change where reminders ping the member.

    The page of the member's reminder settings is shown again.
    """
    settings = await reminders.reminder_settings_of_member(response.bot.games, response.user.id)
    await _change_reminder_settings(response, direct=not settings.by_direct_message)


@button_handler("r_weekend")
async def _toggle_weekend_pings(response: Response, press: Press) -> None:
    """Handle [Weekends off] and [Weekends too]: turn pings of the member at weekends off or on.

    The page of the member's reminder settings is shown again.
    """
    settings = await reminders.reminder_settings_of_member(response.bot.games, response.user.id)
    await _change_reminder_settings(response, weekend=not settings.is_free_at_weekends)


@button_handler("r_gap")
async def _set_min_gap(response: Response, press: Press) -> None:
    """Handle the menu of the minimum time between two pings of the member: store the selected value.

    The value is in minutes; InvalidInput is raised if it is not in GAP_MINUTES. The page of the member's
    reminder settings is shown again.
    """
    await _change_reminder_settings(
        response, gap=int(press.require_value([str(minutes) for minutes in GAP_MINUTES])) * MINUTE
    )


@button_handler("r_digest")
async def _set_digest_hour(response: Response, press: Press) -> None:
    """Handle the menu of the daily digest: set the local hour of the member's digest, or turn it off.

    The value is a local hour, "0" to "23", or NO_DIGEST; any other value raises InvalidInput. Then the page
    of the member's reminder settings is shown again.
    """
    hour = press.require_value([NO_DIGEST, *map(str, range(24))])
    await _change_reminder_settings(response, digest=None if hour == NO_DIGEST else int(hour))


class QuietModal(Modal):
    """The modal in which a member types the quiet hours, in which reminders do not ping."""

    def __init__(self, settings: ReminderSettings) -> None:
        """Build the modal with two text inputs: the start and the end of the quiet hours without pings.

        They contain the member's present quiet hours, and nothing if there are none.
        """
        super().__init__(title=t("Quiet hours"), timeout=900)
        defaults = (
            [time_of_day_text(minute) for minute in settings.quiet_hours]
            if settings.quiet_hours
            else ["", ""]
        )
        self.start_input, self.end_input = (_quiet_hours_input(text) for text in defaults)
        self.add_item(ui.Label(text=t("From, such as 22:00"), component=self.start_input))
        self.add_item(ui.Label(text=t("To, such as 7:30"), component=self.end_input))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Store the typed quiet hours and show the page of the reminder settings.

        If the hours are invalid, the member gets an ephemeral error instead.
        """
        async with respond_to(interaction) as response:
            await _change_reminder_settings(
                response,
                **hours.parse_quiet_hours(self.start_input.value.strip(), self.end_input.value.strip()),
            )


def _quiet_hours_input(text: str) -> ui.TextInput[Any]:
    """Return the text input for the start or the end of the quiet hours, filled with ``text``."""
    return ui.TextInput(default=text, required=False, max_length=5)


@button_handler("r_quiet", ack=Ack.NONE)
async def _ask_quiet_hours(response: Response, press: Press) -> None:
    """Handle [Quiet hours] of the reminder settings: open the modal in which the member types them."""
    await response.open_modal(
        QuietModal(await reminders.reminder_settings_of_member(response.bot.games, response.user.id))
    )


# --- on a ping -------------------------------------------------------------------------------------


@button_handler("snooze", ack=Ack.PRIVATE)
async def _handle_snooze_button(response: Response, press: Press) -> None:
    """Handle a snooze button of a reminder: put off the member's next ping of the game.

    The custom id's argument is a number of hours, or a time of day such as "9:00" (any text with ":"), which
    always means 9:00 tomorrow, the member's local time. An ephemeral response says when the next ping comes.
    Raises UserError if the game is not waiting for the member, and InvalidInput for another argument or more
    than two weeks.
    """
    games = response.bot.games
    settings, now = await reminders.reminder_settings_of_member(games, response.user.id), games.now()
    until = hours.snooze_end(press.argument_text, now, settings)
    await hours.snooze_until(response, press.game_id, until, is_time_of_day=":" in press.argument_text)


class SnoozeModal(Modal):
    """The modal in which a member types when a game is to ping them again (a snooze)."""

    def __init__(self, press: Press, settings: ReminderSettings, now: int) -> None:
        """Build the modal that asks when the next ping is to come; its label shows the member's local time.

        ``press`` is the press on the button of the reminder; ``now`` is in seconds since 1970.
        """
        super().__init__(title=t("When are you to be called again?"), timeout=900)
        self.press = press
        hour = f"{local_time(now, settings.zone):%H:%M}"
        local_time_text = t("It is {hour} for you ({zone})", hour=hour, zone=settings.zone)
        self.text_input: ui.TextInput[Any] = ui.TextInput(
            placeholder=t("3 h, 18:30, tomorrow 9"), max_length=20
        )
        self.add_item(ui.Label(text=local_time_text[:45], component=self.text_input))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Snooze the member's next ping of the game until the typed time, with an ephemeral confirmation.

        The member gets an ephemeral error if the time is invalid, or if the game is not waiting for them.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await hours.snooze_to_typed_time(response, self.press.game_id, self.text_input.value)


@button_handler("snooze_own", ack=Ack.NONE)
async def _ask_snooze_time(response: Response, press: Press) -> None:
    """Handle [Another time] of a reminder: open the modal that asks when the next ping is to come.

    Raises UserError if the game is not waiting for the member.
    """
    games = response.bot.games
    if not any(
        reminder.user_id == response.user.id
        for reminder in await reminders.reminders_of_game(games, press.game_id)
    ):
        raise UserError(t(hours.NOT_WAITING_TEXT))
    await response.open_modal(
        SnoozeModal(press, await reminders.reminder_settings_of_member(games, response.user.id), games.now())
    )


@button_handler("nudge", ack=Ack.PRIVATE)
async def _handle_nudge(response: Response, press: Press) -> None:
    """Handle [Nudge]: make the ping of a player who is to act due now, on behalf of the member who pressed.

    The custom id's argument is a seat id, "" for the first player to act. An ephemeral response says when the
    player is pinged. Raises UserError if the member may not nudge (`bot.calls.hours.nudge_player`) or the
    game is gone.
    """
    await hours.nudge_player(response, await game_info_of_press(response, press), press.argument_text)
