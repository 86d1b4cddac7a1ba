"""A company before its first turn: when it may start, how it starts, floats and goes back (3, 4.2, 6.5).

Company.data of 1862: ``from`` the phase from which it may start; ``permit`` the one dealt, ``permits`` those
held; ``chartered``; ``tokens_bought`` the station markers it has a right to, placed or not; ``obligation``
the player who must float it; ``barred`` until the next stock round (4.3).
"""

from __future__ import annotations

from engine.board.lays import lays
from engine.core.state import BANK, IPO, POOL, Company, Pending, Place
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.tokens import home_place
from engine.titles.g1862.data.board import BOARD
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.market import par_of
from engine.titles.g1862.data.options import marker_limit
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.ending import lner_formed
from engine.titles.g1862.phases.phases import reached

tell(
    markers_1862="{company} buys {count:station marker|station markers} for {price}.",
    obligation_met_1862="{player} has met the obligation to float {company}.",
    unsold_to_pool_1862="{percent} % of {company} that nobody had bought go to the open market.",
)
tell(Rank.FLOAT, returned_1862="{company} can be started again.")
CHARTERED, OBLIGATION, BARRED, MARKERS = "chartered", "obligation", "barred", "tokens_bought"
BUY_MARKERS = "buy_tokens"
"""The forced decision of 6.5.4.2."""


# --- asking ------------------------------------------------------------------------------------------


def is_started(view: View, company: str) -> bool:
    """Whether somebody has bought its director's certificate since it was last in the IPO."""
    return view.company(company).par is not None


def is_chartered(view: View, company: str) -> bool:
    """Whether it runs under a parliamentary charter: full capital, shares from the IPO at par (3.1)."""
    return bool(view.company(company).data.get(CHARTERED))


def home(view: View, company: str) -> Place:
    """The hex and the city of its home base."""
    found = home_place(view, company)
    assert found is not None, f"{company} has no home"
    return found


def can_place_home(view: View, company: str) -> bool:
    """Whether its home marker will find a place: no tile, a free circle, or an upgrade with one (3.2)."""
    board, (coord, stop) = view.board(), home(view, company)
    if coord not in board.laid or board.open_slots(coord, stop) > 0:
        return True
    key = "room for a home", company, view.state.phase
    return board.remember(key, lambda: _can_gain_circle(view, company, (coord, stop)))


def _can_gain_circle(view: View, company: str, place: Place) -> bool:
    board, (coord, stop), supply = view.board(), place, view.state.supply
    upgrades = lays(board, None, BOARD.lay_rules(view, company), supply, [coord])
    now = board.slots(coord, stop)
    return any(board.with_tile(*lay).slots(coord, stop) > now for lay in upgrades)


def why_not_startable(view: View, company: str) -> tuple[str, str] | None:
    """(code, sentence) why nobody may start the company now, or None (3.2, 4.3, 6.5.3, 10.3)."""
    if company not in view.data.companies or view.company(company).closed:
        return "unknown_company", say("Only companies in this game can be started.")
    record = view.company(company)
    if is_started(view, company):
        return (
            "cannot_start",
            say(
                "{company} has started; choose a company whose director's certificate is in the IPO.",
                company=company,
            ),
        )
    if lner_formed(view):
        return "lner_formed", say("No company can be started any more: the LNER has formed.")
    if not reached(view, record.data["from"]):
        return "not_available_yet", say(
            "{company} can be started from phase {data}.", company=company, data=record.data["from"]
        )
    if record.data.get(BARRED):
        return "not_available_yet", say(
            "{company} can be started again from the next stock round.", company=company
        )
    if not can_place_home(view, company):
        return "home_blocked", say(
            "{company} has no space for its home marker; choose another company.", company=company
        )
    return None


def startable(view: View) -> list[str]:
    """The companies that may be started now, in printed order."""
    return [c.id for c in view.companies() if why_not_startable(view, c.id) is None]


def unplaced(view: View, company: str) -> int:
    """How many station markers lie on its charter, ready for use."""
    return int(view.company(company).data.get(MARKERS, 0)) - len(view.stations(company))


def sold_percent(view: View, company: str) -> int:
    """Percent of it that was bought from the IPO (chartered) or from the company (6.5.4)."""
    return 100 - view.percent(IPO, company) - view.percent(company, company)


