"""Shares that players look for, and what menus say of a par, of shares that are held, of a block for sale."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.choices import Option, said
from engine.core.view import View
from engine.message import say
from engine.rules.stock import stock_rules


def par_option(view: View, company: str, par: int) -> Option:
    """A par with what the president's certificate costs at it."""
    percent = view.certs_of(company)[0].percent
    cost = view.money(stock_rules(view).cost_of_start(view, company, par))
    kept = stock_rules(view).par_of_start(view, company, par)
    at = say("Start {company} at par {money}", company=company, money=view.money(par))
    if kept != par:
        at = say(
            "Start {company} at {money}, par {money2}",
            company=company,
            money=view.money(par),
            money2=view.money(kept),
        )
    label = said(at, say("pay {cost}", cost=cost))
    return Option(str(par), label, say("costs {cost} for {percent} %", cost=cost, percent=percent))


def held_option(view: View, company: str, player: str) -> Option:
    """A company of which a player may sell, with what a share brings and what he holds of it."""
    rules = stock_rules(view)
    each = view.money(rules.sale_price(view, company, rules.share(view, company)))
    held = say("you own {percent} %", percent=view.percent(player, company))
    label = said(
        say("{company} {each} a share", company=company, each=each), rules.sale_note(view, company), held
    )
    return Option(company, label, view.spec(company).name)


def block_option(view: View, company: str, percent: int) -> Option:
    """Shares of a company sold as one block, with what they bring."""
    price = view.money(stock_rules(view).sale_price(view, company, percent))
    count = percent // stock_rules(view).share(view, company)
    shares = say("1 share") if count == 1 else say("{count} shares", count=count)
    return Option(
        str(percent), said(say("Sell {company} {percent} %", company=company, percent=percent), price, shares)
    )


def stocked(view: View) -> Iterator[tuple[str, str]]:
    """The companies that have a price with each source that has shares of them, or with one that has none."""
    rules = stock_rules(view)
    for company in (c.id for c in view.companies() if rules.has_shares(view, c.id)):
        priced = [s for s in rules.sources if rules.price(view, company, s) is not None]
        found = [s for s in priced if rules.on_sale(view, company, s)]
        yield from ((company, source) for source in found or priced[:1])


def unstarted(view: View) -> Iterator[tuple[str, int]]:
    """The companies that a player may start some time, with their lowest par; 0 where that is not now."""
    rules = stock_rules(view)
    for company in (c.id for c in view.companies() if c.par is None and rules.has_shares(view, c.id)):
        refused = rules.refuse_start(view, company)
        if refused is None:
            yield company, rules.par_values(view, company)[0]
        elif refused.code != "cannot_start":
            yield company, 0
