"""What a company does with its income: who gets what, and where the share value goes.

Money is in the title's currency; a share is the smallest certificate of the company.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.errors import BrokenInvariant
from engine.core.events import CursorMoved, Event, Said
from engine.core.state import BANK, IPO, OUT, POOL
from engine.core.story import Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules import market
from engine.rules.stock import stock_rules

PAY, WITHHOLD, HALF, SPLIT, TOP_UP = "pay", "withhold", "half", "split", "top_up"

RUN, TRAIN_RAN = "run", "train_ran"
"""The step before, in which trains run, and the key of log lines on a route."""


def _idle(view: View, events: Sequence[Event], at: int) -> Said | None:
    """Of a company that could have run: the step of its run is left, and no train of it ran."""
    step = next((event.before.step for event in events[:at] if isinstance(event, CursorMoved)), "")
    ran = any(isinstance(event, Said) and event.key == TRAIN_RAN for event in events[:at])
    said = events[at]
    return Said("idle", said.params) if isinstance(said, Said) and step == RUN and not ran else None


tell(no_income=Told("{company} has no income.", retold=_idle), idle="{company} does not run.")
tell(
    Rank.DIVIDEND,
    dividend_paid=Told("{company} pays {revenue}, {per_share} a share.", "pays {per_share} a share"),
    dividend_half=Told(
        "{company} pays half of {revenue}, {per_share} a share, and keeps {amount}.",
        "pays half, {per_share} a share, keeps {amount}",
    ),
    dividend_withheld=Told("{company} withholds {revenue}.", "withholds {revenue}"),
    dividend_topped_up=Told(
        "{company} adds {amount} of its own to pay {revenue}, {per_share} a share.",
        "adds {amount} of its own, pays {per_share} a share",
    ),
    dividend_split=Told(
        "{company} splits {revenue} with {player}, who gets {amount}.",
        "splits it with {player}, who gets {amount}",
    ),
)


@dataclass(frozen=True, slots=True)
class Payout:
    """Where the income goes: ``kept`` by the treasury, and to each holder; ``per_share`` of it a share.

    ``added`` is what the treasury pays into it first.
    """

    kept: int
    holders: Mapping[str, int]
    per_share: int = 0
    added: int = 0


class DividendPolicy:
    """How a title reads "distribute income". It overrides what differs."""

    unsold_pay = True
    """Whether shares not yet sold pay the treasury (else nobody)."""
    pool_pays = False
    """Whether those in the open market do."""
    rounds_up = False
    """Whether each holder's part is rounded up, at the expense of the bank; else each share's is down."""

    def ways(self, view: View, company: str) -> tuple[str, ...]:
        """The ways open to a company; with one way there is nothing to decide."""
        return (PAY, HALF, WITHHOLD)

    def step(self, view: View, company: str, revenue: int, way: str) -> str | int | None:
        """Where the share value token goes: right for a dividend, left without one, still for half.

        Up, down, left, right; a number of spaces along its row (0: to the bottom of its stack); None, not at
        all. ``revenue`` is what is distributed, whatever was added included.
        """
        if way == HALF:
            return None
        return "right" if way == PAY and revenue else "left"

    def top_up(self, view: View, company: str, revenue: int) -> int:
        """What the treasury adds to the income when the way is TOP_UP."""
        return 0

    def half(self, view: View, company: str, revenue: int) -> int:
        """What the shares get of the income when the way is HALF."""
        return revenue // 2

    def earner(self, company: str, owner: str) -> str:
        """Whom a share of an owner or place pays; a place: nobody."""
        kept = (owner == IPO and self.unsold_pay) or (owner == POOL and self.pool_pays)
        return company if kept else owner


def policy_of(view: View) -> DividendPolicy:
    """The title's rules of distributing income."""
    return view.policy(DividendPolicy)


