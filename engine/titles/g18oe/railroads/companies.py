"""Companies of 18OE: their kinds, what lies on their charters, and the Regional/Minor Operating Order track.

`engine.titles.g18oe` lists what the position holds where.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures

PRIVATE, MINOR, REGIONAL, MAJOR, NATIONAL = "private", "minor", "regional", "major", "national"
CONCESSION = "concession"
RAILROADS = (MINOR, REGIONAL, MAJOR, NATIONAL)
SMALL, LARGE = (MINOR, REGIONAL), (MAJOR, NATIONAL)
"""Railroads on the order track, and those with a share value."""
ZONE, HOME, CHITS, POWERS, FACE_DOWN = "zone", "home", "chits", "powers", "face_down"
PORT_AUTHORITIES, ORIENT_EXPRESS, INSOLVENT = "port_authorities", "orient_express", "insolvent"
"""Keys of a company's own data."""
ORDER, OPEN = "order_track", ""
NOTES = {ORDER: "the end of the game"}
"""Note: regionals and minors on the Regional/Minor Operating Order track, from the left (2.2.6); what stands
for a position that was left."""


def zone(view: View, company: str) -> str:
    """The track rights zone of a railroad; "" for a minor that has not floated (11.1.4)."""
    found: str = view.company(company).data.get(ZONE, "")
    return found


def zones(view: View, company: str) -> tuple[str, ...]:
    """All track rights of a railroad: its own and those of the minors merged into it (11.1.4)."""
    more: Sequence[str] = view.company(company).data.get(CHITS, ())
    return tuple(dict.fromkeys((zone(view, company), *more)))


def has_power(view: View, company: str, giver: str) -> bool:
    """Whether a railroad is ``giver``, or has its marker or charter on its own charter."""
    return company == giver or giver in view.company(company).data.get(POWERS, ())


def order_track(view: View) -> list[str]:
    """Regionals and minors in operating order, parred ones included (2.2.6)."""
    return [c for c in _positions(view) if c != OPEN]


def _positions(view: View) -> list[str]:
    found: list[str] = view.state.notes.get(ORDER, [])
    return list(found)


def join_order(writer: PositionWriter, company: str) -> None:
    """Write that a railroad takes the leftmost open position of the order track."""
    track = [*_positions(writer), OPEN]
    if company not in track:
        track[track.index(OPEN)] = company
        writer.note(ORDER, _to_the_last(track))


def leave_order(writer: PositionWriter, company: str) -> None:
    """Write that a railroad leaves the order track: its position is open again."""
    if company in order_track(writer):
        writer.note(ORDER, _to_the_last([OPEN if c == company else c for c in _positions(writer)]))


def _to_the_last(track: list[str]) -> list[str]:
    """The positions up to the last one that is taken."""
    taken = [i for i, company in enumerate(track) if company != OPEN]
    return track[: taken[-1] + 1] if taken else []


def home_hex(view: View, company: str) -> str | None:
    """The hex of the home city: printed for a regional, chosen by a minor when it floats."""
    chosen: str | None = view.company(company).data.get(HOME)
    printed = view.board().hexmap.homes.get(company)
    return chosen or (None if printed is None else printed[0])


def floated(view: View, *kinds: str) -> list[str]:
    """The companies printed as one of these kinds that have floated, whatever has become of them."""
    return [s.id for kind in kinds for s in view.data.of_kind(kind) if view.company(s.id).floated]


def unfloated_minors(view: View, player: str) -> list[str]:
    """The minors of a player that have yet to float."""
    owned = (s.id for s in view.data.of_kind(MINOR) if view.owner(s.id) == player)
    return [m for m in owned if not view.company(m).floated and not view.company(m).closed]


def regionals_left(view: View) -> list[str]:
    """The regionals that are in the game, floated or not, in printed order."""
    return [s.id for s in view.data.of_kind(REGIONAL) if not view.company(s.id).closed]


def par_slot(view: View, par: int) -> int:
    """The box A-F of a regional's par, as 0-5 (2.2.5, 9.3)."""
    return view.data.figures(Figures).regional_pars.index(par)


def zones_in_play(view: View) -> list[str]:
    """The zones in which minors may begin, as long as chits are left: those that have regionals (9.1)."""
    in_box = view.data.companies
    return [key for key, spec in europe().zones.items() if any(r in in_box for r in spec.regionals)]


def chits_left(view: View, key: str) -> int:
    """The track rights chits of a zone that a floating minor may still take (9.1, table 1)."""
    spec = europe().zones[key]
    taken = [zone(view, s.id) for s in view.data.of_kind(MINOR)]
    starred = sum(bool(z) and bool(europe().zones[z].starred) for z in taken)
    if spec.starred and starred >= view.data.figures(Figures).starred_chits:
        return 0
    return max(0, spec.chits - taken.count(key))
