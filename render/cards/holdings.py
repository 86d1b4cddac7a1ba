"""The cards of a company and of a player: everything their owners decide by."""

from __future__ import annotations

from engine import View
from engine.board.coords import sort_key
from engine.core.display import Display
from engine.core.state import IPO, OUT, POOL, Cert
from engine.face.table import hex_name, train_key
from engine.rules.stock import stock_rules
from engine.rules.tokens import policy_of
from engine.rules.trains import train_limit
from render.cards.doc import Cell, Chip, Doc, Item, Section
from render.map.scene import company_badge
from render.pen.words import holder, plural

_HOLDERS = (IPO, POOL)


def company_doc(view: View, *, company: str) -> Doc:
    """The card of a company; KeyError when there is none."""
    spec = view.spec(company)
    subtitle = " · ".join(_standing(view, company))
    sections = [Section("", _company_figures(view, company), widths=(3, 5))]
    if len(spec.shares) > 1:
        sections.append(_shareholders(view, company))
    if view.tokens(company):
        sections.append(_tokens(view, company))
    held = [cert for cert in view.certs(company) if cert.company != company]
    if held:
        sections.append(
            Section("Owns", [_owned(view, cert) for cert in held], widths=(2, 6, 3), right=frozenset({2}))
        )
    return Doc(f"{company} · {spec.name}", subtitle, sections, company_badge(view, company))


def _standing(view: View, company: str) -> list[str]:
    record, spec = view.company(company), view.spec(company)
    if record.closed:
        return [record.kind, "closed"]
    president = view.president(company)
    parts = [record.kind]
    if president:
        parts.append(f"{'president' if len(spec.shares) > 1 else 'owner'}: {view.name(president)}")
    else:
        parts.append(f"with {holder(view, view.owner(company))}")
    if spec.tokens or len(spec.shares) > 1:
        parts.append(_progress(view, company))
    return parts


def _progress(view: View, company: str) -> str:
    record = view.company(company)
    if record.operated:
        return "operating"
    if record.floated:
        return "floated, not yet operated"
    return "not floated" if record.par is not None else "not started"


def _company_figures(view: View, company: str) -> list[list[Cell]]:
    record, spec = view.company(company), view.spec(company)
    rows: list[list[Cell]] = []
    if spec.price:
        rows.append(["Face value", view.money(spec.price)])
    if spec.revenue:
        rows.append(["Revenue", f"{view.money(spec.revenue)} each operating round"])
    if spec.tokens or len(spec.shares) > 1:
        rows.append(["Treasury", view.money(record.cash)])
        price, par = view.price(company), record.par
        if price is not None or par is not None:
            shown = [
                f"{view.money(price)}" if price is not None else "",
                f"par {view.money(par)}" if par else "",
            ]
            rows.append(["Share price", ", ".join(part for part in shown if part)])
        rows.append(["Trains", _trains(view, company)])
        last = record.last_revenue
        rows.append(["Last run", "none yet" if last is None else view.money(last)])
    rows += [
        ["Power" if i == 0 else "", text] for i, text in enumerate(view.policy(Display).powers(view, company))
    ]
    rows += [[label, text] for label, text in view.policy(Display).facts(view, company)]
    return rows


def _trains(view: View, company: str) -> Cell:
    chips: tuple[Item, ...] = tuple(Chip(train_key(view, train)) for train in view.trains(company))
    limit = train_limit(view, company)
    return (*chips, f"limit {limit}" if chips else f"none (limit {limit})") if limit else chips or "none"


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
        crown = " (president)" if owner == view.president(company) else ""
        name = "Treasury" if owner == company else holder(view, owner)
        rows.append([f"{name}{crown}", f"{holdings[owner]} %", worth])
    return Section("Shares", rows, ("", "", "worth"), (5, 2, 2), frozenset({1, 2}))


def _tokens(view: View, company: str) -> Section:
    tokens = view.tokens(company)
    placed = sorted({t.place[0] for t in tokens if t.place is not None}, key=sort_key)
    left = [t.price for t in tokens if t.place is None][: policy_of(view).left(view, company)]
    home = view.board().hexmap.homes.get(company)
    rows: list[list[Cell]] = [["On the map", ", ".join(hex_name(view, c) for c in placed) or "none"]]
    costs = ", ".join("free" if price == 0 else view.money(price) for price in left) if any(left) else ""
    rows.append(["Left", (f"{len(left)} ({costs})" if costs else f"{len(left)}") if left else "none"])
    if home is not None and "Home" not in dict(view.policy(Display).facts(view, company)):
        rows.append(["Home", hex_name(view, home[0])])
    return Section("Station tokens", rows, widths=(3, 5))


