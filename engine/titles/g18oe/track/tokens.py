"""Station tokens of 18OE: any token of the charter, own zone for small railroads, fees over water (11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.board.faces import CITY
from engine.board.voyages import Voyage
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Sought
from engine.core.errors import Violation
from engine.core.events import Event, Said, TokenMoved
from engine.core.state import Place, Token
from engine.core.story import EventKind, Rank, Told
from engine.core.view import View
from engine.message import joined, say
from engine.rules import tokens as rules
from engine.rules.tokens import TokenPolicy
from engine.rules.track import hex_name
from engine.steps.token import PlaceToken
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import SMALL, zone
from engine.titles.g18oe.track import home_position
from engine.titles.g18oe.track.fees import travels


def _parts(view: View, price: int, token: int) -> str:
    """A price with the token's own and the fee over water."""
    return say(
        "{money} (token {money2} + sea {money3})",
        money=view.money(price),
        money2=view.money(token),
        money3=view.money(price - token),
    )


def _over_water(view: View, events: Sequence[Event], at: int) -> Said | None:
    """Of a token that costs more than it says: what the water costs."""
    said, before = events[at], [event for event in events[:at] if isinstance(event, TokenMoved)]
    if not isinstance(said, Said) or not before:
        return None
    cost, price = said.params["cost"], view.state.tokens[before[-1].token].price
    return (
        Said("token_over_sea", {**said.params, "price": price, "fee": cost - price}) if cost > price else None
    )


tell(
    Rank.LAY,
    token_placed=Told(
        "{company} places a station token on {where} at a cost of {cost}.",
        "token on {where} at a cost of {cost}",
        kind=EventKind.TOKEN,
        retold=_over_water,
    ),
    token_over_sea=Told(
        "{company} places a station token on {where} at a cost of {cost} (token {price} + sea {fee}).",
        "token on {where} at a cost of {cost} (token {price} + sea {fee})",
        kind=EventKind.TOKEN,
    ),
)


def voyage_of(view: View, company: str) -> Voyage:
    """Where the railroad gets to for its tokens, and the fees over water (11.2.1).

    Star Harbor and Central Circle do not help to place tokens (14.5).
    """
    return travels(view, company, view.data.figures(Figures).token_over_water, marks=False)


class Tokens(TokenPolicy):
    """A charter holds two tokens, and eight once its railroad is a major (2.6)."""

    bare_home = True

    def reached(self, view: View, company: str) -> frozenset[Place]:
        return voyage_of(view, company).whole.stops

    def price(self, view: View, token: Token, place: Place) -> int:
        """As on the charter, and the fee over water (11.2, 11.2.1)."""
        return token.price + voyage_of(view, token.company).fee(place)

    def price_words(self, view: View, token: Token, place: Place) -> str:
        price = self.price(view, token, place)
        if price > token.price:
            return _parts(view, price, token.price)
        return super().price_words(view, token, place)

    def allows(self, view: View, company: str, place: Place) -> Violation | None:
        """Not outside its zone, not in a metropolis whose home is yet to be chosen (11.2, 11.1.9)."""
        found = check_zone(view, company, place[0]) or check_home(view, company, place[0])
        token = self.following(view, company)
        if found is not None or token is None:
            return found
        return solvency.check(view, company, self.price(view, token, place))

    def following(self, view: View, company: str) -> Token | None:
        return next(iter(unplaced(view, company)), None)

    def left(self, view: View, company: str) -> int:
        return 0 if view.company(company).closed else len(unplaced(view, company))


def on_charter(view: View, company: str) -> int:
    """How many tokens the charter of a railroad has, placed or not (2.6, 9.2, 9.3); a national has none."""
    return view.data.figures(Figures).charter_tokens.get(view.company(company).kind, 0)


def unplaced(view: View, company: str) -> list[Token]:
    """The tokens on the charter that are not on the map, a home token first, then the cheapest."""
    return [t for t in view.tokens(company)[: on_charter(view, company)] if t.place is None]


def different(view: View, company: str) -> list[Token]:
    """One token on the charter of each price: any may be placed (11.2)."""
    return list({token.price: token for token in reversed(unplaced(view, company))}.values())[::-1]


