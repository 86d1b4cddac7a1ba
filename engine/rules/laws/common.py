"""The laws of the whole family (see `reading`): tiles, certificates, bids, markers, limits, trains."""

from __future__ import annotations

from collections import Counter

from engine.board.board import Board
from engine.board.faces import Face
from engine.board.lays import kept_track, stop_map
from engine.core.events import (
    CertMoved,
    CertResized,
    CompanyChanged,
    CursorMoved,
    Noted,
    Paid,
    PendingPopped,
    PhaseBegan,
    PlayerBankrupt,
    TileLaid,
    TokenMoved,
    TrainMade,
    TrainMoved,
)
from engine.core.laws import Deeds, Law, law
from engine.core.state import DEPOT, OUT, POOL, Cert
from engine.core.view import View
from engine.data.figures import StockFigures
from engine.rules.initial_auction import BID, is_left
from engine.rules.laws.reading import CERTIFICATES, HOLDING, OPEN_MARKET, TRAINS, laws_of
from engine.rules.phases import DISCARD, surplus
from engine.rules.stock import stock_rules
from engine.rules.tokens import policy_of as token_policy
from engine.rules.trains import rules_of, train_limit

# --- the map -----------------------------------------------------------------------------------------


@law(TileLaid)
def tiles_of_the_box(view: View, deeds: Deeds) -> str | None:
    """Every tile on the map is one of the box, and no more copies lie there than the box has."""
    for coord, (tile, _) in view.state.tiles.items():
        if not view.data.in_box(tile):
            return f"tile {tile} on {coord} is not in the box"
    short = next((tile for tile, left in view.state.supply.items() if left < 0), None)
    return f"more copies of tile {short} lie on the map than the box has" if short is not None else None


@law(TileLaid)
def tiles_within_the_map(view: View, deeds: Deeds) -> str | None:
    """No tile is laid on a hex that takes none, and no new track leads off the map."""
    board = view.board()
    for event in deeds.of(TileLaid):
        spot = board.hexmap[event.hex]
        if spot.fixed:
            return f"a tile lies on {event.hex}, which is never built on"
        ends = set(_laid_face(board, event).exits) - set(_old_face(board, event).exits)
        blind = sorted(edge for edge in ends if board.hexmap.barrier(event.hex, edge))
        if blind:
            return f"track of {event.hex} leads over side {blind[0]}, where there is no way"
    return None


def _laid_face(board: Board, event: TileLaid) -> Face:
    return board.catalogue[event.tile].face(event.rotation)


def _old_face(board: Board, event: TileLaid) -> Face:
    if event.old_tile is None:
        return board.hexmap[event.hex].face
    return board.catalogue[event.old_tile].face(event.old_rotation)


@law(TileLaid, of_play=True)
def tiles_keep_what_was(view: View, deeds: Deeds) -> str | None:
    """A tile is of a colour of the phase and keeps the track of what it replaces."""
    board = view.board()
    for event in deeds.of(TileLaid):
        old, new = _old_face(board, event), _laid_face(board, event)
        if event.stock == event.old_stock and old.exits == new.exits:
            continue
        stops = stop_map(old, new)
        if stops is None or kept_track(old, new, stops) is None:
            return f"tile {event.tile} on {event.hex} does not keep the track that was there"
        if new.colour not in view.phase.tiles and not laws_of(view).comes_early(view, new.colour):
            return f"tile {event.tile} on {event.hex} is {new.colour}, which comes in a later phase"
    return None


@law(TokenMoved, TileLaid, CompanyChanged, PendingPopped)
def markers_on_the_map(view: View, deeds: Deeds) -> str | None:
    """A closed company has no marker on the map, and a company one on a tile at most."""
    if view.state.pending:
        return None
    seen: Counter[tuple[str, str]] = Counter()
    several = token_policy(view).several
    for token in view.state.tokens.values():
        if token.place is None:
            continue
        company, coord = token.company, token.place[0]
        if view.company(company).closed:
            return f"a marker of {company}, which is closed, lies on {coord}"
        seen[company, coord] += 1
        if seen[company, coord] > 1 and not several(view, company, coord):
            return f"{company} has {seen[company, coord]} markers on {coord}"
    return None


