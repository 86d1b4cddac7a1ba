"""A corporation that a record starts with 5 shares though its home is joined, or with 10 before (O103)."""

from __future__ import annotations

from engine.core import state as states
from engine.core.actions import Json
from engine.core.state import OUT
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.titles.g1826.companies import companies
from engine.titles.g1826.companies.companies import DESTINATION, FIVE, SHARES
from engine.titles.g1826.setup.setup import is_five as is_printed_with_five


def divided(game: Game, company: str, percent: Json) -> str:
    """Divide a corporation that has just been started as recorded; returns what is told of that.

    ``percent`` is what the record says of the president's certificate.
    """
    five, ten = game.title.data.companies[company].shares[0], 2 * 100 // companies.TEN
    now = companies.is_five(game.view, company)
    if not is_printed_with_five(game.title.data.companies[company]) or percent != (ten if now else five):
        return ""
    writer = PositionWriter(game.title, states.from_json(states.to_json(game.state)))
    if now:
        companies.grow(writer, company)
    else:
        _shrink(writer, company)
    note = f"{company} starts with {companies.size(writer, company)} shares, as the record has it"
    game.correct("record", [event.to_json() for event in writer.open], note)
    return note


def _shrink(writer: PositionWriter, company: str) -> None:
    """Write that it has its printed certificates again; its destination counts as reached."""
    printed = writer.spec(company).shares
    for i, cert in enumerate(writer.certs_of(company)):
        if i < len(printed):
            writer.resize_cert(cert, printed[i])
        else:
            writer.move_cert(cert, OUT)
    writer.note_company(company, SHARES, FIVE)
    writer.note_company(company, DESTINATION, True)
