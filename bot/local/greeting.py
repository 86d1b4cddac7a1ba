"""What the local chat says first: what this is, a table at once, who one is, and the way to other channels.

The buttons are presses of no game (number 0) and work, like all others, without anything kept in the view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import discord
from discord import app_commands

from bot.chat.buttons import verb
from bot.chat.completion import Hints, hints
from bot.chat.figures import STATUS, join_and, plain
from bot.chat.frame import PRIMARY, layout, row
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Ack, Answer, Interaction, Page, UserError, answering
from bot.chat.station import Station
from bot.games import shelf
from bot.games.outcome import TAKEN, Outcome
from bot.local.world import World
from bot.settings.locale import SPEECH, for_all
from bot.store.game_rows import GameInfo
from bot.table import service as tables
from bot.table.opponents import against, play_alone
from bot.table.service import JOIN
from bot.words import language, msg, t
from engine import TITLES

COMPANY = 2
"""Members who sit down with whoever plays at once."""

WELCOME = msg("Stationmaster: 18xx railway games, a turn at a time")


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread."""

    id: int
    bare: str
    thread: bool

    @property
    def name(self) -> str:
        """The name as it is shown."""
        return t("thread “{bare}”", bare=self.bare) if self.thread else f"#{self.bare}"


@dataclass(frozen=True, slots=True)
class Hall:
    """The places and members of the chat; ``wanted`` holds who asks to be led to which place."""

    guild: int
    places: Sequence[Place]
    people: Mapping[int, str]
    wanted: dict[int, int] = field(default_factory=dict)


_HALLS: WeakKeyDictionary[discord.Client, Hall] = WeakKeyDictionary()


def open_hall(client: discord.Client, world: World) -> Hall:
    """Note the places and members for the client's buttons, and add `/go` to its commands."""
    places = [Place(p.id, p.name or "", p.is_thread) for p in world.places]
    hall = Hall(world.home.guild.id if world.home.guild else 0, places, world.names)
    _HALLS[client] = hall
    if isinstance(client, Station):
        client.tree.add_command(go_command)
        client.one_language = True
    return hall


async def greet(client: discord.Client, hall: Hall) -> None:
    """Post the first card in each place."""
    if not isinstance(client, Station):
        return
    await for_all(client, hall.guild)
    for place in hall.places:
        channel: Any = client.get_channel(place.id) or await client.fetch_channel(place.id)
        await channel.send(**greeting().send_kwargs(), silent=True)


def greeting() -> Page:
    """The first card of a place."""
    first, *others = list(TITLES)[:5]
    plays = [button(Press(0, 0, "play_solo", first), t("Play {first} now", first=first), style=PRIMARY)]
    plays += [button(Press(0, 0, "play_solo", title), t("Play {title} now", title=title)) for title in others]
    titles = [discord.SelectOption(label=title, value=title) for title in list(TITLES)[:25]]
    together = select(Press(0, 0, "play_now"), titles, placeholder=t("Play with two more members …"))
    return Page(
        layout(
            f"## {t(WELCOME)}",
            t(
                "**Play {first} now** makes a table with you and two computers and starts it. "
                "When a card calls you, press **Take turn** on it.",
                first=first,
            ),
            row(*plays),
            t(
                "**With other members**: choose a title below, and play them all. **Who you are** stands in "
                "“Viewing as” above the chat; when a card calls somebody else, become that member there."
            ),
            row(together),
            t(
                "**Commands**: type `/` and pick one, or write it out, such as `/game new title: "
                "{first}`, and press the arrow. `/help` explains more.",
                first=first,
            ),
            t("**Another table** has its own channel or thread: press **Other channels** or type `/go`."),
            row(button(Press(0, 0, "places"), t("Other channels")), *_tongues()),
        )
    )


def _tongues() -> list[GameItem]:
    """A button for each language but that of the card: all of the chat speaks it from then on."""
    others = [name for name in SPEECH if name != language()]
    return [button(Press(0, 0, "tongue", name), SPEECH[name]) for name in others]


@verb("tongue", ack=Ack.QUIET)
async def _speak(answer: Answer, press: Press) -> None:
    """The chat and all private pages in it speak another language, and the greeting with them."""
    hall, message = _hall(answer), answer.interaction.message
    await answer.bot.settings.set_server(hall.guild, language=press.require_value(SPEECH))
    await answer.use_preferences()
    if message is not None:
        await message.edit(**greeting().edit_kwargs())


# --- a table at once -----------------------------------------------------------------------------


@verb("play_now", ack=Ack.PRIVATE)
async def _play_now(answer: Answer, press: Press) -> None:
    hall = _hall(answer)
    outcome = await _table(answer, hall, press.require_value(TITLES), answer.interaction.channel_id)
    if outcome.code == TAKEN.code:
        await answer.show(await _places(answer, hall, t("There is a table here already; its card is below.")))
    elif await answer.accepts(outcome):
        await answer.say(await _begun(answer, hall, outcome.game))


