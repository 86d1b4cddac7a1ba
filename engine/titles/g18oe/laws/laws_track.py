"""What no lay, token or marker of 18OE may bring about (11.1, 11.2, 11.3.5, 11.5, 9.4)."""

from __future__ import annotations

from collections import Counter

from engine.board.faces import CITY
from engine.core.events import CompanyChanged, CompanyNoted, CursorMoved, Paid, TileLaid, TokenMoved
from engine.core.laws import Deeds, Law, law
from engine.core.state import POOL
from engine.core.view import View
from engine.steps.token import TOKENS
from engine.steps.track import LAYS
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.nationals.abandoning import ABANDONED
from engine.titles.g18oe.powers.white_cliffs import position
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import (
    MAJOR,
    NATIONAL,
    PORT_AUTHORITIES,
    RAILROADS,
    SMALL,
    home_hex,
)
from engine.titles.g18oe.railroads.marks import OPENED, WHITE_CLIFFS
from engine.titles.g18oe.routes import port_authorities
from engine.titles.g18oe.track import home_position, points, rights
from engine.titles.g18oe.track.track import check_all_sides

OPERATING = "operating"


def builder_of(view: View, deeds: Deeds) -> str:
    """The railroad in whose turn the action began."""
    moved = deeds.of(CursorMoved)
    cursor = moved[0].before if moved else view.cursor
    return cursor.actor if cursor.round == OPERATING else ""


@law(TileLaid, of_play=True)
def built_within_rights(view: View, deeds: Deeds) -> str | None:
    """Minors, regionals and nationals build in their zone alone (11.1.4)."""
    builder = builder_of(view, deeds)
    for event in deeds.of(TileLaid) if builder in view.state.companies else ():
        if rights.check_rights(view, builder, event.hex):
            return f"{builder} has built on {event.hex}, outside its track rights"
    return None


@law(TURN + LAYS)
def points_are_enough(view: View, deeds: Deeds) -> str | None:
    """No more tile points are used than a turn has; a green tile before its time is the last one (11.1)."""
    company, done = view.cursor.actor, turn_note(view, LAYS, [])
    if company not in view.state.companies or view.cursor.round != OPERATING:
        return None
    catalogue = view.board().catalogue
    early = [i for i, lay in enumerate(done) if catalogue[lay[1]].colour not in view.phase.tiles]
    if early and (early != [len(done) - 1] or catalogue[done[-1][1]].drawing.indices(CITY)):
        return f"{company} has laid a tile before its time that is not its last or shows a city"
    used = sum(points.cost_of(view, company, *lay[:2]) for lay in done if lay is not done[-1] or not early)
    extra = sum(
        view.data.figures(Figures).minors.tile_points[m]
        for m in points.BUILDERS
        if any(m in points.builders_for(view, company, lay[0]) for lay in done)
    )
    most = points.of_turn(view, company) + extra - bool(early)
    return f"{company} has used {used} tile points of {most}" if used > most else None


@law(TileLaid)
def late_cities_use_all_sides(view: View, deeds: Deeds) -> str | None:
    """Brown and gray cities and double towns have track to all usable sides (11.1.7)."""
    for event in deeds.of(TileLaid):
        lay = (event.hex, event.tile, event.rotation)
        if check_all_sides(view, lay):
            return f"tile {event.tile} on {event.hex} leaves a usable side without track"
    return None


@law(TileLaid)
def letters_go_on_letters(view: View, deeds: Deeds) -> str | None:
    """Metropolis and Y tiles lie on their letter, others on none (11.1.3)."""
    board = view.board()
    for event in deeds.of(TileLaid):
        here, there = board.hexmap[event.hex].labels, board.catalogue[event.tile].labels
        if (here or there) and not set(here) & set(there):
            return f"tile {event.tile} lies on {event.hex}, which bears {here or 'no letter'}"
    return None


@law(Paid)
def nationals_build_for_nothing(view: View, deeds: Deeds) -> str | None:
    """A national never pays for track or tokens (11.1.5)."""
    for paid in deeds.of(Paid):
        record = view.state.companies.get(paid.payer)
        if record is not None and record.kind == NATIONAL and paid.why in ("track", "token"):
            return f"{paid.payer}, a national, has paid {paid.amount} for {paid.why}"
    return None


