"""Privates, minors, trains and par boxes of 18OE in plain words (2.2.5, 11.3.2, 14, 15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.core.display import Display, ParArea
from engine.core.view import View
from engine.data.schema import TrainSpec
from engine.rules.track import hex_name
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads import companies
from engine.titles.g18oe.railroads.companies import CONCESSION, LARGE, MINOR, POWERS, PRIVATE, REGIONAL, SMALL
from engine.titles.g18oe.railroads.privates import is_face_down

Fact = tuple[str, str]
_SOLD_OFF = (
    "Its owner may turn it face down in a stock round: it then neither counts nor pays, and keeps its power."
)
_IDLE_OFF = "Its owner may turn it face down in a stock round: it then neither counts nor pays."
_USED_ONCE = "It leaves the game when its power is used."


class Explained(Display):
    """What cards and sheets say of 18OE."""

    def powers(self, view: View, company: str) -> Sequence[str]:
        """What a private, minor or concession brings, and when it ends (6, 14, 15)."""
        kind = view.spec(company).kind
        if kind == CONCESSION:
            return [f"It gives action {view.spec(company).number} of the Concession Railroad Phase."]
        told = _PRIVATES.get(company) if kind == PRIVATE else _MINORS.get(company)
        if told is None:
            return []
        rest = _minor(view) if kind == MINOR else [_IDLE_OFF if told is _nothing else _SOLD_OFF]
        return [*told(view), *rest]

    def facts(self, view: View, holder: str) -> Sequence[Fact]:
        """Track rights, home and par of a railroad; the state of a private."""
        if holder in view.seats:
            return []
        kind = view.company(holder).kind
        if kind == PRIVATE:
            return [("Certificate", "face down")] if is_face_down(view, holder) else []
        return _railroad(view, holder) if kind in (*SMALL, *LARGE) else []

    def train_facts(self, view: View) -> Mapping[str, str]:
        """City limit, towns and the other side of each card (11.3.2, 11.3.9)."""
        return {kind: _train(view, spec) for kind, spec in view.data.trains.items()}

    def par_chart(self, view: View) -> Sequence[ParArea]:
        """The par boxes A to F of regionals and of majors (2.2.5)."""
        figures = view.data.figures(Figures)
        return [
            _pars(view, "Regionals", REGIONAL, figures.regional_pars),
            _pars(view, "Majors", LARGE[0], figures.major_pars),
        ]


# --- cards -------------------------------------------------------------------------------------------


def _railroad(view: View, company: str) -> list[Fact]:
    shown, zones = list[Fact](), [z for z in companies.zones(view, company) if z]
    if zones:
        shown.append(("Track rights", "; ".join(europe().zones[z].name for z in zones)))
    home = companies.home_hex(view, company)
    if home is not None:
        shown.append(("Home", hex_name(view, home)))
    par = view.company(company).par
    if par is not None:
        shown.append(("Par", view.money(par)))
    track = companies.order_track(view)
    if company in track:
        shown.append(("Operating order", f"{track.index(company) + 1} of {len(track)}"))
    powers = view.company(company).data.get(POWERS, ())
    if powers:
        shown.append(("Powers of", ", ".join(view.spec(giver).name for giver in powers)))
    return shown


def _train(view: View, spec: TrainSpec) -> str:
    if spec.reach == 0:
        return f"{view.money(view.data.figures(Figures).pullman['per_level'])} for each level of its train"
    towns = spec.extras["towns"]
    doubled = ", which count twice" if spec.extras.get("doubled") else ""
    reach = f"{spec.reach} cities{doubled}" + (f", and {towns} more towns" if towns else "")
    other = spec.extras.get("other")
    return f"{reach}; other side {other}" if other else reach


def _pars(view: View, label: str, kind: str, values: tuple[int, ...]) -> ParArea:
    here = {c.id: c.par for c in view.companies(kind) if c.par is not None}
    return ParArea(label, values, {v: [c for c, par in here.items() if par == v] for v in values})


# --- minors ------------------------------------------------------------------------------------------


def _minor(view: View) -> list[str]:
    money = view.money(view.data.figures(Figures).minor_treasury)
    return [
        f"A small railroad: its price, up to {money}, is its treasury; it pays half of its revenue.",
        "From the first level 3 train on it may merge into a major, which takes its power over; it merges or "
        "is abandoned at the latest with the first stock round after the first level 5 train.",
    ]


def _by_phase(view: View, table: Mapping[str, int]) -> str:
    """£20 in phase 2, £40 in phases 3-4: an amount by phase."""
    spans: list[tuple[int, list[str]]] = []
    for phase, amount in table.items():
        if spans and spans[-1][0] == amount:
            spans[-1][1].append(phase)
        else:
            spans.append((amount, [phase]))
    return ", ".join(f"{view.money(amount)} {_span(phases)}" for amount, phases in spans)


def _span(phases: Sequence[str]) -> str:
    first, last = phases[0], phases[-1]
    return f"in Train Phase {first}" if first == last else f"in Train Phases {first}-{last}"


def _discount(view: View, ground: str) -> list[str]:
    cut = view.data.figures(Figures).minors.discount
    return [
        f"It pays {cut['alone']} % less for {ground}, {cut['with_zone']} % where its zone has a discount.",
        f"It has one more tile point for a yellow tile on {ground}.",
    ]


def _minor_a(view: View) -> list[str]:
    return ["When it merges, the bank pays the share value of the major into its treasury, once."]


def _minor_b(view: View) -> list[str]:
    points = view.data.figures(Figures).minors.tile_points["B"]
    return [f"Upgrades of plain track and towns cost it {points} tile point."]


def _minor_c(view: View) -> list[str]:
    return [
        "At the start of each operating round it chooses to operate first, last or in its normal position."
    ]


def _minor_d(view: View) -> list[str]:
    bonus = view.data.figures(Figures).minors.city_bonus
    early, late = view.money(bonus["early"]), view.money(bonus["late"])
    return [f"Its token adds {early} to its trains in a city, and {late} from Train Phase 5 on."]


def _minor_e(view: View) -> list[str]:
    return _discount(view, "coasts and rivers")


def _minor_f(view: View) -> list[str]:
    return _discount(view, "mountains and rough ground")


def _minor_g(view: View) -> list[str]:
    return [f"It has {view.data.figures(Figures).minors.tile_points['G']} more tile points."]


def _minor_h(view: View) -> list[str]:
    cut = view.data.figures(Figures).minors.sea_reduction
    return [f"Of its sea zones {cut['early']} does not count, {cut['late']} from Train Phase 7 on."]


def _minor_j(view: View) -> list[str]:
    return [f"It pays {view.data.figures(Figures).minors.train_discount} % less for trains."]


def _minor_k(view: View) -> list[str]:
    mail = _by_phase(view, view.data.figures(Figures).minors.mail)
    return [f"Its mail contract pays its treasury at the start of each operating round: {mail}."]


def _minor_l(view: View) -> list[str]:
    more = view.data.figures(Figures).minors.more_stops
    return [f"One of its trains runs to {more['cities']} city and {more['towns']} town more."]


def _minor_m(view: View) -> list[str]:
    figures = view.data.figures(Figures)
    royalty, phase = view.money(figures.pullman["royalty"]), figures.minors.free_pullman_phase
    return [f"It has a Pullman from Train Phase {phase} on, and {royalty} for each that another buys of it."]


def power_of(view: View, minor: str) -> str:
    """What a minor brings to whoever takes it over (15)."""
    return " ".join(_MINORS[minor](view))


Told = Callable[[View], list[str]]
_MINORS: Mapping[str, Told] = {
    "A": _minor_a, "B": _minor_b, "C": _minor_c, "D": _minor_d, "E": _minor_e, "F": _minor_f,
    "G": _minor_g, "H": _minor_h, "J": _minor_j, "K": _minor_k, "L": _minor_l, "M": _minor_m,
}  # fmt: skip


# --- privates ----------------------------------------------------------------------------------------


def _nothing(view: View) -> list[str]:
    return ["It has no power."]


def _wien(view: View) -> list[str]:
    return ["A railroad places any one of its tokens free, fees over water apart.", _USED_ONCE]


def _barclay(view: View) -> list[str]:
    return [
        "One of three: a new par for a regional or major; or a share kept for its owner; or a share value "
        "that does not fall in this stock round.",
        _USED_ONCE,
    ]


def _harbour(view: View) -> list[str]:
    return _passage("a city with a port, which is a port token for it too")


def _circle(view: View) -> list[str]:
    return _passage("a city without a port")


def _passage(where: str) -> list[str]:
    return [
        f"Its token gives a railroad free passage through {where}: the city does not count against the city "
        "limit, nobody blocks it, and it earns nothing there."
    ]


def _ferry(view: View) -> list[str]:
    lille, phase = hex_name(view, europe().lille.hex), view.data.figures(Figures).white_ferry_phase
    return [
        f"From Train Phase {phase} on a railroad may buy the token position of the ferry at {lille}.",
        _USED_ONCE,
    ]


def _lumber(view: View) -> list[str]:
    figures = view.data.figures(Figures).privates
    least, pays = view.money(figures.lumber_terrain), _by_phase(view, figures.lumber)
    return [f"Its token on rough ground of {least} or more is a town for the owner's railroads: {pays}."]


def _brandt(view: View) -> list[str]:
    figures = view.data.figures(Figures).privates
    count, each = figures.brandt_tokens, figures.brandt_per_round
    return [
        f"{count} tokens, {each} in an operating round: a yellow tile on rough ground is free, and only the "
        "owner's railroads use it until another pays the ground and takes the token off."
    ]


def _swift(view: View) -> list[str]:
    phase = view.data.figures(Figures).privates.swift_phase
    return [f"From Train Phase {phase} on a railroad keeps a 2+2 train to the end, beyond its limit."]


_PRIVATES: Mapping[str, Told] = {
    "RSC": _nothing, "PeC": _nothing, "WS": _wien, "BBBT": _barclay, "SHTC": _harbour, "CCTC": _circle,
    "WCF": _ferry, "HMLC": _lumber, "BBE": _brandt, "SML": _swift,
}  # fmt: skip
