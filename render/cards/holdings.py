"""The card of a player: what he decides by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import View
from engine.core.display import Display
from engine.core.state import Cert
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from render.cards.doc import Cell, Certificate, Doc, Section
from render.map.scene import Badge, company_badge

_SHORT = 7
"""Letters of a company for which the first column of privates and minors has room."""


def player_doc(view: View, *, player: str) -> Doc:
    """The card of a player; KeyError when there is no such seat."""
    record = view.state.players[player]
    rules = stock_rules(view)
    count, limit = rules.certificates(view, player), rules.certificate_limit(view)
    notes = [view.money(record.cash), say("{count} of {limit} certificates", count=count, limit=limit)]
    notes += [word("priority")] if view.state.priority == player else []
    notes += [word("bankrupt")] if record.bankrupt else []
    sections = [Section("", _player_figures(view, player), widths=(3, 5)), _holdings(view, player)]
    sections.append(_whole(view, player))
    return Doc(record.name, joined(" · ", notes), sections)


def _player_figures(view: View, player: str) -> list[list[Cell]]:
    record = view.state.players[player]
    free = stock_rules(view).spendable(view, player)
    rows: list[list[Cell]] = [[word("Cash"), view.money(record.cash)]]
    if free != record.cash:
        rows.append([say("Free of bids"), view.money(free)])
    rows.append([word("Worth"), view.money(view.title.scores(view).get(player, record.cash))])
    rows += [[label, text] for label, text in view.policy(Display).facts(view, player)]
    seat = view.seats.index(player) + 1
    rows.append(
        [
            word("Seat"),
            say(
                "{seat} of {len}, then {name}",
                seat=seat,
                len=len(view.seats),
                name=view.name(view.left_of(player)),
            ),
        ]
    )
    return rows


def _holdings(view: View, player: str) -> Section:
    rows: list[list[Cell]] = []
    for record in view.companies():
        percent = view.percent(player, record.id)
        if percent and len(view.spec(record.id).shares) > 1:
            rows.append(_holding(view, player, record.id, percent))
    names = ("", word("certificates"), word("price"), word("worth"))
    return Section(word("Shares"), rows, names, (3.2, 5.5, 2.05, 2.25), frozenset({2, 3}))


def _holding(view: View, player: str, company: str, percent: int) -> list[Cell]:
    """A company with the certificates that the player has of it, and what they are worth."""
    price = view.price(company)
    share = stock_rules(view).share(view, company)
    shown = view.money(price) if price is not None else ""
    worth = view.money(price * percent // share) if price is not None else ""
    certs = certificates(view, [cert for cert in view.certs(player) if cert.company == company])
    role = (word("president"),) if view.president(company) == player else ()
    whose: Cell = (company_badge(view, company), say("{percent} %", percent=percent), *role)
    return [whose, certs, shown, worth]


def certificates(view: View, certs: Sequence[Cert]) -> tuple[Certificate, ...]:
    """Certificates as pieces, equal ones together, a president's first."""
    found = Counter((cert.company, cert.percent, cert.president) for cert in certs)
    ordered = sorted(found.items(), key=lambda item: (not item[0][2], -item[0][1]))
    return tuple(
        Certificate(company_badge(view, company), percent, president, count)
        for (company, percent, president), count in ordered
    )


def _whole(view: View, player: str) -> Section:
    rows: list[list[Cell]] = []
    for record in view.companies():
        spec = view.spec(record.id)
        if len(spec.shares) == 1 and view.owner(record.id) == player:
            pays = (
                say("pays {money}", money=view.money(spec.revenue))
                if spec.revenue
                else say("has {money}", money=view.money(record.cash))
            )
            rows.append(
                [
                    company_badge(view, record.id),
                    say("{name} ({kind})", name=spec.name, kind=word(record.kind)),
                    pays,
                ]
            )
    long = any(isinstance(row[0], Badge) and len(row[0].letters) > _SHORT for row in rows)
    widths = (3.3, 5.2, 2.5) if long else (2, 6, 3)
    return Section(say("Privates and minors"), rows, widths=widths, right=frozenset({2}))


def player_alt(view: View, *, player: str) -> str:
    """A player in a sentence."""
    doc = player_doc(view, player=player)
    shares = [
        say("{percent} % {id}", percent=view.percent(player, c.id), id=c.id)
        for c in view.companies()
        if view.percent(player, c.id)
    ]
    return say(
        "{title}: {subtitle}; {plural}: {shares}",
        title=doc.title,
        subtitle=doc.subtitle,
        plural=say("{count:holding|holdings}", count=len(shares)),
        shares=joined(", ", shares) or word("none"),
    )
