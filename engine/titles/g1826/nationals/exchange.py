"""Shares of merging companies for shares of a national, two for one (O149-O156).

Players come first, clockwise from the president of the company that bought the train; then the treasury,
then the pool. When no share of the SNCF is left players get bonds (facts: bonds).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.recorded import one_of
from engine.core.state import IPO, OUT, POOL, Cert
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.ownership import settle_presidency
from engine.titles.g1826.companies import companies
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds

MARKET, TREASURY = say("The open market"), say("The treasury")
HOLDER = {"holder": one_of(MARKET, TREASURY)}
tell(
    exchanged_1826=Told("{holder} exchanges {old} shares for {new} of {company}.", reads=HOLDER),
    odd_pool_1826=Told("{holder} has an odd share; it goes to the open market.", reads=HOLDER),
    odd_gone_1826=Told("{holder} has an odd share; it is discarded.", reads=HOLDER),
    shares_gone_1826=Told(
        "No shares of {company} are left: {count:share|shares} of {holder} go.", reads=HOLDER
    ),
)
tell(
    Rank.PRESIDENT,
    national_president_1826="{player} is president of {company}.",
    national_alone_1826="Nobody is president of {company} yet.",
)


def exchange(writer: PositionWriter, national: str, minors: Sequence[str], first: str) -> None:
    """Write the exchange of all shares; at the end those that are left are in the national's treasury."""
    for minor in minors:
        if companies.is_five(writer, minor):
            companies.grow(writer, minor)
    for player in writer.from_seat(first):
        shares = _give(writer, national, player, _old(writer, minors, [player]), odd_to=POOL)
        if shares and national == bonds.ISSUER:
            bonds.give(writer, player, shares)
    _find_president(writer, national)
    _give(writer, national, national, _old(writer, minors, minors), odd_to=OUT)
    _give(writer, national, POOL, _old(writer, minors, [POOL]), odd_to=OUT)
    for cert in writer.certs(IPO, national):
        writer.move_cert(cert, national)


def _old(view: View, minors: Sequence[str], owners: Sequence[str]) -> list[Cert]:
    """The certificates of merging companies that some owners hold, the largest first."""
    held = [cert for minor in minors for cert in view.certs_of(minor) if cert.owner in owners]
    return sorted(held, key=lambda cert: -cert.percent)


def _give(writer: PositionWriter, national: str, holder: str, old: list[Cert], odd_to: str) -> int:
    """Write one holder's exchange; returns how many new shares were lacking (O151, O155).

    The president's certificate goes to the first player, else it stays last.
    """
    shares = sum(cert.percent for cert in old) * companies.TEN // 100
    if shares % 2:
        key = "odd_pool_1826" if odd_to == POOL else "odd_gone_1826"
        writer.say(key, holder=_named(holder, national))
        writer.move_cert(old.pop(), odd_to)
    fresh = writer.certs(IPO, national)
    if holder not in writer.state.players:
        fresh.sort(key=lambda cert: cert.president)
    given = fresh[: shares // 2]
    for cert in old:
        writer.move_cert(cert, OUT)
    for cert in given:
        writer.move_cert(cert, holder)
    lacking = shares // 2 - len(given)
    _tell(writer, national, holder, len(given), lacking)
    return lacking


def _tell(writer: PositionWriter, national: str, holder: str, new: int, lacking: int) -> None:
    named = _named(holder, national)
    if new:
        writer.say("exchanged_1826", holder=named, old=2 * new, new=new, company=national)
    if lacking:
        writer.say("shares_gone_1826", holder=named, count=2 * lacking, company=national)


def _named(holder: str, national: str) -> str:
    return {POOL: MARKET, national: TREASURY}.get(holder, holder)


def _find_president(writer: PositionWriter, national: str) -> None:
    """The first player with a share presides, unless another one holds more (O152)."""
    first = writer.president(national)
    if first is None:
        return writer.say("national_alone_1826", company=national)
    writer.say("national_president_1826", player=first, company=national)
    return settle_presidency(writer, national)
