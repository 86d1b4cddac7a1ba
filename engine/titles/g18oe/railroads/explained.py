"""Privates, minors, trains and par boxes of 18OE in plain words (2.2.5, 11.3.2, 14, 15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.core.display import Display, ParArea
from engine.core.view import View
from engine.data.schema import TrainSpec
from engine.message import joined, say, word
from engine.rules.track import hex_name
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads import companies
from engine.titles.g18oe.railroads.companies import CONCESSION, LARGE, MINOR, POWERS, PRIVATE, REGIONAL, SMALL
from engine.titles.g18oe.railroads.privates import is_face_down

Fact = tuple[str, str]
_SOLD_OFF = say(
    "Its owner may turn it face down in a stock round: it then neither counts nor pays, and keeps its power."
)
_IDLE_OFF = say("Its owner may turn it face down in a stock round: it then neither counts nor pays.")
_USED_ONCE = say("It leaves the game when its power is used.")


class Explained(Display):
    """What cards and sheets say of 18OE."""

    def powers(self, view: View, company: str) -> Sequence[str]:
        """What a private, minor or concession brings, and when it ends (6, 14, 15)."""
        kind = view.spec(company).kind
        if kind == CONCESSION:
            return [
                say(
                    "It gives action {number} of the Concession Railroad Phase.",
                    number=view.spec(company).number,
                )
            ]
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
            return [(word("Certificate"), say("face down"))] if is_face_down(view, holder) else []
        return _railroad(view, holder) if kind in (*SMALL, *LARGE) else []

    def train_facts(self, view: View) -> Mapping[str, str]:
        """City limit, towns and the other side of each card (11.3.2, 11.3.9)."""
        return {kind: _train(view, spec) for kind, spec in view.data.trains.items()}

    def par_chart(self, view: View) -> Sequence[ParArea]:
        """The par boxes A to F of regionals and of majors (2.2.5)."""
        figures = view.data.figures(Figures)
        return [
            _pars(view, word("regionals"), REGIONAL, figures.regional_pars),
            _pars(view, word("majors"), LARGE[0], figures.major_pars),
        ]


# --- cards -------------------------------------------------------------------------------------------


def _railroad(view: View, company: str) -> list[Fact]:
    shown, zones = list[Fact](), [z for z in companies.zones(view, company) if z]
    if zones:
        shown.append((say("Track rights"), joined("; ", (europe().zones[z].name for z in zones))))
    home = companies.home_hex(view, company)
    if home is not None:
        shown.append((word("Home"), hex_name(view, home)))
    par = view.company(company).par
    if par is not None:
        shown.append((word("Par"), view.money(par)))
    track = companies.order_track(view)
    if company in track:
        shown.append(
            (
                say("Operating order"),
                say("{name} of {source_name}", name=track.index(company) + 1, source_name=len(track)),
            )
        )
    powers = view.company(company).data.get(POWERS, ())
    if powers:
        shown.append((say("Powers of"), joined(", ", (view.spec(giver).name for giver in powers))))
    return shown


def _train(view: View, spec: TrainSpec) -> str:
    if spec.reach == 0:
        return say(
            "{money} for each level of its train",
            money=view.money(view.data.figures(Figures).pullman["per_level"]),
        )
    towns = spec.extras["towns"]
    doubled = say(", which count twice") if spec.extras.get("doubled") else ""
    reach = say("{cities} cities{words}", cities=spec.reach, words=doubled) + (
        say(", and {towns} more towns", towns=towns) if towns else ""
    )
    other = spec.extras.get("other")
    return say("{reach}; other side {other}", reach=reach, other=other) if other else reach


def _pars(view: View, label: str, kind: str, values: tuple[int, ...]) -> ParArea:
    here = {c.id: c.par for c in view.companies(kind) if c.par is not None}
    return ParArea(label, values, {v: [c for c, par in here.items() if par == v] for v in values})


# --- minors ------------------------------------------------------------------------------------------


def _minor(view: View) -> list[str]:
    money = view.money(view.data.figures(Figures).minor_treasury)
    return [
        say(
            "A small railroad: its price, up to {money}, is its treasury; it pays half of its revenue.",
            money=money,
        ),
        say(
            "From the first level 3 train on it may merge into a major, which takes its power "
            "over; it merges or is abandoned at the latest with the first stock round after the "
            "first level 5 train."
        ),
    ]


def _by_phase(view: View, table: Mapping[str, int]) -> str:
    """£20 in phase 2, £40 in phases 3-4: an amount by phase."""
    spans: list[tuple[int, list[str]]] = []
    for phase, amount in table.items():
        if spans and spans[-1][0] == amount:
            spans[-1][1].append(phase)
        else:
            spans.append((amount, [phase]))
    return joined(
        ", ",
        (say("{money} {span}", money=view.money(amount), span=_span(phases)) for amount, phases in spans),
    )


def _span(phases: Sequence[str]) -> str:
    first, last = phases[0], phases[-1]
    return (
        say("in Train Phase {first}", first=first)
        if first == last
        else say("in Train Phases {first}-{last}", first=first, last=last)
    )


def _discount(view: View, ground: str) -> list[str]:
    cut = view.data.figures(Figures).minors.discount
    return [
        say(
            "It pays {cut} % less for {ground}, {cut2} % where its zone has a discount.",
            cut=cut["alone"],
            ground=ground,
            cut2=cut["with_zone"],
        ),
        say("It has one more tile point for a yellow tile on {ground}.", ground=ground),
    ]


def _minor_a(view: View) -> list[str]:
    return [say("When it merges, the bank pays the share value of the major into its treasury, once.")]


def _minor_b(view: View) -> list[str]:
    points = view.data.figures(Figures).minors.tile_points["B"]
    return [say("Upgrades of plain track and towns cost it {points} tile point.", points=points)]


def _minor_c(view: View) -> list[str]:
    return [
        say(
            "At the start of each operating round it chooses to operate first, last or in its "
            "normal position."
        )
    ]


def _minor_d(view: View) -> list[str]:
    bonus = view.data.figures(Figures).minors.city_bonus
    early, late = view.money(bonus["early"]), view.money(bonus["late"])
    return [
        say(
            "Its token adds {early} to its trains in a city, and {late} from Train Phase 5 on.",
            early=early,
            late=late,
        )
    ]


def _minor_e(view: View) -> list[str]:
    return _discount(view, say("coasts and rivers"))


def _minor_f(view: View) -> list[str]:
    return _discount(view, say("mountains and rough ground"))


def _minor_g(view: View) -> list[str]:
    return [
        say(
            "It has {tile_points} more tile points.",
            tile_points=view.data.figures(Figures).minors.tile_points["G"],
        )
    ]


def _minor_h(view: View) -> list[str]:
    cut = view.data.figures(Figures).minors.sea_reduction
    return [
        say(
            "Of its sea zones {cut} does not count, {cut2} from Train Phase 7 on.",
            cut=cut["early"],
            cut2=cut["late"],
        )
    ]


def _minor_j(view: View) -> list[str]:
    return [
        say(
            "It pays {train_discount} % less for trains.",
            train_discount=view.data.figures(Figures).minors.train_discount,
        )
    ]


def _minor_k(view: View) -> list[str]:
    mail = _by_phase(view, view.data.figures(Figures).minors.mail)
    return [
        say("Its mail contract pays its treasury at the start of each operating round: {mail}.", mail=mail)
    ]


def _minor_l(view: View) -> list[str]:
    more = view.data.figures(Figures).minors.more_stops
    return [
        say(
            "One of its trains runs to {more} city and {more2} town more.",
            more=more["cities"],
            more2=more["towns"],
        )
    ]


def _minor_m(view: View) -> list[str]:
    figures = view.data.figures(Figures)
    royalty, phase = view.money(figures.pullman["royalty"]), figures.minors.free_pullman_phase
    return [
        say(
            "It has a Pullman from Train Phase {phase} on, and {royalty} for each that another buys of it.",
            phase=phase,
            royalty=royalty,
        )
    ]


def power_of(view: View, minor: str) -> str:
    """What a minor brings to whoever takes it over (15)."""
    return joined(" ", _MINORS[minor](view))


Told = Callable[[View], list[str]]
_MINORS: Mapping[str, Told] = {
    "A": _minor_a, "B": _minor_b, "C": _minor_c, "D": _minor_d, "E": _minor_e, "F": _minor_f,
    "G": _minor_g, "H": _minor_h, "J": _minor_j, "K": _minor_k, "L": _minor_l, "M": _minor_m,
}  # fmt: skip


# --- privates ----------------------------------------------------------------------------------------


def _nothing(view: View) -> list[str]:
    return [say("It has no power.")]


def _wien(view: View) -> list[str]:
    return [say("A railroad places any one of its tokens free, fees over water apart."), _USED_ONCE]


def _barclay(view: View) -> list[str]:
    return [
        say(
            "One of three: a new par for a regional or major; or a share kept for its owner; or "
            "a share value that does not fall in this stock round."
        ),
        _USED_ONCE,
    ]


def _harbour(view: View) -> list[str]:
    return _passage(say("a city with a port, which is a port token for it too"))


def _circle(view: View) -> list[str]:
    return _passage(say("a city without a port"))


def _passage(where: str) -> list[str]:
    return [
        say(
            "Its token gives a railroad free passage through {where}: the city does not count "
            "against the city limit, nobody blocks it, and it earns nothing there.",
            where=where,
        )
    ]


def _ferry(view: View) -> list[str]:
    lille, phase = hex_name(view, europe().lille.hex), view.data.figures(Figures).white_ferry_phase
    return [
        say(
            "From Train Phase {phase} on a railroad may buy the token position of the ferry at {lille}.",
            phase=phase,
            lille=lille,
        ),
        _USED_ONCE,
    ]


def _lumber(view: View) -> list[str]:
    figures = view.data.figures(Figures).privates
    least, pays = view.money(figures.lumber_terrain), _by_phase(view, figures.lumber)
    return [
        say(
            "Its token on rough ground of {least} or more is a town for the owner's railroads: {pays}.",
            least=least,
            pays=pays,
        )
    ]


def _brandt(view: View) -> list[str]:
    figures = view.data.figures(Figures).privates
    count, each = figures.brandt_tokens, figures.brandt_per_round
    return [
        say(
            "{count} tokens, {each} in an operating round: a yellow tile on rough ground is "
            "free, and only the owner's railroads use it until another pays the ground and takes "
            "the token off.",
            count=count,
            each=each,
        )
    ]


def _swift(view: View) -> list[str]:
    phase = view.data.figures(Figures).privates.swift_phase
    return [
        say(
            "From Train Phase {phase} on a railroad keeps a 2+2 train to the end, beyond its limit.",
            phase=phase,
        )
    ]


_PRIVATES: Mapping[str, Told] = {
    "RSC": _nothing, "PeC": _nothing, "WS": _wien, "BBBT": _barclay, "SHTC": _harbour, "CCTC": _circle,
    "WCF": _ferry, "HMLC": _lumber, "BBE": _brandt, "SML": _swift,
}  # fmt: skip
