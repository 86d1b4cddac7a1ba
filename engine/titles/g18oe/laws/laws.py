"""What no action of 18OE may bring about, beyond the common laws (`engine.rules.laws.common`)."""

from __future__ import annotations

from engine.core.events import (
    CertMoved,
    CompanyChanged,
    CompanyNoted,
    Noted,
    Paid,
    TileLaid,
    TokenMoved,
    TrainMoved,
)
from engine.core.laws import Deeds, law
from engine.core.state import OUT, POOL, Cert, Cursor, Train
from engine.core.view import View
from engine.rules.laws.reading import HOLDING, OPEN_MARKET, Laws
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.floats import over_limit, phases
from engine.titles.g18oe.laws import laws_powers, laws_stock, laws_track
from engine.titles.g18oe.mergers.merging import merged_now
from engine.titles.g18oe.nationals.abandoning import ABANDONED
from engine.titles.g18oe.railroads import companies, reserved
from engine.titles.g18oe.railroads.companies import (
    HOME,
    INSOLVENT,
    LARGE,
    MINOR,
    NATIONAL,
    POWERS,
    REGIONAL,
    SMALL,
)
from engine.titles.g18oe.track import patronage, right_of_way
from engine.titles.g18oe.trains.rusting import began_now
from engine.titles.g18oe.trains.trains import is_preserved


@law(Noted, CertMoved)
def order_track_is_sound(view: View, deeds: Deeds) -> str | None:
    """Each floated regional and minor is on the order track once, and none that left the game (2.2.6)."""
    track = companies.order_track(view)
    if len(set(track)) < len(track):
        return "a railroad is on the order track twice"
    for record in view.companies(*SMALL):
        if record.floated and not _is_gone(view, record.id) and record.id not in track:
            return f"{record.id} has floated and is not on the order track"
    for company in track:
        record = view.company(company)
        if (
            record.closed
            or _is_gone(view, company)
            or record.kind not in SMALL
            or not (record.floated or record.par)
        ):
            return f"{company} is on the order track and does not operate by it"
    return None


def _is_gone(view: View, minor: str) -> bool:
    """Whether a minor has merged or was abandoned."""
    return view.owner(minor) in view.state.companies or bool(view.company(minor).data.get(ABANDONED))


@law(CompanyNoted, Noted)
def chits_add_up(view: View, deeds: Deeds) -> str | None:
    """No more chits of a zone are taken than there are; four of the six of starred zones at most (9.1)."""
    zones, taken = europe().zones, [companies.zone(view, s.id) for s in view.data.of_kind(MINOR)]
    for key, spec in zones.items():
        if taken.count(key) > spec.chits:
            return f"{taken.count(key)} track rights chits of {key} are taken"
    starred = sum(bool(z) and bool(zones[z].starred) for z in taken)
    if starred > view.data.figures(Figures).starred_chits:
        return f"{starred} chits of starred zones are taken"
    return None


@law(Paid, TrainMoved, TokenMoved)
def nothing_before_floating(view: View, deeds: Deeds) -> str | None:
    """A railroad that has not floated has no money but a minor's price, and no token on the map (7.1, 9)."""
    for record in view.companies(*SMALL):
        if record.floated:
            continue
        if record.cash > (view.data.figures(Figures).minor_treasury if record.kind == MINOR else 0):
            return f"{record.id}, which has not floated, has {record.cash}"
        if view.stations(record.id):
            return f"{record.id}, which has not floated, has a token on the map"
    return None


@law(TokenMoved)
def small_railroads_stay_at_home(view: View, deeds: Deeds) -> str | None:
    """Regionals and minors have tokens in their own zone alone (11.2)."""
    for record in view.companies(*SMALL):
        own = companies.zone(view, record.id)
        for coord, _ in view.stations(record.id):
            if europe().zone_of_stop(coord) != own:
                return f"{record.id} of {own} has a token on {coord}"
    return None


@law(CompanyNoted, TokenMoved)
def homes_of_minors_differ(view: View, deeds: Deeds) -> str | None:
    """No two minors choose one home, and none that of a regional in the game (9.1)."""
    homes = [str(record.data[HOME]) for record in view.companies(MINOR) if record.data.get(HOME)]
    if len(set(homes)) < len(homes):
        return "two minors have one home city"
    printed = view.board().hexmap.homes
    kept = {printed[c][0] for c in companies.regionals_left(view)}
    both = kept & set(homes)
    return f"{sorted(both)[0]} is the home of a regional and of a minor" if both else None


@law(CertMoved, CompanyChanged)
def president_in_the_market(view: View, deeds: Deeds) -> str | None:
    """Only what is parred, insolvent or abandoned lies whole in the Open Market (8.1, 9.5, 11.6.5)."""
    for record in view.companies():
        certs = view.certs_of(record.id)
        waits = not record.floated or record.data.get(INSOLVENT) or record.data.get(ABANDONED)
        if certs and certs[0].owner == POOL and not waits:
            return f"the president's certificate of {record.id} lies in the Open Market"
    return None


