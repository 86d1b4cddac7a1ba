"""The log in sentences: one or more lines for each record, from templates by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum

from engine.core.actions import Json
from engine.core.events import CursorMoved, Event, Floated, GameEnded, PhaseBegan, Said
from engine.core.log import Record
from engine.core.recorded import Reader
from engine.core.view import View
from engine.message import Message, in_words, say

MONEY = frozenset({"money", "amount", "price", "cash", "value", "before", "par", "cost", "fee", "revenue"})
"""Names of parameters that are amounts of money."""


class Rank(IntEnum):
    """What a line is about; where there is room for few lines, those of the lower number come first."""

    TABLE = 0
    """Moves taken back or put back, a position corrected by hand."""
    ENDING = 1
    BANKRUPTCY = 2
    PHASE = 3
    FORMATION = 4
    RUST = 5
    """Also all else that is lost to a phase: discarded trains, closed privates."""
    FLOAT = 6
    MERGER = 7
    PRESIDENT = 8
    DIVIDEND = 9
    DEAL = 10
    """Shares, trains, privates, loans that change hands."""
    LAY = 11
    """Tiles and tokens."""
    DETAIL = 12


class EventKind(Enum):
    """What a sentence tells; on a card several of one kind in a turn are told as one."""

    OTHER = "other"
    TILE = "tile"
    TOKEN = "token"
    TRAIN = "train"
    SHARE = "share"
    ROUTE = "route"
    """A train of a run; the income of the run follows."""
    INCOME = "income"
    """What a run earned, its ``revenue``; where it goes is told next."""
    PAID = "paid"
    """What somebody gets without doing anything: the subject gets ``amount``."""
    PRICE = "price"
    SOLD_OUT = "sold_out"
    """Whose price rises because all shares are sold: the new price is told next."""
    PASS = "pass"
    OFFER = "offer"
    """An offer that is made, refused or withdrawn."""
    LAPSE = "lapse"
    """An offer that nobody answered in time."""
    DRAFT = "draft"
    """What somebody prepares and may drop again: the log has it, no card."""
    SETUP = "setup"
    """How the table was laid out, which stays in sight: the first card of a game tells it, no other."""


Retold = Callable[[View, Sequence[Event], int], Said | None]
"""What is told in the place of an event of a record, by its place there; None: what was recorded."""


@dataclass(frozen=True, slots=True)
class Told:
    """A template with what it is on the line of an actor's turn.

    ``predicate`` is what stands behind the name of its subject (default: the sentence without the subject
    that it begins with); ``actor`` the field of the subject (default: the field it begins with).
    ``plural_predicate`` stands behind the names of several who did the same. What ``closes`` a turn is told
    of the one that ends in its record, although it is found out later. ``retold`` says it in other words
    where the events beside it tell more. What ``floats`` its ``company`` says so itself: its float has no
    sentence of its own then. ``reads`` has the readers of the fields that are recorded in words.
    """

    text: str
    predicate: str = ""
    actor: str = ""
    kind: EventKind = EventKind.OTHER
    plural_predicate: str = ""
    rank: Rank = Rank.DETAIL
    closes: bool = False
    retold: Retold | None = None
    floats: bool = False
    reads: Mapping[str, Reader] = field(default_factory=dict, compare=False)

    @property
    def subject(self) -> str:
        """The field of the subject, or nothing."""
        found = _SUBJECT.match(self.text)
        return self.actor or (found.group(1) if found else "")


_SUBJECT = re.compile(r"\{(\w+)\} ")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the story and what it is about.

    ``predicate`` says the same behind the name of its ``subject`` (the id of a player or company); without a
    subject it says it alone. ``note`` is that of the record.
    """

    text: str
    rank: Rank = Rank.DETAIL
    predicate: str = ""
    subject: str = ""
    kind: EventKind = EventKind.OTHER
    plural_predicate: str = ""
    note: str = ""
    values: Mapping[str, Json] = field(default_factory=dict, compare=False)
    """What fills the places of its template, as it was recorded."""


class Stories(dict[str, Told]):
    """Templates by key, each with its rank: the shared ones, and those of a title (`engine.title.Title`).

    A number that is counted names what it counts, one and many: ``{count:share|shares}``.
    """

    def tell(self, rank: Rank = Rank.DETAIL, /, **templates: str | Told) -> None:
        """Add templates of one rank; a key is added once."""
        for key, given in templates.items():
            told = replace(given if isinstance(given, Told) else Told(given), rank=rank)
            if self.setdefault(key, told) != told:
                raise ValueError(f"two templates for {key}")


TEMPLATES = Stories()
"""What every title may tell, filled at import of the steps and rules that do."""
tell = TEMPLATES.tell


tell(
    Rank.TABLE,
    undone="{by} took back everything after move {to}.",
    redone="{by} did move {to} again.",
    corrected="{by} corrected the position: {note}",
)
tell(Rank.FLOAT, company_floats="{company} floats.")
tell(Rank.PHASE, phase="Phase {phase} begins.")
tell(Rank.ENDING, over="The game is over: {reason}.")

_OF_THE_TABLE = {"undo": "undone", "redo": "redone", "correction": "corrected"}
"""The template of a record that is no move."""


Words = Callable[[str], str]
"""A message in another language; any other text as it is."""


def lines(view: View, record: Record, words: Words = str) -> list[str]:
    """The sentences of a record, players by name and money with the title's sign."""
    return [line.text for line in story(view, record, words)]