def _owned(view: View, cert: Cert) -> list[Cell]:
    spec = view.spec(cert.company)
    note = f"pays {view.money(spec.revenue)}" if spec.revenue else f"{cert.percent} %"
    return [company_badge(view, cert.company), spec.name, note]


# --- players ---------------------------------------------------------------------------------------


def player_doc(view: View, *, player: str) -> Doc:
    """The card of a player; KeyError when there is no such seat."""
    record = view.state.players[player]
    rules = stock_rules(view)
    count, limit = rules.certificates(view, player), rules.certificate_limit(view)
    notes = [view.money(record.cash), f"{count} of {limit} certificates"]
    notes += ["priority"] if view.state.priority == player else []
    notes += ["bankrupt"] if record.bankrupt else []
    sections = [Section("", _player_figures(view, player), widths=(3, 5)), _holdings(view, player)]
    sections.append(_whole(view, player))
    return Doc(record.name, " · ".join(notes), sections)


def _player_figures(view: View, player: str) -> list[list[Cell]]:
    record = view.state.players[player]
    free = stock_rules(view).spendable(view, player)
    rows: list[list[Cell]] = [["Cash", view.money(record.cash)]]
    if free != record.cash:
        rows.append(["Free of bids", view.money(free)])
    rows.append(["Worth", view.money(view.title.scores(view).get(player, record.cash))])
    rows += [[label, text] for label, text in view.policy(Display).facts(view, player)]
    seat = view.seats.index(player) + 1
    rows.append(["Seat", f"{seat} of {len(view.seats)}, then {view.name(view.left_of(player))}"])
    return rows


def _holdings(view: View, player: str) -> Section:
    rows: list[list[Cell]] = []
    for record in view.companies():
        percent = view.percent(player, record.id)
        if percent and len(view.spec(record.id).shares) > 1:
            rows.append(_holding(view, player, record.id, percent))
    names = ("", "", "", "price", "worth")
    return Section("Shares", rows, names, (3, 4, 2, 3, 3), frozenset({2, 3, 4}))


def _holding(view: View, player: str, company: str, percent: int) -> list[Cell]:
    price = view.price(company)
    share = stock_rules(view).share(view, company)
    role = "president" if view.president(company) == player else ""
    shown = view.money(price) if price is not None else ""
    worth = view.money(price * percent // share) if price is not None else ""
    return [company_badge(view, company), role, f"{percent} %", shown, worth]


def _whole(view: View, player: str) -> Section:
    rows: list[list[Cell]] = []
    for record in view.companies():
        spec = view.spec(record.id)
        if len(spec.shares) == 1 and view.owner(record.id) == player:
            pays = f"pays {view.money(spec.revenue)}" if spec.revenue else f"has {view.money(record.cash)}"
            rows.append([company_badge(view, record.id), f"{spec.name} ({record.kind})", pays])
    return Section("Privates and minors", rows, widths=(2, 6, 3), right=frozenset({2}))


# --- alt texts -------------------------------------------------------------------------------------


def company_alt(view: View, *, company: str) -> str:
    """A company in a sentence."""
    doc = company_doc(view, company=company)
    price = view.price(company)
    if not view.spec(company).tokens and len(view.spec(company).shares) == 1:
        return f"{doc.title}: {doc.subtitle}; pays {view.money(view.spec(company).revenue)}"
    trains = ", ".join(train_key(view, t) for t in view.trains(company)) or "none"
    figures = f"treasury {view.money(view.cash(company))}, trains {trains}"
    share = f", share price {view.money(price)}" if price is not None else ""
    return f"{doc.title}: {doc.subtitle}; {figures}{share}"


def player_alt(view: View, *, player: str) -> str:
    """A player in a sentence."""
    doc = player_doc(view, player=player)
    shares = [
        f"{view.percent(player, c.id)} % {c.id}" for c in view.companies() if view.percent(player, c.id)
    ]
    return f"{doc.title}: {doc.subtitle}; {plural(len(shares), 'holding')}: {', '.join(shares) or 'none'}"
