"""Private companies in plain words, and how one closes (what they allow: `engine.abilities`)."""

from __future__ import annotations

from engine.core.display import Display
from engine.core.state import OUT
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.initial_auction import bids, release

tell(
    Rank.RUST,
    private_closed="{company} closes.",
    bids_released="The bids on {company} are void: {players}.",
)
tell(
    private_pays=Told(
        "{private} pays {player} {amount}.", "gets {amount} from {private}", "player", EventKind.PAID
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
    """The kind of train whose first sale begins the phase with this event; LookupError when none has it."""
    found = (phase.train for phase in view.data.phases.values() if event in phase.events)
    train = next(found, None)
    if train is None:
        raise LookupError(f"no phase of {view.data.key} has the event {event}")
    return train


def close(writer: PositionWriter, private: str, told: bool = False) -> None:
    """Close a private: its certificate leaves play and it pays no more; bids on it bind nobody any more.

    ``told``: another sentence has said so.
    """
    writer.change(private, closed=True)
    for cert in writer.certs_of(private):
        writer.move_cert(cert, OUT)
    if bids(writer, private):
        names = joined(", ", (writer.name(p) for p in bids(writer, private)))
        release(writer, private)
        writer.say("bids_released", company=writer.spec(private).name, players=names)
    if not told:
        writer.say("private_closed", company=writer.spec(private).name)
