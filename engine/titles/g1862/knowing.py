"""What players know of 1862 (`engine.players.knowledge`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board.faces import OFFBOARD
from engine.core.actions import Action, Json
from engine.core.state import DEPOT, IPO, Train
from engine.core.view import View
from engine.players.knowledge import Knowledge, Rescue
from engine.players.worth.outlook import outlook
from engine.rules.stock import stock_rules
from engine.titles.g1862.companies.companies import CHARTERED, OBLIGATION
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import EXPRESS, FREIGHT, LOCAL, is_simple
from engine.titles.g1862.phases.bands import TYPE, WARRANTIES, rusted_by, type_of
from engine.titles.g1862.steps.dividends import SPACE
from engine.titles.g1862.steps.trains import bank_types, free_warranties

NOTHING = -1.0
ABROAD, BARGAIN = 1500.0, 1.15
"""What a way off the board is worth less to local trains; by how much a bargain is below its price."""
TRAINLESS = 500.0
"""What it is worth that a company without a train joins one with trains."""
USELESS, FOREIGN = 5000.0, 2000.0
"""What keeps from trains that may not run, and from trade in trains between companies."""
PERMITS = (FREIGHT, LOCAL, EXPRESS)
LOT, LOT_BASE = 130.0, -70.0
"""What a charter is worth by that promise: so much times it, and so much besides."""


def _promise(view: View, company: str) -> float:
    """What two A trains earn in the second to fourth turn of a company that builds alone, by its permit.

    Compared with what they usually earn.
    """
    permit, found = view.company(company).data.get("permit"), view.spec(company).extras.get("promise")
    return float(found[PERMITS.index(permit)]) if found and permit in PERMITS else 1.0


def _outfit(view: View, company: str, train: Train) -> Mapping[str, Json]:
    """A train of the first type for which the company has a permit."""
    return {TYPE: next(iter(view.company(company).data.get("permits", ())), "local")}


def _move(view: View, company: str, revenue: float, price: int) -> int:
    """Spaces by how often the dividend covers the price (7.8.5)."""
    if revenue <= 0 or price <= 0:
        return -SPACE
    return SPACE * min(view.data.market.dividend_bands, int(revenue // price))


def _life(view: View, train: str, life: float) -> float:
    """A train lives on its warranties when its band is scrapped (7.10)."""
    return max(life, float(view.state.trains[train].data.get(WARRANTIES, 0)))


def _taste(view: View, action: Action) -> float:
    """No train without a permit, which never runs; no trade in trains between companies."""
    if (
        action.kind == "buy_share"
        and view.company(action.args["company"]).data.get(OBLIGATION) == action.player
    ):
        return USELESS
    if action.kind == "lay_tile":
        return _track(view, action)
    if action.kind in ("merge", "acquire"):
        return _union(view, action)
    if action.kind != "buy_train":
        return 0.0
    source, name = action.get("source"), str(action.get("train"))
    permits = view.company(view.cursor.actor).data.get("permits", ())
    if source != DEPOT:
        train = view.state.trains.get(name)
        return -FOREIGN if train is None or is_simple(view) or type_of(train) in permits else -USELESS
    if is_simple(view):
        return 0.0
    if _outlives(view, int(action.get("warranties") or 0)):
        return -USELESS
    return 0.0 if bank_types(view).get(name) in permits else -USELESS


def _outlives(view: View, more: int) -> bool:
    """Whether a train that is bought now will run for longer than so many further warranties last (7.10)."""
    if not more:
        return False
    band = view.depot_kind() or ""
    life = outlook(view, KNOWLEDGE).life(band)
    return rusted_by(view, band) is None or life >= more + free_warranties(view, band)


def _track(view: View, action: Action) -> float:
    """Local trains run to no off-board area (7.8.2)."""
    company, board = view.company(view.cursor.actor), view.board()
    if set(company.data.get("permits", ())) != {LOCAL}:
        return 0.0
    coord, face = action.args["hex"], board.catalogue[action.args["tile"]].face(int(action.args["rotation"]))
    beyond = (board.hexmap.neighbour(coord, edge) for edge in set(face.exits) - set(board.face(coord).exits))
    off = sum(
        other is not None and any(s.kind == OFFBOARD for s in board.face(other).stops) for other in beyond
    )
    return -ABROAD * off


def _union(view: View, action: Action) -> float:
    """A company without a train that cannot buy one joins one that has: else they pass one train around."""
    bare = [c for c in (view.cursor.actor, str(action.args["company"])) if not view.trains(c)]
    cost = sum(view.data.trains[train.kind].price for train in view.trains(DEPOT)[:1])
    return TRAINLESS if len(bare) == 1 and view.cash(bare[0]) < cost else 0.0


def _par(view: View, company: str) -> float:
    """Low at first: dividends that cover the price more often lift it faster."""
    return {"A": 62.0, "B": 90.0}.get(view.state.phase, 200.0)


def _bargains(view: View) -> float:
    """What a seat's part of the shares costs that are sold below the market: these come first."""
    sold = (
        (view.price(c.id) or 0, c.par or 0, view.percent(IPO, c.id)) for c in view.companies() if c.floated
    )
    cost = sum(par * percent // 10 for price, par, percent in sold if price > BARGAIN * par)
    return cost / len(view.solvent)


def _lot(view: View, seat: str, item: str) -> float:
    """What a charter is worth to who can float the company at once: else a fine is due (4.3)."""
    figures = view.data.figures(Figures)
    floats = figures.float_percent // 10 * min(figures.charter_pars)
    if any(c.data.get(OBLIGATION) == seat for c in view.companies()) or not _has_room(view, seat):
        return NOTHING
    left = view.cash(seat) - floats - _bargains(view)
    worth = max(10.0, LOT * _promise(view, item) + LOT_BASE)
    return min(worth, float(left)) if left >= 0 else NOTHING


def _eager(view: View, item: str) -> float:
    """Early money becomes many times as much, which no charter does; late a further company brings much."""
    return {"A": 0.25, "B": 0.5, "C": 2.0}.get(view.state.phase, 2.5)


def _leaves(view: View) -> frozenset[str]:
    """A company of a stock round has little money."""
    return frozenset({"par"}) if view.cursor.round == "shares" else frozenset()


def _has_room(view: View, seat: str) -> bool:
    """Whether a seat may hold the certificates that float a company: the director's and two shares."""
    rules = stock_rules(view)
    room = rules.certificate_limit(view) - rules.certificates(view, seat)
    return room >= 1 + view.data.figures(Figures).extra_shares


def _rescue(view: View, company: str) -> Rescue:
    """A company without a train refinances: ten times its par, and two shares become one (7.11.2)."""
    money = 10.0 * min(max(view.data.figures(Figures).charter_pars), view.company(company).par or 0)
    return Rescue(money, money, 0.0, 0.5)


def _outlay(view: View, company: str) -> float:
    """Station markers: three with a charter, two at least without (6.5.4.2)."""
    figures = view.data.figures(Figures)
    if view.company(company).data.get(CHARTERED):
        return float(figures.charter_markers * figures.charter_marker_cost)
    return float(figures.markers_min * figures.marker_cost)


def _fine(view: View, company: str) -> float:
    """Five times par for who won the charter of a company that does not float (4.3)."""
    record = view.company(company)
    return (
        float(view.data.figures(Figures).fine_factor * (record.par or 0))
        if record.data.get(OBLIGATION)
        else 0.0
    )


def _opens(view: View, company: str) -> str:
    """Companies come with the first train of their band (3.2)."""
    return str(view.company(company).data.get("from", ""))


KNOWLEDGE = Knowledge(
    rounds=14,
    fresh_income=70,
    ripe_income=400,
    earns={"A": 60, "B": 110, "C": 180, "D": 270, "E": 340, "F": 370, "G": 430, "H": 430},
    promise=_promise,
    crowd=0.9,
    fleet=4,
    rescue=_rescue,
    outlay=_outlay,
    fine=_fine,
    opens=_opens,
    sells_own=True,
    refinances=10.0,
    tops_up=True,
    finale=3,
    par=_par,
    growth=0.2,
    play_work=2,
    outlined=False,
    eager=_eager,
    saves_for={"C": 6.0, "D": 6.0, "E": 6.0, "F": 6.0},
    leaves=_leaves,
    plays_from="H",
    plays=frozenset({"dividend", "buy_train", "buy_share"}),
    spare=0.1,
    frugal=True,
    patience=12,
    outfit=_outfit,
    taste=_taste,
    move=_move,
    life=_life,
    lot=_lot,
    keeps=0.0,
)
