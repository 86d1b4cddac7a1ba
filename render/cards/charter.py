"""The card of a company, set like its charter: everything its president decides by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Json, View
from engine.api.table import hex_name, train_key
from engine.board.coords import sort_key
from engine.core.display import Display
from engine.core.state import IPO, OUT, POOL, Cert
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from engine.rules.tokens import policy_of
from engine.rules.trains import train_limit
from render.cards.doc import Cell, Chip, Doc, Section, TokenCircle
from render.cards.fleet import train_card
from render.cards.sets import TINTS, WAYS
from render.map.scene import company_badge
from render.pen.speech import Verbatim
from render.pen.words import holder

Runs = Sequence[Mapping[str, Json]]
NO_RUNS: Runs = ()
_HOLDERS = (IPO, POOL)
_RUNS = 3
"""Runs that stand beside each other on a charter."""


def company_doc(view: View, *, company: str, runs: Runs = NO_RUNS) -> Doc:
    """The charter of a company; KeyError when there is none."""
    spec, shared = view.spec(company), len(view.spec(company).shares) > 1
    sections: list[Section] = []
    if spec.tokens or shared:
        pieces = [*_fleet(view, company), *_tokens(view, company)]
        sections.append(Section("", _figures(view, company), boxed=True))
        sections.append(Section("", pieces, widths=(1.7, 6.3)))
    sections += [_last_runs(view, runs[-_RUNS:])] if runs else []
    sections += [_shareholders(view, company)] if shared else []
    facts = _facts(view, company)
    sections += [Section("", facts, widths=(3, 5))] if facts else []
    held = [_owned(view, cert) for cert in view.certs(company) if cert.company != company]
    if held:
        sections.append(Section(word("Owns"), held, widths=(2, 6, 3), right=frozenset({2})))
    title = say("{company} · {name}", company=company, name=spec.name)
    standing = joined(" · ", _standing(view, company))
    return Doc(title, standing, sections, company_badge(view, company), printed=True)


def _standing(view: View, company: str) -> list[str]:
    record, spec = view.company(company), view.spec(company)
    if record.closed:
        return [word(record.kind), word("closed")]
    president = view.president(company)
    parts = [word(record.kind)]
    if president:
        parts.append(
            say(
                "{words}: {name}",
                words=word("president") if len(spec.shares) > 1 else word("owner"),
                name=view.name(president),
            )
        )
    else:
        parts.append(say("with {holder}", holder=holder(view, view.owner(company))))
    if spec.tokens or len(spec.shares) > 1:
        parts.append(_progress(view, company))
    return parts


def _progress(view: View, company: str) -> str:
    record = view.company(company)
    if record.operated:
        return word("operating")
    if record.floated:
        return say("floated, not yet operated")
    return say("not floated") if record.par is not None else say("not started")


def _figures(view: View, company: str) -> list[list[Cell]]:
    """The treasury, the share price, par and the last run of a company that has such things."""
    record = view.company(company)
    rows: list[list[Cell]] = [[word("Treasury"), view.money(record.cash)]]
    price, par, last = view.price(company), record.par, record.last_revenue
    rows += [[say("Share price"), view.money(price)]] if price is not None else []
    rows += [[word("Par"), view.money(par)]] if par else []
    return [*rows, [say("Last run"), say("none yet") if last is None else view.money(last)]]


def _facts(view: View, company: str) -> list[list[Cell]]:
    """What a private brings, and what the title says besides the usual."""
    spec = view.spec(company)
    rows: list[list[Cell]] = [[say("Face value"), view.money(spec.price)]] if spec.price else []
    if spec.revenue:
        rows.append([word("Revenue"), say("{money} each operating round", money=view.money(spec.revenue))])
    rows += [
        [word("Power") if i == 0 else "", text]
        for i, text in enumerate(view.policy(Display).powers(view, company))
    ]
    return rows + [[label, text] for label, text in view.policy(Display).facts(view, company)]


def _fleet(view: View, company: str) -> list[list[Cell]]:
    """The trains with what takes them out of the game, and how many the company may have."""
    cards = tuple(train_card(view, train) for train in view.trains(company))
    limit = train_limit(view, company)
    label: Cell = (word("Trains"), say("limit {limit}", limit=limit)) if limit else word("Trains")
    return [[label, cards or word("none")]]


def _last_runs(view: View, runs: Runs) -> Section:
    """What the last runs earned, by round, in the colour of what became of it."""
    row: list[Cell] = [say("Last runs")]
    for run in runs:
        money, way = view.money(int(run["revenue"])), str(run["way"])
        chip = Chip(Verbatim(money), TINTS.get(way, "white"))
        row.append((chip, WAYS[way]) if run["revenue"] and way in WAYS else chip)
    names = ("", *(str(run["round"]) for run in runs))
    return Section("", [row], names, (1.7, *(6.3 / _RUNS for _ in range(_RUNS)))[: len(row)])


def _shareholders(view: View, company: str) -> Section:
    holdings = view.holdings(company)
    if not view.company(company).closed:
        holdings.pop(OUT, None)
    owners = [p for p in view.seats if p in holdings] + [o for o in holdings if o not in view.seats]
    price = view.price(company) or view.company(company).par
    share = stock_rules(view).share(view, company)
    rows: list[list[Cell]] = []
    for owner in sorted(owners, key=lambda o: (o not in view.seats, o in _HOLDERS, -holdings[o])):
        worth = view.money(price * holdings[owner] // share) if price and owner in view.seats else ""
        crown = word(" (president)") if owner == view.president(company) else ""
        name = word("Treasury") if owner == company else holder(view, owner)
        rows.append([name + crown, say("{holdings} %", holdings=holdings[owner]), worth])
    return Section(word("Shares"), rows, ("", "", word("worth")), (5, 2, 2), frozenset({1, 2}))


def _tokens(view: View, company: str) -> list[list[Cell]]:
    """The tokens that lie on the map, and those that are left with their prices."""
    tokens = view.tokens(company)
    if not tokens:
        return []
    badge, home = company_badge(view, company), view.board().hexmap.homes.get(company)
    placed = sorted({t.place[0] for t in tokens if t.place is not None}, key=sort_key)
    on_map = tuple(TokenCircle(badge, hex_name(view, coord), placed=True) for coord in placed)
    left = tuple(TokenCircle(badge, said) for said in policy_of(view).asked(view, company))
    rows: list[list[Cell]] = [[say("On the map"), on_map or word("none")]]
    rows.append([say("Tokens left"), left or word("none")])
    if (
        home is not None
        and home[0] not in placed
        and "Home" not in dict(view.policy(Display).facts(view, company))
    ):
        rows.append([word("Home"), hex_name(view, home[0])])
    return rows


def _owned(view: View, cert: Cert) -> list[Cell]:
    spec = view.spec(cert.company)
    note = (
        say("pays {money}", money=view.money(spec.revenue))
        if spec.revenue
        else say("{percent} %", percent=cert.percent)
    )
    return [company_badge(view, cert.company), spec.name, note]


def company_alt(view: View, *, company: str, runs: Runs = NO_RUNS) -> str:
    """A company in a sentence."""
    doc = company_doc(view, company=company, runs=runs)
    price = view.price(company)
    if not view.spec(company).tokens and len(view.spec(company).shares) == 1:
        return say(
            "{title}: {subtitle}; pays {money}",
            title=doc.title,
            subtitle=doc.subtitle,
            money=view.money(view.spec(company).revenue),
        )
    trains = joined(", ", (train_key(view, t) for t in view.trains(company))) or word("none")
    figures = say("treasury {money}, trains {trains}", money=view.money(view.cash(company)), trains=trains)
    share = say(", share price {money}", money=view.money(price)) if price is not None else ""
    return say(
        "{title}: {subtitle}; {figures}{share}",
        title=doc.title,
        subtitle=doc.subtitle,
        figures=figures,
        share=share,
    )
