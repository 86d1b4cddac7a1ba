"""`/auto`: the commands of standing orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.bounds import parse_whole_number
from bot.chat.completion import Completions, completions
from bot.chat.current_game import CurrentGame, current_game_info, find_started_game, require_current_game
from bot.chat.named import autocomplete_labels, id_or_text
from bot.chat.respond import Ack, UserError, respond_to
from bot.orders import service as order_service
from bot.orders.buttons import delete_orders_and_show_rest, set_standing_order_and_show, show_orders
from bot.orders.requests import auto_pass_stop_keys
from bot.orders.words import STOP_CONDITION_TEXTS, describe_order
from bot.words import t
from engine import Game
from engine.api.trading import bids, sales

Interaction = discord.Interaction[Any]
OrderDuration = Literal["round", "always"]
Amount = app_commands.Range[int, 0, 1_000_000]


class AutoCommands(
    app_commands.Group, name="auto", description="Standing orders: what plays for you", guild_only=True
):
    """The command group `/auto`: a command for each kind of standing order."""

    @app_commands.command(name="pass", description="Pass in this round until something happens")
    @app_commands.describe(until="What ends it, besides the end of the round")
    async def pass_(self, interaction: Interaction, until: str = "acts") -> None:
        """Handle `/auto pass`: set a standing order to pass in this round until a condition is met.

        ``until`` is the condition's key in STOP_CONDITION_TEXTS. If the order is refused, the member sees the
        reason.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await set_standing_order_and_show(
                response, (await current_game_info(response)).id, "pass", {"until": until}
            )

    @pass_.autocomplete("until")
    async def _autocomplete_condition(self, interaction: Interaction, typed: str) -> Completions:
        """Return the autocomplete choices for the condition that ends a standing order to pass.

        [] if there is no started game, and in rounds in which companies act, because nobody passes there.
        Raises BadLog if the game's log cannot be read.
        """
        current_game = await find_started_game(interaction)
        keys = auto_pass_stop_keys(current_game.game) if current_game else []
        return completions([(t(STOP_CONDITION_TEXTS[key]), key) for key in keys], typed)

    @app_commands.command(description="Buy shares of a company, turn by turn")
    @app_commands.rename(duration="lasts")
    @app_commands.describe(
        share="Of which company, and from where", until="Until you hold so many percent",
        price="The most for a certificate; empty: today's price",
        duration="Until the round ends, or until you turn it off",
    )  # fmt: skip
    async def buy(
        self, interaction: Interaction, share: str, until: app_commands.Range[int, 1, 100],
        price: Amount | None = None, duration: OrderDuration = "round",
    ) -> None:  # fmt: skip
        """Handle `/auto buy`: set a standing order to buy shares until the member holds ``until`` percent.

        ``share`` is "company|source" or a company, ``price`` the maximum for a certificate (None: today's
        price). If ``duration`` is "round", the order ends with the round at the latest. If no such share is
        on sale, the member sees an error.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            current_game = await require_current_game(response)
            company, source, price_now = _require_share_on_sale(current_game, share)
            args = {"company": company, "source": source, "percent": until}
            max_price = price_now if price is None else price
            await set_standing_order_and_show(
                response,
                current_game.info.id,
                "buy",
                {**args, "price": max_price},
                is_permanent=_is_permanent(duration),
            )

    @buy.autocomplete("share")
    async def _autocomplete_share(self, interaction: Interaction, typed: str) -> Completions:
        """Return the autocomplete choices for the share of a standing order to buy, with prices and sources.

        They are all shares on sale; [] if there is no started game. Raises BadLog if the game's log cannot be
        read.
        """
        current_game = await find_started_game(interaction)
        on_sale = sales(current_game.game.view) if current_game else []
        money = current_game.game.view.money if current_game else str
        pairs = [
            (
                t(
                    "{company} at {price} from {where}",
                    company=sale.company,
                    price=money(sale.price),
                    where=sale.where,
                ),
                f"{sale.company}|{sale.source}",
            )
            for sale in on_sale
        ]
        return completions(pairs, typed)

    @app_commands.command(description="Bid for something up to a maximum that nobody sees")
    @app_commands.rename(max_bid="max", above_max="then", duration="lasts")
    @app_commands.describe(
        item="For what",
        max_bid="The most",
        above_max="Beyond the maximum",
        duration="Until the round ends, or until you turn it off",
    )
    async def bid(
        self, interaction: Interaction, item: str, max_bid: Amount, above_max: Literal["ask", "pass"] = "ask",
        duration: OrderDuration = "round",
    ) -> None:  # fmt: skip
        """Handle `/auto bid`: set a standing order to bid for an item up to a secret maximum, ``max_bid``.

        ``item`` is the symbol or name of a company. Where the next bid is above the maximum, the order passes
        (``above_max`` "pass"), or ends and leaves the decision to the member ("ask"). If ``duration`` is
        "round", it ends with the round at the latest. If the order is refused, the member sees the reason.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            current_game = await require_current_game(response)
            args = {
                "item": id_or_text(item, _biddable_company_labels(current_game.game)),
                "most": max_bid,
                "then": above_max,
            }
            await set_standing_order_and_show(
                response, current_game.info.id, "bid", args, is_permanent=_is_permanent(duration)
            )

    @bid.autocomplete("item")
    async def _autocomplete_item(self, interaction: Interaction, typed: str) -> Completions:
        """Return the autocomplete choices for the item of a standing order to bid: those not yet sold.

        [] outside an auction. Raises BadLog if the game's log cannot be read.
        """
        current_game = await find_started_game(interaction)
        if current_game is None or bids(current_game.game.view) is None:
            return []
        return autocomplete_labels(_biddable_company_labels(current_game.game), typed)

    @app_commands.command(description="Run a company's best routes, pay out and end its turn")
    @app_commands.rename(min_revenue="least", duration="lasts")
    @app_commands.describe(
        company="Which company",
        min_revenue="Only if it earns so much",
        duration="Until the round ends, or until you turn it off",
    )
    async def run(
        self,
        interaction: Interaction,
        company: str,
        min_revenue: Amount = 0,
        duration: OrderDuration = "round",
    ) -> None:
        """Handle `/auto run`: set a standing order to run a company's trains and pay out.

        ``company`` is its symbol or name. The order ends as soon as the run earns less than ``min_revenue``;
        if ``duration`` is "round", it ends with the round at the latest. If the order is refused, the member
        sees the reason.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            current_game = await require_current_game(response)
            own_companies = [
                own_company
                for seat in current_game.own_seats
                for own_company in current_game.game.view.presided(seat)
            ]
            args = {
                "company": id_or_text(company, _company_labels(current_game.game, own_companies)),
                "least": min_revenue,
            }
            await set_standing_order_and_show(
                response, current_game.info.id, "run", args, is_permanent=_is_permanent(duration)
            )

    @run.autocomplete("company")
    async def _autocomplete_company(self, interaction: Interaction, typed: str) -> Completions:
        """Return the autocomplete choices for the company of a standing order to run: those the member runs.

        The member is their president. [] if there is no started game. Raises BadLog if the game's log cannot
        be read.
        """
        current_game = await find_started_game(interaction)
        own_companies = (
            [
                own_company
                for seat in current_game.own_seats
                for own_company in current_game.game.view.presided(seat)
            ]
            if current_game
            else []
        )
        return completions([(own_company, own_company) for own_company in own_companies], typed)

    @app_commands.command(description="Accept offers that bring you or a company of yours enough")
    @app_commands.rename(min_gain="least", duration="lasts")
    @app_commands.describe(
        min_gain="From this sum on", duration="Until the round ends, or until you turn it off"
    )
    async def accept(
        self, interaction: Interaction, min_gain: app_commands.Range[int, 1, 1_000_000],
        duration: OrderDuration = "round",
    ) -> None:  # fmt: skip
        """Handle `/auto accept`: set a standing order to accept offers that bring ``min_gain`` or more.

        If ``duration`` is "round", the order ends with the round. If the order is refused, the member sees
        the reason.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            game_id = (await current_game_info(response)).id
            await set_standing_order_and_show(
                response, game_id, "accept", {"least": min_gain}, is_permanent=_is_permanent(duration)
            )

    @app_commands.command(name="list", description="Your standing orders here")
    async def list_(self, interaction: Interaction) -> None:
        """Handle `/auto list`: show the page of the member's standing orders in a game.

        The member sees an error if there is no started game, or if they have no seat in it.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await show_orders(response, (await require_current_game(response)).info.id, [])

    @app_commands.command(description="Turn a standing order off; all of them when you name none")
    @app_commands.describe(order_number="Which one")
    @app_commands.rename(order_number="program")
    async def off(self, interaction: Interaction, order_number: str | None = None) -> None:
        """Handle `/auto off`: end the member's standing order of the given number, or all if none is given.

        ``order_number`` is the typed number. The member sees an error if it is not a number, or if there is
        no such order.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            number = None if order_number is None else parse_whole_number(order_number)
            if order_number is not None and number is None:
                raise UserError(t("Choose the order from the list, or none to turn all off."))
            await delete_orders_and_show_rest(response, (await current_game_info(response)).id, number)

    @off.autocomplete("order_number")
    async def _autocomplete_order(self, interaction: Interaction, typed: str) -> Completions:
        """Return the autocomplete choices for the order of `/auto off`: the member's active standing orders.

        [] if there is no started game. Raises BadLog if the game's log cannot be read.
        """
        current_game = await find_started_game(interaction)
        if current_game is None:
            return []
        own_orders = await order_service.orders_of_user(
            interaction.client.games, current_game.info.id, interaction.user.id
        )
        return completions(
            [
                (describe_order(current_game.game.view, order)[:100], str(order.number))
                for order in own_orders
                if order.is_active
            ],
            typed,
        )


