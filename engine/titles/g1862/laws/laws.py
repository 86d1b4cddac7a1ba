"""What the rulebook says can never be, watched after every action.

While shares are merged (5.2), or another forced decision is open, the laws about shares rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

from engine.board.board import Board
from engine.board.faces import CITY
from engine.board.hexmap import HexMap
from engine.board.tiles import Tile
from engine.core.events import (
    CertMoved,
    CertResized,
    CompanyChanged,
    Event,
    Noted,
    Paid,
    PendingPopped,
    PhaseBegan,
    PriceMoved,
    TileLaid,
    TokenMoved,
    TrainMade,
    TrainMoved,
    TrainNoted,
)
from engine.core.laws import Deeds, Law, law
from engine.core.state import DEPOT, IPO, OUT, POOL, Cert, Company, Place, Train
from engine.core.view import View
from engine.rules.ending import is_bank_broken
from engine.titles.g1862.companies.companies import CHARTERED, MARKERS, OBLIGATION
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import is_novice, marker_limit, types_in_play
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.mergers.absorb import Plan, affected, is_london
from engine.titles.g1862.mergers.share_merge import NOTE as MERGING
from engine.titles.g1862.mergers.share_merge import plan_of
from engine.titles.g1862.phases.bands import EXPIRING, TYPE, rusted_by, warranties
from engine.titles.g1862.phases.ending import LNER_NOTE, lner_formed, turns_of
from engine.titles.g1862.phases.phases import reached
from engine.titles.g1862.stock.parliament import AUCTION, check_amount
from engine.titles.g1862.stock.stock import PARLIAMENT

OPERATING = "operating"


def _rests(view: View) -> bool:
    return bool(view.state.pending) or plan_of(view) is not None


# --- shares ------------------------------------------------------------------------------------------------


@law(CertMoved, CompanyChanged, PendingPopped, CHARTERED, LNER_NOTE, MERGING)
def certificates(view: View, deeds: Deeds) -> str | None:
    """Each is a player's, in the IPO or the pool, on its own charter, or out of play (2.4.1, 6.5, 7.13)."""
    if _rests(view):
        return None
    lost = next((cert for c in view.state.companies.values() for cert in _strays(view, c)), None)
    return f"a certificate of {lost.company} lies with {lost.owner}" if lost else None


def _strays(view: View, company: Company) -> Iterable[Cert]:
    """The certificates of a company that lie where they may not."""
    if company.par is not None:
        return (cert for cert in view.certs_of(company.id) if not _in_place(view, company, cert))
    place = OUT if company.closed else IPO
    return (cert for cert in view.certs_of(company.id) if cert.owner != place)


def _in_place(view: View, company: Company, cert: Cert) -> bool:
    """Whether a certificate of a company that has started lies where it may."""
    if cert.owner in (IPO, company.id):
        return not cert.president and _may_keep(view, company, cert.owner)
    return cert.owner == POOL or cert.owner in view.state.players


def _may_keep(view: View, company: Company, owner: str) -> bool:
    """The IPO has shares of chartered companies until the LNER forms, a charter none of these before they
    float, and none at all in the game for new players (3.1, 5.2.2, 10.3, 11.3).
    """
    chartered = bool(company.data.get(CHARTERED))
    if owner == IPO:
        return chartered and not lner_formed(view)
    return not is_novice(view) and (company.floated or not chartered)


@law(CertMoved, CertResized, CompanyChanged, PendingPopped, MERGING)
def directors(view: View, deeds: Deeds) -> str | None:
    """Nobody holds more than the director; in receivership nobody holds three shares (6.3, 8)."""
    if _rests(view):
        return None
    for company in view.companies():
        director, shares = view.certs_of(company.id)[0], view.holdings(company.id)
        most = shares.get(director.owner, 0) if director.owner in view.state.players else 20
        richer = next((p for p in view.seats if shares.get(p, 0) > most), None)
        if richer:
            return f"{richer} holds {shares[richer]} % of {company.id} and does not direct it"
    return None


@law(MERGING, of_play=True)
def exchanges(view: View, deeds: Deeds) -> str | None:
    """Nobody sells in a merge what the bank or a holder to come could change for him (5.2.4, 2 and 3)."""
    if not any(paid.why == "merged" for paid in deeds.of(Paid)):
        return None
    then, events = Exchange(view), deeds.events
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        then.take_back(event)
        if isinstance(event, Paid) and event.why == "merged" and then.plan is not None:
            sold = [view.state.certs[cert] for cert in _sold(events[:at], event.payee)]
            if _could_change(then, event, sold):
                return f"{event.payee} sells shares of {then.plan['other']} that could be exchanged"
    return None


