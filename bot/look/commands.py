"""`/show`: views of the game as pictures or in words, in private unless the member wants them public."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import discord
from discord import app_commands

from bot.cards.sets import SET_VIEW
from bot.cards.texts import company_name
from bot.chat.bounds import parse_whole_number
from bot.chat.completion import Completions, completions
from bot.chat.current_game import CurrentGame, current_game_info, find_started_game, require_current_game
from bot.chat.frame import Page, layout
from bot.chat.markdown import escape
from bot.chat.named import complete_labels, hex_labels, require_hex, require_id, require_tile_numbers
from bot.chat.respond import Ack, Answer, UserError, answering
from bot.games.loading import title_with_options
from bot.look import reasons
from bot.look.films import show_film
from bot.look.logbook import log_page
from bot.look.pages import picture_page, text_page
from bot.look.past import moment_page, moments, parse_move_number, round_labels, since_page
from bot.look.reference import rules_of
from bot.look.rule_pages import topic_page
from bot.turn.help.glossary import term_line
from bot.turn.session.routes import route_lines
from bot.words import colours, t
from bot.work.searches import best_route_sets
from engine import Game

Form = Literal["image", "text"]
YesNo = Literal["yes", "no"]
ChartName = Literal["worth", "prices", "income", "certificates", "trains", "set"]
Interaction = discord.Interaction[Any]
MAX_TEXT = 3400


class ShowCommands(
    app_commands.Group, name="show", description="Look at the game, in private or for all", guild_only=True
):
    """The group `/show`: one command for each view of the game."""

    @app_commands.command(name="map", description="The map, whole or around a place")
    @app_commands.describe(around="A city or coordinate", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def show_map(
        self, interaction: Interaction, around: str | None = None, as_: Form | None = None,
        public: YesNo = "no",
    ) -> None:  # fmt: skip
        """Handle `/show map`: show the map, whole or around a hex, or say that this hex is unknown."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            if around is None:
                await _show_view(answer, current_game, as_, "map")
            else:
                await _show_view(
                    answer, current_game, as_, "crop", hexes=[require_hex(current_game.game, around)]
                )

    @app_commands.command(description="The share price chart")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def market(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show market`: show the share price chart; the member is told if no game has started."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_view(answer, await require_current_game(answer), as_, "market")

    @app_commands.command(description="A company: treasury, trains, tokens, owners")
    @app_commands.describe(name="Which company", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def company(
        self, interaction: Interaction, name: str, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show company`: show a company's treasury, trains and owners, or say that it is unknown."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            company = require_id(name, _company_labels(current_game.game))
            await _show_view(answer, current_game, as_, "company", company=company)

    @app_commands.command(
        description="All companies at a glance: price, shares, trains, last run, running order"
    )
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def companies(
        self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show companies`: show all companies at a glance, or say that no game has started."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_view(answer, await require_current_game(answer), as_, "companies")

    @app_commands.command(description="What is at stake: bids, money, certificates, or the company in turn")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def stake(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show stake`: show bids, cash and certificates of the round, or the acting company."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_view(answer, await require_current_game(answer), as_, "stake")

    @app_commands.command(description="A player: cash, certificates, companies")
    @app_commands.describe(name="Which player", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def player(
        self, interaction: Interaction, name: str | None = None, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show player`: show a player's holdings, without a name the member's own.

        The member is told if the name is unknown, or if he gives none and has no seat. With ``as_`` None his
        preference decides on picture or words.
        """
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            names = _player_names(current_game.game)
            if name is None and not current_game.own_seats:
                raise UserError(t("Name a player: {names}.", names=", ".join(names.values())))
            seat = current_game.own_seats[0] if name is None else require_id(name, names)
            await _show_view(answer, current_game, as_, "player", player=seat)

    @app_commands.command(description="The course of the game; set: what the last operating rounds brought")
    @app_commands.describe(of="What the chart shows", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def chart(
        self, interaction: Interaction, of: ChartName = "worth", as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show chart`: show a chart of the game by round, or its last set of operating rounds."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            view: dict[str, Any] = {"view": SET_VIEW} if of == SET_VIEW else {"view": "chart", "chart": of}
            await _show_view(answer, await require_current_game(answer), as_, **view)

    @app_commands.command(description="The trains: prices, what is left, what rusts when")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def trains(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show trains`: show the trains' prices, how many are left, and which trains they rust."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_view(answer, await require_current_game(answer), as_, "trains")

    @app_commands.command(description="The tiles that are left, or some of them in all directions")
    @app_commands.describe(
        number="Numbers of tiles, with commas between", as_="Picture or words", public="For all to see"
    )
    @app_commands.rename(as_="as")
    async def tiles(
        self, interaction: Interaction, number: str | None = None, as_: Form | None = None,
        public: YesNo = "no",
    ) -> None:  # fmt: skip
        """Handle `/show tiles`: show the tiles left, or some in all rotations; refuse unknown ones."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            params = {"numbers": require_tile_numbers(current_game.game, number)} if number else {}
            await _show_view(answer, current_game, as_, "tiles", **params)

    @app_commands.command(description="The order of play")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def order(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show order`: show the order in which players and companies act."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_view(answer, await require_current_game(answer), as_, "order")

    @app_commands.command(
        description="The private companies: owner, revenue, what each can do, when it closes"
    )
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def privates(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show privates`: show the private companies with owner, revenue and powers."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_view(answer, await require_current_game(answer), as_, "privates")

    @app_commands.command(description="What happened, move by move")
    @app_commands.describe(since="The round or move to begin with", public="For all to see")
    @app_commands.rename(since="from")
    async def log(self, interaction: Interaction, since: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show log`: show the log from a move on (None: its last page), or refuse another text."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            await answer.show(
                await log_page(answer, current_game, None if since is None else _parse_first_move(since))
            )

    @app_commands.command(description="What happened since your last turn")
    @app_commands.describe(public="For all to see")
    async def since(self, interaction: Interaction, public: YesNo = "no") -> None:
        """Handle `/show since`: show what happened since the member's last turn."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            await answer.show(await since_page(answer, await require_current_game(answer)))

    @app_commands.command(description="Any moment of the game: its map, and the way to others")
    @app_commands.describe(to="The round or move to look at", public="For all to see")
    async def history(self, interaction: Interaction, to: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show history`: show the game after a move (None: the last), or refuse an unknown one."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            move = current_game.game.revision if to is None else parse_move_number(current_game.game, to)
            await answer.show(await moment_page(answer, current_game, move))

    @app_commands.command(description="The best routes of a company with its trains now")
    @app_commands.describe(name="Which company", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def routes(
        self, interaction: Interaction, name: str | None = None, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show routes`: show the best routes of a company, by default of the one that acts now.

        The member is told if the company is unknown, or if he names none and no company acts.
        """
        async with answering(interaction, _acknowledgement(public)) as answer:
            await _show_routes(answer, await require_current_game(answer), name, as_)

    @app_commands.command(description="The rules as they are played here, and what is reconstructed")
    @app_commands.describe(topic="A question, a word or the number of a section", public="For all to see")
    async def rules(self, interaction: Interaction, topic: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show rules`: show the section of the rules that answers a question, or all chapters."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            info = await current_game_info(answer)
            await answer.show(await topic_page(answer, info, topic or ""))

    @app_commands.command(description="Why something can or can not be bought, sold, laid or run now")
    @app_commands.describe(what="A company, train, tile or hex", public="For all to see")
    async def why(self, interaction: Interaction, what: str, public: YesNo = "no") -> None:
        """Handle `/show why`: tell which moves with a thing are legal now, and why others are refused.

        If no single company, train, tile or hex matches what is typed, the member is told so.
        """
        async with answering(interaction, _acknowledgement(public)) as answer:
            current_game = await require_current_game(answer)
            key = require_id(
                what, reasons.labels_to_search(what, reasons.explainable_things(current_game.game))
            )
            header, lines = await reasons.explain_moves(answer.bot.pool, current_game, key)
            await _show_lines(answer, header, lines)

    @why.autocomplete("what")
    async def _complete_things(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the thing of `/show why`: companies, trains, tiles, hexes; none without a game."""
        return await _complete_from_game(interaction, typed, reasons.explainable_things)

    @app_commands.command(description="The words of this game that only its rulebook explains")
    @app_commands.describe(public="For all to see")
    async def words(self, interaction: Interaction, public: YesNo = "no") -> None:
        """Handle `/show words`: show the title's glossary in alphabetical order, as far as it fits."""
        async with answering(interaction, _acknowledgement(public)) as answer:
            info = await current_game_info(answer)
            glossary = title_with_options(info).data.words
            header = t("{title}: words", title=info.title)
            await _show_lines(answer, header, sorted(map(term_line, glossary), key=str.casefold))

    @show_map.autocomplete("around")
    async def _complete_hexes(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the place of `/show map`: all hexes of the map; none without a started game."""
        return await _complete_from_game(interaction, typed, hex_labels)

    @company.autocomplete("name")
    @routes.autocomplete("name")
    async def _complete_companies(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the company of a `/show` command: all in the game; none without a started game."""
        return await _complete_from_game(interaction, typed, _company_labels)

    @player.autocomplete("name")
    async def _complete_players(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the player of `/show player`: all in the game; none without a started game."""
        return await _complete_from_game(interaction, typed, _player_names)

    @log.autocomplete("since")
    async def _complete_rounds(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the start of `/show log`: rounds played, the newest first; none without a game."""
        return await _complete_from_game(interaction, typed, round_labels)

    @history.autocomplete("to")
    async def _complete_moments(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the moment of `/show history`: rounds and moves, newest first; none without a game."""
        current_game = await find_started_game(interaction)
        pairs = moments(current_game.game) if current_game else []
        return completions([(label, str(record_number)) for record_number, label in pairs], typed)

    @rules.autocomplete("topic")
    async def _complete_topics(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the topic of `/show rules`: chapters and sections; none without a started game."""
        current_game = await find_started_game(interaction)
        if current_game is None:
            return []
        book = rules_of(current_game.info.title)
        labels = {chapter: chapter for chapter in book.chapters} | {
            section.number: f"{section.number} {section.heading}" for section in book.sections
        }
        return complete_labels(labels, typed)


# --- what the commands share -----------------------------------------------------------------------


def _acknowledgement(public: YesNo) -> Ack:
    """Return how a `/show` command is acknowledged: for all to see or in private."""
    return Ack.PUBLIC if public == "yes" else Ack.PRIVATE


def _is_text_wanted(as_: Form | None) -> bool:
    """Return True to show a view as text, False as a picture; ``as_`` None leaves it to the preference."""
    return colours.text_first() if as_ is None else as_ == "text"


async def _show_view(
    answer: Answer, current_game: CurrentGame, as_: Form | None, view: str, **params: Any
) -> None:
    """Answer a `/show` command with one view of the game, as a picture or as text.

    ``view`` is its name, such as "map", and ``params`` are its parameters. With ``as_`` None the member's
    preference decides on picture or text.
    """
    make_page = text_page if _is_text_wanted(as_) else picture_page
    await answer.show(await make_page(answer, current_game, view, **params))


async def _show_lines(answer: Answer, header: str, lines: Iterable[str]) -> None:
    """Answer a `/show` command with lines of text (Markdown) under a heading, as many as fit in a message."""
    await answer.show(Page(layout(f"## {header}", fit_lines(list(lines)))))


def fit_lines(lines: list[str], maximum: int = MAX_TEXT) -> str:
    """Return as one text the first of a `/show` command's lines that fit in ``maximum`` characters.

    If some do not fit, a last line counts them. Without lines, a sentence says that there is nothing to show.
    """
    fitting_lines: list[str] = []
    for line in lines:
        if sum(map(len, fitting_lines)) + len(fitting_lines) + len(line) > maximum:
            return "\n".join(
                [
                    *fitting_lines,
                    t("-# … {count} more; name a topic to see less.", count=len(lines) - len(fitting_lines)),
                ]
            )
        fitting_lines.append(line)
    return "\n".join(fitting_lines) or t("There is nothing to show.")


def _company_labels(game: Game) -> dict[str, str]:
    """Return the names of all companies by id, private companies last, for the options of `/show`."""
    companies = sorted(game.view.companies(), key=lambda company: company.kind == "private")
    return {company.id: company_name(game.view, company.id) for company in companies}


async def _complete_from_game(
    interaction: Interaction, typed: str, labels_of: Callable[[Game], Mapping[str, str]]
) -> Completions:
    """Autocomplete an option of `/show` with labels of the game, which ``labels_of`` returns by value.

    [] if there is no game, or if it has not started.
    """
    current_game = await find_started_game(interaction)
    return complete_labels(labels_of(current_game.game), typed) if current_game else []


def _player_names(game: Game) -> dict[str, str]:
    """Return the names of the players by seat id, for the options of `/show`."""
    return {seat: game.view.name(seat) for seat in game.view.seats}


def _parse_first_move(text: str) -> int:
    """Parse the number of a move, as typed in `/show log`; raises UserError if the text is no number."""
    number = parse_whole_number(text)
    if number is None:
        raise UserError(t("Name a move by its number, or take a round from the list."))
    return number


async def _show_routes(answer: Answer, current_game: CurrentGame, name: str | None, as_: Form | None) -> None:
    """Show the best routes of a company for `/show routes`, by default of the one that acts now.

    They are shown in words if the member wants that or if there are no routes. Raises UserError for an
    unknown ``name``, and without a name if no company acts.
    """
    next_decision = current_game.game.waiting()
    company = next_decision.company if next_decision else None
    if name:
        company = require_id(name, _company_labels(current_game.game))
    if company is None:
        raise UserError(t("Name a company; the next to run is known in its turn only."))
    best = await best_route_sets(answer.bot.pool, current_game.info.id, current_game.game, company)
    routes = list(best.sets[0][1]) if best.sets else []
    if routes and not _is_text_wanted(as_):
        await _show_view(answer, current_game, as_, "routes", company=company, routes=routes)
        return
    lines = route_lines(current_game.game, company, routes) or [
        t("{company} has no train.", company=escape(company))
    ]
    await _show_lines(
        answer, t("Best routes of {company}", company=escape(company)), [*lines, f"-# {best.proof_sentence}"]
    )


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/show`, with `/show film` in it."""
    group = ShowCommands()
    group.add_command(show_film)
    tree.add_command(group)