def _is_permanent(duration: OrderDuration) -> bool:
    """Return True if, by the ``duration`` option of its command, a standing order outlasts the round."""
    return duration != "round"


def _biddable_company_labels(game: Game) -> dict[str, str]:
    """Return the labels, by id, of the companies that no player owns: a standing order may bid for them."""
    view = game.view
    return _company_labels(
        game, [company.id for company in view.companies() if view.owner(company.id) not in view.state.players]
    )


def _company_labels(game: Game, companies: Iterable[str]) -> dict[str, str]:
    """Return the labels "symbol: name" of companies (ids), by id, for the commands of standing orders."""
    return {company: f"{company}: {game.view.spec(company).name}" for company in companies}


def _require_share_on_sale(current_game: CurrentGame, typed: str) -> tuple[str, str, int]:
    """Return (company, source, current price) of the share typed for a standing order to buy.

    The source is the id of the place that sells the share. ``typed`` is "company|source", or a company
    (symbol or name) for the first source that sells its shares. Raises UserError if no such share is on sale.
    """
    company_text, _, source = typed.strip().partition("|")
    on_sale = sales(current_game.game.view)
    company = id_or_text(company_text, _company_labels(current_game.game, [sale.company for sale in on_sale]))
    matches = [sale for sale in on_sale if sale.company == company and source in ("", sale.source)]
    if not matches:
        names = ", ".join(dict.fromkeys(sale.company for sale in on_sale))
        raise UserError(
            t("On sale are shares of: {names}.", names=names) if names else t("No shares are on sale.")
        )
    return matches[0].company, matches[0].source, matches[0].price


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands of standing orders, `/auto`."""
    tree.add_command(AutoCommands())
