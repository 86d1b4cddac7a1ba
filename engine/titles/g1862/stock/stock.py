"""Share dealing of 1862: parliament's charters (4.2), stock rounds (6) and the fines after them (4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Range, Subject
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.state import IPO, POOL
from engine.core.story import EventKind, Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.dealing import note_dealt
from engine.rules.ownership import ordinary_certs, settle_presidency
from engine.rules.stock import SELLERS, SOURCES, TREASURY, StockRules
from engine.titles.g1862.companies import companies
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.market import par_of
from engine.titles.g1862.data.options import is_novice
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.ending import LNER_NOTE, lner_formed
from engine.titles.g1862.stock import blocks

tell(
    shares_sold_half_1862=Told(
        "{player} sells {percent} % of {company} for {price}, half its value: it has no train.",
        "sells {percent} % of {company} for {price} (half: no train)",
        kind=EventKind.SHARE,
    )
)
tell(Rank.PRESIDENT, receivership_1862="Nobody directs {company} any more: it is in receivership.")
tell(
    Rank.FLOAT,
    started_1862=(
        "{player} starts {company} at a par of {value} and pays {price} for the director's certificate."
    ),
    started_above_1862=(
        "{player} starts {company} at {value} (par {par}) and pays {price} for the director's certificate."
    ),
)
CHARTER, PARLIAMENT = "charter", "parliament"
"""The source of shares on a company's charter; the note of the company just won in parliament; its round."""
BOUGHT = "sr_percent"
NOTES = {CHARTER: "the start of that company", BOUGHT: "the end of the stock round"}
"""Note: percent bought in this stock round, by player and company."""


def hold_charter(writer: PositionWriter, company: str | None) -> None:
    """Write which company was just won in parliament and starts at once; None when it has."""
    writer.note(CHARTER, company)


def charter(view: View) -> str | None:
    """The company whose charter was won and that is being started in a Parliament Round (4.2)."""
    found: str | None = view.state.notes.get(CHARTER)
    return found


def bought_percent(view: View, player: str, company: str) -> int:
    """Percent of a company that a player bought in this stock round (6.4)."""
    return int(view.state.notes.get(BOUGHT, {}).get(player, {}).get(company, 0))


