"""`/show`: looking at the game, as a picture or in words, in private unless wished otherwise; `/help`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.bounds import parse_whole
from bot.chat.completion import Hints, hints
from bot.chat.current_table import CurrentTable, game_here, info_here, peek
from bot.chat.figures import company_name, plain
from bot.chat.frame import layout
from bot.chat.named import hex_labels, label_hints, require_hex, require_id, require_tiles
from bot.chat.respond import Ack, Answer, Page, UserError, answering
from bot.games.opening import title_in_play
from bot.look import reasons
from bot.look.logbook import log_page, rounds
from bot.look.pages import look
from bot.look.pages import words as look_in_words
from bot.look.past import moment_page, moments, since_page, to_move
from bot.look.reference import about, headings, readings, sections
from bot.settings import colours
from bot.turn.glossary import line as explained
from bot.turn.routes import route_lines
from bot.words import t
from bot.work.searches import best_sets
from engine import Game, View

As = Literal["image", "text"]
Public = Literal["yes", "no"]
Chart = Literal["worth", "prices", "income"]
Interaction = discord.Interaction[Any]
WORDS = 3400


class ShowCommands(
    app_commands.Group, name="show", description="Look at the game, in private or for all", guild_only=True
):
    """One command for each view."""

    @app_commands.command(name="map", description="The map, whole or around a place")
    @app_commands.describe(around="A city or coordinate", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def show_map(
        self,
        interaction: Interaction,
        around: str | None = None,
        as_: As | None = None,
        public: Public = "no",
    ) -> None:
        """The map."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            if around is None:
                await _view(answer, here, as_, "map")
            else:
                await _view(answer, here, as_, "crop", hexes=[require_hex(here.game, around)])

    @app_commands.command(description="The share price chart")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def market(self, interaction: Interaction, as_: As | None = None, public: Public = "no") -> None:
        """The market."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "market")

    @app_commands.command(description="A company: treasury, trains, tokens, owners")
    @app_commands.describe(name="Which company", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def company(
        self, interaction: Interaction, name: str, as_: As | None = None, public: Public = "no"
    ) -> None:
        """A company."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            await _view(answer, here, as_, "company", company=require_id(name, _companies(here.game)))

    @app_commands.command(
        description="All companies at a glance: price, shares, trains, last run, running order"
    )
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def companies(self, interaction: Interaction, as_: As | None = None, public: Public = "no") -> None:
        """The companies."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "companies")

    @app_commands.command(description="What is at stake: bids, money, certificates, or the company in turn")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def stake(self, interaction: Interaction, as_: As | None = None, public: Public = "no") -> None:
        """The state of the round."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "stake")

    @app_commands.command(description="A player: cash, certificates, companies")
    @app_commands.describe(name="Which player", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def player(
        self, interaction: Interaction, name: str | None = None, as_: As | None = None, public: Public = "no"
    ) -> None:
        """A player; yourself when no name is given."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            if name is None and not here.seats:
                raise UserError(t("Name a player: {names}.", names=", ".join(_players(here.game).values())))
            seat = here.seats[0] if name is None else require_id(name, _players(here.game))
            await _view(answer, here, as_, "player", player=seat)

    @app_commands.command(description="Worth, share prices or income, round by round")
    @app_commands.describe(of="What the chart shows", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def chart(
        self, interaction: Interaction, of: Chart = "worth", as_: As | None = None, public: Public = "no"
    ) -> None:
        """A chart of the course of the game."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "chart", chart=of)

    @app_commands.command(description="The trains: prices, what is left, what rusts when")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def trains(self, interaction: Interaction, as_: As | None = None, public: Public = "no") -> None:
        """The trains."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "trains")

    @app_commands.command(description="The tiles that are left, or some of them in all directions")
    @app_commands.describe(
        number="Numbers of tiles, with commas between", as_="Picture or words", public="For all to see"
    )
    @app_commands.rename(as_="as")
    async def tiles(
        self,
        interaction: Interaction,
        number: str | None = None,
        as_: As | None = None,
        public: Public = "no",
    ) -> None:
        """The tiles."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            params = {"numbers": require_tiles(here.game, number)} if number else {}
            await _view(answer, here, as_, "tiles", **params)

    @app_commands.command(description="The order of play")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def order(self, interaction: Interaction, as_: As | None = None, public: Public = "no") -> None:
        """The order of seats and companies."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "order")

    @app_commands.command(
        description="The private companies: owner, revenue, what each can do, when it closes"
    )
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def privates(self, interaction: Interaction, as_: As | None = None, public: Public = "no") -> None:
        """The privates and minors, with their powers."""
        async with answering(interaction, _ack(public)) as answer:
            await _view(answer, await game_here(answer), as_, "privates")

    @app_commands.command(description="What happened, move by move")
    @app_commands.describe(since="The round or move to begin with", public="For all to see")
    @app_commands.rename(since="from")
    async def log(self, interaction: Interaction, since: str | None = None, public: Public = "no") -> None:
        """The log."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            await answer.show(log_page(here, None if since is None else _number(since)))

    @app_commands.command(description="What happened since your last turn")
    @app_commands.describe(public="For all to see")
    async def since(self, interaction: Interaction, public: Public = "no") -> None:
        """What happened meanwhile."""
        async with answering(interaction, _ack(public)) as answer:
            await answer.show(await since_page(answer, await game_here(answer)))

    @app_commands.command(description="Any moment of the game: its map, and the way to others")
    @app_commands.describe(to="The round or move to look at", public="For all to see")
    async def history(self, interaction: Interaction, to: str | None = None, public: Public = "no") -> None:
        """The past, a picture of each moment."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            at = here.game.rev if to is None else to_move(here.game, to)
            await answer.show(await moment_page(answer, here, at))

    @app_commands.command(description="The best routes of a company with its trains now")
    @app_commands.describe(name="Which company", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def routes(
        self, interaction: Interaction, name: str | None = None, as_: As | None = None, public: Public = "no"
    ) -> None:
        """The routes."""
        async with answering(interaction, _ack(public)) as answer:
            await _routes(answer, await game_here(answer), name, as_)

    @app_commands.command(description="The rules as they are played here, and what is reconstructed")
    @app_commands.describe(topic="A section, its number or a word", public="For all to see")
    async def rules(self, interaction: Interaction, topic: str | None = None, public: Public = "no") -> None:
        """The rules."""
        async with answering(interaction, _ack(public)) as answer:
            title = (await info_here(answer)).title
            await _lines(answer, t("{title}: rules", title=title), rule_lines(title, topic))

    @app_commands.command(description="Why something can or can not be bought, sold, laid or run now")
    @app_commands.describe(what="A company, train, tile or hex", public="For all to see")
    async def why(self, interaction: Interaction, what: str, public: Public = "no") -> None:
        """Why not."""
        async with answering(interaction, _ack(public)) as answer:
            here = await game_here(answer)
            key = require_id(what, reasons.exactly(what, reasons.things(here.game)))
            head, lines = await reasons.told(answer.bot.pool, here, key)
            await _lines(answer, head, lines)

    @why.autocomplete("what")
    async def _things(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        return label_hints(reasons.things(here.game) if here else {}, typed)

    @app_commands.command(description="The words of this game that only its rulebook explains")
    @app_commands.describe(public="For all to see")
    async def words(self, interaction: Interaction, public: Public = "no") -> None:
        """The words."""
        async with answering(interaction, _ack(public)) as answer:
            info = await info_here(answer)
            found = title_in_play(info).data.words
            head = t("{title}: words", title=info.title)
            await _lines(answer, head, sorted(map(explained, found), key=str.casefold))

    @show_map.autocomplete("around")
    async def _around(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        return label_hints(hex_labels(here.game) if here else {}, typed)

    @company.autocomplete("name")
    @routes.autocomplete("name")
    async def _company_names(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        return label_hints(_companies(here.game) if here else {}, typed)

    @player.autocomplete("name")
    async def _player_names(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        return label_hints(_players(here.game) if here else {}, typed)

    @log.autocomplete("since")
    async def _rounds(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        found = (
            {
                str(seq): t("{title} (move {seq})", title=title, seq=seq)
                for seq, title in reversed(rounds(here.game))
            }
            if here
            else {}
        )
        return label_hints(found, typed)

    @history.autocomplete("to")
    async def _moments(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        return hints([(label, str(seq)) for seq, label in moments(here.game)], typed) if here else []

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        if here is None:
            return []
        title = here.info.title
        found = {h: h for h in headings(title)} | {s.number: f"{s.number} {s.text}" for s in sections(title)}
        return label_hints(found, typed)


# --- what the commands share -----------------------------------------------------------------------


def _ack(public: Public) -> Ack:
    return Ack.PUBLIC if public == "yes" else Ack.PRIVATE


def _in_words(as_: As | None) -> bool:
    """Whether a view is to be told: as it was asked, else as the member wishes."""
    return colours.text_first() if as_ is None else as_ == "text"


async def _view(answer: Answer, here: CurrentTable, as_: As | None, view: str, **params: Any) -> None:
    make = look_in_words if _in_words(as_) else look
    await answer.show(await make(answer, here, view, **params))


async def _lines(answer: Answer, head: str, lines: Iterable[str]) -> None:
    await answer.show(Page(layout(f"## {head}", fitting(list(lines)))))


def fitting(lines: list[str], most: int = WORDS) -> str:
    """As many whole lines as fit, and how many do not."""
    shown: list[str] = []
    for each in lines:
        if sum(map(len, shown)) + len(shown) + len(each) > most:
            return "\n".join(
                [*shown, t("-# … {count} more; name a topic to see less.", count=len(lines) - len(shown))]
            )
        shown.append(each)
    return "\n".join(shown) or t("There is nothing to show.")


def _companies(game: Game) -> dict[str, str]:
    return {c: company_name(game.view, c) for c in _ordered(game.view)}


def _ordered(view: View) -> list[str]:
    """All companies, the privates last."""
    return sorted((c.id for c in view.companies()), key=lambda c: view.company(c).kind == "private")


def _players(game: Game) -> dict[str, str]:
    return {seat: game.view.name(seat) for seat in game.view.seats}


def _number(text: str) -> int:
    found = parse_whole(text)
    if found is None:
        raise UserError(t("Name a move by its number, or take a round from the list."))
    return found


async def _routes(answer: Answer, here: CurrentTable, name: str | None, as_: As | None) -> None:
    waiting = here.game.waiting()
    company = require_id(name, _companies(here.game)) if name else waiting.company if waiting else None
    if company is None:
        raise UserError(t("Name a company; the next to run is known in its turn only."))
    found = await best_sets(answer.bot.pool, here.info.id, here.game, company)
    routes = list(found.sets[0][1]) if found.sets else []
    if routes and not _in_words(as_):
        await _view(answer, here, as_, "routes", company=company, routes=routes)
        return
    lines = route_lines(here.game, company, routes) or [t("{company} has no train.", company=plain(company))]
    await _lines(
        answer, t("Best routes of {company}", company=plain(company)), [*lines, f"-# {found.sureness}"]
    )


def rule_lines(title: str, topic: str | None) -> list[str]:
    """What is said on a topic; without one the headings, what is reconstructed and all readings."""
    if topic:
        found = about(title, topic)
        return [_shown(line) for line in found] or [
            t(
                "Nothing on “{topic}”; there is: {names}.",
                topic=plain(topic[:40]),
                names=", ".join(headings(title)),
            )
        ]
    head = t("**Sections** (`/show rules topic:`): {names}", names=", ".join(headings(title)))
    told = [_shown(line) for line in readings(title)]
    return [head, t("**Where the sources are silent, it is read so:**"), *told]


def _shown(line: str) -> str:
    return f"- {line}"


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Put the commands into the tree."""
    tree.add_command(ShowCommands())
