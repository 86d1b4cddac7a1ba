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
from bot.look.films import show_film
from bot.look.logbook import log_page
from bot.look.past import history_entries, history_page, require_record_number, round_labels, since_page
from bot.look.reference import rules_of
from bot.look.responses import (
    Form,
    Interaction,
    YesNo,
    acknowledgement,
    company_labels,
    complete_from_game,
    parse_record_number,
    player_names,
    show_best_routes,
    show_lines,
    show_view,
)
from bot.look.rule_pages import topic_page
from bot.turn.help.glossary import glossary_line
from bot.words import t

ChartName = Literal["worth", "prices", "income", "certificates", "trains", "set"]


class ShowCommands(
    app_commands.Group, name="show", description="Look at the game, in private or for all", guild_only=True
):
    """The command group `/show`: one command for each view of the game."""

    @app_commands.command(name="map", description="The map, whole or around a place")
    @app_commands.describe(around="A city or coordinate", form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def show_map(
        self, interaction: Interaction, around: str | None = None, form: Form | None = None,
        public: YesNo = "no",
    ) -> None:  # fmt: skip
        """Handle `/show map`: show the map of the game, whole or around a hex.

        ``around`` is a coordinate or the name of a city. If ``form`` is None, the member's preference decides
        on picture or text. An error is shown if the hex is unknown or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            if around is None:
                await show_view(response, current_game, form, "map")
            else:
                await show_view(
                    response, current_game, form, "crop", hexes=[require_hex(current_game.game, around)]
                )

    @app_commands.command(description="The share price chart")
    @app_commands.describe(form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def market(self, interaction: Interaction, form: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show market`: show the stock market, the chart of share prices.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if no game
        has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), form, "market")

    @app_commands.command(description="A company: treasury, trains, tokens, owners")
    @app_commands.describe(name="Which company", form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def company(
        self, interaction: Interaction, name: str, form: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show company`: show a company's treasury, trains, tokens and owners.

        ``name`` is its id or name. If ``form`` is None, the member's preference decides on picture or text.
        An error is shown if the company is unknown or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            company = require_id(name, company_labels(current_game.game))
            await show_view(response, current_game, form, "company", company=company)

    @app_commands.command(
        description="All companies at a glance: price, shares, trains, last run, running order"
    )
    @app_commands.describe(form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def companies(
        self, interaction: Interaction, form: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show companies`: show all companies at a glance, with prices, trains and last runs.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if no game
        has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), form, "companies")

    @app_commands.command(
        name="stake", description="What is at stake: bids, money, certificates, or the company in turn"
    )
    @app_commands.describe(form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def round_state(
        self, interaction: Interaction, form: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show stake`: show bids, cash and certificates of the round, or the acting company.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if no game
        has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), form, "stake")

    @app_commands.command(description="A player: cash, certificates, companies")
    @app_commands.describe(name="Which player", form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def player(
        self,
        interaction: Interaction,
        name: str | None = None,
        form: Form | None = None,
        public: YesNo = "no",
    ) -> None:
        """Handle `/show player`: show a player's cash, certificates and companies.

        ``name`` None means the member's own seat. If ``form`` is None, the member's preference decides on
        picture or text. An error is shown if the name is unknown, if a member without a seat gives no name,
        or if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            names = player_names(current_game.game)
            if name is None and not current_game.own_seats:
                raise UserError(t("Name a player: {names}.", names=", ".join(names.values())))
            seat = current_game.own_seats[0] if name is None else require_id(name, names)
            await show_view(response, current_game, form, "player", player=seat)

    @app_commands.command(description="The course of the game; set: what the last operating rounds brought")
    @app_commands.describe(of="What the chart shows", form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def chart(
        self,
        interaction: Interaction,
        of: ChartName = "worth",
        form: Form | None = None,
        public: YesNo = "no",
    ) -> None:
        """Handle `/show chart`: show the course of the game by round, or its last set of operating rounds.

        ``of`` is what the chart shows; "set" shows the last set of operating rounds instead. If ``form`` is
        None, the member's preference decides on picture or text. An error is shown if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            view_and_params: dict[str, Any] = (
                {"view_name": SET_VIEW} if of == SET_VIEW else {"view_name": "chart", "chart": of}
            )
            await show_view(response, await require_current_game(response), form, **view_and_params)

    @app_commands.command(description="The trains: prices, what is left, what rusts when")
    @app_commands.describe(form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def trains(self, interaction: Interaction, form: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show trains`: show the trains' prices, how many are left, and which trains they rust.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if no game
        has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), form, "trains")

    @app_commands.command(description="The tiles that are left, or some of them in all directions")
    @app_commands.describe(
        numbers="Numbers of tiles, with commas between", form="Picture or words", public="For all to see"
    )
    @app_commands.rename(numbers="number", form="as")
    async def tiles(
        self, interaction: Interaction, numbers: str | None = None, form: Form | None = None,
        public: YesNo = "no",
    ) -> None:  # fmt: skip
        """Handle `/show tiles`: show the tiles that are left, or some tiles in all rotations.

        ``numbers`` are tile numbers, separated by commas or spaces; the first 12 are shown. If ``form`` is
        None, the member's preference decides on picture or text. An error is shown if a tile is unknown or no
        game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            params = {"numbers": require_tile_numbers(current_game.game, numbers)} if numbers else {}
            await show_view(response, current_game, form, "tiles", **params)

    @app_commands.command(description="The order of play")
    @app_commands.describe(form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def order(self, interaction: Interaction, form: Form | None = None, public: YesNo = "no") -> None:
        """Handle `/show order`: show the order in which players and companies act.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if no game
        has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), form, "order")

    @app_commands.command(
        description="The private companies: owner, revenue, what each can do, when it closes"
    )
    @app_commands.describe(form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def privates(
        self, interaction: Interaction, form: Form | None = None, public: YesNo = "no"
    ) -> None:
        """Handle `/show privates`: show the private companies with owner, revenue and abilities.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if no game
        has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_view(response, await require_current_game(response), form, "privates")

    @app_commands.command(description="What happened, move by move")
    @app_commands.describe(since="The round or move to begin with", public="For all to see")
    @app_commands.rename(since="from")
    async def log(self, interaction: Interaction, since: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show log`: show a page of the log; the last page if ``since`` is None.

        ``since`` is the number of the record with which the page begins, typed or taken from the list of
        rounds. An error is shown if it is not a number or no game has started. ``public`` "yes" shows the
        page to all.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            await response.show(
                await log_page(response, current_game, None if since is None else parse_record_number(since))
            )

    @app_commands.command(description="What happened since your last turn")
    @app_commands.describe(public="For all to see")
    async def since(self, interaction: Interaction, public: YesNo = "no") -> None:
        """Handle `/show since`: show what happened since the member's last turn, and the changes on the map.

        A spectator sees what happened in this round. An error is shown if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await response.show(await since_page(response, await require_current_game(response)))

    @app_commands.command(description="Any moment of the game: its map, and the way to others")
    @app_commands.describe(move="The round or move to look at", public="For all to see")
    @app_commands.rename(move="to")
    async def history(self, interaction: Interaction, move: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show history`: show the map as it was after a move, and what this move was.

        ``move`` is the number of a record of the log, typed or taken from the list of rounds and moves; None
        is the last. An error is shown if there is no such record or no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            record_number = (
                current_game.game.revision if move is None else require_record_number(current_game.game, move)
            )
            await response.show(await history_page(response, current_game, record_number))

    @app_commands.command(description="The best routes of a company with its trains now")
    @app_commands.describe(name="Which company", form="Picture or words", public="For all to see")
    @app_commands.rename(form="as")
    async def routes(
        self,
        interaction: Interaction,
        name: str | None = None,
        form: Form | None = None,
        public: YesNo = "no",
    ) -> None:
        """Handle `/show routes`: show the best routes of a company, by default of the one that acts now.

        If ``form`` is None, the member's preference decides on picture or text. An error is shown if the
        company is unknown, if the member names none and no company acts, or if no game has started.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            await show_best_routes(response, await require_current_game(response), name, form)

    @app_commands.command(description="The rules as they are played here, and what is reconstructed")
    @app_commands.describe(topic="A question, a word or the number of a section", public="For all to see")
    async def rules(self, interaction: Interaction, topic: str | None = None, public: YesNo = "no") -> None:
        """Handle `/show rules`: show the section of the rules on a topic, or all chapters without a topic.

        ``topic`` is a question, a word, a chapter or a section's number. An error is shown if there is no
        game.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            info = await current_game_info(response)
            await response.show(await topic_page(response, info, topic or ""))

    @app_commands.command(description="Why something can or can not be bought, sold, laid or run now")
    @app_commands.describe(what="A company, train, tile or hex", public="For all to see")
    async def why(self, interaction: Interaction, what: str, public: YesNo = "no") -> None:
        """Handle `/show why`: list the legal moves with an item of the game, and why others are refused.

        ``what`` is the item: a company, train, tile or hex. An error is shown if none or several match it, if
        no game has started, or if the moves were not found in time.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            current_game = await require_current_game(response)
            key = require_id(
                what, reasons.labels_to_search(what, reasons.explainable_items(current_game.game))
            )
            header, lines = await reasons.explain_moves(response.bot.pool, current_game, key)
            await show_lines(response, header, lines)

    @why.autocomplete("what")
    async def _complete_items(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the item of `/show why`: a company, train, hex or tile; [] if no game has started."""
        return await complete_from_game(interaction, typed, reasons.explainable_items)

    @app_commands.command(name="words", description="The words of this game that only its rulebook explains")
    @app_commands.describe(public="For all to see")
    async def glossary(self, interaction: Interaction, public: YesNo = "no") -> None:
        """Handle `/show words`: show the title's glossary in alphabetical order, as far as it fits.

        An error is shown if there is no game.
        """
        async with respond_to(interaction, acknowledgement(public)) as response:
            info = await current_game_info(response)
            terms = title_with_options(info).data.words
            header = t("{title}: words", title=info.title)
            await show_lines(response, header, sorted(map(glossary_line, terms), key=str.casefold))

    @show_map.autocomplete("around")
    async def _complete_hexes(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the hex of `/show map`: all hexes of the map; none if no game has started."""
        return await complete_from_game(interaction, typed, hex_labels)

    @company.autocomplete("name")
    @routes.autocomplete("name")
    async def _complete_companies(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the company of `/show company` and `/show routes`; none if no game has started."""
        return await complete_from_game(interaction, typed, company_labels)

    @player.autocomplete("name")
    async def _complete_players(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the player of `/show player`: all in the game; none if no game has started."""
        return await complete_from_game(interaction, typed, player_names)

    @log.autocomplete("since")
    async def _complete_rounds(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the start of `/show log`: the first records of rounds, newest first.

        There are none if no game has started.
        """
        return await complete_from_game(interaction, typed, round_labels)

    @history.autocomplete("move")
    async def _complete_history(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the record of `/show history`: starts of rounds, then all records; newest first.

        There are none if no game has started.
        """
        current_game = await find_started_game(interaction)
        pairs = history_entries(current_game.game) if current_game else []
        return completions([(label, str(record_number)) for record_number, label in pairs], typed)

    @rules.autocomplete("topic")
    async def _complete_topics(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the topic of `/show rules`: chapters and sections; none if no game has started."""
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
