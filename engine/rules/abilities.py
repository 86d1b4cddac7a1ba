"""Private companies in plain words, and how one closes (what they allow: `engine.abilities`)."""

from __future__ import annotations

from engine.core.display import Display
from engine.core.play import Play
from engine.core.state import OUT
from engine.core.story import Part, Rank, Told, tell
from engine.core.view import View
from engine.message import joined, say
from engine.rules.packet import bids, release

tell(
    Rank.RUST,
    private_closed="{company} closes.",
    bids_released="The bids on {company} are void: {players}.",
)
tell(
    private_pays=Told(
        "{private} pays {player} {amount}.", "gets {amount} from {private}", "player", Part.PAID
    )
)


def explained(view: View, company: str) -> list[str]:
    """What owning a private or minor company brings, in sentences: its revenue, its powers, its end."""
    spec = view.spec(company)
    pays = (
        [say("Pays its owner {money} each operating round.", money=view.money(spec.revenue))]
        if spec.revenue
        else []
    )
    return [*pays, *view.policy(Display).powers(view, company)]


def first_train(view: View, event: str) -> str:
    """The kind of train whose first sale begins the phase with this event."""
    return next(phase.train for phase in view.data.phases.values() if event in phase.events)


def close(play: Play, private: str, told: bool = False) -> None:
    """Close a private: its certificate leaves play and it pays no more; bids on it bind nobody any more.

    ``told``: another sentence has said so.
    """
    play.change(private, closed=True)
    for cert in play.certs_of(private):
        play.move_cert(cert, OUT)
    if bids(play, private):
        names = joined(", ", (play.name(p) for p in bids(play, private)))
        release(play, private)
        play.say("bids_released", company=play.spec(private).name, players=names)
    if not told:
        play.say("private_closed", company=play.spec(private).name)
