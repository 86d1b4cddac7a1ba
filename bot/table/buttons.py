"""Handlers of the set-up card and of the same commands: join, leave, start, options."""

from __future__ import annotations

from typing import Any

import discord

from bot.chat import selftest
from bot.chat.buttons import button_handler
from bot.chat.current_game import game_info_of_press
from bot.chat.frame import Page, action_row, build_layout
from bot.chat.markdown import escape
from bot.chat.press import Press, select_menu
from bot.chat.respond import Ack, Response, UserError
from bot.post import pending
from bot.store.game_rows import GameInfo
from bot.table import service as game_setup
from bot.table.pages import has_all_expected_players, options_line
from bot.words import msg, t, translated
from engine import TITLES

DEFAULT_PACE = "after 2 minutes"
PACE_LABELS = {
    "live": msg("Live: nobody is pinged"),
    "at once": msg("Pings at once"),
    DEFAULT_PACE: msg("First ping after 2 minutes"),
}
NO_TIME_LIMIT_LABEL, TIME_LIMIT_LABEL = msg("No clock"), msg("A turn may take {hours} hours")
TIME_LIMIT_HOURS = (24, 48, 72, 120, 168)
SEAT_ORDER_LABELS = {"random": msg("Seats drawn at the start"), "join": msg("Seats as the players joined")}


async def join_game(response: Response, info: GameInfo) -> bool:
    """Take a seat in the lobby for the member, under their display name; return True if they have the seat.

    If the seat is refused, for example because all are taken or the game has started, send the member the
    reason and return False. If all expected players have joined now, queue a ping of the owner.
    """
    outcome = await game_setup.join_game(
        response.bot.games, info.id, response.user.id, response.user.display_name, interaction_id=response.id
    )
    if outcome.ok and not outcome.duplicate:
        await _ping_owner_if_all_joined(response, info.id)
    return await response.ok_or_show_refusal(outcome)


async def _ping_owner_if_all_joined(response: Response, game_id: int) -> None:
    """Queue a ping of the game's owner if all expected players have joined the lobby; else do nothing."""
    info = await response.bot.games.info(game_id)
    if info is None or not has_all_expected_players(info):
        return
    await pending.queue_message(response.bot.games, game_id, "table_full")


async def leave_game(response: Response, info: GameInfo) -> bool:
    """Give up the member's seat in the lobby of a game, and return True.

    If this is refused, for example because the game has started, send the member the reason and return False.
    """
    outcome = await game_setup.leave_game(
        response.bot.games, info.id, response.user.id, interaction_id=response.id
    )
    return await response.ok_or_show_refusal(outcome)


async def start_game(response: Response, info: GameInfo) -> bool:
    """Start the game from its lobby, for its owner or a game master; return True if it has started.

    If the start is refused, for example because too few players have joined, send the member the reason and
    return False.
    """
    outcome = await game_setup.start_game(
        response.bot.games, info.id, response.user.id, **response.request_args
    )
    return await response.ok_or_show_refusal(outcome)


async def start_and_confirm(response: Response, info: GameInfo, confirmation: str = "") -> None:
    """Start the game from its lobby, confirm it, and warn of permissions that the bot lacks in its channel.

    ``confirmation`` is the sentence for the member; "" sends none. If the start is refused, the member is
    sent the reason, and nothing else is done.
    """
    if await start_game(response, info):
        if confirmation:
            await response.show_text(confirmation)
        await selftest.warn_of_missing_permissions(response, info.channel_id)


def options_page(info: GameInfo) -> Page:
    """Build the owner's page of lobby settings: seat order, pings, time limit, and options of the title.

    Each has a select menu in which the present value is selected, if the menu offers it. At most 10 options
    of the title are shown.
    """
    title = TITLES[info.title]
    order, settings = str(info.settings.get("order", "random")), info.settings
    time_limits = {
        "0": t(NO_TIME_LIMIT_LABEL),
        **{str(hours): t(TIME_LIMIT_LABEL, hours=hours) for hours in TIME_LIMIT_HOURS},
    }
    paces = {key: t(text) for key, text in PACE_LABELS.items()}
    rows = [
        _game_setting_menu(
            info, "order", "", {key: t(text) for key, text in SEAT_ORDER_LABELS.items()}, order
        ),
        _game_setting_menu(info, "pace", "", paces, str(settings.get("pace") or DEFAULT_PACE)),
        _game_setting_menu(info, "clock", "", time_limits, str(settings.get("clock") or 0)),
    ]
    rows += [
        _game_setting_menu(
            info,
            "option",
            option.key,
            {
                value: f"{translated(option.label)}: {translated(text)}"
                for value, text in option.values.items()
            },
            chosen_value,
        )
        for option in title.options[:10]
        for chosen_value in [info.options.get(option.key, option.default)]
    ]
    return Page(build_layout(t("### Options of {name}", name=escape(info.name)), options_line(info), *rows))


