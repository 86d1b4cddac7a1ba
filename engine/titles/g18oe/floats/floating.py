"""How minors and regionals come to run (9.1, 9.2), are parred (8.1) or leave the game (8.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.coords import sort_key
from engine.board.faces import CITY
from engine.core.errors import Violation
from engine.core.recorded import one_of
from engine.core.state import BANK, IPO, OUT, POOL, Place
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from engine.rules.tokens import home_place
from engine.rules.track import hex_name
from engine.titles.g18oe.data.europe import ZONE_NAMES, europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import (
    HOME,
    MINOR,
    REGIONAL,
    ZONE,
    chits_left,
    join_order,
    leave_order,
    regionals_left,
    unfloated_minors,
    zone,
    zones_in_play,
)
from engine.titles.g18oe.track import home_position, patronage
from engine.titles.g18oe.track.board import METROPOLIS, city_class

tell(
    Rank.FLOAT,
    minor_floats=Told(
        "{player} floats minor {company} in {where} with track rights for {zone}; "
        "its home token costs it {cost}.",
        reads={"zone": one_of(*ZONE_NAMES)},
        floats=True,
    ),
    regional_floats=Told(
        "{player} floats {company} at {par} for {price}; its home token costs {cost}.", floats=True
    ),
    regional_floats_in=Told(
        "{player} floats {company} at {par} for {price}; its home token on {where} costs it {cost}.",
        floats=True,
    ),
    regional_parred="{player} pars {company} at {par}; its presidency waits in the Open Market.",
)
tell(Rank.FORMATION, regional_removed="{company} is removed from the game.")
REMOVED = "removed"
"""Key of a regional's data: a player's action removed it (8.2)."""


# --- minors ------------------------------------------------------------------------------------------


def open_zones(view: View) -> list[str]:
    """The zones of which a chit is left (9.1)."""
    return [key for key in zones_in_play(view) if chits_left(view, key)]


def homes(view: View, minor: str, key: str) -> list[str]:
    """The hexes of a zone where a minor may have its home now, in order of the map (9.1)."""
    hexmap = view.board().hexmap
    cities = (coord for coord in europe().zones[key].hexes if coord in hexmap and _cities(view, coord))
    return sorted((c for c in cities if refuse_home(view, minor, key, c) is None), key=sort_key)


def refuse_home(view: View, minor: str, key: str, coord: str | None) -> Violation | None:
    """Why a minor may not have its home in the city of a hex (9.1)."""
    if coord is None or coord not in view.board().hexmap or not _cities(view, coord):
        return Violation("no_city", say("The home of a minor is a city or a red zone with a token position."))
    name = hex_name(view, coord)
    if europe().zone_of_stop(coord) != key:
        return Violation(
            "other_zone",
            say(
                "{name} does not lie in {name2}; choose a city there.",
                name=name,
                name2=europe().zones[key].name,
            ),
        )
    if city_class(view, coord) == METROPOLIS:
        return Violation(
            "metropolis", say("{name} is a metropolis; a minor begins in another city.", name=name)
        )
    if coord in _homes_of_regionals(view):
        return Violation(
            "home_of_regional", say("{name} is the home of a regional; choose another city.", name=name)
        )
    if _has_minor(view, coord):
        return Violation(
            "home_of_minor", say("{name} has the token of a minor; choose another city.", name=name)
        )
    if _position(view, minor, coord) is None:
        return Violation(
            "no_space", say("All token positions of {name} are taken; choose a city with space.", name=name)
        )
    return None


def _cities(view: View, coord: str) -> Sequence[int]:
    return view.board().face(coord).indices(CITY)


def _homes_of_regionals(view: View) -> set[str]:
    printed = view.board().hexmap.homes
    return {printed[company][0] for company in regionals_left(view)}


def _has_minor(view: View, coord: str) -> bool:
    here = view.board().companies_at
    return any(view.spec(c).kind == MINOR for stop in _cities(view, coord) for c in here(coord, stop))


def _position(view: View, minor: str, coord: str) -> Place | None:
    board = view.board()
    return next(((coord, i) for i in _cities(view, coord) if board.open_slots(coord, i, minor)), None)


def home_cost(view: View, minor: str, key: str) -> int:
    """What the treasury of a minor pays for its home token: at most all that it has (a reading)."""
    return min(europe().zones[key].home_cost, view.cash(minor))


def refuse_cost(view: View, minor: str, key: str) -> Violation | None:
    """Why a minor may not take a chit: its treasury must pay the home token while one allows it (9.1)."""
    cost, have = europe().zones[key].home_cost, view.cash(minor)
    if cost <= have:
        return None
    cheaper = [z for z in open_zones(view) if europe().zones[z].home_cost <= have and homes(view, minor, z)]
    if not cheaper:
        return None
    names = joined(", ", (europe().zones[z].name for z in cheaper))
    held, price = view.money(have), view.money(cost)
    text = say(
        "Minor {minor} has {held}, and its home token costs {price} there; choose track rights for: {names}.",
        minor=minor,
        held=held,
        price=price,
        names=names,
    )
    return Violation("cannot_afford", text, {"cost": cost, "cash": have})


def zones_for(view: View, minor: str) -> list[str]:
    """The zones of which a minor may take a chit (9.1)."""
    return [key for key in open_zones(view) if refuse_cost(view, minor, key) is None]


def check_minor(view: View, player: str, minor: str | None, key: str, coord: str | None) -> Violation | None:
    """Why a player may not float a minor with this chit and home (9.1)."""
    if minor not in unfloated_minors(view, player):
        names = joined(", ", unfloated_minors(view, player)) or word("none")
        return Violation(
            "not_your_minor", say("You may float the minors that you bought: {names}.", names=names)
        )
    if key not in open_zones(view):
        left = joined(", ", open_zones(view))
        return Violation("no_chit", say("Track rights chits are left for: {left}.", left=left))
    return refuse_cost(view, minor, key) or refuse_home(view, minor, key, coord)


def float_minor(writer: PositionWriter, player: str, minor: str, key: str, coord: str) -> None:
    """Write the float of a minor that was checked: chit, home, its cost, order, patronage (9.1)."""
    cost, place = home_cost(writer, minor, key), _position(writer, minor, coord)
    writer.note_company(minor, ZONE, key)
    writer.note_company(minor, HOME, coord)
    writer.float_company(minor)
    writer.pay(minor, BANK, cost, "token")
    writer.place_token(writer.tokens(minor)[0].id, place)
    join_order(writer, minor)
    where, name = hex_name(writer, coord), europe().zones[key].name
    writer.say("minor_floats", player=player, company=minor, where=where, zone=name, cost=cost)
    patronage.fulfil(writer, minor, coord, lowest=True)


# --- regionals ---------------------------------------------------------------------------------------


def unfloated(view: View) -> list[str]:
    """The regionals in the game that have neither floated nor been parred, in printed order."""
    return [c for c in regionals_left(view) if not view.company(c).floated and view.owner(c) == IPO]


def parred(view: View) -> list[str]:
    """The regionals whose presidency waits in the Open Market (8.1)."""
    return [c for c in regionals_left(view) if not view.company(c).floated and view.owner(c) == POOL]


def price(view: View, par: int) -> int:
    """What the president's certificate of a regional costs: two shares (9.2)."""
    return par * view.data.figures(Figures).capital_factor


