"""A station token that a private lets its company place beyond the normal one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, PowerMove, TurnPower, not_owned, usable
from engine.board.faces import CITY
from engine.core.actions import Action
from engine.core.choices import Choice
from engine.core.errors import Violation
from engine.core.state import Place
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import tokens
from engine.rules.abilities import close
from engine.rules.track import hex_name
from engine.rules.trains import needs_train
from engine.steps.token import price_note
from engine.steps.trains import STEP as TRAINS


@dataclass(frozen=True, kw_only=True)
class GrantedToken(TurnPower):
    """One token in the city of a hex, at the usual price and without a route; the private closes.

    Open at any point of the turn, but a company that must buy a train at its end does so first.
    """

    kind: ClassVar = "granted_token"
    hex: str

    def text(self, view: View, company: str) -> str:
        return say(
            "{user} may place one token on {hex_name} at the usual price, at any time in its "
            "turn, besides its normal one and without a route. The private closes with the token.",
            user=self.user(),
            hex_name=hex_name(view, self.hex),
        )

    def place(self, view: View) -> Place:
        """The first city of the hex."""
        return self.hex, view.board().face(self.hex).indices(CITY)[0]


class PlaceGranted(PowerMove):
    """Place the token that a private grants."""

    kind = "place_granted"
    uses: ClassVar = (GrantedToken,)

    def choice(self, view: View, player: str) -> Choice | None:
        using = usable(view, player, GrantedToken)
        if using is None or self._refusal(view, using) is not None:
            return None
        company, place = view.cursor.actor, using.power.place(view)
        note = say(
            "{price_note}; the private closes; at any point of the turn",
            price_note=price_note(view, company, place),
        )
        where = view.board().hexmap.name_of(place[0]) or place[0]
        return Choice(
            self.kind, say("Place a token in {where}", where=where), (), note, view.cursor.step, company
        )

    def check(self, view: View, action: Action) -> Violation | None:
        using = usable(view, action.player, GrantedToken)
        return not_owned(say("The token of a private")) if using is None else self._refusal(view, using)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        using = usable(writer, action.player, GrantedToken)
        assert using is not None
        tokens.place_next(writer, writer.cursor.actor, using.power.place(writer))
        close(writer, using.private)

    def _refusal(self, view: View, using: Held[GrantedToken]) -> Violation | None:
        company = view.cursor.actor
        if view.cursor.step == TRAINS and needs_train(view, company):
            text = say("{company} must own a train: buy it first, then place the marker.", company=company)
            return Violation("train_first", text)
        return tokens.check(view, company, using.power.place(view), connected=False)
