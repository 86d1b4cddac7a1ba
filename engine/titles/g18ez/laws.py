"""What no action of 18EZ may bring about, beyond the common laws (`engine.rules.laws.common`)."""

from __future__ import annotations

from engine.abilities.shares import private_for
from engine.core.events import CompanyChanged, Noted, Paid, PhaseBegan, PriceMoved, TokenMoved, TrainMoved
from engine.core.laws import Deeds, law
from engine.core.state import BANK, DEPOT, Cert
from engine.core.view import View
from engine.rules.laws.reading import HOLDING, Laws
from engine.rules.phases import reached
from engine.rules.tokens import next_token
from engine.steps.token import TOKENS
from engine.steps.track import LAYS
from engine.steps.turns import turn_note
from engine.titles.g18ez.black_line import system_of
from engine.titles.g18ez.figures import Figures


def opens(view: View, deeds: Deeds) -> bool:
    """Whether the Black Line opened by this action."""
    system = system_of(view)
    return any((e.company, e.name) == (system, "floated") for e in deeds.of(CompanyChanged))


@law(TokenMoved, CompanyChanged)
def system_has_no_spare_marker(view: View, deeds: Deeds) -> str | None:
    """The Black Line has no additional markers to place, nor has a minor (2.5)."""
    for company in view.companies("minor", "system"):
        if next_token(view, company.id) is not None:
            return f"{company.id} has an additional marker to place"
    return None


@law(TokenMoved, of_play=True)
def markers_stay(view: View, deeds: Deeds) -> str | None:
    """Markers are not moved nor removed once placed; those of minors are replaced (2.5, 2.12)."""
    for event in deeds.of(TokenMoved):
        company = view.state.tokens[event.token].company
        moved = event.before is not None and (event.after is None or event.after[0] != event.before[0])
        if moved and not view.company(company).closed:
            return f"the marker of {company} on {event.before} was moved"
    return None


@law(Paid, of_play=True)
def purses_are_not_mixed(view: View, deeds: Deeds) -> str | None:
    """A president adds to a treasury in a forced purchase alone, exactly what lacks (1.9, 2.9).

    A railroad pays a player for a private only; what the Black Line inherits is no payment of a railroad.
    """
    players, companies = view.state.players, view.state.companies
    for paid in deeds.of(Paid):
        if paid.payer in players and paid.payee in companies and paid.why != "train_aid":
            return f"{paid.payer} paid {paid.amount} into the treasury of {paid.payee}"
        if paid.payer in companies and paid.payee in players and paid.why != "private":
            return f"{paid.payer} paid {paid.amount} to {paid.payee}"
    return _aid_fault(view, deeds)


def _aid_fault(view: View, deeds: Deeds) -> str | None:
    aided = {paid.payee for paid in deeds.of(Paid) if paid.why == "train_aid"}
    for paid in deeds.of(Paid):
        if paid.why == "train" and paid.payer in aided:
            left = deeds.balance(view, paid.payer, paid)
            if left:
                return f"the president of {paid.payer} added {left} more than the train lacked"
    return None


@law(TrainMoved, of_play=True)
def trains_in_order(view: View, deeds: Deeds) -> str | None:
    """The bank sells no train while it has one of an earlier type (2.8)."""
    kinds = list(view.data.trains)
    for event in deeds.of(TrainMoved):
        if event.before != DEPOT or event.after not in view.state.companies:
            continue
        kind = view.state.trains[event.train].kind
        earlier = [k for k in kinds[: kinds.index(kind)] if any(t.kind == k for t in view.trains(DEPOT))]
        if earlier:
            return f"a {kind}-train was sold while the bank has a {earlier[0]}-train"
    return None


@law(Noted)
def dealing_is_one_way(view: View, deeds: Deeds) -> str | None:
    """Nobody buys and sells shares of one railroad in one round (1.13)."""
    bought, sold = (view.state.notes.get(f"sr_{what}", {}) for what in ("bought", "sold"))
    for player in bought:
        both = set(bought[player]) & set(sold.get(player, ()))
        if both:
            return f"{player} bought and sold {sorted(both)[0]} in one round"
    return None


