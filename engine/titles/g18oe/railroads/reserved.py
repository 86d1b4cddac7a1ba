"""Reserved secondary shares of regionals in the initial stock round (8.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move, OpenMove
from engine.core.state import Pending
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.stock import stock_rules
from engine.steps.stock.share_purchase import BuyShare
from engine.steps.stock.share_turn import acted
from engine.titles.g18oe.data.readings import readings
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import REGIONAL

tell(
    Rank.DEAL,
    share_reserved="{player} reserves the secondary shares of {company}.",
    reserve_asked="{buyer} wants a share of {company}: {player} may reserve it.",
)
RESERVED = "reserved"
NOTES = {RESERVED: "the second stock round"}
"""Note: the regionals whose secondary shares are reserved, each with the player for whom."""
ASKED = "reserve_or_not"
INITIAL_PHASE = "1"


def reserved(view: View) -> Mapping[str, str]:
    """For whom secondary shares are reserved, by regional."""
    found: Mapping[str, str] = view.state.notes.get(RESERVED, {})
    return found


def holds_back(view: View, player: str, company: str) -> Violation | None:
    """Why a player may not buy a secondary share of a regional now (8.4)."""
    owner = reserved(view).get(company)
    if owner in (None, player) or view.company(company).kind != REGIONAL:
        return None
    text = say(
        "{name} has reserved the secondary shares of {company}.", name=view.name(str(owner)), company=company
    )
    return Violation("reserved", text, {"player": owner})


def refuse(view: View, player: str, company: str | None) -> Violation | None:
    """Why a player may not reserve the secondary shares of a regional now (8.4)."""
    if view.state.phase != INITIAL_PHASE or view.cursor.round != "shares":
        return Violation("other_round", say("Shares are reserved in the initial stock round."))
    if player in reserved(view).values():
        return Violation(
            "one_reserved", say("You have reserved a share, and may not take it back or another one.")
        )
    if company not in _possible(view, player):
        whose = say("over which you preside ") if readings(view).presidents_reserve else ""
        text = say(
            "Reserve of a regional {whose}whose secondary shares are both in its treasury.", whose=whose
        )
        return Violation("not_reservable", text)
    return None


def _possible(view: View, player: str) -> list[str]:
    found = []
    for record in view.companies(REGIONAL):
        mine = view.president(record.id) == player or not readings(view).presidents_reserve
        untouched = view.percent(record.id, record.id) == sum(view.spec(record.id).shares[1:])
        if record.floated and mine and untouched:
            found.append(record.id)
    return found


def reserve(writer: PositionWriter, player: str, company: str) -> None:
    """Write a reservation that was checked."""
    writer.note(RESERVED, {**reserved(writer), company: player})
    writer.say("share_reserved", player=player, company=company)


def expire(writer: PositionWriter) -> None:
    """Write that reservations end: the second stock round begins."""
    writer.note(RESERVED, None)


def _is_asked(view: View, player: str) -> bool:
    return any(p.kind == ASKED and player in p.players for p in view.state.pending)


class Reserve(Move):
    """Reserve the secondary shares of one regional, at any time in the initial stock round."""

    kind = "reserve"
    args: ClassVar = {"company": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._legal(view, player):
            return None
        note = say("One regional in the game; it cannot be taken back.")
        return Choice(self.kind, say("Reserve secondary shares"), (Field("company", say("Of which?")),), note)

    def _legal(self, view: View, player: str) -> list[str]:
        if _is_asked(view, player):
            return []
        return [c for c in _possible(view, player) if refuse(view, player, c) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(c, c, view.spec(c).name) for c in self._legal(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        if _is_asked(view, action.player):
            return Violation(
                "answer_first", say("Answer first whether you reserve the share that is wanted.")
            )
        return refuse(view, action.player, action.get("company"))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        reserve(writer, action.player, action.args["company"])


class BuyUnreserved(BuyShare):
    """Buy a share; who may still reserve the first one of a regional is asked before (8.4)."""

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, source = action.args["company"], action.args["source"]
        president = writer.president(company)
        if president not in (None, action.player) and refuse(writer, str(president), company) is None:
            data = {"company": company, "source": source, "buyer": action.player}
            writer.push(Pending(ASKED, (str(president),), data))
            writer.say("reserve_asked", buyer=action.player, company=company, player=president)
        else:
            super().perform(writer, action)


def _asked(view: View, key: str) -> str:
    return str(view.state.pending[-1].data[key])


class Answer(OpenMove):
    """An answer to a player who wants the first secondary share of a regional."""

    label: ClassVar[str]

    def choice(self, view: View, player: str) -> Choice | None:
        company = _asked(view, "company")
        return Choice(self.kind, self.label, (), self.told(view, company), company=company)

    def told(self, view: View, company: str) -> str:
        """What the answer means."""
        raise NotImplementedError


class ReserveNow(Answer):
    """Reserve it: the other player takes another action instead."""

    kind = "reserve_now"
    label = say("Reserve the share")

    def told(self, view: View, company: str) -> str:
        buyer = view.name(_asked(view, "buyer"))
        return say(
            "Nobody else buys a secondary share of {company} before the second stock round or "
            "its expansion; {buyer} acts otherwise. A player reserves once in a game and cannot "
            "take it back.",
            company=company,
            buyer=buyer,
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = _asked(writer, "company")
        writer.pop()
        reserve(writer, action.player, company)


class LetGo(Answer):
    """Let the other player buy it."""

    kind = "let_go"
    label = say("Let it be bought")

    def told(self, view: View, company: str) -> str:
        cost = stock_rules(view).cost(view, company, _asked(view, "source"))
        buyer, money = view.name(_asked(view, "buyer")), view.money(cost)
        return say(
            "{buyer} buys it for {money}; the other one can then no longer be reserved.",
            buyer=buyer,
            money=money,
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, source, buyer = (_asked(writer, key) for key in ("company", "source", "buyer"))
        writer.pop()
        stock_rules(writer).buy(writer, buyer, company, source)
        acted(writer, "b")


class ReserveStep(ForcedStep):
    """The president of a regional answers before its first secondary share is bought."""

    name = ASKED
    label = say("reserve a share")
    subject: ClassVar[Subject] = Subject.STOCK
    moves: Sequence[Move] = (ReserveNow(), LetGo())