@law(TokenMoved, TileLaid, PendingPopped)
def homes_are_kept(view: View, deeds: Deeds) -> str | None:
    """A circle is left for each home that is kept."""
    if view.state.pending:
        return None
    board = view.board()
    touched = {event.hex for event in deeds.of(TileLaid)}
    touched |= {event.after[0] for event in deeds.of(TokenMoved) if event.after is not None}
    for place, kept in board.reserved.items():
        if place[0] not in touched:
            continue
        here = board.companies_at(*place) if place[1] < len(board.face(place[0]).stops) else ()
        absent = [company for company in kept if company not in here]
        if absent and here and len(here) + len(absent) > board.slots(*place):
            return f"no circle is left on {place[0]} for the home of {absent[0]}"
    return None


@law(TokenMoved, CompanyChanged)
def markers_add_up(view: View, deeds: Deeds) -> str | None:
    """Markers on the map, on the charter and out of play are as many as are printed."""
    printed, placed = Counter[str](), Counter[str]()
    for token in view.state.tokens.values():
        printed[token.company] += 1
        placed[token.company] += token.place is not None
    ready = token_policy(view).left
    for company, count in printed.items():
        left = ready(view, company)
        if left < 0 or placed[company] + left > count or (left and view.company(company).closed):
            return f"{company} has {placed[company]} markers on the map and {left} to place, of {count}"
    return None


# --- certificates and bids ---------------------------------------------------------------------------


@law(CertMoved, CertResized, CompanyChanged, PendingPopped)
def certificates_have_a_home(view: View, deeds: Deeds) -> str | None:
    """All shares of a company are in play or none; companies hold what they may, and only while they run."""
    if view.state.pending:
        return None
    for company, record in view.state.companies.items():
        certs = view.certs_of(company)
        in_play = sum(cert.percent for cert in certs if cert.owner != OUT)
        if certs and in_play != (0 if record.closed else 100):
            state = "closed" if record.closed else "in play"
            return f"{in_play} % of {company}, which is {state}, are in play"
        for cert in certs:
            if cert.owner in view.state.companies and (fault := _misplaced(view, cert)):
                return fault
    return None


def _misplaced(view: View, cert: Cert) -> str | None:
    holder = view.company(cert.owner)
    paper = f"{cert.percent} % of {cert.company}"
    if holder.closed:
        return f"{paper} lie with {holder.id}, which is closed"
    if not holder.floated and not (cert.company == holder.id and holder.par is not None):
        return f"{paper} lie with {holder.id}, which has not {'floated' if holder.par else 'started'}"
    if not laws_of(view).may_hold(view, holder.id, cert):
        return f"{paper} lie with {holder.id}, which may not hold them"
    return None


@law(CertMoved, Paid, PlayerBankrupt)
def bankrupts_are_out(view: View, deeds: Deeds) -> str | None:
    """Who is bankrupt while the game goes on owns nothing any more."""
    out = {p.id for p in view.state.players.values() if p.bankrupt}
    if not out or view.state.ended:
        return None
    held = {c.owner for c in view.state.certs.values()} | {p for p in out if view.cash(p)}
    return next((f"{player} is bankrupt and owns something" for player in sorted(out & held)), None)


@law(CertMoved, CompanyChanged)
def presidents_preside(view: View, deeds: Deeds) -> str | None:
    """A president's certificate is never in the open market."""
    if laws_of(view).leaderless or view.state.pending:
        return None
    lost = (c.id for c in view.companies() if view.certs_of(c.id) and view.owner(c.id) == POOL)
    return next(
        (f"the president's certificate of {company} lies in the open market" for company in lost), None
    )