@law(Paid)
def nobody_spends_into_insolvency(view: View, deeds: Deeds) -> str | None:
    """Before its reserved train a railroad spends nothing that is needed for it (11.6.5)."""
    company = builder_of(view, deeds)
    spent = any(paid.payer == company and paid.why in ("track", "token") for paid in deeds.of(Paid))
    if not spent or view.cursor.actor != company:
        return None
    president = view.president(company)
    money = view.cash(company) + (view.cash(president) if president else 0)
    price = solvency.reserved_price(view, company)
    return f"{company} has spent what it needs for its train of {price}" if money < price else None


@law(TokenMoved, CompanyChanged)
def nationals_have_no_tokens(view: View, deeds: Deeds) -> str | None:
    """A national never has a token on the map (11.2)."""
    found = (c.id for c in view.companies(NATIONAL) if view.stations(c.id))
    return next((f"{company}, a national, has a token on the map" for company in found), None)


@law(TokenMoved)
def home_tokens_stay(view: View, deeds: Deeds) -> str | None:
    """The home token of a railroad that runs is never sold or moved to another hex (11.5)."""
    for record in view.companies(*SMALL, MAJOR):
        home = home_hex(view, record.id)
        runs = record.floated and view.owner(record.id) in (*view.seats, POOL)
        gone = not runs or record.data.get(ABANDONED)
        if home and not gone and not view.board().has_station(home, record.id):
            return f"{record.id} has no token in its home {home}"
    return None


@law(TURN + TOKENS)
def one_token_a_round(view: View, deeds: Deeds) -> str | None:
    """One token of the charter is placed in a turn at most (11.2)."""
    placed = turn_note(view, TOKENS, 0)
    return f"{view.cursor.actor} has placed {placed} tokens in one turn" if placed > 1 else None


@law(TokenMoved, TileLaid)
def homes_are_chosen_first(view: View, deeds: Deeds) -> str | None:
    """No token lies in a metropolis whose railroad has yet to choose its position (11.1.9)."""
    board = view.board()
    for coord in {event.after[0] for event in deeds.of(TokenMoved) if event.after}:
        waits = home_position.homeless(view, coord)
        here = {c for i in board.face(coord).indices(CITY) for c in board.companies_at(coord, i)}
        if waits is not None and here - {waits}:
            return f"a token lies on {coord} before {waits} has chosen its position"
    return None


@law(TokenMoved, WHITE_CLIFFS)
def one_token_beside_the_ferry(view: View, deeds: Deeds) -> str | None:
    """The position beside the White Cliffs Ferry is held by a railroad in Lille, or was given up (11.2.2)."""
    holder = view.state.notes.get(WHITE_CLIFFS)
    if holder in (None, OPENED) or view.board().has_station(position()[0], holder):
        return None
    return f"{holder} holds the position beside the White Cliffs Ferry and has no token in Lille"


@law(CompanyNoted, CompanyChanged, PORT_AUTHORITIES)
def authorities_add_up(view: View, deeds: Deeds) -> str | None:
    """One port authority a major at most, none for others, of each kind no more than there are (11.3.5)."""
    held = Counter[str]()
    for record in view.companies(*RAILROADS):
        own = port_authorities.held(view, record.id)
        if len(own) > view.data.figures(Figures).port_authority["per_major"] or (
            own and record.kind != MAJOR
        ):
            return f"{record.id}, a {record.kind}, has {len(own)} port authorities"
        held.update(own)
    sold = view.state.notes.get(port_authorities.SOLD, {})
    for kind in port_authorities.kinds():
        if held[kind] > sold.get(kind, 0) or port_authorities.left(view, kind) < 0:
            return f"{held[kind]} port authorities of {kind} are held, {sold.get(kind, 0)} were sold"
    return None


LAWS: tuple[Law, ...] = (
    built_within_rights,
    points_are_enough,
    late_cities_use_all_sides,
    letters_go_on_letters,
    nationals_build_for_nothing,
    nobody_spends_into_insolvency,
    nationals_have_no_tokens,
    home_tokens_stay,
    one_token_a_round,
    homes_are_chosen_first,
    one_token_beside_the_ferry,
    authorities_add_up,
)
