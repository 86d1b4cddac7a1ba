"""Who presides over a company, and how the president's certificate changes hands."""

from __future__ import annotations

from engine.core.state import Cert
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter

tell(Rank.PRESIDENT, new_president="{player} becomes president of {company}.")


def rightful_president(view: View, company: str) -> str | None:
    """The player who should hold the president's certificate, or None when no player can.

    The present president keeps it unless another player holds more; among several the next one
    to the left of the president. A player needs as many percent as it shows.
    """
    needed = view.certs_of(company)[0].percent
    shares = view.holdings(company)
    president = view.president(company)
    order = view.from_seat(president) if president else view.seats
    best = max(order, key=lambda p: shares.get(p, 0))
    return best if shares.get(best, 0) >= needed else None


def settle_presidency(writer: PositionWriter, company: str) -> None:
    """Swap the president's certificate for as many percent of the newcomer's if that is due."""
    due = rightful_president(writer, company)
    if due is not None and due != writer.owner(company):
        hand_over(writer, company, due)


def hand_over(writer: PositionWriter, company: str, to: str) -> None:
    """Give a player the president's certificate for as many percent of ordinary ones."""
    certificate = writer.certs_of(company)[0]
    for cert in swap_certs(writer, to, company, certificate.percent):
        writer.move_cert(cert, certificate.owner)
    writer.move_cert(certificate, to)
    writer.say("new_president", player=to, company=company)


def ordinary_certs(view: View, owner: str, company: str) -> list[Cert]:
    """An owner's certificates of a company, without the president's."""
    return [cert for cert in view.certs(owner, company) if not cert.president]


def swap_certs(view: View, owner: str, company: str, percent: int) -> list[Cert]:
    """Ordinary certificates of an owner worth exactly ``percent``, fewest first."""
    chosen: list[Cert] = []
    for cert in sorted(ordinary_certs(view, owner, company), key=lambda c: -c.percent):
        if cert.percent <= percent:
            chosen.append(cert)
            percent -= cert.percent
    if percent:
        raise ValueError(f"{owner} cannot make up the president's certificate of {company}")
    return chosen