@law(Noted)
def one_of_each_a_turn(view: View, deeds: Deeds) -> str | None:
    """One tile is laid or upgraded in a turn, and one marker placed, powers apart (2.3, 2.5)."""
    lays, markers = len(turn_note(view, LAYS, [])), int(turn_note(view, TOKENS, 0))
    figures = view.data.figures(Figures)
    if lays > figures.tile_lays or markers > figures.token_lays:
        return f"{view.cursor.actor} laid {lays} tiles and placed {markers} markers in its turn"
    return None


@law(PhaseBegan, CompanyChanged)
def closed_in_time(view: View, deeds: Deeds) -> str | None:
    """No private but the Obsidian outlives the first type 5, and no minor the opening of the Black Line."""
    system = system_of(view)
    spared = private_for(view, system)
    begun = (view.data.phases[event.after] for event in deeds.of(PhaseBegan))
    closing = any("privates_close" in phase.events for phase in begun)
    if closing and any(c.id != spared for c in view.companies("private")):
        return "a private is open after the first type 5 train"
    if view.company(system).floated and next(view.companies("minor"), None) is not None:
        return "a minor is open beside the Black Line"
    return None


@law(PriceMoved, CompanyChanged)
def prices_of_running_railroads(view: View, deeds: Deeds) -> str | None:
    """Only railroads that have floated have a place on the chart, and up to 200 (1.9, 2.7)."""
    for company in view.state.companies.values():
        if company.cell is None:
            continue
        if not company.floated or company.closed:
            return f"{company.id}, which does not run, has a share value"
        if view.data.market.value(company.cell) > view.data.figures(Figures).price_cap:
            return f"{company.id} is worth more than {view.data.figures(Figures).price_cap}"
    return None


@law(Paid, TrainMoved, TokenMoved)
def nothing_before_floating(view: View, deeds: Deeds) -> str | None:
    """A railroad that has not floated has neither money nor markers on the map (1.6, 1.9)."""
    waiting = {c.id for c in view.companies() if c.kind != "private" and not c.floated}
    rich = next((c for c in waiting if view.cash(c)), None)
    if rich is not None:
        return f"{rich}, which has not floated, has money"
    early = next(
        (t for t in view.state.tokens.values() if t.place is not None and t.company in waiting), None
    )
    return None if early is None else f"{early.company}, which has not floated, has a marker on the map"


@law(Paid, of_play=True)
def packet_pays_the_bank(view: View, deeds: Deeds) -> str | None:
    """Shares and the startpacket are paid to the bank, and treasuries filled by it (1.10, 1.12)."""
    for paid in deeds.of(Paid):
        if paid.why in ("share", "packet") and paid.payee != BANK:
            return f"{paid.payer} paid {paid.payee} for a {paid.why}"
    return None


class Exceptions(Laws):
    """Who may hold what, and the laws of 18EZ alone."""

    own = (
        system_has_no_spare_marker,
        markers_stay,
        purses_are_not_mixed,
        trains_in_order,
        dealing_is_one_way,
        one_of_each_a_turn,
        closed_in_time,
        prices_of_running_railroads,
        nothing_before_floating,
        packet_pays_the_bank,
    )

    def may_hold(self, view: View, company: str, cert: Cert) -> bool:
        """Privates but the Obsidian go to majors after the first type 3; nobody holds shares (appendix)."""
        private, holder = view.company(cert.company), view.company(company)
        sold = not view.spec(cert.company).extras.get("not_to_companies") and reached(
            view, "privates_to_majors"
        )
        return private.kind == "private" and holder.kind == "major" and sold

    def may_exceed(self, view: View, holder: str, company: str, limit: str, deeds: Deeds) -> bool:
        """The exchange of minors and the Obsidian for the Black Line knows no 60 % (2.12; readings)."""
        return limit == HOLDING and company == system_of(view) and opens(view, deeds)
