"""Railroad phases (5.1) and what the sale of a train brings about (5.2)."""

from __future__ import annotations

from engine.core.recorded import one_of
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import TrainSpec
from engine.message import AND, joined, say, word
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.readings import readings
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import floating
from engine.titles.g18oe.railroads import companies
from engine.titles.g18oe.railroads.companies import MINOR, REGIONAL

AUCTION, CONCESSIONS, REGIONAL_MINOR = "auction", "concession", "regional_minor"
MAJOR_PHASE, CONSOLIDATION = "major", "consolidation"
NAMES = {
    AUCTION: word("Auction"),
    CONCESSIONS: word("Concession"),
    REGIONAL_MINOR: word("Regional/Minor"),
    MAJOR_PHASE: word("Major"),
    CONSOLIDATION: word("Consolidation"),
}
PHASE = "rr_phase"
NOTES = {PHASE: "the end of the game"}
"""Note: the railroad phase in force."""
tell(Rank.PHASE, rr_phase=Told("The {name} Railroad Phase begins.", reads={"name": one_of(*NAMES.values())}))


def rr_phase(view: View) -> str:
    """The railroad phase in force (5.1)."""
    found: str = view.state.notes.get(PHASE, "")
    return found


def in_phase(view: View, *names: str) -> bool:
    """Whether one of these railroad phases is in force."""
    return rr_phase(view) in names


def enter(writer: PositionWriter, name: str) -> None:
    """Write that a railroad phase begins."""
    writer.note(PHASE, name)
    writer.say("rr_phase", name=NAMES[name])


def enough_floated(view: View) -> bool:
    """Whether all minors and enough regionals have floated: the Regional/Minor phase is over (5.1.3, 8.2)."""
    return all(count >= of for count, of in _floated(view).values())


def must_settle(view: View, player: str) -> str:
    """A remark for the Consolidation: what a player must settle before he may pass (10.6)."""
    owned = [c.id for c in view.companies(REGIONAL, MINOR) if c.floated and view.president(c.id) == player]
    if not in_phase(view, CONSOLIDATION) or not owned:
        return ""
    return say(
        "Before you may pass, your regionals must be majors and your minors merged: {owned}.",
        owned=joined(", ", owned),
    )


def how_far(view: View) -> str:
    """What has floated of all that ends the Regional/Minor phase (8.2)."""
    found = _floated(view)
    counts = [say("{found} of {found2} minors", found=found[MINOR][0], found2=found[MINOR][1])]
    counts += [say("{found} of {found2} regionals", found=found[REGIONAL][0], found2=found[REGIONAL][1])]
    return say(
        "{counts} float; with the last of them the Major Railroad Phase begins.", counts=joined(AND, counts)
    )


def _floated(view: View) -> dict[str, tuple[int, int]]:
    """By kind how many have floated, and how many it takes."""
    needed = {MINOR: len(view.data.of_kind(MINOR)), REGIONAL: view.data.figures(Figures).regional_floor}
    return {kind: (len(companies.floated(view, kind)), count) for kind, count in needed.items()}


def level(spec: TrainSpec) -> int:
    """The level of a train: its number; 7 of a 4D and 8 of a 5D (11.3.2)."""
    found: int = spec.extras["level"]
    return found


def first_side(view: View, kind: str) -> str:
    """The kind that stands for all cards of a level in the phases: the local one."""
    wanted = level(view.data.trains[kind])
    return next(k for k, spec in view.data.trains.items() if level(spec) == wanted)


def watch(writer: PositionWriter) -> None:
    """Write what goes when enough regionals have floated, and the end of the phase, whenever due (8.2)."""
    if not in_phase(writer, REGIONAL_MINOR):
        return
    if len(companies.floated(writer, REGIONAL)) >= writer.data.figures(Figures).regional_floor:
        for company in [*floating.unfloated(writer), *_parred_too(writer)]:
            floating.remove(writer, company)
    if enough_floated(writer):
        enter(writer, MAJOR_PHASE)


def _parred_too(view: View) -> list[str]:
    return floating.parred(view) if readings(view).parred_regionals_go else []