def _game_setting_menu(
    info: GameInfo, button_name: str, title_option_key: str, labels: dict[str, str], chosen_value: str
) -> Any:
    """Return the row with the select menu of one setting of a game in the lobby.

    ``labels`` are the menu's labels by value; the first 25 are shown, each cut to 100 characters.
    ``button_name`` is "order", "pace", "clock" or "option"; ``title_option_key`` is the key of the title's
    option, "" for the other menus. ``chosen_value`` is the value that is selected.
    """
    options = [
        discord.SelectOption(label=label[:100], value=value, default=value == chosen_value)
        for value, label in list(labels.items())[:25]
    ]
    return action_row(select_menu(Press(info.id, 0, button_name, title_option_key), options))


@button_handler("join", ack=Ack.SILENT)
async def _handle_join(response: Response, press: Press) -> None:
    """Handle [Join] on the set-up card: take a seat for the member, or send them the reason for the refusal.

    The card is then updated to show the seat. Raises UserError if the game no longer exists.
    """
    await join_game(response, await game_info_of_press(response, press))


@button_handler("leave", ack=Ack.SILENT)
async def _handle_leave(response: Response, press: Press) -> None:
    """Handle [Leave] on the set-up card: give up the member's seat, or send them the reason for the refusal.

    The card then no longer shows the seat. Raises UserError if the game no longer exists.
    """
    await leave_game(response, await game_info_of_press(response, press))


@button_handler("start", ack=Ack.SILENT)
async def _handle_start(response: Response, press: Press) -> None:
    """Handle [Start] on the set-up card: start the game, or send the member the reason for the refusal.

    After the start, the member is also sent the permissions that the bot lacks in the channel. Raises
    UserError if the game no longer exists.
    """
    await start_and_confirm(response, await game_info_of_press(response, press))


@button_handler("options")
async def _show_options(response: Response, press: Press) -> None:
    """Handle [Options] on the set-up card: show the owner or a game master the lobby settings in private.

    Raises UserError for other members, and if the game no longer exists.
    """
    info = await game_info_of_press(response, press)
    if response.user.id != info.owner_id and not response.is_game_master:
        raise UserError(t("Only the owner of the game changes its options; `/game info` shows them."))
    await response.show(options_page(info))


@button_handler("order")
async def _set_seat_order(response: Response, press: Press) -> None:
    """Handle the menu of the seat order in the lobby: "random" (drawn at the start) or "join" (as joined).

    ``press.value`` is the chosen order. Shows the page of lobby settings again, or the reason why the change
    is refused. Raises InvalidInput if the menu has no such value.
    """
    await _change_options(response, press, None, {"order": press.require_value(SEAT_ORDER_LABELS)})


@button_handler("pace")
async def _set_ping_pace(response: Response, press: Press) -> None:
    """Handle the menu of pings in the lobby: set whether and how soon players are pinged in a turn.

    ``press.value`` is a key of `PACE_LABELS`. Shows the page of lobby settings again, or the reason why the
    change is refused. Raises InvalidInput if the menu has no such value.
    """
    await _change_options(response, press, None, {"pace": press.require_value(PACE_LABELS)})


@button_handler("clock")
async def _set_time_limit(response: Response, press: Press) -> None:
    """Handle the menu of time limits in the lobby: set how many hours a turn may take (0: no limit).

    ``press.value`` is the number of hours. Shows the page of lobby settings again, or the reason why the
    change is refused. Raises InvalidInput if the menu has no such value.
    """
    await _change_options(
        response,
        press,
        None,
        {"clock": int(press.require_value([str(hours) for hours in (0, *TIME_LIMIT_HOURS)]))},
    )


@button_handler("option")
async def _set_title_option(response: Response, press: Press) -> None:
    """Handle the menu of an option of the title in the lobby: give this option the chosen value.

    ``press.argument_text`` is the key of the option, ``press.value`` its new value. Shows the page of lobby
    settings again, or the reason why the change is refused, for example because the option has no such value.
    """
    await _change_options(response, press, {press.argument_text: press.value}, None)


async def _change_options(
    response: Response, press: Press, options: dict[str, str] | None, settings: dict[str, Any] | None
) -> None:
    """Change options of the title or settings of a game in its lobby, and show the page of both again.

    ``options`` are the new values by option key; ``settings`` may have ``order``, ``pace`` and ``clock``
    (hours). None changes nothing. If the change is refused, the member is sent the reason instead of the
    page.
    """
    outcome = await game_setup.change_lobby(
        response.bot.games, press.game_id, response.user.id, options, settings, **response.request_args
    )
    if await response.ok_or_show_refusal(outcome):
        await response.show(options_page(await game_info_of_press(response, press)))