@law(MERGING, of_play=True)
def halves(view: View, deeds: Deeds) -> str | None:
    """Who has had his turn in a merge keeps half of his shares, or a director's certificate (5.2.4)."""
    then = Exchange(view)
    kept = dict(then.owners)
    for event in reversed(deeds.events):
        holder = _begins_turn(event)
        if holder is not None and then.plan is not None:
            had, keeps = (_merging(view, then.plan, holder, owners) for owners in (then.owners, kept))
            most = max(-(-sum(had.values()) // 20) * 10, 30 if 30 in had.values() else 0)
            if sum(keeps.values()) > most:
                return f"{holder} keeps {sum(keeps.values())} % of {sum(had.values())} % that are merged"
        then.take_back(event)
        if isinstance(event, Noted) and event.key == MERGING:
            kept = dict(then.owners)
    return None


def _begins_turn(event: Event) -> str | None:
    """Whose turn in a merge begins with an event."""
    if not isinstance(event, Noted) or event.key != MERGING or not event.before or not event.after:
        return None
    queue: list[str] = event.before["queue"]
    return queue[0] if len(event.after["queue"]) < len(queue) else None


def _merging(view: View, plan: Plan, holder: str, owners: Mapping[str, str]) -> dict[str, int]:
    """The percents of a holder's certificates of the merging companies."""
    certs = (cert for company in affected(plan) for cert in view.certs_of(company))
    return {cert.id: cert.percent for cert in certs if owners[cert.id] == holder}


def _sold(before: Sequence[Event], holder: str) -> list[str]:
    """The certificates that went to the pool just before a payment."""
    found = takewhile(lambda event: isinstance(event, CertMoved), reversed(before))
    return [e.cert for e in found if isinstance(e, CertMoved) and (e.before, e.after) == (holder, POOL)]


class Exchange:
    """Who held what at a moment of a merge, found by going back from now."""

    def __init__(self, view: View) -> None:
        self.view, self.plan = view, plan_of(view)
        self.owners = {cert.id: cert.owner for cert in view.state.certs.values()}
        self.cells = {company.id: company.cell for company in view.state.companies.values()}

    def take_back(self, event: Event) -> None:
        """Go back over an event."""
        if isinstance(event, CertMoved):
            self.owners[event.cert] = event.before
        elif isinstance(event, PriceMoved):
            self.cells[event.company] = event.before
        elif isinstance(event, Noted) and event.key == MERGING:
            self.plan = event.before

    def singles(self, owner: str, company: str) -> int:
        """An owner's certificates of one share."""
        return sum(self.owners[cert.id] == owner for cert in self.view.certs_of(company)[1:])

    def director(self, company: str) -> str:
        """Where the director's certificate lies."""
        return self.owners[self.view.certs_of(company)[0].id]

    def price(self, company: str) -> int:
        """What a share costs."""
        cell = self.cells[company]
        return self.view.data.market.value(cell) if cell is not None else 0


def _could_change(then: Exchange, sale: Paid, sold: Sequence[Cert]) -> bool:
    """Whether the bank, or a holder who has not had his turn, had surviving shares for what is sold."""
    assert then.plan is not None
    survivor, other = then.plan["survivor"], then.plan["other"]
    sources = [POOL, *then.plan["queue"]]
    directs, had = then.director(survivor) in sources, [then.singles(s, survivor) for s in sources]
    if any(cert.president for cert in sold):
        bank_changes = then.singles(POOL, other) >= 3 - had[0]
        return directs or max(had) >= 3 or (sum(had) >= 3 and bank_changes)
    whole = len(sold) - bool(sale.amount % (then.price(survivor) or 1))
    left_for_option = whole == len(sold) or then.singles(sale.payee, survivor) > 0
    return sum(had) > 0 or (directs and (len(sold) if left_for_option else whole) >= 3)


# --- companies ---------------------------------------------------------------------------------------------


def not_started(view: View) -> str | None:
    """A company that has not started has no money, price, trains or markers (4.3, 7.5.7, 7.12)."""
    owners = {train.owner for train in view.state.trains.values()}
    for company in view.state.companies.values():
        if company.par is not None:
            continue
        has = company.cash or company.floated or company.operated or company.cell or company.id in owners
        bound = view.cursor.round != PARLIAMENT and company.data.get(OBLIGATION)
        if has or bound or company.data.get(CHARTERED) or company.data.get(MARKERS):
            return f"{company.id} has not started and still has something"
    return None


def started(view: View) -> str | None:
    """Par, price, permits and the obligation of the others (3.1, 4.3, 6.4.2, 6.5.3, 6.5.4.3)."""
    for company in view.companies():
        if company.par is None:
            continue
        if company.par not in view.data.figures(Figures).charter_pars:
            return f"{company.id} has a par of {company.par}"
        if (company.cell is None) == _is_priced(view, company):
            return f"{company.id} has a price token too many or too few"
        permits = company.data["permits"]
        if not permits or not set(permits) <= set(types_in_play(view)) or len(set(permits)) < len(permits):
            return f"{company.id} has the permits {permits}"
        if not company.floated and _must_have_floated(view, company):
            return f"{company.id} operates under a charter and has not floated"
    return None


def _is_priced(view: View, company: Company) -> bool:
    early = not company.data.get(CHARTERED) or readings(view).price_before_floating
    return company.floated or early


def _must_have_floated(view: View, company: Company) -> bool:
    return bool(company.data.get(CHARTERED)) and view.cursor.round == OPERATING


# --- markers, trains, turns --------------------------------------------------------------------------------


@law(TokenMoved, CompanyChanged, MARKERS)
def markers(view: View, deeds: Deeds) -> str | None:
    """No more markers than bought, nor than the limit; one a hex, one in London; none before a company floats
    (6.5.4, 7.5.6, 7.6.5, 7.7, 11.4).
    """
    placed: dict[str, list[Place]] = {}
    for token in view.state.tokens.values():
        if token.place is not None:
            placed.setdefault(token.company, []).append(token.place)
    return next((fault for c in view.companies() if (fault := _markers(view, c, placed.get(c.id, [])))), None)


def _markers(view: View, company: Company, places: Sequence[Place]) -> str | None:
    bought = int(company.data.get(MARKERS) or 0)
    if not len(places) <= bought <= marker_limit(view):
        return f"{company.id} has more station markers than it may have"
    if len({coord for coord, _ in places}) < len(places):
        return f"{company.id} has two station markers on a hex"
    if sum(is_london(view, place) for place in places) > 1:
        return f"{company.id} has two station markers in London"
    if places and not company.floated:
        return f"{company.id} has a station marker and has not floated"
    return None


@law(TrainMoved, TrainMade, TrainNoted, PhaseBegan)
def trains(view: View, deeds: Deeds) -> str | None:
    """Trains of the bank have no type yet; those of companies have one that is in play, three warranties at
    most, and are not obsolete but under warranty (7.9, 7.10, 9, 11.1).
    """
    for train in view.state.trains.values():
        if train.owner == OUT:
            continue
        if (train.owner == DEPOT) != (TYPE not in train.data):
            return f"train {train.id} is of no type or of one before it is sold"
        fault = None if train.owner == DEPOT else _train(view, train)
        if fault:
            return fault
    return None


def _train(view: View, train: Train) -> str | None:
    gone = rusted_by(view, train.kind)
    if train.data[TYPE] not in types_in_play(view):
        return f"train {train.id} is of a type that is not in play"
    if warranties(train) > (1 if is_novice(view) else view.data.figures(Figures).warranties_max):
        return f"train {train.id} has {warranties(train)} warranties"
    obsolete = gone is not None and reached(view, gone)
    if obsolete != bool(train.data.get(EXPIRING)) or (obsolete and not warranties(train)):
        return f"train {train.id} should have rusted"
    return None


def turns(view: View) -> str | None:
    """A company operates once a round, three times in the last; no Parliament after the LNER (7.1, 10.3)."""
    here = view.cursor
    if here.round == PARLIAMENT and lner_formed(view):
        return "a Parliament Round is held after the formation of the LNER"
    if here.round != OPERATING:
        return None
    times, most = Counter((*here.done, here.actor)), turns_of(view)
    often = (c.id for c in view.companies() if c.floated and times[c.id] > most)
    return next((f"{company} operates more often than it may" for company in often), None)


# --- the board and the course of the game ------------------------------------------------------------------


@law(TileLaid, PhaseBegan)
def tiles(view: View, deeds: Deeds) -> str | None:
    """Tiles are of a colour on sale; each letter lies on its own, a large station on a town (7.6.1, 9)."""
    coord = _odd_tile(view.board(), view.phase.tiles)
    return f"the tile on {coord} may not lie there" if coord else None


def _odd_tile(board: Board, colours: Sequence[str]) -> str | None:
    for coord, (name, _) in board.laid.items():
        tile = board.catalogue[name]
        if tile.colour not in colours or not _suits(board.hexmap, coord, tile):
            return coord
    return None


@lru_cache(maxsize=1 << 14)
def _suits(hexmap: HexMap, coord: str, tile: Tile) -> bool:
    """Whether a tile may lie on a hex, whatever its colour."""
    spot, bound = hexmap[coord], hexmap.tile_hexes.get(tile.id)
    here = bound is None or bound.allows(coord)
    lettered = set(tile.labels) == set(spot.labels) or (bound is not None and bound.only is not None)
    large = bool(tile.drawing.indices(CITY)) == bool(spot.face.indices(CITY))
    return not spot.fixed and here and lettered and large


def bid(view: View) -> str | None:
    """The high bid of an auction leaves its bidder three shares at the lowest par (4.1)."""
    high = view.state.notes.get(AUCTION)
    if high is None:
        return None
    refused = check_amount(view, high["by"], high["bid"], 0)
    return f"{high['by']} cannot keep the bid of {high['bid']}" if refused else None


def end(view: View) -> str | None:
    """The LNER does not form once the bank is broken, nor does the bank break after it (10.2, 10.3)."""
    if lner_formed(view) and is_bank_broken(view):
        return "the LNER has formed and the bank is broken"
    return None


POSITION_LAWS: tuple[Callable[[View], str | None], ...] = (not_started, started, turns, bid, end)
LAWS: tuple[Law, ...] = (certificates, directors, exchanges, halves, markers, trains, tiles)
