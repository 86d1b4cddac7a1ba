"""What no train, power or bonus of 18OE may come to (9.4, 11.6, 12.2, 14, 15)."""

from __future__ import annotations

from engine.board.faces import CITY
from engine.core.events import (
    CertMoved,
    CompanyChanged,
    CompanyNoted,
    MarkerMoved,
    Noted,
    Paid,
    PendingPopped,
    TileLaid,
    TrainMoved,
    TrainNoted,
)
from engine.core.laws import Deeds, Law, law
from engine.core.view import View
from engine.rules.trains import rules_of, train_limit
from engine.steps.turns import TURN
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.laws.laws_track import builder_of
from engine.titles.g18oe.mergers.merging import BANNER, MINOR_A
from engine.titles.g18oe.nationals.abandoning import ABANDONED
from engine.titles.g18oe.powers.minor_powers import cities
from engine.titles.g18oe.powers.private_powers import ROUGH, is_port
from engine.titles.g18oe.railroads.companies import (
    MAJOR,
    NATIONAL,
    ORIENT_EXPRESS,
    POWERS,
    RAILROADS,
    REGIONAL,
)
from engine.titles.g18oe.railroads.custody import BARCLAY, HELD, KEPT
from engine.titles.g18oe.railroads.marks import (
    BRANDT,
    BRANDT_MARKS,
    LUMBER,
    MERCANTILE,
    PASSAGES,
    STAR_HARBOR,
    brandt_hexes,
    controls,
    place_of,
)
from engine.titles.g18oe.routes.orient_express import FIRST
from engine.titles.g18oe.track import patronage
from engine.titles.g18oe.track.engineers import USED, unused, used_now
from engine.titles.g18oe.trains.rusting import began_now
from engine.titles.g18oe.trains.trains import PULLMAN, is_preserved, is_rusted

# --- trains ----------------------------------------------------------------------------------------


@law(TrainMoved, TrainNoted, PendingPopped, CompanyChanged)
def trains_within_limits(view: View, deeds: Deeds) -> str | None:
    """After the end of a step in which a phase began nobody keeps more trains than it may (11.6.3)."""
    if view.state.pending or began_now(view):
        return None
    for record in view.companies(*RAILROADS):
        count, limit = len(rules_of(view).limited(view, record.id)), train_limit(view, record.id)
        if record.floated and count > limit:
            return f"{record.id}, a {record.kind}, has {count} trains and may own {limit}"
    return None


@law(TrainMoved, of_play=True)
def rusted_trains_are_for_nationals(view: View, deeds: Deeds) -> str | None:
    """Nobody but a national gets a rusted train, that of the Swift line apart (11.6.3, 14.10)."""
    for event in deeds.of(TrainMoved):
        train = view.state.trains[event.train]
        owner = view.state.companies.get(event.after)
        other = owner is not None and owner.kind != NATIONAL
        if other and is_rusted(view, train) and not is_preserved(train):
            return f"{event.after} got a rusted {train.kind}"
    return None


@law(TrainMoved, of_play=True)
def the_preserved_train_is_never_sold(view: View, deeds: Deeds) -> str | None:
    """The 2+2 of the Swift line changes hands by mergers alone, and nobody gives it for another (14.10)."""
    sold = {(paid.payer, paid.payee) for paid in deeds.of(Paid) if paid.why == "train"}
    for event in deeds.of(TrainMoved):
        if is_preserved(view.state.trains[event.train]) and (event.after, event.before) in sold:
            return f"{event.before} sold its preserved train to {event.after}"
    return None


@law(TrainMoved, CompanyChanged, PendingPopped)
def one_pullman_each(view: View, deeds: Deeds) -> str | None:
    """A railroad has one Pullman at most; that of a national is printed on its charter (11.6.2)."""
    for record in view.companies(*RAILROADS):
        count = sum(train.kind == PULLMAN for train in view.trains(record.id))
        if count > (record.kind != NATIONAL):
            return f"{record.id}, a {record.kind}, has {count} Pullmans"
    return None


@law(Paid, of_play=True)
def presidents_pay_for_trains_alone(view: View, deeds: Deeds) -> str | None:
    """A president's cash buys a train that the railroad must own, never a Pullman (11.6.4)."""
    moved = ((event.after, view.state.trains[event.train]) for event in deeds.of(TrainMoved))
    got = {company for company, train in moved if rules_of(view).counts(view, train)}
    for paid in deeds.of(Paid):
        if paid.why == "train_aid" and paid.payee not in got:
            return f"{paid.payer} paid for {paid.payee}, which got no train that it must own"
    return None


# --- nationals and the Orient Express ----------------------------------------------------------------


@law(TURN + FIRST)
def the_first_express_is_the_first(view: View, deeds: Deeds) -> str | None:
    """Only a major without the marker earns the bonus of the first Orient Express (12.2)."""
    company = view.cursor.actor
    began = any(e.key == TURN + FIRST and e.before is None and e.after for e in deeds.of(Noted))
    given = any(
        (e.company, e.key, e.before) == (company, ORIENT_EXPRESS, None) for e in deeds.of(CompanyNoted)
    )
    if began and (not given or view.company(company).kind != MAJOR):
        return f"{company} earned the first bonus of the Orient Express without a new marker"
    return None


# --- privates ----------------------------------------------------------------------------------------