@verb("play_solo", ack=Ack.PRIVATE)
async def _play_solo(answer: Answer, press: Press) -> None:
    hall, channel = _hall(answer), answer.interaction.channel_id
    outcome = await play_alone(answer, press.require_value(TITLES), channel=channel, guild=hall.guild)
    if outcome.code == TAKEN.code:
        await answer.show(await _places(answer, hall, t("There is a table here already; its card is below.")))
    elif await answer.accepts(outcome):
        await answer.say(await against(answer, outcome.game))


async def _begun(answer: Answer, hall: Hall, number: int) -> str:
    """Who plays, and who takes the first turn."""
    info, game = await answer.bot.games.info(number), await answer.bot.games.game(number)
    waiting = game.waiting() if game else None
    called = [info.user_of(seat) for seat in waiting.players] if info and waiting else []
    first = next((name for user, name in hall.people.items() if user in called), "")
    seats = [plain(chair.name) for chair in info.seats] if info else []
    with_you = t("You sit in this order: {names}.", names=join_and(seats))
    if answer.user.id in called:
        return t(
            "{with_you} The first turn is yours: press **Take turn** on the card below.", with_you=with_you
        )
    return t(
        "{with_you} {first} begins: become {first} in “Viewing as”, then press **Take turn**.",
        with_you=with_you,
        first=first,
    )


async def _table(answer: Answer, hall: Hall, title: str, channel: int | None) -> Outcome:
    """Make a table, seat everybody in order and start; the first refusal ends it."""
    games, user = answer.bot.games, answer.user.id
    name = answer.user.display_name
    made = await tables.create(games,
        user, title=title, name=f"{name}: {title}"[:100], guild=hall.guild, channel=channel,
        owner_name=name, settings={"order": JOIN}, interaction_id=answer.id,
    )  # fmt: skip
    if not made.ok:
        return made
    for other in _company(hall, user):
        await tables.join(games, made.game, other, hall.people[other], interaction_id=f"{answer.id}:{other}")
    return await tables.start(games, made.game, user, interaction_id=f"{answer.id}:start")


def _company(hall: Hall, user: int) -> list[int]:
    return [other for other in hall.people if other != user][:COMPANY]


# --- channels and threads ------------------------------------------------------------------------


@app_commands.command(name="go", description="Go to another channel or thread of this chat")
@app_commands.describe(place="Its name; empty: all of them are listed")
async def go_command(interaction: Interaction, place: str = "") -> None:
    """Lead the member's page to a place, or list the places."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        hall = _hall(answer)
        wanted = place.strip().lstrip("#").casefold()
        found = [p for p in hall.places if wanted and wanted in (str(p.id), p.bare)]
        if found:
            await _lead(answer, hall, found[0])
        else:
            await answer.show(
                await _places(answer, hall, t("There is no “{place}”.", place=plain(place)) if place else "")
            )


@go_command.autocomplete("place")
async def _named(interaction: Interaction, typed: str) -> Hints:
    hall = _HALLS.get(interaction.client)
    tables = await _tables(interaction.client, hall) if hall else {}
    places = hall.places if hall else ()
    return hints([(f"{p.name}: {_stands(tables.get(p.id))}", p.bare) for p in places], typed)


@verb("places", ack=Ack.PRIVATE)
async def _list_places(answer: Answer, press: Press) -> None:
    await answer.show(await _places(answer, _hall(answer)))


@verb("go")
async def _go(answer: Answer, press: Press) -> None:
    hall = _hall(answer)
    await _lead(answer, hall, next(p for p in hall.places if str(p.id) == press.value))


async def _lead(answer: Answer, hall: Hall, place: Place) -> None:
    hall.wanted[answer.user.id] = place.id
    await answer.show(Page(layout(t("You went to {name}.", name=place.name))))


def _place(name: str, stands: str, here: bool) -> str:
    return t("{place}: {table} (here)", place=name, table=stands) if here else f"{name}: {stands}"


async def _places(answer: Answer, hall: Hall, remark: str = "") -> Page:
    """All places with the table at each, and a menu that leads there."""
    tables = await _tables(answer.bot, hall)
    here = answer.interaction.channel_id
    lines = [_place(p.name, _stands(tables.get(p.id)), p.id == here) for p in hall.places]
    options = [
        discord.SelectOption(label=p.name, value=str(p.id), description=_stands(tables.get(p.id))[:100])
        for p in hall.places
        if p.id != here
    ]
    menu = row(select(Press(0, 0, "go"), options, placeholder=t("Go to …")))
    return Page(layout(remark, t("### Channels and threads"), "\n".join(lines), menu))


async def _tables(bot: Station, hall: Hall) -> dict[int, GameInfo]:
    return {
        info.channel: info for info in await shelf.list_games(bot.games, guild=hall.guild) if info.channel
    }


def _stands(info: GameInfo | None) -> str:
    return "free" if info is None else f"{plain(info.name)}, {STATUS[info.status]}"


def _hall(answer: Answer) -> Hall:
    hall = _HALLS.get(answer.bot)
    if hall is None:
        raise UserError(t("This button belongs to the local chat; `/game new` makes a table here."))
    return hall
