"""Who may buy, start and sell shares, at what price, and what a stock round leaves behind.

`StockRules` is the default: full capital at par, price falls a row for each share sold, limits on
the pool from the title's figures. A title overrides what differs. The limits of a player are in
`engine.rules.limits`. What it remembers of a stock round is in `engine.rules.dealing`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.core.errors import Violation
from engine.core.recorded import one_of
from engine.core.state import BANK, IPO, POOL, Cert
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.figures import StockFigures
from engine.message import joined, say, word
from engine.rules import dealing, market
from engine.rules.initial_auction import free_cash
from engine.rules.limits import LimitRules
from engine.rules.ownership import hand_over, ordinary_certs, settle_presidency, swap_certs


def source_read(view: View, text: str) -> str:
    """Where shares come from, by the title's own words."""
    return one_of(*stock_rules(view).sources.values())(view, text)


tell(company_funded="{company} receives {money} from the bank.")
tell(
    Rank.FLOAT,
    company_started="{player} starts {company} at a par of {par} and pays {price}.",
)
tell(
    Rank.DEAL,
    share_bought=Told(
        "{player} buys {percent} % of {company} from {source} for {price}.",
        kind=EventKind.SHARE,
        reads={"source": source_read},
    ),
    shares_sold=Told("{player} sells {percent} % of {company} for {price}.", kind=EventKind.SHARE),
)
SOURCES, TREASURY = {IPO: say("the initial offering"), POOL: say("the open market")}, "treasury"
SELLERS = {IPO: say("initial offering"), POOL: say("open market")}


def stock_rules(view: View) -> StockRules:
    """The title's rules of share dealing."""
    return view.policy(StockRules)


