"""What no stock action, merger or formation of 18OE may bring about (4, 8-10, 13, 14.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.events import (
    CertMoved,
    CompanyChanged,
    CompanyNoted,
    CursorMoved,
    Noted,
    Paid,
    PhaseBegan,
    PriceMoved,
    TileLaid,
    TokenMoved,
    TrainMoved,
)
from engine.core.laws import Deeds, Law, law
from engine.core.state import POOL, Company, Cursor
from engine.core.view import View
from engine.rules import dealing
from engine.steps.stock.share_turn import DONE
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.floats import concessions, floating, phases
from engine.titles.g18oe.floats.phases import AUCTION, CONCESSIONS, CONSOLIDATION, MAJOR_PHASE, REGIONAL_MINOR
from engine.titles.g18oe.mergers.merger_moves import MERGE
from engine.titles.g18oe.mergers.merging import MERGED, merged_now
from engine.titles.g18oe.nationals.abandoning import ABANDONED
from engine.titles.g18oe.nationals.insolvency import RESCUED
from engine.titles.g18oe.railroads import companies, custody, ending, reserved
from engine.titles.g18oe.railroads.companies import (
    CHITS,
    CONCESSION,
    LARGE,
    MAJOR,
    MINOR,
    NATIONAL,
    ORIENT_EXPRESS,
    PORT_AUTHORITIES,
    POWERS,
    PRIVATE,
    REGIONAL,
    SMALL,
)
from engine.titles.g18oe.railroads.marks import WAGONS
from engine.titles.g18oe.railroads.privates import face_up, is_face_down
from engine.titles.g18oe.stock.player_trades import TRADE
from engine.titles.g18oe.trains.trains import PULLMAN

SHARES = "shares"
NEXT = {
    "": (AUCTION,),
    AUCTION: (CONCESSIONS, REGIONAL_MINOR),
    CONCESSIONS: (REGIONAL_MINOR,),
    REGIONAL_MINOR: (MAJOR_PHASE,),
    MAJOR_PHASE: (CONSOLIDATION,),
    CONSOLIDATION: (MAJOR_PHASE,),
}
"""The railroad phases that may follow each (5.1)."""


def _begun(view: View, deeds: Deeds) -> Cursor:
    """Where the game stood when the action began."""
    moved = deeds.of(CursorMoved)
    return moved[0].before if moved else view.cursor


# --- stock rounds ----------------------------------------------------------------------------------


@law(DONE, of_play=True)
def one_stock_action_a_turn(view: View, deeds: Deeds) -> str | None:
    """A trade, a merger or the rescue of a railroad is a whole stock action (10)."""
    for done in (str(event.after or "") for event in deeds.of(Noted) if event.key == DONE):
        if len(done) > 1 and {TRADE, MERGE, RESCUED} & set(done):
            return f"two stock actions were taken in a turn ({done})"
    return None


@law(CertMoved, of_play=True)
def nothing_sold_in_the_first_phase(view: View, deeds: Deeds) -> str | None:
    """No player sells stock during Train Phase 1 (10.1)."""
    sold = (e.cert for e in deeds.of(CertMoved) if e.before in view.state.players and e.after == POOL)
    if view.state.phase != reserved.INITIAL_PHASE:
        return None
    return next((f"{cert} was sold during Train Phase 1" for cert in sold), None)


@law(CertMoved, of_play=True)
def nobody_buys_what_he_sold(view: View, deeds: Deeds) -> str | None:
    """Who sold shares of a railroad in a stock round buys none in it (10.2)."""
    if _begun(view, deeds).round != SHARES:
        return None
    buyers = {e.payer for e in deeds.of(Paid) if e.why == "share"}
    for holder, company in deeds.gained(view):
        if holder in buyers and company in dealing.dealt(view, "sold", holder):
            return f"{holder} sold {company} in this round and bought it"
    return None


@law(CertMoved, of_play=True)
def only_open_things_are_traded(view: View, deeds: Deeds) -> str | None:
    """No private that lies face down comes from one player to another (10.4)."""
    players = view.state.players
    for event in deeds.of(CertMoved):
        private = view.company(view.state.certs[event.cert].company)
        between = event.before in players and event.after in players
        if between and private.kind == PRIVATE and is_face_down(view, private.id):
            return f"{private.id}, which lies face down, was traded"
    return None


@law(Paid, of_play=True)
def face_down_privates_pay_nothing(view: View, deeds: Deeds) -> str | None:
    """Privates pay their whole revenue to who owns them face up, and nothing else (6.1)."""
    if deeds.of(CertMoved):
        return None
    paid = Counter[str]()
    for event in deeds.of(Paid):
        paid[event.payee] += event.amount * (event.why == "private")
    for player, amount in paid.items():
        due = sum(view.spec(p).revenue for p in face_up(view, player)) if amount else 0
        if amount and (not due or amount % due):
            return f"privates paid {amount} to {player}, whose open ones bring {due}"
    return None


@law(MERGED)
def one_merger_a_round(view: View, deeds: Deeds) -> str | None:
    """A major or national merges with one minor in a stock round (10.5)."""
    merged = merged_now(view)
    return "a railroad has merged twice in a stock round" if len(set(merged)) < len(merged) else None


@law(CertMoved, custody.KEPT)
def the_kept_share_is_there(view: View, deeds: Deeds) -> str | None:
    """A share in custodianship stays in its treasury for its player (14.4)."""
    kept = view.state.notes.get(custody.KEPT)
    if kept and not view.certs(kept["company"], kept["company"]):
        return f"the share of {kept['company']} that is kept for {kept['player']} is gone"
    return None


@law(CursorMoved, reserved.RESERVED)
def reservations_end(view: View, deeds: Deeds) -> str | None:
    """No share is reserved from the second stock round on (8.4)."""
    later = view.cursor.round == SHARES and view.cursor.number > 1
    return "shares are reserved after the initial stock round" if later and reserved.reserved(view) else None


# --- pars and share values -------------------------------------------------------------------------


@law(CompanyChanged, PriceMoved, CursorMoved)
def pars_and_values(view: View, deeds: Deeds) -> str | None:
    """Majors and nationals have a share value, a major a par in stock rounds alone (2.2.4, 4.3, 10.7)."""
    pars = view.data.figures(Figures).major_pars
    for record in view.companies():
        if (record.cell is not None) != (record.kind in LARGE):
            return f"{record.id} is a {record.kind} {'with' if record.cell else 'without'} a share value"
        if record.kind in LARGE and record.par is not None:
            if record.kind == NATIONAL or view.cursor.round != SHARES:
                return f"{record.id} has a par after its stock round"
            if record.par not in pars:
                return f"{record.id} has a par of {record.par}"
    return None


@law(CompanyChanged, of_play=True)
def majors_enter_at_their_par(view: View, deeds: Deeds) -> str | None:
    """A major that floats enters the market at the red bordered square of its par (4.3, 9.3)."""
    for company in _became(deeds, MAJOR):
        record = view.company(company)
        if record.cell not in view.data.market.par_cells or view.price(company) != record.par:
            return f"{company} with a par of {record.par} entered the market at {view.price(company)}"
    return None


def _became(deeds: Deeds, kind: str) -> Iterator[str]:
    return (e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("kind", kind))


# --- phases ----------------------------------------------------------------------------------------


@law(phases.PHASE, PhaseBegan, of_play=True)
def phases_in_order(view: View, deeds: Deeds) -> str | None:
    """Railroad phases and train phases follow each other as printed (5)."""
    for event in deeds.of(Noted):
        if event.key == phases.PHASE and event.after not in NEXT[event.before or ""]:
            return f"the {event.after} phase follows the {event.before} phase"
    for began in deeds.of(PhaseBegan):
        if int(began.after) != int(began.before) + 1:
            return f"Train Phase {began.after} follows Train Phase {began.before}"
    return None


@law(CertMoved, CompanyChanged, CursorMoved)
def concessions_in_order(view: View, deeds: Deeds) -> str | None:
    """Concessions leave the game from the first on; none is left when they are executed (6.3, 8.1)."""
    left = [c.id for c in view.companies(CONCESSION)]
    if not left or phases.in_phase(view, AUCTION):
        return None
    if not phases.in_phase(view, CONCESSIONS) or view.cursor.round != concessions.ConcessionRound.kind:
        return f"concession {left[0]} is left after the Concession Railroad Phase"
    if left[0] != concessions.card(view, view.cursor.number):
        return f"concession {left[0]} waits while number {view.cursor.number} is executed"
    return None


@law(CompanyChanged, of_play=True)
def one_railroad_a_concession(view: View, deeds: Deeds) -> str | None:
    """Each concession brings exactly one regional or minor onto the order track: ten in the end (8.1)."""
    closed = (e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("closed", True))
    executed = [c for c in closed if view.spec(c).kind == CONCESSION]
    tracks = [e for e in deeds.of(Noted) if e.key == companies.ORDER]
    more = len(tracks[-1].after or ()) - len(tracks[0].before or ()) if tracks else 0
    return f"{executed[0]} brought {more} railroads" if executed and more != len(executed) else None


@law(companies.ORDER)
def leftmost_positions_first(view: View, deeds: Deeds) -> str | None:
    """Nobody joins the order track beyond a position that is open (8.1, 9.1, 9.2)."""
    for event in deeds.of(Noted):
        before, after = event.before or [], event.after or []
        if event.key == companies.ORDER and len(after) > len(before) and companies.OPEN in before:
            return f"{after[-1]} has passed an open position of the order track"
    return None


@law(CompanyChanged, of_play=True)
def home_tokens_are_paid(view: View, deeds: Deeds) -> str | None:
    """A minor pays its home token in full, unless no open chit is within its treasury (9.1)."""
    began = (e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("floated", True))
    for minor in (c for c in began if view.company(c).kind == MINOR):
        paid = sum(e.amount for e in deeds.of(Paid) if (e.payer, e.why) == (minor, "token"))
        zones, key = europe().zones, companies.zone(view, minor)
        cheaper = [z for z in floating.open_zones(view) if zones[z].home_cost <= paid]
        if paid < zones[key].home_cost and any(floating.homes(view, minor, z) for z in cheaper):
            return f"{minor} paid {paid} for its home token in {key}"
    return None


@law(CompanyNoted, CompanyChanged)
def removed_by_zones(view: View, deeds: Deeds) -> str | None:
    """Players remove regionals of different zones, none that has floated or was parred (8.2)."""
    gone = [view.company(s.id) for s in view.data.of_kind(REGIONAL)]
    gone = [record for record in gone if record.data.get(floating.REMOVED)]
    found = [companies.zone(view, record.id) for record in gone]
    if len(set(found)) < len(found):
        return "two regionals of a zone were removed by players"
    alive = next((r.id for r in gone if r.floated or not r.closed), None)
    return f"{alive} was removed and is in the game" if alive else None


@law(CertMoved)
def secondary_shares_wait(view: View, deeds: Deeds) -> str | None:
    """Nobody has a secondary share before the Major Railroad Phase (8.2)."""
    if phases.in_phase(view, MAJOR_PHASE, CONSOLIDATION):
        return None
    for cert in view.state.certs.values():
        if cert.owner in view.state.players and not cert.president:
            return f"{cert.id} was bought before the Major Railroad Phase"
    return None


@law(phases.PHASE, of_play=True)
def none_outlives_the_consolidation(view: View, deeds: Deeds) -> str | None:
    """All minors and regionals leave the game in the consolidation (5.1.5, 10.6)."""
    if not any((e.key, e.before) == (phases.PHASE, CONSOLIDATION) for e in deeds.of(Noted)):
        return None
    return next(
        (f"{c.id} has outlived the consolidation" for c in view.companies(*SMALL) if _runs(view, c)), None
    )


def _runs(view: View, record: Company) -> bool:
    """Whether a minor or regional has neither merged nor been abandoned."""
    return view.owner(record.id) not in view.state.companies and not record.data.get(ABANDONED)


# --- nationals and minors --------------------------------------------------------------------------


@law(CompanyChanged, of_play=True)
def nationals_form_in_operating_rounds(view: View, deeds: Deeds) -> str | None:
    """Nationals form when trains are bought, or cannot be (9.4, 11.6.4)."""
    if _begun(view, deeds).round == "operating":
        return None
    return next(
        (f"{company} became a national in a stock round" for company in _became(deeds, NATIONAL)), None
    )


@law(CompanyChanged, CompanyNoted, CertMoved, TokenMoved)
def nationals_keep_trains_alone(view: View, deeds: Deeds) -> str | None:
    """A national has no token, stock, minor or marker (9.4); of its Pullman see `one_pullman_each`."""
    for record in view.companies(NATIONAL):
        marks = [key for key in (POWERS, CHITS, PORT_AUTHORITIES, ORIENT_EXPRESS) if record.data.get(key)]
        if marks or view.stations(record.id) or view.certs(record.id):
            return f"the national {record.id} has {marks[0] if marks else 'tokens or certificates'}"
    return None


@law(CompanyNoted, CertMoved, TokenMoved, TrainMoved, Paid)
def abandoned_minors_are_bare(view: View, deeds: Deeds) -> str | None:
    """An abandoned minor lies in the Open Market with nothing but the Pullman of M (9.5)."""
    for record in view.companies(MINOR):
        if not record.data.get(ABANDONED):
            continue
        own = [t for t in view.trains(record.id) if (record.id, t.kind) != (WAGONS, PULLMAN)]
        if view.owner(record.id) != POOL or record.cash or own or view.stations(record.id):
            return f"{record.id} is abandoned and still has something, or an owner"
    return None


# --- the end ---------------------------------------------------------------------------------------


@law(CursorMoved, TileLaid, TokenMoved, TrainMoved, CertMoved, Paid, of_play=True)
def the_last_round_only_pays(view: View, deeds: Deeds) -> str | None:
    """In the last operating round railroads are paid again, and nothing else happens (13)."""
    moved = any(deeds.of(kind) for kind in (TileLaid, TokenMoved, TrainMoved, CertMoved))
    if moved and ending.is_last_at(view, _begun(view, deeds)):
        return "track, a token, a train or stock moved in the last operating round"
    if ending.is_last_round(view) and any(e.why in ("private", "mail") for e in deeds.of(Paid)):
        return "privates or the mail paid in the last operating round"
    return None


LAWS: tuple[Law, ...] = (
    one_stock_action_a_turn,
    nothing_sold_in_the_first_phase,
    nobody_buys_what_he_sold,
    only_open_things_are_traded,
    face_down_privates_pay_nothing,
    one_merger_a_round,
    the_kept_share_is_there,
    reservations_end,
    pars_and_values,
    majors_enter_at_their_par,
    phases_in_order,
    concessions_in_order,
    one_railroad_a_concession,
    leftmost_positions_first,
    home_tokens_are_paid,
    removed_by_zones,
    secondary_shares_wait,
    none_outlives_the_consolidation,
    nationals_form_in_operating_rounds,
    nationals_keep_trains_alone,
    abandoned_minors_are_bare,
    the_last_round_only_pays,
)