@law(CertMoved, CompanyChanged)
def shares_of_regionals(view: View, deeds: Deeds) -> str | None:
    """Secondary shares are in a treasury or with players; the par is one of six (8.2, 9.2, 10.1)."""
    pars = view.data.figures(Figures).regional_pars
    for record in view.companies(REGIONAL):
        if record.par is not None and record.par not in pars:
            return f"{record.id} has a par of {record.par}"
        if not record.floated and any(c.owner in view.state.players for c in view.certs_of(record.id)):
            return f"{record.id} has an owner and has not floated"
        places = {c.owner for c in view.certs_of(record.id)[1:]} - view.state.players.keys()
        places -= {record.id, OUT}
        if record.floated and places:
            return f"shares of {record.id} lie with {sorted(places)[0]}"
    return None


@law(CompanyChanged, phases.PHASE)
def railroad_phases_in_time(view: View, deeds: Deeds) -> str | None:
    """The Regional/Minor phase ends at once, and no regional goes below the floor (8.2)."""
    floor = view.data.figures(Figures).regional_floor
    if _leaves(view, deeds) and len(companies.regionals_left(view)) < floor:
        return f"fewer than {floor} regionals are left"
    early = not phases.in_phase(view, phases.MAJOR_PHASE, phases.CONSOLIDATION)
    if early and next(view.companies(*LARGE), None) is not None:
        return "a major runs before the Major Railroad Phase"
    if early and phases.enough_floated(view):
        return "all minors and enough regionals have floated, and the Major Railroad Phase has not begun"
    return None


def _leaves(view: View, deeds: Deeds) -> bool:
    """Whether a regional that waited for nobody left the game."""
    gone = (e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("closed", True))
    return any(view.spec(c).kind == REGIONAL and not view.company(c).data.get(INSOLVENT) for c in gone)


@law(CertMoved, reserved.RESERVED)
def reservations_hold(view: View, deeds: Deeds) -> str | None:
    """A player reserves one regional, and nobody else buys its secondary shares (8.4)."""
    kept = reserved.reserved(view)
    if len(set(kept.values())) < len(kept):
        return "a player has reserved the shares of two regionals"
    for company, player in kept.items():
        others = {c.owner for c in view.certs_of(company)[1:]} & view.state.players.keys() - {player}
        if view.company(company).kind == REGIONAL and others - {view.president(company)}:
            return f"a share of {company}, reserved for {player}, was bought by another"
    return None


@law(TileLaid, patronage.TILES)
def patronage_waits_for_track(view: View, deeds: Deeds) -> str | None:
    """Where a patronage tile lies, no railroad has laid track or begun (9.1, 11.1.8)."""
    homes = {record.data.get(HOME) for record in view.companies(MINOR)}
    for coord in patronage.tiles(view):
        if coord in view.state.tiles or coord in homes:
            return f"the patronage tile of {coord} was not fulfilled"
    return None


class Exceptions(Laws):
    """Who may hold what, and the laws of 18OE alone."""

    leaderless = True
    """A parred regional waits in the Open Market (8.1); `president_in_the_market` guards the others."""
    own = (
        order_track_is_sound,
        chits_add_up,
        nothing_before_floating,
        small_railroads_stay_at_home,
        homes_of_minors_differ,
        president_in_the_market,
        shares_of_regionals,
        railroad_phases_in_time,
        reservations_hold,
        patronage_waits_for_track,
        *laws_stock.LAWS,
        *laws_track.LAWS,
        *laws_powers.LAWS,
    )

    def may_exceed(self, view: View, holder: str, company: str, limit: str, deeds: Deeds) -> bool:
        """By a merger, by its president at double price, or as a national forms (9.4, 10.2)."""
        if limit == HOLDING:
            return company in merged_now(view) or view.president(company) == holder
        formed = {e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("kind", NATIONAL)}
        return limit == OPEN_MARKET and company in formed

    def could_mend(self, view: View, turn: Cursor, deeds: Deeds) -> bool:
        """Stock to sell, or privates to part with (4.1)."""
        return turn.round == laws_stock.SHARES and over_limit.can_mend(view, turn.actor)

    def comes_early(self, view: View, colour: str) -> bool:
        """The green tile of the right of way (11.1.9); `laws_track.points_are_enough` says which it is."""
        return colour == right_of_way.GREEN

    def outlives(self, view: View, train: Train) -> bool:
        """Trains rust at the end of the step (11.6.3), not those of nationals nor the preserved one (9.4)."""
        owner = view.state.companies.get(train.owner)
        kept = owner is not None and owner.kind == NATIONAL
        return kept or is_preserved(train) or began_now(view)

    def may_hold(self, view: View, company: str, cert: Cert) -> bool:
        """A treasury holds shares of its own railroad; a charter lies on that of a minor (8.2, 9.3, 10.5)."""
        return cert.company == company or cert.company in view.company(company).data.get(POWERS, ())