# --- starting and floating ---------------------------------------------------------------------------


def begin(writer: PositionWriter, player: str, company: str, price: int, chartered: bool) -> None:
    """Write the start of a company: par, director's certificate, the other certificates (4.2, 6.5.3)."""
    certificate, *others = writer.certs_of(company)
    cost = price * certificate.percent // 10
    figures = writer.data.figures(Figures)
    writer.change(company, par=price if chartered else par_of(writer, price))
    writer.note_company(company, CHARTERED, chartered)
    writer.note_company(company, MARKERS, figures.charter_markers if chartered else figures.markers_min)
    writer.pay(player, BANK if chartered else company, cost, "share")
    writer.move_cert(certificate, player)
    if not chartered:
        for cert in others:
            writer.move_cert(cert, company)


def place_price(writer: PositionWriter, company: str, price: int) -> None:
    """Put a price token on the space of exactly this price, under those that lie there."""
    row = writer.data.market.rows[0]
    writer.move_price(company, (0, row.index(price)))


def float_if_due(writer: PositionWriter, company: str) -> None:
    """Write that half of a company is bought: its capital and its station markers (6.5.4)."""
    record = writer.company(company)
    if record.floated or not is_started(writer, company):
        return
    if sold_percent(writer, company) < writer.data.figures(Figures).float_percent:
        return
    writer.float_company(company)
    if is_chartered(writer, company):
        _float_chartered(writer, record)
    else:
        _ask_for_markers(writer, company)


def _float_chartered(writer: PositionWriter, record: Company) -> None:
    figures, par = writer.data.figures(Figures), record.par
    assert par is not None
    if record.cell is None:
        place_price(writer, record.id, par)
    capital = par * figures.capital_factor
    writer.pay(BANK, record.id, capital, "capital")
    writer.say("company_funded", company=record.id, money=capital)
    player = record.data.get(OBLIGATION)
    if player:
        writer.note_company(record.id, OBLIGATION, None)
        writer.say("obligation_met_1862", player=player, company=record.id)
    buy_markers(writer, record.id, figures.charter_markers, figures.charter_marker_cost)


def _ask_for_markers(writer: PositionWriter, company: str) -> None:
    """The director chooses; without one it is the least number (reading)."""
    director = writer.president(company)
    if director is None:
        figures = writer.data.figures(Figures)
        buy_markers(writer, company, figures.markers_min, figures.marker_cost)
    else:
        writer.push(Pending(BUY_MARKERS, (director,), {"company": company}))


def buy_markers(writer: PositionWriter, company: str, count: int, each: int) -> None:
    """Write the purchase of station markers from the treasury (6.5.4.2)."""
    writer.pay(company, BANK, count * each, "token")
    writer.note_company(company, MARKERS, count)
    writer.say("markers_1862", company=company, count=count, price=count * each)


def most_markers(view: View, company: str) -> int:
    """The most station markers that a company without a charter can choose and pay for."""
    return min(marker_limit(view), view.cash(company) // view.data.figures(Figures).marker_cost)


# --- back to the start -------------------------------------------------------------------------------


def return_to_ipo(writer: PositionWriter, company: str) -> None:
    """Write that a company is as before its start, with the permit it was dealt (4.3, 5.2.6, 7.5.7, 7.12).

    Certificates go to the IPO without compensation, money to the bank, markers off the board. Trains are
    the caller's matter.
    """
    writer.pay(company, BANK, writer.cash(company), "returned")
    for cert in writer.certs_of(company):
        writer.move_cert(cert, IPO)
    for token in writer.tokens(company):
        writer.place_token(token.id, None)
    writer.move_price(company, None)
    writer.change(company, par=None, floated=False, operated=False, last_revenue=None)
    for key in (CHARTERED, OBLIGATION, MARKERS):
        writer.note_company(company, key, None)
    writer.note_company(company, "permits", [writer.company(company).data["permit"]])
    writer.say("returned_1862", company=company)


def ipo_to_pool(writer: PositionWriter, company: str) -> None:
    """Write that all certificates in the IPO move to the pool (5.2.2, 10.3)."""
    left = writer.certs(IPO, company)
    for cert in left:
        writer.move_cert(cert, POOL)
    if left:
        percent = sum(cert.percent for cert in left)
        writer.say("unsold_to_pool_1862", company=company, percent=percent)