@law(KEPT, HELD, CompanyChanged, of_play=True)
def barclay_is_used_once(view: View, deeds: Deeds) -> str | None:
    """One of its three powers, once: a share kept or a new par takes it out of the game (14.4).

    A share value is held to the end of the stock round, also when the certificate is removed before (10).
    """
    shut = any((e.company, e.name, e.after) == (BARCLAY, "closed", True) for e in deeds.of(CompanyChanged))
    kept = any(e.key == KEPT and e.after for e in deeds.of(Noted))
    pars = [e for e in deeds.of(CompanyChanged) if e.name == "par" and e.before and e.after]
    expanded = {e.company for e in deeds.of(CompanyChanged) if e.name == "kind"}
    anew = any(view.company(e.company).floated and e.company not in expanded for e in pars)
    if (kept or anew) and not shut:
        return f"a power of {BARCLAY} was used and it is still there"
    if view.state.notes.get(HELD) and view.cursor.round != "shares":
        return f"{BARCLAY} holds a share value after the stock round"
    return None


@law(KEPT)
def kept_shares_are_of_own_railroads(view: View, deeds: Deeds) -> str | None:
    """A share is kept of a railroad that the owner of the private controls (6.1, 14.4)."""
    for event in deeds.of(Noted):
        if event.key == KEPT and event.after and not event.before:
            company, player = event.after["company"], event.after["player"]
            if view.president(company) != player or view.company(company).kind not in (REGIONAL, MAJOR):
                return f"a share of {company} is kept for {player}, who does not control it"
    return None


@law(MarkerMoved)
def tokens_of_powers_lie_well(view: View, deeds: Deeds) -> str | None:
    """Where tokens of privates and of minor D are placed, and that only tiles move them (14.5-14.9, 15.4)."""
    laid = {event.hex for event in deeds.of(TileLaid)}
    for event in deeds.of(MarkerMoved):
        if event.after is None:
            continue
        coord = event.after[0]
        if event.before is not None and (event.before[0] != coord or coord not in laid):
            return f"the token of {event.marker} was moved"
        if not _fits(view, event.marker, coord):
            return f"the token of {event.marker} lies on {coord}"
    return None


@law(MarkerMoved, CompanyNoted, CompanyChanged, CertMoved)
def markers_lie_on_one_charter(view: View, deeds: Deeds) -> str | None:
    """A Star Harbor or Central Circle token is that of one railroad that runs (6.1, 9.4, 9.5)."""
    for mark in PASSAGES:
        holders = [c for c in view.companies(*RAILROADS) if mark in c.data.get(POWERS, ())]
        held = [c.id for c in holders]
        lost = any(view.owner(c.id) in view.state.companies or c.data.get(ABANDONED) for c in holders)
        if lost or len(held) != (place_of(view, mark) is not None):
            return f"the token of {mark} is that of {' and '.join(held) or 'nobody'}"
    return None


def _fits(view: View, mark: str, coord: str) -> bool:
    board, spot = view.board(), view.board().hexmap[coord]
    rough = sum(cost for kind, cost in spot.terrain if kind == ROUGH)
    city = bool(board.face(coord).indices(CITY))
    if mark in PASSAGES:
        return city and is_port(view, coord) == (mark == STAR_HARBOR)
    if mark == LUMBER:
        return not city and rough >= view.data.figures(Figures).privates.lumber_terrain
    if mark == MERCANTILE:
        return coord in cities(view)
    return mark not in BRANDT_MARKS or (rough > 0 and board.face(coord).colour == "yellow")


@law(USED)
def brandt_tokens_are_few(view: View, deeds: Deeds) -> str | None:
    """Four tokens, of which two are used in an operating round (14.9)."""
    privates = view.data.figures(Figures).privates
    if used_now(view) > privates.brandt_per_round:
        return f"{used_now(view)} tokens of {BRANDT} were used in an operating round"
    placed = len(BRANDT_MARKS) - len(unused(view))
    most: int = view.company(BRANDT).data.get("placed", 0)
    return f"{most} tokens of {BRANDT} were placed" if placed != most else None


@law(TileLaid, of_play=True)
def engineers_hexes_are_kept(view: View, deeds: Deeds) -> str | None:
    """Nobody builds on a hex with a token of another player's engineers (14.9)."""
    builder = builder_of(view, deeds)
    for event in deeds.of(TileLaid) if builder in view.state.companies else ():
        if event.hex in brandt_hexes(view) and not controls(view, BRANDT, builder):
            return f"{builder} has built on {event.hex}, which has a token of {BRANDT}"
    return None


# --- money that is paid once --------------------------------------------------------------------------


@law(Paid)
def bounties_are_paid_once(view: View, deeds: Deeds) -> str | None:
    """A patronage tile pays and goes (11.1.8), minor A pays once (10.5), the mail once a round (15.10)."""
    paid = [e.why for e in deeds.of(Paid) if e.amount]
    gone = sum(len(e.before or {}) - len(e.after or {}) for e in deeds.of(Noted) if e.key == patronage.TILES)
    if paid.count("patronage") > gone:
        return "a patronage tile has paid and lies there still"
    noted = [e for e in deeds.of(CompanyNoted) if (e.company, e.key) == (MINOR_A, BANNER)]
    first = any(not e.before for e in noted)
    if "silver_banner" in paid and not first:
        return "minor A has brought its cash again"
    return "the mail was paid twice" if paid.count("mail") > 1 else None


LAWS: tuple[Law, ...] = (
    trains_within_limits,
    rusted_trains_are_for_nationals,
    the_preserved_train_is_never_sold,
    one_pullman_each,
    presidents_pay_for_trains_alone,
    the_first_express_is_the_first,
    barclay_is_used_once,
    kept_shares_are_of_own_railroads,
    tokens_of_powers_lie_well,
    markers_lie_on_one_charter,
    brandt_tokens_are_few,
    engineers_hexes_are_kept,
    bounties_are_paid_once,
)
