"""The Black Line: its shares before it opens, and how the Obsidian and the minors become it (2.12).

Nothing needs to be remembered: the phase says when its shares are for sale and when it is due to open.
"""

from __future__ import annotations

from engine.abilities.shares import private_for
from engine.core.state import BANK, IPO, Cert
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.abilities import close
from engine.rules.ownership import ordinary_certs, settle_presidency
from engine.rules.phases import ask_to_discard, reached
from engine.rules.trains import tell_taken
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.story import tell

tell(
    Rank.FORMATION,
    system_opens=Told(
        "The {name} opens with {cash}: {player} exchanges {private} for its presidency.", floats=True
    ),
    system_share="{player} gets {percent} % of {system}, at a par of {par}.",
)
tell(Rank.MERGER, minor_merged="{minor} becomes part of {system}, with {trains:train|trains} and {cash}.")
tell(Rank.DEAL, minor_exchanged="{player} receives 10% of {system} for {minor}.")


def system_of(view: View) -> str:
    """The id of the Black Line."""
    return view.data.figures(Figures).system


def shares_available(view: View) -> bool:
    """Whether its shares may be bought: from the stock round after the first type 4 train (2.12)."""
    return reached(view, "system_shares")


def kept_percent(view: View) -> int:
    """Percent in the initial offering that is kept for the minors still in the game."""
    kept = view.spec(system_of(view)).extras["kept_for"]
    return sum(10 for minor in kept if not view.company(minor).closed)


def for_sale(view: View) -> list[Cert]:
    """The certificates of the initial offering that players may buy now.

    Neither the president's certificate, which the Obsidian takes, nor a share kept for a minor.
    """
    if not shares_available(view):
        return []
    ordinary = ordinary_certs(view, IPO, system_of(view))
    return ordinary[: max(0, len(ordinary) - kept_percent(view) // 10)]


def is_due(view: View) -> bool:
    """Whether it opens at the end of this operating round.

    It waits for an owner of the Obsidian, who is its first president; a train is never sold before the
    Obsidian is, so this only guards positions made by hand.
    """
    system = system_of(view)
    private = private_for(view, system)
    opened = view.company(system).floated
    return reached(view, "system_opens") and not opened and view.owner(private) in view.state.players


def end_of_operating_round(writer: PositionWriter) -> None:
    """Open the Black Line if it is due; called when the last company of a round has had its turn."""
    if not is_due(writer):
        return
    system = system_of(writer)
    _open(writer, system)
    minors = [writer.spec(m) for m in writer.spec(system).extras["kept_for"] if not writer.company(m).closed]
    for minor in sorted(minors, key=lambda m: m.number):
        _merge(writer, minor.id, system)
    ask_to_discard(writer, writer.owner(system), system)


def _open(writer: PositionWriter, system: str) -> None:
    """President, treasury, par and market value."""
    figures = writer.data.figures(Figures)
    private = private_for(writer, system)
    player = writer.owner(private)
    row, column = figures.system_cell
    writer.move_cert(writer.certs_of(system)[0], player)
    close(writer, private)
    writer.change(system, par=figures.system_value)
    writer.float_company(system)
    writer.move_price(system, (row, column))
    writer.pay(BANK, system, figures.system_treasury, "capital")
    name, cash = writer.spec(system).name, figures.system_treasury
    writer.say("system_opens", name=name, private=private, player=player, cash=cash)
    percent = writer.certs_of(system)[0].percent
    writer.say("system_share", player=player, system=system, percent=percent, par=figures.system_value)
    settle_presidency(writer, system)


def _merge(writer: PositionWriter, minor: str, system: str) -> None:
    """Trains, treasury and token of a minor go to the Black Line, and its owner gets the share for it.

    The share of a minor that nobody owns stays in the initial offering and is for sale from then on.
    """
    owner = writer.owner(minor)
    held = writer.trains(minor)
    writer.say("minor_merged", minor=minor, system=system, trains=len(held), cash=writer.cash(minor))
    tell_taken(writer, system, minor, held)
    for train in held:
        writer.move_train(train.id, system)
    writer.pay(minor, system, writer.cash(minor), "merger")
    _replace_token(writer, minor, system)
    close(writer, minor)
    if owner in writer.state.players:
        share = ordinary_certs(writer, IPO, system)[-1]
        writer.move_cert(share, owner)
        writer.say("minor_exchanged", player=owner, system=system, minor=minor)
        settle_presidency(writer, system)


def _replace_token(writer: PositionWriter, minor: str, system: str) -> None:
    for token in writer.tokens(minor):
        place = token.place
        if place is None:
            continue
        mine = next(t for t in writer.tokens(system) if t.place is None)
        writer.place_token(token.id, None)
        writer.place_token(mine.id, place)
