"""The cards of a company and of a player: everything their owners decide by."""

from __future__ import annotations

from engine import View
from engine.api.table import hex_name, train_key
from engine.board.coords import sort_key
from engine.core.display import Display
from engine.core.state import IPO, OUT, POOL, Cert
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from engine.rules.tokens import policy_of
from engine.rules.trains import train_limit
from render.cards.doc import Cell, Chip, Doc, Item, Section
from render.map.scene import company_badge
from render.pen.words import holder

_HOLDERS = (IPO, POOL)


def company_doc(view: View, *, company: str) -> Doc:
    """The card of a company; KeyError when there is none."""
    spec = view.spec(company)
    subtitle = joined(" · ", _standing(view, company))
    sections = [Section("", _company_figures(view, company), widths=(3, 5))]
    if len(spec.shares) > 1:
        sections.append(_shareholders(view, company))
    if view.tokens(company):
        sections.append(_tokens(view, company))
    held = [cert for cert in view.certs(company) if cert.company != company]
    if held:
        sections.append(
            Section(
                word("Owns"), [_owned(view, cert) for cert in held], widths=(2, 6, 3), right=frozenset({2})
            )
        )
    return Doc(
        say("{company} · {name}", company=company, name=spec.name),
        subtitle,
        sections,
        company_badge(view, company),
    )


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


def _company_figures(view: View, company: str) -> list[list[Cell]]:
    record, spec = view.company(company), view.spec(company)
    rows: list[list[Cell]] = []
    if spec.price:
        rows.append([say("Face value"), view.money(spec.price)])
    if spec.revenue:
        rows.append([word("Revenue"), say("{money} each operating round", money=view.money(spec.revenue))])
    if spec.tokens or len(spec.shares) > 1:
        rows.append([word("Treasury"), view.money(record.cash)])
        price, par = view.price(company), record.par
        if price is not None or par is not None:
            shown = [
                f"{view.money(price)}" if price is not None else "",
                say("par {money}", money=view.money(par)) if par else "",
            ]
            rows.append([say("Share price"), joined(", ", (part for part in shown if part))])
        rows.append([word("Trains"), _trains(view, company)])
        last = record.last_revenue
        rows.append([say("Last run"), say("none yet") if last is None else view.money(last)])
    rows += [
        [word("Power") if i == 0 else "", text]
        for i, text in enumerate(view.policy(Display).powers(view, company))
    ]
    rows += [[label, text] for label, text in view.policy(Display).facts(view, company)]
    return rows


def _trains(view: View, company: str) -> Cell:
    chips: tuple[Item, ...] = tuple(Chip(train_key(view, train)) for train in view.trains(company))
    limit = train_limit(view, company)
    return (
        (*chips, say("limit {limit}", limit=limit) if chips else say("none (limit {limit})", limit=limit))
        if limit
        else chips or word("none")
    )


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


def _tokens(view: View, company: str) -> Section:
    tokens = view.tokens(company)
    placed = sorted({t.place[0] for t in tokens if t.place is not None}, key=sort_key)
    left = [t.price for t in tokens if t.place is None][: policy_of(view).left(view, company)]
    home = view.board().hexmap.homes.get(company)
    rows: list[list[Cell]] = [
        [say("On the map"), joined(", ", (hex_name(view, c) for c in placed)) or word("none")]
    ]
    costs = (
        joined(", ", (word("free") if price == 0 else view.money(price) for price in left))
        if any(left)
        else ""
    )
    rows.append(
        [
            word("Left"),
            (say("{len} ({costs})", len=len(left), costs=costs) if costs else f"{len(left)}")
            if left
            else word("none"),
        ]
    )
    if home is not None and "Home" not in dict(view.policy(Display).facts(view, company)):
        rows.append([word("Home"), hex_name(view, home[0])])
    return Section(say("Station tokens"), rows, widths=(3, 5))


def _owned(view: View, cert: Cert) -> list[Cell]:
    spec = view.spec(cert.company)
    note = (
        say("pays {money}", money=view.money(spec.revenue))
        if spec.revenue
        else say("{percent} %", percent=cert.percent)
    )
    return [company_badge(view, cert.company), spec.name, note]


# --- players ---------------------------------------------------------------------------------------


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
    names = ("", "", "", word("price"), word("worth"))
    return Section(word("Shares"), rows, names, (3, 4, 2, 3, 3), frozenset({2, 3, 4}))


def _holding(view: View, player: str, company: str, percent: int) -> list[Cell]:
    price = view.price(company)
    share = stock_rules(view).share(view, company)
    role = word("president") if view.president(company) == player else ""
    shown = view.money(price) if price is not None else ""
    worth = view.money(price * percent // share) if price is not None else ""
    return [company_badge(view, company), role, say("{percent} %", percent=percent), shown, worth]


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
    return Section(say("Privates and minors"), rows, widths=(2, 6, 3), right=frozenset({2}))


# --- alt texts -------------------------------------------------------------------------------------


def company_alt(view: View, *, company: str) -> str:
    """A company in a sentence."""
    doc = company_doc(view, company=company)
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