def check_zone(view: View, company: str, coord: str) -> Violation | None:
    """Regionals and minors place tokens in cities of their own zone alone (11.2)."""
    own = zone(view, company)
    if view.company(company).kind not in SMALL or europe().zone_of_stop(coord) == own:
        return None
    zone_name = europe().zones[own].name
    text = say(
        "{company} places tokens in {zone_name} alone; {hex_name} lies elsewhere.",
        company=company,
        zone_name=zone_name,
        hex_name=hex_name(view, coord),
    )
    return Violation("other_zone", text, {"zone": own})


def check_home(view: View, company: str, coord: str) -> Violation | None:
    """No token in a metropolis before the railroad at home there has chosen its position (11.1.9)."""
    other = home_position.homeless(view, coord)
    if other in (None, company):
        return None
    text = say(
        "{hex_name} takes tokens once {other} has chosen its position there.",
        hex_name=hex_name(view, coord),
        other=other,
    )
    return Violation("position_not_chosen", text, {"company": other})


class PlaceAnyToken(PlaceToken):
    """Place any token of the charter in a city on a route of the railroad (11.2)."""

    args: ClassVar = {**PlaceToken.args, "token": str}

    def cities(self, view: View) -> list[Place]:
        """A small railroad looks for cities of its own zone only."""
        return [p for p in super().cities(view) if check_zone(view, view.cursor.actor, p[0]) is None]

    def sought_for(self, view: View, player: str, field: str, value: str) -> Iterator[Sought]:
        """Also a city of another zone, which is told then."""
        for stop in view.board().face(value).indices(CITY) if field == "hex" else ():
            args = {"hex": value, "stop": stop}
            yield Sought(hex_name(view, value), Action(self.kind, player, args))

    def _places(self, view: View) -> list[Place]:
        """Nothing is searched for a treasury that cannot pay for any token."""
        left = unplaced(view, view.cursor.actor)
        if not left or min(token.price for token in left) > view.cash(view.cursor.actor):
            return []
        return super()._places(view)

    def choice(self, view: View, player: str) -> Choice | None:
        found, several = super().choice(view, player), different(view, view.cursor.actor)
        if found is None:
            return None
        fields = (*found.fields, Field("token", say("Token"))) if len(several) > 1 else found.fields
        prices = joined(", ", (view.money(token.price) for token in several))
        note = say("Tokens of {prices}; a fee for water comes on top.", prices=prices)
        return Choice(found.kind, found.label, fields, note, found.step, found.company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field != "token":
            return super().options(view, partial, field)
        place = self._place(view, partial)
        if isinstance(place, Violation):
            return ()
        legal = (t for t in different(view, view.cursor.actor) if self._check(view, place, t) is None)
        return [self._token_option(view, token, place) for token in legal]

    def _token_option(self, view: View, token: Token, place: Place) -> Option:
        price = rules.policy_of(view).price(view, token, place)
        note = _parts(view, price, token.price) if price > token.price else ""
        return Option(token.id, say("Token of {money}", money=view.money(token.price)), note)

    def _check(self, view: View, place: Place, token: Token) -> Violation | None:
        company = view.cursor.actor
        return rules.check(view, company, place, token=token) or solvency.check(
            view, company, rules.policy_of(view).price(view, token, place)
        )

    def check(self, view: View, action: Action) -> Violation | None:
        found = super().check(view, action)
        if found is not None or action.get("token") is None:
            return found
        token = self._token(view, action)
        place = self._place(view, action)
        if token is None or isinstance(place, Violation):
            prices = joined(", ", (view.money(t.price) for t in different(view, view.cursor.actor)))
            return Violation(
                "no_such_token",
                say("{actor} has tokens of {prices} on its charter.", actor=view.cursor.actor, prices=prices),
            )
        return self._check(view, place, token)

    def _token(self, view: View, action: Action) -> Token | None:
        """The token named; without a name the first on the charter."""
        left = unplaced(view, view.cursor.actor)
        named = action.get("token")
        return next((t for t in left if named in (None, t.id)), None)
