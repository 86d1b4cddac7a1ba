"""`/show`: views of the game as pictures or in words, in private unless the member wants them public."""

from __future__ import annotations

from typing import Any, Literal

from discord import app_commands

from bot.cards.sets import SET_VIEW
from bot.chat.completion import Completions, completions
from bot.chat.current_game import current_game_info, find_started_game, require_current_game
from bot.chat.named import autocomplete_labels, hex_labels, require_hex, require_id, require_tile_numbers
from bot.chat.respond import UserError, respond_to
from bot.games.loading import title_with_options
from bot.look import reasons
from bot.look.answers import (
    Form,
    Interaction,
    YesNo,
    acknowledgement,
    company_labels,
    complete_from_game,
    parse_first_move,
    player_names,
    show_best_routes,
    show_lines,
    show_view,
)
from bot.look.films import show_film
from bot.look.logbook import log_page
from bot.look.past import history_choices, history_page, parse_move_number, round_labels, since_page
from bot.look.reference import rules_of
from bot.look.rule_pages import topic_page
from bot.turn.help.glossary import glossary_line
from bot.words import t

ChartName = Literal["worth", "prices", "income", "certificates", "trains", "set"]


class ShowCommands(
    app_commands.Group, name="show", description="Look at the game, in private or for all", guild_only=True
):
    """The command group `/show`: one command for each view of the game."""

    @app_commands.command(name="map", description="The map, whole or around a place")
    @app_commands.describe(around="A city or coordinate", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def show_map(
        self, interaction: Interaction, around: str | None = None, as_: Form | None = None,
        public: YesNo = "no",
    ) -> None:  # fmt: skip
        """Handle `/show map`: show the map of the game, whole or around a hex.

        ``around`` is a coordinate or the name of a city. ``as_`` None lets the member's preference decide on
        picture or text. He is told if the hex is unknown or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            if around is None:
                await show_view(response, current_game, as_, "map")
            else:
                await show_view(
                    response, current_game, as_, "crop", hexes=[require_hex(current_game.game, around)]
                )

    @app_commands.command(description="The share price chart")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def market(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show market`: show the share price chart.

        ``as_`` None lets the member's preference decide on picture or text. He is told if no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), as_, "market")

    @app_commands.command(description="A company: treasury, trains, tokens, owners")
    @app_commands.describe(name="Which company", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def company(
        self, interaction: Interaction, name: str, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show company`: show a company's treasury, trains, tokens and owners.

        ``name`` is its id or name. ``as_`` None lets the member's preference decide on picture or text. He is
        told if the company is unknown or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            company = require_id(name, company_labels(current_game.game))
            await show_view(response, current_game, as_, "company", company=company)

    @app_commands.command(
        description="All companies at a glance: price, shares, trains, last run, running order"
    )
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def companies(
        self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show companies`: show all companies at a glance, with prices, trains and last runs.

        ``as_`` None lets the member's preference decide on picture or text. He is told if no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), as_, "companies")

    @app_commands.command(description="What is at stake: bids, money, certificates, or the company in turn")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def stake(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show stake`: show bids, cash and certificates of the round, or the acting company.

        ``as_`` None lets the member's preference decide on picture or text. He is told if no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), as_, "stake")

    @app_commands.command(description="A player: cash, certificates, companies")
    @app_commands.describe(name="Which player", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def player(
        self, interaction: Interaction, name: str | None = None, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show player`: show a player's cash, certificates and companies.

        Without a name they are the member's own. ``as_`` None lets his preference decide on picture or text.
        He is told if the name is unknown, if he gives none and has no seat, or if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            names = player_names(current_game.game)
            if name is None and not current_game.own_seats:
                raise UserError(t("Name a player: {names}.", names=", ".join(names.values())))
            seat = current_game.own_seats[0] if name is None else require_id(name, names)
            await show_view(response, current_game, as_, "player", player=seat)

    @app_commands.command(description="The course of the game; set: what the last operating rounds brought")
    @app_commands.describe(of="What the chart shows", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def chart(
        self, interaction: Interaction, of: ChartName = "worth", as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show chart`: show the course of the game by round, or its last set of operating rounds.

        ``of`` is what the chart shows, "set" the operating rounds. ``as_`` None lets the member's preference
        decide on picture or text. He is told if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            view: dict[str, Any] = {"view": SET_VIEW} if of == SET_VIEW else {"view": "chart", "chart": of}
            await show_view(response, await require_current_game(response), as_, **view)

    @app_commands.command(description="The trains: prices, what is left, what rusts when")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def trains(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show trains`: show the trains' prices, how many are left, and which trains they rust.

        ``as_`` None lets the member's preference decide on picture or text. He is told if no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), as_, "trains")

    @app_commands.command(description="The tiles that are left, or some of them in all directions")
    @app_commands.describe(
        number="Numbers of tiles, with commas between", as_="Picture or words", public="For all to see"
    )
    @app_commands.rename(as_="as")
    async def tiles(
        self, interaction: Interaction, number: str | None = None, as_: Form | None = None,
        public: YesNo = "no",
    ) -> None:  # fmt: skip
        """Handle `/show tiles`: show the tiles that are left, or some tiles in all rotations.

        ``number`` are tile numbers, separated by commas or spaces; the first 12 are shown. ``as_`` None lets
        the member's preference decide on picture or text. He is told if a tile is unknown or no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            params = {"numbers": require_tile_numbers(current_game.game, number)} if number else {}
            await show_view(response, current_game, as_, "tiles", **params)

    @app_commands.command(description="The order of play")
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def order(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show order`: show the order in which players and companies act.

        ``as_`` None lets the member's preference decide on picture or text. He is told if no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), as_, "order")

    @app_commands.command(
        description="The private companies: owner, revenue, what each can do, when it closes"
    )
    @app_commands.describe(as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def privates(self, interaction: Interaction, as_: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show privates`: show the private companies with owner, revenue and powers.

        ``as_`` None lets the member's preference decide on picture or text. He is told if no game has
        started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), as_, "privates")

    @app_commands.command(description="What happened, move by move")
    @app_commands.describe(since="The round or move to begin with", public="For all to see")
    @app_commands.rename(since="from")
    async def log(self, interaction: Interaction, since: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show log`: show a page of the log, from a record on, or the last page (``since`` None).

        ``since`` is the number of the record. The member is told if it is no number or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            await response.show(
                await log_page(response, current_game, None if since is None else parse_first_move(since))
            )

    @app_commands.command(description="What happened since your last turn")
    @app_commands.describe(public="For all to see")
    async def since(self, interaction: Interaction, public: YesNo = "no") -> None:
        """Handle `/show since`: show what happened since the member's last turn, and the changes on the map.

        A spectator sees what happened in this round. The member is told if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await response.show(await since_page(response, await require_current_game(response)))

    @app_commands.command(description="Any moment of the game: its map, and the way to others")
    @app_commands.describe(to="The round or move to look at", public="For all to see")
    async def history(self, interaction: Interaction, to: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show history`: show the map as it was after a move, and what this move was.

        ``to`` is the number of a record of the log; None is the last. The member is told if there is no such
        record or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            move = current_game.game.revision if to is None else parse_move_number(current_game.game, to)
            await response.show(await history_page(response, current_game, move))

    @app_commands.command(description="The best routes of a company with its trains now")
    @app_commands.describe(name="Which company", as_="Picture or words", public="For all to see")
    @app_commands.rename(as_="as")
    async def routes(
        self, interaction: Interaction, name: str | None = None, as_: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show routes`: show the best routes of a company, by default of the one that acts now.

        ``as_`` None lets the member's preference decide on picture or text. He is told if the company is
        unknown, if he names none and no company acts, or if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_best_routes(response, await require_current_game(response), name, as_)

    @app_commands.command(description="The rules as they are played here, and what is reconstructed")
    @app_commands.describe(topic="A question, a word or the number of a section", public="For all to see")
    async def rules(self, interaction: Interaction, topic: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show rules`: show the section of the rules on a topic, or all chapters without a topic.

        ``topic`` is a question, a word, a chapter or a section's number. The member is told if there is no
        game.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            info = await current_game_info(response)
            await response.show(await topic_page(response, info, topic or ""))

    @app_commands.command(description="Why something can or can not be bought, sold, laid or run now")
    @app_commands.describe(what="A company, train, tile or hex", public="For all to see")
    async def why(self, interaction: Interaction, what: str, public: YesNo = "no") -> None:
        """Handle `/show why`: tell which moves with a thing are legal now, and why others are refused.

        ``what`` is a company, train, tile or hex. The member is told if none or several match it, if no game
        has started, or if the answer could not be found out.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            key = require_id(
                what, reasons.labels_to_search(what, reasons.explainable_things(current_game.game))
            )
            header, lines = await reasons.explain_moves(response.bot.pool, current_game, key)
            await show_lines(response, header, lines)

    @why.autocomplete("what")
    async def _complete_things(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the thing of `/show why`: a company, train, hex or tile; none without a game."""
        return await complete_from_game(interaction, typed, reasons.explainable_things)

    @app_commands.command(description="The words of this game that only its rulebook explains")
    @app_commands.describe(public="For all to see")
    async def words(self, interaction: Interaction, public: YesNo = "no") -> None:
        """Handle `/show words`: show the title's glossary in alphabetical order, as far as it fits.

        The member is told if there is no game.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            info = await current_game_info(response)
            glossary = title_with_options(info).data.words
            header = t("{title}: words", title=info.title)
            await show_lines(response, header, sorted(map(glossary_line, glossary), key=str.casefold))

    @show_map.autocomplete("around")
    async def _complete_hexes(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the hex of `/show map`: all hexes of the map; none without a started game."""
        return await complete_from_game(interaction, typed, hex_labels)

    @company.autocomplete("name")
    @routes.autocomplete("name")
    async def _complete_companies(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the company of `/show company` and `/show routes`; none without a started game."""
        return await complete_from_game(interaction, typed, company_labels)

    @player.autocomplete("name")
    async def _complete_players(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the player of `/show player`: all in the game; none without a started game."""
        return await complete_from_game(interaction, typed, player_names)

    @log.autocomplete("since")
    async def _complete_rounds(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the start of `/show log`: the first records of rounds, newest first.

        There are none without a started game.
        """
        return await complete_from_game(interaction, typed, round_labels)

    @history.autocomplete("to")
    async def _complete_history(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the record of `/show history`: starts of rounds, then all records; newest first.

        There are none without a started game.
        """
        current_game = await find_started_game(interaction)
        pairs = history_choices(current_game.game) if current_game else []
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
        return autocomplete_labels(labels, typed)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/show`, with `/show film` in it."""
    group = ShowCommands()
    group.add_command(show_film)
    tree.add_command(group)