def payout(view: View, company: str, revenue: int, way: str) -> Payout:
    """Who gets what. What does not divide among the shares goes to the treasury.

    Shares not yet sold and those in the open market pay the treasury or nobody (`DividendPolicy`), all
    others their holder.
    """
    if way == TOP_UP:
        added = policy_of(view).top_up(view, company, revenue)
        return replace(payout(view, company, revenue + added, PAY), added=added)
    if way == WITHHOLD:
        return Payout(revenue, {})
    if way == SPLIT:
        return Payout(revenue - revenue // 2, {view.owner(company): revenue // 2})
    unit = stock_rules(view).share(view, company)
    shared = revenue if way == PAY else policy_of(view).half(view, company, revenue)
    if policy_of(view).rounds_up:
        return Payout(revenue - shared, _rounded_up(view, company, shared), -(-shared * unit // 100))
    per_share = shared * unit // 100
    holders: dict[str, int] = {}
    for owner, percent in view.holdings(company).items():
        to = policy_of(view).earner(company, owner)
        if to in view.state.players or to in view.state.companies:
            holders[to] = holders.get(to, 0) + per_share * percent // unit
    return Payout(
        revenue - per_share * 100 // unit, {h: sum_ for h, sum_ in holders.items() if sum_}, per_share
    )


def _rounded_up(view: View, company: str, shared: int) -> dict[str, int]:
    """What each holder gets of an amount: by all percent that he has, rounded up."""
    percents = Counter[str]()
    for owner, percent in view.holdings(company).items():
        percents[policy_of(view).earner(company, owner)] += percent
    return {h: -(-shared * p // 100) for h, p in percents.items() if shared and _earns(view, h)}


def value_after(view: View, company: str, revenue: int, way: str) -> int | None:
    """The share value after this way of distributing; None for a company without one."""
    cell, chart = view.company(company).cell, view.data.market
    step = policy_of(view).step(view, company, revenue + _added(view, company, revenue, way), way)
    if cell is None or step is None:
        return view.price(company)
    moved = market.along(chart, cell, step) if isinstance(step, int) else market.MOVES[step](chart, cell)
    return chart.value(moved)


def _added(view: View, company: str, revenue: int, way: str) -> int:
    return policy_of(view).top_up(view, company, revenue) if way == TOP_UP else 0


def breach(view: View, company: str, revenue: int, share: Payout) -> str | None:
    """A law: a dividend pays exactly the shares there are, and all the income goes somewhere."""
    if policy_of(view).rounds_up and share.per_share:
        return _breach_rounded_up(view, company, revenue, share)
    unit = stock_rules(view).share(view, company)
    held = [(c.owner, share.per_share * c.percent // unit) for c in view.certs_of(company) if c.owner != OUT]
    due = Counter[str]()
    for owner, amount in held if share.per_share else share.holders.items():
        due[policy_of(view).earner(company, owner)] += amount
    given = sum(due.values()) + share.kept
    if given != revenue + share.added:
        return f"{company} earned {revenue + share.added} and distributes {given}"
    paid = {holder: sum_ for holder, sum_ in due.items() if sum_ and _earns(view, holder)}
    if paid != {holder: sum_ for holder, sum_ in share.holders.items() if sum_}:
        return f"the dividend of {company} pays {dict(share.holders)} for shares that earn {paid}"
    gone = next((h for h in paid if h in view.state.companies and view.company(h).closed), None)
    return None if gone is None else f"the dividend of {company} pays {gone}, which is closed"


def _breach_rounded_up(view: View, company: str, revenue: int, share: Payout) -> str | None:
    """Each holder gets at least his part, and less than one more."""
    shared = revenue + share.added - share.kept
    held = Counter[str]()
    for cert in view.certs_of(company):
        if _earns(view, to := policy_of(view).earner(company, cert.owner)):
            held[to] += cert.percent
    for holder, percent in held.items():
        if not 0 <= share.holders.get(holder, 0) * 100 - shared * percent < 100:
            return f"the dividend of {company} pays {holder} {share.holders.get(holder, 0)} for {percent} %"
    more = set(share.holders) - set(held)
    return f"the dividend of {company} pays {sorted(more)[0]}, who has no share" if more else None


def _earns(view: View, holder: str) -> bool:
    return holder in view.state.players or holder in view.state.companies


def distribute(writer: PositionWriter, company: str, revenue: int, way: str) -> None:
    """Pay the income out of the bank and move the share value token."""
    share = payout(writer, company, revenue, way)
    fault = breach(writer, company, revenue, share)
    if fault is not None:
        raise BrokenInvariant(fault)
    revenue += share.added
    writer.pay(company, BANK, share.added, "top_up")
    writer.pay(BANK, company, share.kept, "income")
    for holder, amount in sorted(share.holders.items()):
        writer.pay(BANK, holder, amount, "dividend")
    _tell(writer, company, revenue, way, share)
    _move(writer, company, policy_of(writer).step(writer, company, revenue, way))


def _move(writer: PositionWriter, company: str, step: str | int | None) -> None:
    if isinstance(step, str):
        market.move(writer, company, step)
    elif step:
        market.shift(writer, company, step)
    elif step is not None:
        writer.restack(company)


def _tell(writer: PositionWriter, company: str, revenue: int, way: str, share: Payout) -> None:
    if not revenue:
        writer.say("no_income", company=company)
    elif way == TOP_UP:
        each = writer.money(share.per_share)
        writer.say("dividend_topped_up", company=company, revenue=revenue, per_share=each, amount=share.added)
    elif way == PAY:
        each = writer.money(share.per_share)
        writer.say("dividend_paid", company=company, revenue=revenue, per_share=each)
    elif way == HALF:
        each = writer.money(share.per_share)
        writer.say("dividend_half", company=company, revenue=revenue, per_share=each, amount=share.kept)
    elif way == WITHHOLD:
        writer.say("dividend_withheld", company=company, revenue=revenue)
    else:
        owner = writer.owner(company)
        writer.say(
            "dividend_split",
            company=company,
            revenue=revenue,
            player=owner,
            amount=share.holders.get(owner, 0),
        )
