"""What no position of 1826 may be, by the "never", "only" and "at most" of the outline.

Each law names the breach in a sentence, or returns None.
"""

from __future__ import annotations

from collections import Counter

from engine.core.events import (
    CertMoved,
    CertResized,
    CompanyChanged,
    CursorMoved,
    Paid,
    PendingPopped,
    PlayerBankrupt,
    TileLaid,
    TokenMoved,
    TrainMade,
    TrainMoved,
)
from engine.core.laws import Deeds, Law, law
from engine.core.state import OUT
from engine.core.view import View
from engine.titles.g1826.companies.companies import (
    CORPORATION,
    FIVE,
    LOANS,
    NATIONAL,
    SHARES,
    TEN,
    TOKENS,
    loans,
    several_tokens,
    size,
    token_count,
)
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.readings import readings
from engine.titles.g1826.finance import bonds
from engine.titles.g1826.nationals.kept_tokens import EXCHANGE
from engine.titles.g1826.operating.track import BELGIAN_CORPORATION, belgium_is_open
from engine.titles.g1826.operating.trains import TGV


@law(CompanyChanged, LOANS)
def loans_within_limit(view: View, deeds: Deeds) -> str | None:
    """No more than two loans are ever held (O127), and none by a company out of play."""
    most = view.data.figures(Figures).loan_limit
    for record in view.state.companies.values():
        count = loans(view, record.id)
        if not 0 <= count <= (0 if record.closed else most):
            return f"{record.id} has {count} loans"
    return None


@law(CompanyChanged, bonds.BONDS)
def bonds_of_the_sncf_only(view: View, deeds: Deeds) -> str | None:
    """Only the SNCF has bonds, once it has been formed (O131)."""
    issuer = view.company(bonds.ISSUER)
    if bonds.holders(view) and (issuer.closed or not issuer.floated):
        return f"there are bonds of {bonds.ISSUER}, which is not in play"
    other = (c.id for c in view.state.companies.values() if c.id != bonds.ISSUER and c.data.get(bonds.BONDS))
    return next((f"{company} has bonds" for company in other), None)


@law(TrainMoved, TrainMade)
def one_tgv_each(view: View, deeds: Deeds) -> str | None:
    """At most one TGV for each company (O81)."""
    owners = Counter(t.owner for t in view.state.trains.values() if t.kind == TGV)
    many = (c for c in view.state.companies if owners[c] > 1)
    return next((f"{company} has {owners[company]} TGV" for company in many), None)


@law(TokenMoved)
def one_token_in_a_city(view: View, deeds: Deeds) -> str | None:
    """Several tokens of a company stand in Paris only, and only those of a national (O161)."""
    for record in view.companies(CORPORATION, NATIONAL):
        hexes = Counter(coord for coord, _ in view.stations(record.id))
        many = (c for c, count in hexes.items() if count > 1 and not several_tokens(view, record.id, c))
        found = next(many, None)
        if found is not None:
            return f"{record.id} has {hexes[found]} tokens on {found}"
    return None


def _are_tokens_chosen(view: View) -> bool:
    """Whether a national is about to choose which tokens of merged companies it keeps."""
    return any(pending.kind == EXCHANGE for pending in view.state.pending)


@law(TokenMoved, CompanyChanged, PendingPopped, TOKENS)
def no_more_tokens_than_it_has(view: View, deeds: Deeds) -> str | None:
    """A company has no more tokens on the map than it was given (O104, O105, O163)."""
    if _are_tokens_chosen(view):
        return None
    for record in view.companies(CORPORATION, NATIONAL):
        placed, most = len(view.stations(record.id)), token_count(view, record.id)
        if placed > most:
            return f"{record.id} has {placed} tokens on the map, of {most}"
    return None


@law(CertMoved, CertResized, CompanyChanged, SHARES)
def shares_make_a_whole(view: View, deeds: Deeds) -> str | None:
    """A corporation has 5 shares or 10, Etat Belge 10 always (O83, O107), and its shares are 100 %."""
    for record in view.companies(CORPORATION):
        shares = size(view, record.id)
        if shares not in (FIVE, TEN) or (record.id == BELGIAN_CORPORATION and shares != TEN):
            return f"{record.id} has {shares} shares"
        certs = [c.percent for c in view.certs_of(record.id) if c.owner != OUT]
        if sum(certs) != 100 or any(percent % (100 // shares) for percent in certs):
            return f"the certificates of {record.id} show {sorted(certs)} % for {shares} shares"
    return None


@law(CompanyChanged, Paid, CertMoved, TrainMoved, TrainMade, TokenMoved, PendingPopped)
def nothing_is_left_behind(view: View, deeds: Deeds) -> str | None:
    """A company out of play has no money, trains, tokens, shares or privates (O135, O164)."""
    for record in view.state.companies.values():
        if record.closed and record.kind in (CORPORATION, NATIONAL):
            shares = any(c.owner != OUT for c in view.certs_of(record.id))
            tokens = view.stations(record.id) and not _are_tokens_chosen(view)
            owns = view.certs(record.id) or view.trains(record.id)
            if record.cash or shares or owns or tokens:
                return f"{record.id} is out of play and still has something"
    return None


@law(PlayerBankrupt, Paid, CertMoved, bonds.BONDS)
def bankrupts_own_nothing(view: View, deeds: Deeds) -> str | None:
    """All that a bankrupt player had has gone to the company or the pool (O133, O134)."""
    for player in view.state.players.values():
        if player.bankrupt and (player.cash or view.certs(player.id) or bonds.held(view, player.id)):
            return f"{player.id} is bankrupt and still owns something"
    return None


@law(TileLaid, CursorMoved)
def belgium_is_closed(view: View, deeds: Deeds) -> str | None:
    """No tile lies in Belgium before Etat Belge operates (O119)."""
    if not readings(view).belgium_opens_late or belgium_is_open(view):
        return None
    if view.cursor.actor == BELGIAN_CORPORATION:
        return None
    hexmap = view.board().hexmap
    found = next((coord for coord in view.state.tiles if hexmap[coord].extras.get("belgian")), None)
    return found and f"a tile lies on {found} before {BELGIAN_CORPORATION} has operated"


POSITION_LAWS: tuple[Law, ...] = (
    loans_within_limit,
    bonds_of_the_sncf_only,
    one_tgv_each,
    one_token_in_a_city,
    no_more_tokens_than_it_has,
    shares_make_a_whole,
    nothing_is_left_behind,
    bankrupts_own_nothing,
    belgium_is_closed,
)
