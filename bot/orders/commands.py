"""`/auto`: the commands of standing orders; and `/gm table`: the table's settings for undo and pings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import discord
from discord import app_commands

from bot.calls.pings import hold_text
from bot.chat.bounds import parse_whole
from bot.chat.completion import Hints, hints
from bot.chat.current_table import CurrentTable, game_here, info_here, peek
from bot.chat.named import id_or_text, label_hints
from bot.chat.respond import Ack, UserError, answering
from bot.computers.hints import HINTS
from bot.orders import service as standing
from bot.orders.buttons import end_and_show, give_and_show, show_orders
from bot.orders.give import stop_conditions
from bot.orders.words import UNTIL, order_text
from bot.store.outbox import PING_AFTER
from bot.table import master
from bot.words import Later, later, t
from engine import Game
from engine.api.deeds import bids, sales

Interaction = discord.Interaction[Any]
Lasts = Literal["round", "always"]
Amount = app_commands.Range[int, 0, 1_000_000]
UNDO = {
    "free": later("set undo to free: anybody may take moves back"),
    "ask": later("set undo to ask: whose moves would be taken back is asked"),
    "master": later("set undo to master: only the owner or a game master takes back moves of others"),
}
HINTS_TOLD = {
    "on": later("lets players ask what a strong player would do"),
    "off": later("turned hints off"),
}


class AutoCommands(
    app_commands.Group, name="auto", description="Standing orders: what plays for you", guild_only=True
):
    """One command for each kind of order."""

    @app_commands.command(name="pass", description="Pass in this round until something happens")
    @app_commands.describe(until="What ends it, besides the end of the round")
    async def pass_(self, interaction: Interaction, until: str = "acts") -> None:
        """Give an order to pass."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            await give_and_show(answer, (await info_here(answer)).id, "pass", {"until": until})

    @pass_.autocomplete("until")
    async def _untils(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the stop condition of an order to pass."""
        here = await peek(interaction)
        keys = stop_conditions(here.game) if here else []
        return hints([(t(UNTIL[key]), key) for key in keys], typed)

    @app_commands.command(description="Buy shares of a company, turn by turn")
    @app_commands.describe(
        share="Of which company, and from where", until="Until you hold so many percent",
        price="The most for a certificate; empty: today's price",
        lasts="Until the round ends, or until you turn it off",
    )  # fmt: skip
    async def buy(
        self, interaction: Interaction, share: str, until: app_commands.Range[int, 1, 100],
        price: Amount | None = None, lasts: Lasts = "round",
    ) -> None:  # fmt: skip
        """Give an order to buy shares."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            company, source, today = _require_sale(here, share)
            args = {"company": company, "source": source, "percent": until}
            most = today if price is None else price
            await give_and_show(answer, here.info.id, "buy", {**args, "price": most}, lasts=_lasts(lasts))

    @buy.autocomplete("share")
    async def _shares(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the share: all shares on sale, with price and source."""
        here = await peek(interaction)
        found = sales(here.game.view) if here else []
        money = here.game.view.money if here else str
        choices = [
            (
                t(
                    "{company} at {price} from {where}",
                    company=s.company,
                    price=money(s.price),
                    where=s.where,
                ),
                f"{s.company}|{s.source}",
            )
            for s in found
        ]
        return hints(choices, typed)

    @app_commands.command(description="Bid for something up to a maximum that nobody sees")
    @app_commands.rename(most="max")
    @app_commands.describe(
        item="For what",
        most="The most",
        then="Beyond the maximum",
        lasts="Until the round ends, or until you turn it off",
    )
    async def bid(
        self, interaction: Interaction, item: str, most: Amount, then: Literal["ask", "pass"] = "ask",
        lasts: Lasts = "round",
    ) -> None:  # fmt: skip
        """Give an order to bid up to a secret maximum."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            args = {"item": id_or_text(item, _unsold_companies(here.game)), "most": most, "then": then}
            await give_and_show(answer, here.info.id, "bid", args, lasts=_lasts(lasts))

    @bid.autocomplete("item")
    async def _items(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the item: those not yet sold in the auction."""
        here = await peek(interaction)
        if here is None or bids(here.game.view) is None:
            return []
        return label_hints(_unsold_companies(here.game), typed)

    @app_commands.command(description="Run a company's best routes, pay out and end its turn")
    @app_commands.describe(
        company="Which company",
        least="Only if it earns so much",
        lasts="Until the round ends, or until you turn it off",
    )
    async def run(
        self, interaction: Interaction, company: str, least: Amount = 0, lasts: Lasts = "round"
    ) -> None:
        """Give an order to run a company and pay out."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            mine = [c for seat in here.seats for c in here.game.view.presided(seat)]
            args = {"company": id_or_text(company, _names(here.game, mine)), "least": least}
            await give_and_show(answer, here.info.id, "run", args, lasts=_lasts(lasts))

    @run.autocomplete("company")
    async def _companies(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the company: those of which the member is president."""
        here = await peek(interaction)
        found = [c for seat in here.seats for c in here.game.view.presided(seat)] if here else []
        return hints([(c, c) for c in found], typed)

    @app_commands.command(description="Accept offers that bring you or a company of yours enough")
    @app_commands.describe(least="From this sum on", lasts="Until the round ends, or until you turn it off")
    async def accept(
        self, interaction: Interaction, least: app_commands.Range[int, 1, 1_000_000],
        lasts: Lasts = "round",
    ) -> None:  # fmt: skip
        """Give an order to accept offers."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            game = (await info_here(answer)).id
            await give_and_show(answer, game, "accept", {"least": least}, lasts=_lasts(lasts))

    @app_commands.command(name="list", description="Your standing orders here")
    async def list_(self, interaction: Interaction) -> None:
        """Show the member's standing orders."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            await show_orders(answer, (await game_here(answer)).info.id, [])

    @app_commands.command(description="Turn a standing order off; all of them when you name none")
    @app_commands.describe(program="Which one")
    async def off(self, interaction: Interaction, program: str | None = None) -> None:
        """End one order, or all."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            number = None if program is None else parse_whole(program)
            if program is not None and number is None:
                raise UserError(t("Choose the order from the list, or none to turn all off."))
            await end_and_show(answer, (await info_here(answer)).id, number)

    @off.autocomplete("program")
    async def _programs(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the order to end: the member's running orders."""
        here = await peek(interaction)
        if here is None:
            return []
        mine = await standing.orders_of(interaction.client.games, here.info.id, interaction.user.id)
        return hints([(order_text(here.game.view, o)[:100], str(o.number)) for o in mine if o.running], typed)


def _lasts(lasts: Lasts) -> bool:
    return lasts != "round"


def _unsold_companies(game: Game) -> dict[str, str]:
    """Return the names of companies that no player owns yet, by symbol."""
    view = game.view
    return _names(game, [c.id for c in view.companies() if view.owner(c.id) not in view.state.players])


def _names(game: Game, companies: Iterable[str]) -> dict[str, str]:
    """Return the symbol and name of companies, by symbol."""
    return {company: f"{company}: {game.view.spec(company).name}" for company in companies}


def _require_sale(here: CurrentTable, typed: str) -> tuple[str, str, int]:
    """Return the company, the source and today's price of a typed share.

    Raises UserError if it is not on sale.
    """
    named, _, source = typed.strip().partition("|")
    on_sale = sales(here.game.view)
    company = id_or_text(named, _names(here.game, [s.company for s in on_sale]))
    found = [s for s in on_sale if s.company == company and source in ("", s.source)]
    if not found:
        names = ", ".join(dict.fromkeys(s.company for s in on_sale))
        raise UserError(
            t("On sale are shares of: {names}.", names=names) if names else t("No shares are on sale.")
        )
    return found[0].company, found[0].source, found[0].price


@app_commands.command(name="table", description="How moves are taken back here, and when players are called")
@app_commands.describe(
    undo="Who decides on moves of others",
    hold="Seconds before the next player is called, for an Oops",
    hints="Whether players may ask what a strong player would do",
)
async def table_command(
    interaction: Interaction, undo: Literal["free", "ask", "master"] | None = None,
    hold: app_commands.Range[int, 0, 600] | None = None, hints: Literal["on", "off"] | None = None,
) -> None:  # fmt: skip
    """Change the table's settings and announce the change."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        info = await info_here(answer)
        changes: list[tuple[dict[str, Any], Later]] = [({"undo": undo}, UNDO[undo])] if undo else []
        changes += [] if hold is None else [({PING_AFTER: hold}, hold_text(hold))]
        changes += [] if hints is None else [({HINTS: hints == "on"}, HINTS_TOLD[hints])]
        if not changes:
            raise UserError(t("Say what is to change: undo, the hold in seconds or the hints."))
        for number, (values, told) in enumerate(changes):
            outcome = await master.set_table(answer.bot.games,
                info.id, answer.user.id, values, told, gm=answer.is_master,
                interaction_id=f"{answer.id}:{number}",
            )  # fmt: skip
            if not await answer.accepts(outcome):
                return
        await answer.say(t("Done, and told to all here."))


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands."""
    tree.add_command(AutoCommands())
    gm_group = tree.get_command("gm")
    assert isinstance(gm_group, app_commands.Group)
    gm_group.add_command(table_command)
