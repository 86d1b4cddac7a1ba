"""A corporation that a record starts with 5 shares though its home is joined, or with 10 before (O103)."""

from __future__ import annotations

from engine.core import state as states
from engine.core.actions import Json
from engine.core.play import Play
from engine.core.state import OUT
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
    play = Play(game.title, states.from_json(states.to_json(game.state)))
    if now:
        companies.grow(play, company)
    else:
        _shrink(play, company)
    note = f"{company} starts with {companies.size(play, company)} shares, as the record has it"
    game.correct("record", [event.to_json() for event in play.open], note)
    return note


def _shrink(play: Play, company: str) -> None:
    """Write that it has its printed certificates again; its destination counts as reached."""
    printed = play.spec(company).shares
    for i, cert in enumerate(play.certs_of(company)):
        if i < len(printed):
            play.resize_cert(cert, printed[i])
        else:
            play.move_cert(cert, OUT)
    play.note_company(company, SHARES, FIVE)
    play.note_company(company, DESTINATION, True)