@law(Noted, CertMoved, CompanyChanged)
def bids_can_be_won(view: View, deeds: Deeds) -> str | None:
    """No money is bound by a bid on what is sold or closed."""
    for key, standing in view.state.notes.items():
        if key.startswith(BID) and not is_left(view, key.removeprefix(BID)):
            return (
                f"money is bound by bids on {key.removeprefix(BID)}, which cannot be won: {sorted(standing)}"
            )
    return None


# --- limits --------------------------------------------------------------------------------------------


@law(CertMoved, of_play=True)
def holdings_within_limits(view: View, deeds: Deeds) -> str | None:
    """Nobody comes to hold more of a company than he may, nor the open market."""
    if not view.data.certificate_limit:
        return None
    rules, may_exceed = stock_rules(view), laws_of(view).may_exceed
    lost = {}
    for (holder, company), certs in deeds.gained(view).items():
        limit, kind = _limit_of(view, holder, company)
        if limit is None or view.percent(holder, company) <= limit or not rules.has_shares(view, company):
            continue
        lost = {c.id: c.percent for c in deeds.lost(view, holder) if c.company == company}
        if sum(c.percent for c in certs) > sum(lost.values()) and not may_exceed(
            view, holder, company, kind, deeds
        ):
            return f"{holder} holds {view.percent(holder, company)} % of {company}; the limit is {limit} %"
    return None


def _limit_of(view: View, holder: str, company: str) -> tuple[int | None, str]:
    if holder in view.state.players:
        return stock_rules(view).holding_limit(view, company), HOLDING
    return (view.data.figures(StockFigures).pool_limit, OPEN_MARKET) if holder == POOL else (None, "")


@law(CertMoved, of_play=True)
def hands_within_the_limit(view: View, deeds: Deeds) -> str | None:
    """Nobody's purchase brings him more certificates than he may own."""
    if not view.data.certificate_limit:
        return None
    rules = stock_rules(view)
    gains: dict[str, list[Cert]] = {}
    for (holder, _), certs in deeds.gained(view).items():
        if holder in view.state.players:
            gains.setdefault(holder, []).extend(certs)
    for player, certs in gains.items():
        more, fewer = (
            sum(rules.counts(view, c.company) for c in hand) for hand in (certs, deeds.lost(view, player))
        )
        if more <= fewer or not rules.excess(view, player) or _stepped_down(deeds, view, player):
            continue
        if not laws_of(view).may_exceed(view, player, certs[0].company, CERTIFICATES, deeds):
            held, limit = rules.certificates(view, player), rules.certificate_limit(view)
            return f"{player} holds {held} certificates; the limit is {limit}"
    return None


@law(CursorMoved, of_play=True)
def turns_end_within_the_limit(view: View, deeds: Deeds) -> str | None:
    """Nobody ends his turn in a stock round with too many certificates that he could part with.

    Who comes over the limit by his action, as he loses a presidency in it, mends that in his next turn; so
    does he if a decision on what he did ends it.
    """
    turn = deeds.of(CursorMoved)[0].before
    player, ended = turn.actor, turn.actor in view.seats and not turn.same_turn(view.cursor)
    if not ended or deeds.of(PendingPopped) or not laws_of(view).could_mend(view, turn, deeds):
        return None
    more = sum(len(certs) for (owner, _), certs in deeds.gained(view).items() if owner == player)
    came = more - len(deeds.lost(view, player))
    over = stock_rules(view).excess(view, player) > max(0, came)
    return f"{player} ended his turn over the certificate limit" if over else None


def _stepped_down(deeds: Deeds, view: View, player: str) -> bool:
    """Whether he got ordinary certificates for a president's one."""
    return any(cert.president for cert in deeds.lost(view, player))


# --- trains --------------------------------------------------------------------------------------------