class StockRules(LimitRules):
    """Share dealing by the common rules; every method answers from a view unless it says that it writes."""

    patterns = frozenset({"b", "s", "bs", "sb"})
    """What one turn may consist of: a purchase (b), sales (s), either first."""
    sources: Mapping[str, str] = SOURCES
    """Where shares are on sale, with a name for people."""
    sellers: Mapping[str, str] = SELLERS
    """The same in a list of prices, without the article."""
    passes_alone = False
    """Whether a player with nothing to do passes without being asked."""
    one_block = False
    """Whether shares of a company are sold once in a turn, all together."""
    sells_at_first = True
    """Whether shares are sold in the first stock round."""
    resells = False
    """Whether what was bought in a round may be sold in it."""
    opens_at_once = False
    """Whether a company is on the market from its start on, and has its capital as soon as it floats."""
    keeps_presidencies = False
    """Whether a forced sale may cost no presidency at all, not only none of the company in need."""

    def turn_patterns(self, view: View) -> frozenset[str]:
        """The patterns of a turn in the present round."""
        return self.patterns if self.sells_at_first or view.cursor.number > 1 else frozenset({"b"})

    def has_sales(self, view: View) -> bool:
        """Whether a turn of the present round may contain sales."""
        return any("s" in pattern for pattern in self.turn_patterns(view))

    def seller(self, company: str, source: str) -> str:
        """The owner of the certificates that a source sells."""
        return company if source == TREASURY else source

    def price(self, view: View, company: str, source: str) -> int | None:
        """The price of a share from the ipo (par) or the pool (market value); None when there is none."""
        return view.company(company).par if source == IPO else view.price(company)

    def payee(self, view: View, company: str, source: str) -> str:
        """Who receives the money for a share."""
        return company if source == TREASURY else BANK

    def on_sale(self, view: View, company: str, source: str) -> list[Cert]:
        """The ordinary certificates that may be bought from a source."""
        return ordinary_certs(view, self.seller(company, source), company)

    def is_offered(self, view: View, player: str, company: str, source: str) -> bool:
        """Whether a source has a certificate of the company, at a cost that the player can pay."""
        priced = self.has_shares(view, company) and self.price(view, company, source) is not None
        if not priced or not self.on_sale(view, company, source):
            return False
        return self.cost(view, company, source) <= self.spendable(view, player)

    def check_buy(self, view: View, player: str, company: str, source: str) -> Violation | None:
        """Why a player may not buy a company's next certificate from ipo or pool."""
        if not self.has_shares(view, company) or view.company(company).closed:
            return Violation("unknown_company", say("Shares of companies in play can be bought."))
        if source not in self.sources:
            return Violation(
                "unknown_source",
                say("Shares come from: {sources}.", sources=joined(", ", map(word, self.sources))),
            )
        price = self.price(view, company, source)
        if price is None:
            text = say("The first certificate of {company} to be bought is its president's.", company=company)
            return Violation("not_started", text)
        on_sale = self.on_sale(view, company, source)
        if not on_sale:
            text = say(
                "Choose a company with shares in {sources}; {company} has none there.",
                sources=self.sources[source],
                company=company,
            )
            return Violation("none_left", text, {"company": company})
        cost = self.cost(view, company, source)
        return self.check_purchase(view, player, company, on_sale[0].percent, cost)

    def cost(self, view: View, company: str, source: str) -> int:
        """What the next certificate of a source that has one costs."""
        price = self.price(view, company, source)
        assert price is not None
        percent = self.on_sale(view, company, source)[0].percent
        return price * percent // self.share(view, company)

    def check_purchase(
        self, view: View, player: str, company: str, percent: int, cost: int
    ) -> Violation | None:
        """Why a player may not add one certificate of ``percent`` at ``cost`` to his holdings."""
        if company in dealing.dealt(view, "sold", player):
            text = say(
                "You sold {company} this round; you may buy its shares in a later round.", company=company
            )
            return Violation("sold_this_round", text)
        if not self.has_room(view, player, company):
            held, limit = self.certificates(view, player), self.certificate_limit(view)
            text = say("You own {held} certificates and may own {limit}; sell first.", held=held, limit=limit)
            return Violation("certificate_limit", text, {"held": held, "limit": limit})
        return self.check_holding(view, player, company, percent) or self.check_money(view, player, cost)

    def spendable(self, view: View, player: str) -> int:
        """A player's money that no bid binds."""
        return free_cash(view, player)

    def check_money(self, view: View, player: str, cost: int) -> Violation | None:
        """Why a player cannot pay ``cost`` from his own cash."""
        have = self.spendable(view, player)
        if cost <= have:
            return None
        text = say(
            "That costs {money}; you can spend {money2}.", money=view.money(cost), money2=view.money(have)
        )
        return Violation("not_enough_money", text, {"cost": cost, "cash": have})

    def buy(self, writer: PositionWriter, player: str, company: str, source: str) -> None:
        """Write a purchase that was checked: money, certificate, presidency, float."""
        cert, cost = self.on_sale(writer, company, source)[0], self.cost(writer, company, source)
        writer.pay(player, self.payee(writer, company, source), cost, "share")
        writer.move_cert(cert, player)
        words = {"company": company, "percent": cert.percent, "source": self.sources[source], "price": cost}
        writer.say("share_bought", player=player, **words)
        dealing.note_dealt(writer, "bought", player, company)
        dealing.note_bought_now(writer, company)
        self.settle_president(writer, company)
        self.float_if_due(writer, company)

    def settle_president(self, writer: PositionWriter, company: str) -> None:
        """Write a change of president that a purchase brings about."""
        if writer.president(company) is not None:
            settle_presidency(writer, company)

    def par_of_start(self, view: View, company: str, price: int) -> int:
        """The par that a company gets which is started at a price."""
        return price

    def par_values(self, view: View, company: str) -> list[int]:
        """The par values that the president may choose, lowest first."""
        return list(view.data.market.pars)

    def can_start(self, view: View, company: str) -> bool:
        """True when the president's certificate is for sale with a par to choose."""
        record = view.company(company)
        fresh = record.kind == "major" and record.par is None and not record.closed
        return fresh and view.owner(company) == IPO

    def refuse_start(self, view: View, company: str) -> Violation | None:
        """Why nobody may start this company now, or None."""
        if self.has_shares(view, company) and self.can_start(view, company):
            return None
        return Violation(
            "cannot_start", say("Companies whose president's certificate is unsold can be started.")
        )

    def check_par(self, view: View, player: str, company: str, par: int) -> Violation | None:
        """Why a player may not start a company at this par."""
        refused = self.refuse_start(view, company)
        if refused is not None:
            return refused
        values = self.par_values(view, company)
        if par not in values:
            return Violation(
                "no_par_value", say("The par values are {map}.", map=joined(", ", map(str, values)))
            )
        percent, cost = view.certs_of(company)[0].percent, self.cost_of_start(view, company, par)
        return self.check_purchase(view, player, company, percent, cost)

    def cost_of_start(self, view: View, company: str, par: int) -> int:
        """What the president's certificate costs at a par."""
        return par * view.certs_of(company)[0].percent // self.share(view, company)

    def start(self, writer: PositionWriter, player: str, company: str, par: int) -> None:
        """Write the purchase of the president's certificate at a par that was checked."""
        certificate = writer.certs_of(company)[0]
        cost = self.cost_of_start(writer, company, par)
        self.set_par(writer, company, par)
        writer.pay(player, self.payee(writer, company, IPO), cost, "share")
        writer.move_cert(certificate, player)
        writer.say("company_started", player=player, company=company, par=par, price=cost)
        dealing.note_dealt(writer, "bought", player, company)
        self.float_if_due(writer, company)

    def set_par(self, writer: PositionWriter, company: str, par: int) -> None:
        """Write the par of a company, and its market token where companies are on the market at once."""
        writer.change(company, par=par)
        if self.opens_at_once:
            market.place_at_par(writer, company)

    def bought(self, view: View, company: str) -> int:
        """Percent of a company that were bought: what floats it."""
        return 100 - view.percent(IPO, company)

    def float_if_due(self, writer: PositionWriter, company: str) -> None:
        """Write that a company floats once enough of it was bought from the ipo."""
        record = writer.company(company)
        waits = record.floated or record.kind != "major" or record.par is None
        if waits or self.bought(writer, company) < writer.data.figures(StockFigures).float_percent:
            return
        writer.float_company(company)
        if not self.opens_at_once:
            dealing.note_floated(writer, company)
        if self.opens_at_once:
            self.fund(writer, company)

    def heir(self, view: View, player: str, company: str, percent: int) -> str | None:
        """Who presides when the president sells so much: most shares, then first to the left."""
        if view.president(company) != player:
            return None
        shares = view.holdings(company)
        least = max(view.certs_of(company)[0].percent, shares[player] - percent + 1)
        able = [p for p in view.from_seat(player)[1:] if shares.get(p, 0) >= least]
        return max(able, key=lambda p: shares[p]) if able else None

    def check_sale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Why a player may not sell ``percent`` of a company in one block now."""
        if not self.has_shares(view, company) or not view.percent(player, company):
            return Violation("no_shares", say("You may sell shares that you own."))
        if view.price(company) is None:
            text = say("Shares of {company} can be sold once it has a market value.", company=company)
            return Violation("no_market_value", text)
        share, held = self.share(view, company), view.percent(player, company)
        if percent <= 0 or percent % share or percent > held:
            blocks = joined(", ", map(str, self.sale_percents(view, player, company)))
            text = say(
                "Of {company} you may sell {words}.",
                company=company,
                words=say("a block of {blocks} %", blocks=blocks) if blocks else say("nothing now"),
            )
            return Violation("bad_percent", text)
        if self.one_block and dealing.sold_now(view, company):
            text = say(
                "Shares of {company} were sold in this turn: all of a turn are sold together.",
                company=company,
            )
            return Violation("one_block", text)
        refused = self.check_resale(view, player, company, percent)
        if refused is not None:
            return refused
        limit = view.data.figures(StockFigures).pool_limit
        room = max(0, limit - view.percent(POOL, company))
        if percent > room:
            text = say(
                "The open market may hold {limit} % of {company}: there is room for {room} %.",
                limit=limit,
                company=company,
                room=room,
            )
            return Violation("pool_limit", text, {"limit": limit, "room": room})
        return self.check_president_sells(view, player, company, percent)

    def check_resale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Why shares bought in this round may not be sold in it."""
        if not self.resells and company in dealing.dealt(view, "bought", player):
            text = say(
                "You bought {company} this round; its shares may be sold in a later round.", company=company
            )
            return Violation("bought_this_round", text)
        return None

    def check_president_sells(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Why a president may not part with so much of the company."""
        held = view.percent(player, company)
        needed = view.certs_of(company)[0].percent
        keeps = held - percent >= needed or view.president(company) != player
        if not keeps and self.heir(view, player, company, percent) is None:
            text = say(
                "The president keeps {needed} % of {company} unless another player holds as much.",
                needed=needed,
                company=company,
            )
            return Violation("president_must_stay", text)
        return None

    def sale_percents(self, view: View, player: str, company: str) -> list[int]:
        """The blocks of a company that a player may sell now."""
        share = self.share(view, company)
        blocks = range(share, view.percent(player, company) + 1, share)
        return [p for p in blocks if self.check_sale(view, player, company, p) is None]

    def can_sell(self, view: View, player: str, but: Collection[str] = ()) -> bool:
        """True when a player may sell anything at all now, of other companies than those in ``but``."""
        held = dict.fromkeys(c.company for c in view.certs(player) if self.has_shares(view, c.company))
        return any(self.sale_percents(view, player, c) for c in held if c not in but)

    def sale_price(self, view: View, company: str, percent: int) -> int:
        """What the bank pays for a block: the market value before the sale for each share."""
        value = view.price(company)
        assert value is not None
        return value * percent // self.share(view, company)

    def sale_note(self, view: View, company: str) -> str:
        """Why a share brings something else than its price now; empty where it brings that."""
        price = view.price(company) or 0
        same = self.sale_price(view, company, self.share(view, company)) == price
        return "" if same else say("the price is {money} now", money=view.money(price))

    def story_of_sale(self, view: View, company: str) -> str:
        """The key of the sentence that tells a sale."""
        return "shares_sold"

    def sell(self, writer: PositionWriter, player: str, company: str, percent: int) -> None:
        """Write a sale that was checked: presidency, certificates, money, price."""
        price = self.sale_price(writer, company, percent)
        writer.pay(BANK, player, price, "sale")
        key = self.story_of_sale(writer, company)
        writer.say(key, player=player, company=company, percent=percent, price=price)
        presided = writer.president(company) == player
        heir = self.heir(writer, player, company, percent)
        if heir is not None:
            hand_over(writer, company, heir)
        self.part_with(writer, player, company, percent)
        dealing.note_dealt(writer, "sold", player, company)
        if self.one_block:
            dealing.note_sold_now(writer, company)
        self.fall(writer, company, percent // self.share(writer, company), presided)

    def part_with(self, writer: PositionWriter, player: str, company: str, percent: int) -> None:
        """Write the way of the certificates sold into the pool."""
        for cert in swap_certs(writer, player, company, percent):
            writer.move_cert(cert, POOL)

    def fall(self, writer: PositionWriter, company: str, shares: int, by_president: bool) -> None:
        """Write what a sale of so many shares does to the price."""
        market.move(writer, company, "down", shares)

    def end_round(self, writer: PositionWriter) -> None:
        """Write the end of a stock round: new companies first, then sold-out ones."""
        for company in dealing.floated(writer):
            self.open_company(writer, company)
        for company in market.operating_order(writer, list(writer.state.companies)):
            if self.sold_out(writer, company):
                market.move(writer, company, "up", why="sold_out")

    def open_company(self, writer: PositionWriter, company: str) -> None:
        """Write a floated company's market token and treasury."""
        market.enter(writer, company)
        self.fund(writer, company)

    def fund(self, writer: PositionWriter, company: str) -> None:
        """Write a floated company's treasury."""
        par = writer.company(company).par
        assert par is not None
        capital = par * writer.data.figures(StockFigures).capital_factor
        writer.pay(BANK, company, capital, "capital")
        writer.say("company_funded", company=company, money=capital)

    def sold_out(self, view: View, company: str) -> bool:
        """True when players own every share."""
        return all(cert.owner in view.state.players for cert in view.certs_of(company))
