"""Wien Südbahnhof: one station token of a railroad without the price on its charter (14.3, 14.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.actions import Action
from engine.core.choices import Choice, Option
from engine.core.errors import Violation
from engine.core.state import BANK, Place, Token
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say, word
from engine.rules import tokens as rules
from engine.rules.abilities import close
from engine.rules.track import hex_name
from engine.steps.token import TOKENS, use_token
from engine.steps.turns import turn_note
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.powers.private_powers import not_owned, owns
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.marks import controls
from engine.titles.g18oe.track.tokens import PlaceAnyToken, different, unplaced, voyage_of

tell(Rank.DEAL, free_token="{company} places a token in {where} by {private}, for {cost}.")
STATION = "WS"


class PlaceFreeToken(PlaceAnyToken):
    """Place any token of the charter without its price; fees over water are paid."""

    kind = "free_token"
    missing = ""

    def _is_open(self, view: View, player: str) -> bool:
        return owns(view, player, STATION) and controls(view, STATION, view.cursor.actor)

    def _places(self, view: View) -> list[Place]:
        company = view.cursor.actor
        if turn_note(view, TOKENS, 0) or not unplaced(view, company):
            return []
        reached = voyage_of(view, company).whole.stops
        return sorted(place for place in reached if self._check(view, place, None) is None)

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._is_open(view, player):
            return None
        found = super().choice(view, player)
        if found is None:
            return None
        label = say("Place a token by Wien Südbahnhof")
        note = say("Its price is not paid; a fee for water is.")
        return Choice(self.kind, label, found.fields, note, found.step, found.company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return super().options(view, partial, field) if self._is_open(view, partial.player) else ()

    def _token_option(self, view: View, token: Token, place: Place) -> Option:
        return Option(
            token.id, say("Token of {money}", money=view.money(token.price)), self._cost(view, place)
        )

    def _cost(self, view: View, place: Place) -> str:
        fee = _fee(view, place)
        return view.money(fee) if fee else word("free")

    def _check(self, view: View, place: Place, token: Token | None) -> Violation | None:
        """All that holds for a token but its price."""
        company = view.cursor.actor
        refused = rules.check(view, company, place, token=token or different(view, company)[0])
        if refused is not None and refused.code not in ("cannot_afford", "insolvent"):
            return refused
        fee = _fee(view, place)
        if fee > view.cash(company):
            return Violation(
                "cannot_afford",
                say("The way over water costs {money}.", money=view.money(fee)),
                {"cost": fee},
            )
        return solvency.check(view, company, fee)

    def check(self, view: View, action: Action) -> Violation | None:
        if not self._is_open(view, action.player):
            return not_owned(view, STATION)
        if not self._left(view):
            text = say("{actor} has placed its token for this turn.", actor=view.cursor.actor)
            return Violation("no_token_this_turn", text)
        place, token = self._place(view, action), self._token(view, action)
        if isinstance(place, Violation):
            return place
        if token is None:
            return Violation("no_such_token", say("Name a token that lies on the charter."))
        return self._check(view, place, token)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        place, token = self._place(writer, action), self._token(writer, action)
        assert not isinstance(place, Violation)
        assert token is not None
        fee = _fee(writer, place)
        use_token(writer)
        writer.pay(company, BANK, fee, "token")
        writer.place_token(token.id, place)
        words = {"where": hex_name(writer, place[0]), "cost": fee}
        writer.say("free_token", company=company, private=writer.spec(STATION).name, **words)
        close(writer, STATION)


def _fee(view: View, place: Place) -> int:
    """What the water on the way costs (11.2.1)."""
    return voyage_of(view, view.cursor.actor).fee(place)
