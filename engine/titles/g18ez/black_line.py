"""The Black Line: its shares before it opens, and how the Obsidian and the minors become it (2.12).

Nothing needs to be remembered: the phase says when its shares are for sale and when it is due to open.
"""

from __future__ import annotations

from engine.abilities.shares import private_for
from engine.core.play import Play
from engine.core.state import BANK, IPO, Cert
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.rules.abilities import close
from engine.rules.ownership import settle_presidency
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
    """Whether its shares may be bought: from the share round after the first type 4 train (2.12)."""
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
    ordinary = [c for c in view.certs(IPO, system_of(view)) if not c.president]
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


def end_of_operating_round(play: Play) -> None:
    """Open the Black Line if it is due; called when the last company of a round has had its turn."""
    if not is_due(play):
        return
    system = system_of(play)
    _open(play, system)
    minors = [play.spec(m) for m in play.spec(system).extras["kept_for"] if not play.company(m).closed]
    for minor in sorted(minors, key=lambda m: m.number):
        _merge(play, minor.id, system)
    ask_to_discard(play, play.owner(system), system)


def _open(play: Play, system: str) -> None:
    """President, treasury, par and market value."""
    figures = play.data.figures(Figures)
    private = private_for(play, system)
    player = play.owner(private)
    row, column = figures.system_cell
    play.move_cert(play.certs_of(system)[0], player)
    close(play, private)
    play.change(system, par=figures.system_value)
    play.float_company(system)
    play.move_price(system, (row, column))
    play.pay(BANK, system, figures.system_treasury, "capital")
    name, cash = play.spec(system).name, figures.system_treasury
    play.say("system_opens", name=name, private=private, player=player, cash=cash)
    percent = play.certs_of(system)[0].percent
    play.say("system_share", player=player, system=system, percent=percent, par=figures.system_value)
    settle_presidency(play, system)


def _merge(play: Play, minor: str, system: str) -> None:
    """Trains, treasury and token of a minor go to the Black Line, and its owner gets the share for it.

    The share of a minor that nobody owns stays in the initial offering and is for sale from then on.
    """
    owner = play.owner(minor)
    held = play.trains(minor)
    play.say("minor_merged", minor=minor, system=system, trains=len(held), cash=play.cash(minor))
    tell_taken(play, system, minor, held)
    for train in held:
        play.move_train(train.id, system)
    play.pay(minor, system, play.cash(minor), "merger")
    _replace_token(play, minor, system)
    close(play, minor)
    if owner in play.state.players:
        share = next(c for c in reversed(play.certs(IPO, system)) if not c.president)
        play.move_cert(share, owner)
        play.say("minor_exchanged", player=owner, system=system, minor=minor)
        settle_presidency(play, system)


def _replace_token(play: Play, minor: str, system: str) -> None:
    for token in play.tokens(minor):
        place = token.place
        if place is None:
            continue
        mine = next(t for t in play.tokens(system) if t.place is None)
        play.place_token(token.id, None)
        play.place_token(mine.id, place)