class Stock(StockRules):
    """What 4.2 and 6 say beyond the common rules."""

    patterns = frozenset({"b", "s", "sb"})
    sources: Mapping[str, str] = {**SOURCES, TREASURY: say("the company")}
    sellers: Mapping[str, str] = {**SELLERS, TREASURY: say("company")}
    passes_alone = True

    def turn_patterns(self, view: View) -> frozenset[str]:
        """Sales, then one purchase (6.2); with a charter two more shares (4.2); for a fine: sales (4.3)."""
        if view.cursor.round == PARLIAMENT:
            return frozenset({"b" * (1 + view.data.figures(Figures).extra_shares)})
        return frozenset({"s"}) if view.cursor.step == "fine" else self.patterns

    def excess(self, view: View, player: str) -> int:
        """Nobody sells down to the limit of the LNER (6.5.2, 10.3)."""
        return 0 if lner_formed(view) else super().excess(view, player)

    def certificate_limit(self, view: View) -> int:
        """By players, from the LNER on the most shares one player held then (6.5.2)."""
        after: int | None = view.state.notes.get(LNER_NOTE)
        return super().certificate_limit(view) if after is None else after

    def bought(self, view: View, company: str) -> int:
        """From the IPO, or from the company (6.5.4)."""
        return companies.sold_percent(view, company)

    # --- buying --------------------------------------------------------------------------------

    def check_buy(self, view: View, player: str, company: str, source: str) -> Violation | None:
        if view.cursor.round == PARLIAMENT and (company != charter(view) or source != IPO):
            text = say("In parliament you buy shares of {charter} only, from the IPO.", charter=charter(view))
            return Violation("charter_only", text)
        return super().check_buy(view, player, company, source)

    def buy(self, writer: PositionWriter, player: str, company: str, source: str) -> None:
        _note_bought(writer, player, company, self.on_sale(writer, company, source)[0].percent)
        super().buy(writer, player, company, source)

    def settle_president(self, writer: PositionWriter, company: str) -> None:
        """Also for a certificate in the pool: the first player with 30 % takes it (6.3, 8)."""
        if companies.is_started(writer, company):
            settle_presidency(writer, company)

    # --- starting ------------------------------------------------------------------------------

    def par_values(self, view: View, company: str) -> list[int]:
        """Eight pars for a chartered company (4.2), all prices from 54 to 200 for others (6.5.3)."""
        if view.cursor.round == PARLIAMENT:
            return list(view.data.figures(Figures).charter_pars)
        return super().par_values(view, company)

    def par_of_start(self, view: View, company: str, price: int) -> int:
        """Of a company without a charter the highest space of the par chart at or below its price (6.5.3)."""
        return price if view.cursor.round == PARLIAMENT else par_of(view, price)

    def can_start(self, view: View, company: str) -> bool:
        if view.cursor.round == PARLIAMENT:
            return company == charter(view) and not companies.is_started(view, company)
        return not is_novice(view) and companies.why_not_startable(view, company) is None

    def refuse_start(self, view: View, company: str) -> Violation | None:
        if view.cursor.round == PARLIAMENT:
            if self.can_start(view, company):
                return None
            return Violation(
                "cannot_start", say("Now {charter} is started, and no other company.", charter=charter(view))
            )
        if is_novice(view):
            text = say("Companies are started in Parliament Rounds only (11.3).")
            return Violation("parliament_only", text)
        why = companies.why_not_startable(view, company)
        return None if why is None else Violation(*why)

    def start(self, writer: PositionWriter, player: str, company: str, par: int) -> None:
        """Write the start: with a charter in parliament, without one in a stock round."""
        chartered = writer.cursor.round == PARLIAMENT
        cost = par * writer.certs_of(company)[0].percent // 10
        told = {"player": player, "company": company, "value": par, "price": cost}
        at_par = self.par_of_start(writer, company, par)
        if at_par == par:
            writer.say("started_1862", **told)
        else:
            writer.say("started_above_1862", **told, par=at_par)
        companies.begin(writer, player, company, par, chartered)
        if not chartered or readings(writer).price_before_floating:
            companies.place_price(writer, company, par)
        note_dealt(writer, "bought", player, company)
        _note_bought(writer, player, company, writer.certs_of(company)[0].percent)
        self.float_if_due(writer, company)

    def float_if_due(self, writer: PositionWriter, company: str) -> None:
        companies.float_if_due(writer, company)

    # --- selling -------------------------------------------------------------------------------

    def sale_price(self, view: View, company: str, percent: int) -> int:
        """The market price for each share, half of it rounded down while the company has no train (6.4.1).

        A block is sold at the price before it, in however many sales (6.4).
        """
        value = blocks.value(view, company)
        return (value if view.trains(company) else value // 2) * percent // 10

    def sale_note(self, view: View, company: str) -> str:
        if view.trains(company):
            return super().sale_note(view, company)
        return say("half of {money}, as it has no train", money=view.money(blocks.value(view, company)))

    def story_of_sale(self, view: View, company: str) -> str:
        return "shares_sold" if view.trains(company) else "shares_sold_half_1862"

    def sell(self, writer: PositionWriter, player: str, company: str, percent: int) -> None:
        blocks.begin(writer, company, writer.president(company) == player)
        super().sell(writer, player, company, percent)

    def check_resale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """What is kept must be at least what was bought in this stock round (6.4)."""
        bought, held = bought_percent(view, player, company), view.percent(player, company)
        if held - percent >= bought:
            return None
        most = max(0, held - bought)
        text = say(
            "You bought {bought} % of {company} this round and may sell up to {most} %.",
            bought=bought,
            company=company,
            most=most,
        )
        if not most:
            text = say(
                "You bought {bought} % of {company} this round and may sell none of it.",
                bought=bought,
                company=company,
            )
        return Violation("bought_this_round", text, {"most": most})

    def check_president_sells(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """A director who ends with one or two shares needs ordinary certificates for them (6.3)."""
        if not self.gives_up(view, player, company, percent):
            return None
        keeps = view.percent(player, company) - percent
        if keeps <= self._ordinary(view, player, company) + self._ordinary(view, POOL, company):
            return None
        text = say(
            "There are not enough single shares of {company} for you to keep {keeps} %: sell another number.",
            company=company,
            keeps=keeps,
        )
        return Violation("no_single_shares", text, {"keeps": keeps})

    def gives_up(self, view: View, player: str, company: str, percent: int) -> bool:
        """Whether the director's certificate goes to the pool: under 30 % kept and nobody succeeds (6.3)."""
        if view.president(company) != player:
            return False
        keeps = view.percent(player, company) - percent
        return keeps < view.certs_of(company)[0].percent and self.heir(view, player, company, percent) is None

    def _ordinary(self, view: View, owner: str, company: str) -> int:
        return sum(cert.percent for cert in ordinary_certs(view, owner, company))

    def part_with(self, writer: PositionWriter, player: str, company: str, percent: int) -> None:
        if not self.gives_up(writer, player, company, percent):
            return super().part_with(writer, player, company, percent)
        keeps = (writer.percent(player, company) - percent) // 10
        single = ordinary_certs(writer, player, company)
        taken = ordinary_certs(writer, POOL, company)[: max(0, keeps - len(single))]
        director = writer.certs_of(company)[0]
        for cert in [director, *single[keeps:]]:
            writer.move_cert(cert, POOL)
        for cert in taken:
            writer.move_cert(cert, player)
        return writer.say("receivership_1862", company=company)

    def fall(self, writer: PositionWriter, company: str, shares: int, by_president: bool) -> None:
        """Not before the company floats, nor after the LNER has formed (6.4.2, 10.3)."""
        if writer.company(company).floated and not lner_formed(writer):
            blocks.fall(writer, company, shares, by_president)

    def end_round(self, writer: PositionWriter) -> None:
        """Nothing rises at the end of a stock round."""


def _note_bought(writer: PositionWriter, player: str, company: str, percent: int) -> None:
    memory = writer.state.notes.get(BOUGHT, {})
    mine = memory.get(player, {})
    writer.note(BOUGHT, {**memory, player: {**mine, company: mine.get(company, 0) + percent}})


class BuyMarkers(Move):
    """The director chooses how many station markers a floated company buys (6.5.4.2)."""

    kind = companies.BUY_MARKERS
    args: ClassVar = {"count": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(
            self.kind,
            say("Buy station markers of {asked}", asked=asked(view)),
            (Field("count", say("How many?")),),
            company=asked(view),
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        each = view.data.figures(Figures).marker_cost
        return [
            Option(
                str(n),
                say("Buy {n} markers · {money}", n=n, money=view.money(n * each)),
                say("the home marker included"),
            )
            for n in self._counts(view)
        ]

    def _counts(self, view: View) -> range:
        least = view.data.figures(Figures).markers_min
        return range(least, max(least, companies.most_markers(view, asked(view))) + 1)

    def check(self, view: View, action: Action) -> Violation | None:
        counts = self._counts(view)
        if as_amount(action.get("count")) in counts:
            return None
        text = say(
            "{asked} may buy {counts} to {counts2} station markers.",
            asked=asked(view),
            counts=counts[0],
            counts2=counts[-1],
        )
        return Violation("bad_marker_count", text, {"least": counts[0], "most": counts[-1]})

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = asked(writer)
        writer.pop()
        each = writer.data.figures(Figures).marker_cost
        companies.buy_markers(writer, company, as_amount(action.args["count"]), each)


def asked(view: View) -> str:
    """The company of the forced decision on top."""
    company: str = view.state.pending[-1].data["company"]
    return company


class MarkersStep(ForcedStep):
    """Opened when a company without a charter floats."""

    name = companies.BUY_MARKERS
    label = say("station markers")
    subject: ClassVar[Subject] = Subject.TOKEN
    moves = (BuyMarkers(),)


STOCK = Stock()