def check_par(view: View, company: str | None, par: int) -> Violation | None:
    """Why nobody may set this par for this regional."""
    if company not in unfloated(view):
        return Violation("no_regional", say("Choose a regional that has neither floated nor been parred."))
    values = view.data.figures(Figures).regional_pars
    if par not in values:
        return Violation("no_par_value", say("The par values are {map}.", map=joined(", ", map(str, values))))
    return None


def check_presidency(view: View, player: str, company: str, cost: int) -> Violation | None:
    """Why a player may not buy the president's certificate of a regional for so much."""
    percent = view.certs_of(company)[0].percent
    return stock_rules(view).check_purchase(view, player, company, percent, cost)


def can_float_any(view: View, player: str) -> bool:
    """Whether a player can buy the presidency of a regional at the lowest par (8.1)."""
    lowest = price(view, min(view.data.figures(Figures).regional_pars))
    return any(check_presidency(view, player, company, lowest) is None for company in unfloated(view))


def float_regional(writer: PositionWriter, player: str, company: str, par: int) -> None:
    """Write the float of a regional that was checked: par, certificates, capital, order, home (9.2)."""
    cost, home = price(writer, par), writer.tokens(company)[0]
    writer.change(company, par=par)
    for cert in writer.certs_of(company):
        if cert.owner != OUT:
            writer.move_cert(cert, player if cert.president else company)
    writer.float_company(company)
    writer.pay(player, company, cost, "share")
    writer.pay(company, BANK, home.price, "token")
    join_order(writer, company)
    words = {"company": company, "par": par, "price": cost, "cost": home.price}
    place = home_place(writer, company)
    if place is None:
        writer.say("regional_floats", player=player, **words)
    else:
        writer.say("regional_floats_in", player=player, where=hex_name(writer, place[0]), **words)
    writer.place_token(home.id, place)
    home_position.ask(writer, company)


def par_regional(writer: PositionWriter, player: str, company: str, par: int) -> None:
    """Write that a regional is parred: its presidency goes into the Open Market (8.1)."""
    writer.change(company, par=par)
    writer.move_cert(writer.certs_of(company)[0], POOL)
    join_order(writer, company)
    writer.say("regional_parred", player=player, company=company, par=par)


def remove(writer: PositionWriter, company: str) -> None:
    """Write that a regional leaves the game; its home is free (8.2)."""
    for cert in writer.certs_of(company):
        writer.move_cert(cert, OUT)
    leave_order(writer, company)
    writer.change(company, closed=True, par=None)
    writer.say("regional_removed", company=company)


def zones_of_removed(view: View) -> set[str]:
    """The zones from which actions of players have removed a regional (8.2)."""
    printed = (view.company(s.id) for s in view.data.of_kind(REGIONAL))
    return {zone(view, record.id) for record in printed if record.data.get(REMOVED)}


def check_removal(view: View, company: str | None) -> Violation | None:
    """Why a regional may not be removed by an action (8.2)."""
    floor = view.data.figures(Figures).regional_floor
    if len(regionals_left(view)) <= floor:
        return Violation("regional_floor", say("{floor} regionals stay in the game.", floor=floor))
    if company not in unfloated(view):
        return Violation("no_regional", say("Remove a regional that has neither floated nor been parred."))
    if zone(view, company) in zones_of_removed(view):
        text = say("A regional of this zone was removed; the next one is of another zone.")
        return Violation("zone_removed", text)
    return None


def remove_by_action(writer: PositionWriter, company: str) -> None:
    """Write the removal of a regional that was checked."""
    writer.note_company(company, REMOVED, True)
    remove(writer, company)