@law(TrainMoved, TrainMade, PhaseBegan)
def trains_have_a_home(view: View, deeds: Deeds) -> str | None:
    """Trains belong to running companies, and scrapped ones to nobody."""
    moved = {event.train for event in deeds.events if isinstance(event, (TrainMoved, TrainMade))}
    phase, old = bool(deeds.of(PhaseBegan)), scrapped_kinds(view)
    for train in view.state.trains.values():
        if train.owner in (OUT, DEPOT) or not (phase or train.id in moved):
            continue
        if train.kind in old and not laws_of(view).outlives(view, train):
            return f"{train.owner} has a {train.kind}-train, which is scrapped"
        if train.owner in view.state.players:
            return f"the player {train.owner} owns a train"
        record = view.state.companies.get(train.owner)
        if train.id in moved and record is not None and (record.closed or not record.floated):
            return f"{record.id}, which does not run, has trains"
    return None


@law(TrainMoved, TrainMade, PhaseBegan, PendingPopped)
def trains_within_the_limit(view: View, deeds: Deeds) -> str | None:
    """No company keeps more trains than it may."""
    if not rules_of(view).discards_excess or view.state.pending:
        return None
    owners = {train.owner for train in view.state.trains.values()} & view.state.companies.keys()
    for company in sorted(owners):
        count, limit = len(rules_of(view).limited(view, company)), train_limit(view, company)
        if count > limit and not laws_of(view).may_exceed(view, company, company, TRAINS, deeds):
            return f"{company} has {count} trains and may own {limit}"
    return None


@law(TrainMoved)
def discards_are_due(view: View, deeds: Deeds) -> str | None:
    """Who is asked to discard a train has too many."""
    asked = (str(p.data["company"]) for p in view.state.pending if p.kind == DISCARD)
    return next((f"{c} is to discard a train within its limit" for c in asked if surplus(view, c) <= 0), None)


@law(CompanyChanged)
def nothing_is_left_behind(view: View, deeds: Deeds) -> str | None:
    """A company that closes leaves no train behind."""
    shut = {e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("closed", True)}
    left = (t.owner for t in view.state.trains.values() if t.owner in shut)
    return next((f"{owner}, which is closed, has trains" for owner in left), None)


def scrapped_kinds(view: View) -> set[str]:
    """The kinds of train that one of the kinds in somebody's hands has scrapped."""
    owned = {train.kind for train in view.state.trains.values() if train.owner not in (OUT, DEPOT)}
    return {spec.kind for spec in view.data.trains.values() if spec.rusted_by in owned}


COMMON: tuple[Law, ...] = (
    tiles_of_the_box,
    tiles_within_the_map,
    tiles_keep_what_was,
    markers_on_the_map,
    homes_are_kept,
    markers_add_up,
    certificates_have_a_home,
    bankrupts_are_out,
    presidents_preside,
    bids_can_be_won,
    holdings_within_limits,
    hands_within_the_limit,
    turns_end_within_the_limit,
    trains_have_a_home,
    trains_within_the_limit,
    discards_are_due,
    nothing_is_left_behind,
)


def tokens_have_circles(view: View) -> str | None:
    """No more tokens stand on a place than it has circles."""
    board = view.board()
    return board.remember("crowded", lambda: _crowded(view, board))


def _crowded(view: View, board: Board) -> str | None:
    placed = Counter(t.place for t in view.state.tokens.values() if t.place is not None)
    for place, count in placed.items():
        if count > board.slots(*place):
            return f"{count} tokens in the {board.slots(*place)} spaces of {place}"
    return None


def the_largest_presides(view: View) -> str | None:
    """No player holds more of a floated company than the player who presides over it."""
    if view.state.pending:
        return None
    for company in view.state.companies.values():
        if not company.floated or company.closed or (owner := view.president(company.id)) is None:
            continue
        shares = view.holdings(company.id)
        for player in view.seats:
            if shares.get(player, 0) > shares[owner]:
                return f"{player} holds more of {company.id} than its president"
    return None


POSITIONS = (tokens_have_circles, the_largest_presides)
"""Laws of every position."""
