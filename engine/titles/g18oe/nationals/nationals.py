"""Nationals, formed of majors when trains of level 2, 3 or 4 rust (9.4), or when one cannot buy (11.6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject, said
from engine.core.errors import Violation
from engine.core.events import CertMoved, Event, Said, TokenMoved
from engine.core.rounds import ForcedStep, Move, OpenMove
from engine.core.state import BANK, POOL, Pending
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, listed, say
from engine.rules.track import hex_name
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.nationals.abandoning import abandon, lose_markers, merged_minors
from engine.titles.g18oe.railroads import custody
from engine.titles.g18oe.railroads.companies import (
    CHITS,
    MAJOR,
    NATIONAL,
    ORIENT_EXPRESS,
    PORT_AUTHORITIES,
)
from engine.titles.g18oe.trains.trains import PRESERVED, pullmans

MOST_HEXES = 3
"""How many hexes that lose a token are named."""


def _told(view: View, events: Sequence[Event], at: int) -> Said | None:
    """Which railroad it is, and what becomes of its money, stock and tokens, all that it loses at once."""
    said = events[at]
    names = {view.spec(c.id).name: c.id for c in view.companies()}
    if not isinstance(said, Said) or said.params["company"] not in names:
        return None
    railroad, money = names[said.params["company"]], said.params["money"]
    percent, hexes = _gone(view, events[at + 1 :], railroad)
    told = [say("{money} to the bank", money=view.money(money))] if money else []
    told += [say("{percent} % to the pool", percent=percent)] if percent else []
    told += [_tokens_off(hexes)] if hexes else []
    if not told:
        return None
    return Said("national_formed", {"railroad": railroad, "lost": joined(", ", told)})


def _tokens_off(hexes: Sequence[str]) -> str:
    """Which hexes lose a token; many are counted."""
    if len(hexes) > MOST_HEXES:
        return say("{count} tokens off the map", count=len(hexes))
    return say("tokens off {both}", both=listed(hexes))


def _gone(view: View, events: Sequence[Event], railroad: str) -> tuple[int, list[str]]:
    """The percent of a railroad that went to the Open Market, and the hexes that it left."""
    percent, hexes, mine = 0, dict[str, None](), [token.id for token in view.tokens(railroad)]
    for event in events:
        if isinstance(event, CertMoved) and (event.before, event.after) == (railroad, POOL):
            percent += view.state.certs[event.cert].percent
        if isinstance(event, TokenMoved) and event.before and event.token in mine:
            hexes[hex_name(view, event.before[0])] = None
    return percent, list(hexes)


tell(
    Rank.FORMATION,
    national_forms=Told(
        "{player} closes {company}: it becomes a national; the bank takes {money}.", retold=_told
    ),
    national_formed=Told("{railroad} becomes a national: {lost}.", plural_predicate="become nationals"),
)
tell(national_declined="{player} forms no national.")
FORM = "form_national"
"""The kind of the forced decision."""


def majors(view: View, player: str) -> list[str]:
    """The majors that a player controls."""
    return [c.id for c in view.companies(MAJOR) if view.president(c.id) == player]


def ask(writer: PositionWriter, buyer: str) -> None:
    """Open the decision of each player with a major, from the buyer of the train on in player order (9.4)."""
    first = writer.president(buyer) or writer.seats[0]
    for player in reversed(writer.from_seat(first)):
        if majors(writer, player):
            writer.push(Pending(FORM, (player,), {"first": first}))


def form(writer: PositionWriter, company: str) -> None:
    """Write that a major becomes a national: what it loses and what it keeps (9.4)."""
    player = writer.owner(company)
    writer.say("national_forms", player=player, company=writer.spec(company).name, money=writer.cash(company))
    writer.pay(company, BANK, writer.cash(company), "national")
    custody.taken(writer, str(custody.kept_for(writer, company)), company)
    for cert in writer.certs(company, company):
        writer.move_cert(cert, POOL)
    for token in writer.tokens(company):
        writer.place_token(token.id, None)
    for minor in merged_minors(writer, company):
        abandon(writer, minor, keeper=company)
    for train in pullmans(writer, company):
        writer.move_train(train.id, POOL)
    _lose_charter(writer, company)
    writer.change(company, kind=NATIONAL, par=None)


def _lose_charter(writer: PositionWriter, company: str) -> None:
    """Track rights, port authorities, the Orient Express marker and the markers of privates leave play."""
    lose_markers(writer, company)
    for key in (CHITS, PORT_AUTHORITIES, ORIENT_EXPRESS):
        writer.note_company(company, key, None)
    for train in writer.trains(company):
        writer.note_train(train.id, PRESERVED, None)


class FormNational(Move):
    """Close one of one's majors as a national; several, one after the other."""

    kind = "form_national"
    args: ClassVar = {"company": str}

    def choice(self, view: View, player: str) -> Choice | None:
        note = say("It loses its money, tokens, minors and markers and keeps its trains.")
        field = Field("company", say("Which major?"))
        return Choice(self.kind, say("Form a national"), (field,), note, FORM, danger=True)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [self._option(view, c) for c in majors(view, partial.player)]

    def _option(self, view: View, company: str) -> Option:
        trains = joined(", ", (t.kind for t in view.trains(company))) or say("no train")
        label = said(company, view.money(view.cash(company)), trains)
        return Option(company, label, view.spec(company).name)

    def check(self, view: View, action: Action) -> Violation | None:
        mine = majors(view, action.player)
        if action.get("company") in mine:
            return None
        return Violation(
            "not_your_major", say("You may close one of your majors: {mine}.", mine=joined(", ", mine))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        form(writer, action.args["company"])
        if not majors(writer, action.player):
            writer.pop()


class KeepMajors(OpenMove):
    """Close no further major now."""

    kind = "decline"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("Form no national"), step=FORM, declines=True)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.say("national_declined", player=action.player)
        writer.pop()


class FormStep(ForcedStep):
    """Each player decides in turn which of his majors become nationals (9.4)."""

    name = FORM
    label = say("forming nationals")
    subject: ClassVar[Subject] = Subject.NATIONALS
    moves = (FormNational(), KeepMajors())