def story(view: View, record: Record, words: Words = str) -> list[LogLine]:
    """The same with the rank of each."""
    told = [line for _, line in _in_order(view, record, words)]
    key = _OF_THE_TABLE.get(record.kind)
    if key is None:
        return _noted(told, _note(record, words))
    text = words(say(TEMPLATES[key].text, by=view.name(record.by), to=record.to, note=record.note))
    return [LogLine(text, TEMPLATES[key].rank, text.removesuffix(".")), *told]


def _note(record: Record, words: Words) -> str:
    """Why a move was made for somebody: a sentence of a closed list, looked up whole."""
    return words(say(record.note)) if record.note else ""


def _noted(told: list[LogLine], note: str) -> list[LogLine]:
    """The lines of a move; its note stands behind the first."""
    if not told or not note:
        return told
    return [replace(told[0], text=f"{told[0].text} ({note})", note=note), *told[1:]]


def sentence(view: View, event: Event, words: Words = str) -> str | None:
    """One event as a sentence, or None when it tells nothing of its own."""
    line = _line(view, (event,), 0, words)
    return None if line is None else line.text


def sentences(view: View, events: Sequence[Event], words: Words = str) -> list[str]:
    """Events that follow one another in sentences."""
    return [line.text for i in range(len(events)) if (line := _line(view, events, i, words))]


def _line(view: View, events: Sequence[Event], at: int, words: Words) -> LogLine | None:
    event = events[at]
    if isinstance(event, Said):
        retold = _template(view, event.key).retold
        event = (retold(view, events, at) if retold else None) or event
        return _fill(view, event.key, event.params, words)
    if isinstance(event, Floated):
        told = floated_in(view, events, at)
        return None if told is None else _fill(view, told.key, told.params, words)
    if isinstance(event, PhaseBegan) and event.before:
        return _fill(view, "phase", {"phase": event.after}, words)
    if isinstance(event, GameEnded):
        return _fill(view, "over", {"reason": in_words(event.reason)}, words)
    return None


def floated_in(view: View, events: Sequence[Event], at: int) -> Said | None:
    """What is told of the float at this place; None where a sentence of the title beside it says so."""
    event = events[at]
    assert isinstance(event, Floated)
    beside = (e for e in events if isinstance(e, Said) and _template(view, e.key).floats)
    if any(said.params.get("company", event.company) == event.company for said in beside):
        return None
    return Said("company_floats", {"company": event.company})


def story_at(view: View, record: Record, words: Words = str) -> list[tuple[int, LogLine]]:
    """The lines of a record with the place of the event that each tells; its note is that of the first.

    What closes a turn stands before the cursor leaves it. What takes back, puts back or corrects has a line
    of its own, which is left out.
    """
    found = _in_order(view, record, words)
    told = _noted([line for _, line in found], _note(record, words) if record.kind == "action" else "")
    return [(i, line) for (i, _), line in zip(found, told, strict=True)]


def _in_order(view: View, record: Record, words: Words) -> list[tuple[int, LogLine]]:
    """The lines of the events, each with its place; one that closes a turn has that of the turn's end."""
    events, found = record.events, list[tuple[int, LogLine]]()
    for i in range(len(events)):
        if line := _line(view, events, i, words):
            found.append((i, line))
    moved = ((i, e) for i, e in enumerate(events) if isinstance(e, CursorMoved))
    end = next((i for i, event in moved if not event.before.same_turn(event.after)), len(events))
    late = [i for i, _ in found if i > end and _closes(view, events[i])]
    return sorted(((end if i in late else i, line) for i, line in found), key=lambda at: at[0])


def _closes(view: View, event: Event) -> bool:
    return isinstance(event, Said) and _template(view, event.key).closes


def _template(view: View, key: str) -> Told:
    return view.policy(Stories).get(key) or TEMPLATES[key]


def _fill(view: View, key: str, params: Mapping[str, Json], words: Words) -> LogLine:
    template = _template(view, key)
    shown = {k: _shown(view, template, k, v, words) for k, v in params.items()}
    subject = params.get(template.subject, "")
    here = isinstance(subject, str) and (subject in view.state.players or subject in view.state.companies)
    text = predicate = words(say(template.text, **shown))
    if template.predicate and (here or not template.subject):
        predicate = words(say(template.predicate, **shown))
    elif here and words(say(template.text)).startswith(f"{{{template.subject}}} "):
        predicate = words(say(template.text, **{**shown, template.subject: ""})).removeprefix(" ")
    else:
        here = False
    return LogLine(
        str(text),
        template.rank,
        predicate.removesuffix("."),
        subject if here else "",
        template.kind,
        words(say(template.plural_predicate, **shown)) if template.plural_predicate else "",
        values=dict(params),
    )


def _shown(view: View, template: Told, name: str, value: Json, words: Words) -> Json:
    """A value for people; what was recorded in words is said in other words."""
    if isinstance(value, str):
        reader, said = template.reads.get(name), name_in_story(view, value)
        if reader is not None and value not in (*view.state.players, *view.state.companies):
            said = value if isinstance(value, Message) else reader(view, value)
        return words(said) if isinstance(said, Message) else said
    return view.money(value) if isinstance(value, int) and name in MONEY else value


def name_in_story(view: View, who: str) -> str:
    """What a player or company is called in a sentence: a private by all of its name, which has no token."""
    companies = view.state.companies
    return view.spec(who).name if who in companies and companies[who].kind == "private" else view.name(who)
