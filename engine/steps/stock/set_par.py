"""The forced decision on the par of a company whose president's certificate came with a private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.state import Pending
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.stock import stock_rules

tell(Rank.FLOAT, par_set="{player} sets the par of {company} at {par}.")
SET_PAR = "set_par"


def ask_par(writer: PositionWriter, player: str, company: str) -> None:
    """Open the decision of a player on the par of a company; it comes before anything else."""
    writer.push(Pending(SET_PAR, (player,), {"company": company}))


class SetPar(Move):
    """Choose the par of the company; it costs nothing."""

    kind = SET_PAR
    story: ClassVar = "par_set"
    args: ClassVar = {"price": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        company = asked(view)
        field = Field("price", say("At which par?"))
        return Choice(self.kind, say("Par of {company}", company=company), (field,), company=company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        company = asked(view)
        return [
            Option(str(par), say("Par of {company}: {money}", company=company, money=view.money(par)))
            for par in stock_rules(view).par_values(view, company)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        values = stock_rules(view).par_values(view, asked(view))
        if as_amount(action.get("price")) in values:
            return None
        return Violation("no_par_value", say("The par values are {map}.", map=joined(", ", map(str, values))))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, par, rules = asked(writer), as_amount(action.args["price"]), stock_rules(writer)
        writer.pop()
        rules.set_par(writer, company, par)
        writer.say(self.story, player=action.player, company=company, par=par)
        rules.float_if_due(writer, company)


def asked(view: View) -> str:
    """The company whose par is to be set."""
    company: str = view.state.pending[-1].data["company"]
    return company


class SetParStep(ForcedStep):
    """The owner of the president's certificate decides."""

    name = SET_PAR
    label = say("par of a company")
    subject: ClassVar[Subject] = Subject.PAR
    moves: Sequence[Move] = (SetPar(),)
