"""Non-surviving shares go for surviving ones in a merge: of the bank, then of holders to come (5.2.4, 2).

Nobody chooses here: shares are changed one for one, from the bank first, then from the nearest holder
clockwise who has not had his turn. A director's certificate is three shares that cannot be parted.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.state import POOL, Cert
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.ownership import ordinary_certs
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.mergers.absorb import Plan

tell(
    Rank.MERGER,
    merge_swaps="{holder} takes {count:share|shares} of {company} in exchange, from {source}.",
    merge_swaps_director="{holder} takes the director's certificate of {company} in exchange, from {source}.",
)
DIRECTOR = 3
"""The shares of a director's certificate."""


def singles(view: View, owner: str, company: str | None) -> list[Cert]:
    """An owner's certificates of one share."""
    if company is None:
        return []
    return ordinary_certs(view, owner, company)


def _director(view: View, owner: str, company: str) -> list[Cert]:
    return [c for c in view.certs(owner, company) if c.president]


def _sources(plan: Plan) -> list[str]:
    return [POOL, *plan["queue"]]


def _say(writer: PositionWriter, plan: Plan, holder: str, source: str, taken: Sequence[Cert]) -> None:
    told = {"holder": holder, "company": plan["survivor"], "source": source}
    if any(cert.president for cert in taken):
        writer.say("merge_swaps_director", **told)
    elif taken:
        writer.say("merge_swaps", **told, count=len(taken))


def _change(
    writer: PositionWriter, plan: Plan, holder: str, source: str, given: Sequence[Cert], taken: Sequence[Cert]
) -> None:
    for cert in given:
        writer.move_cert(cert, source)
    for cert in taken:
        writer.move_cert(cert, holder)
    _say(writer, plan, holder, source, taken)


# --- single shares -----------------------------------------------------------------------------------------


def swap_singles(writer: PositionWriter, plan: Plan, holder: str, odd: bool) -> None:
    """Change a holder's shares as far as there are surviving ones; ``odd``: one of his is an option."""
    survivor, other = plan["survivor"], plan["other"]
    for source in _sources(plan):
        mine, theirs = singles(writer, holder, other), singles(writer, source, survivor)
        count = min(len(mine), len(theirs))
        _change(writer, plan, holder, source, mine[:count], theirs[:count])
    _swap_three(writer, plan, holder, odd)


def _swap_three(writer: PositionWriter, plan: Plan, holder: str, odd: bool) -> None:
    """Change three shares for which no single ones are left for the surviving director's certificate.

    An option that could be given up only by parting the certificate is not among them.
    """
    rest = singles(writer, holder, plan["other"])
    apart = odd and not singles(writer, holder, plan["survivor"])
    source = next((s for s in _sources(plan) if _director(writer, s, plan["survivor"])), None)
    if source is not None and len(rest) - apart >= DIRECTOR:
        _change(writer, plan, holder, source, rest[:DIRECTOR], _director(writer, source, plan["survivor"]))


# --- a director's certificate ------------------------------------------------------------------------------


def swap_director(writer: PositionWriter, plan: Plan, holder: str, director: Cert) -> bool:
    """Change a non-surviving director's certificate for three shares; False when there are none.

    The bank gives three single shares, else the surviving director's certificate. Then the nearest holder to
    come counts: the surviving director's certificate goes for this one; single shares fill up those of the
    bank, and the bank gives single ones for them, as it then has this one; where it lacks them, who gives
    three takes the certificate itself.
    """
    survivor, found = plan["survivor"], list[tuple[str, Cert]]()
    for source in _sources(plan):
        mine = singles(writer, source, survivor)
        certificate = _director(writer, source, survivor)
        if certificate and not (source == POOL and len(mine) >= DIRECTOR):
            _change(writer, plan, holder, source, [director], certificate)
            return True
        found += [(source, cert) for cert in mine]
        if len(found) >= DIRECTOR and _by_the_bank(writer, plan, holder, director, found[:DIRECTOR]):
            return True
        if len(mine) >= DIRECTOR:
            _change(writer, plan, holder, source, [director], mine[:DIRECTOR])
            return True
    return False


def _by_the_bank(
    writer: PositionWriter, plan: Plan, holder: str, director: Cert, found: Sequence[tuple[str, Cert]]
) -> bool:
    """Each giver gets single shares of the pool for his; False if it has not enough of them."""
    parts = singles(writer, POOL, plan["other"])
    givers = [source for source, _ in found if source != POOL]
    if len(parts) < len(givers):
        return False
    writer.move_cert(director, POOL)
    for giver, part in zip(givers, parts, strict=False):
        writer.move_cert(part, giver)
    for source in dict.fromkeys(source for source, _ in found):
        taken = [cert for giver, cert in found if giver == source]
        _change(writer, plan, holder, source, (), taken)
    return True
