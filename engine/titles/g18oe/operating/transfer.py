"""Transfer of station tokens between majors of one player (11.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, Token
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.costs import check_cost
from engine.rules.tokens import token_on
from engine.rules.track import hex_name
from engine.steps.turns import Skip, TurnStep
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.powers import white_cliffs
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import MAJOR, home_hex
from engine.titles.g18oe.routes.port_authorities import BuyFromMajor, earned, is_asked
from engine.titles.g18oe.track import tokens
from engine.titles.g18oe.track.board import city_class

OF, HEX, TOKEN = "of", "hex", "token"
Way = tuple[str, str, Token]
"""A transfer: seller, hex, token of the buyer."""
tell(
    Rank.LAY,
    token_transferred="{company} takes over {other}'s token on {where}: "
    "{cost} to the bank, {fee} to {other}.",
)


def fee(view: View, coord: str) -> int:
    """What the seller gets for the right of access to the city (11.5)."""
    return view.data.figures(Figures).transfer_fee[city_class(view, coord)]


def sellers(view: View, company: str) -> list[str]:
    """The other majors of the same player."""
    majors = (c.id for c in view.companies(MAJOR) if c.id != company)
    return [other for other in majors if view.president(other) == view.president(company)]


def check(view: View, company: str, seller: str, coord: str, token: Token | None) -> Violation | None:
    """Why a major may not take over the token of another one with this token of its charter."""
    if view.company(company).kind != MAJOR or seller not in sellers(view, company):
        return Violation("not_your_major", say("A major buys tokens from other majors of its president."))
    if token_on(view, seller, coord) is None:
        return Violation("no_token_there", say("{seller} has no token there.", seller=seller))
    if coord == home_hex(view, seller):
        return Violation("home_token", say("The home token of {seller} is never sold.", seller=seller))
    if view.board().has_station(coord, company):
        return Violation(
            "already_here",
            say(
                "{company} has a token on {hex_name}; one a hex is all.",
                company=company,
                hex_name=hex_name(view, coord),
            ),
        )
    if token is None or token not in tokens.unplaced(view, company):
        return Violation(
            "no_token_left", say("{company} places a token that lies on its charter.", company=company)
        )
    cost = token.price + fee(view, coord)
    text = say("Token and access cost {money}; {company} has {money2}.")
    return check_cost(view, company, cost, text) or solvency.check(view, company, cost)


def choices(view: View, company: str) -> list[Way]:
    """The transfers that are legal now."""
    if view.company(company).kind != MAJOR:
        return []
    found = (
        (seller, sold.place[0], token)
        for seller in sellers(view, company)
        for sold in view.tokens(seller)
        for token in tokens.different(view, company)
        if sold.place is not None
    )
    return [way for way in found if check(view, company, *way) is None]


def perform(writer: PositionWriter, company: str, seller: str, coord: str, token: Token) -> None:
    """Write a transfer that was checked."""
    sold, access = token_on(writer, seller, coord), fee(writer, coord)
    assert sold is not None
    place = sold.place
    writer.pay(company, BANK, token.price, "token")
    writer.pay(company, seller, access, "token")
    take_back(writer, seller, sold)
    writer.place_token(token.id, place)
    if coord == europe().lille.hex:
        white_cliffs.hand_over(writer, seller, company)
    words = {"company": company, "other": seller, "where": hex_name(writer, coord)}
    writer.say("token_transferred", **words, cost=token.price, fee=access)


def take_back(writer: PositionWriter, seller: str, sold: Token) -> None:
    """Write that a token returns to the dearest open position of its charter, its home's apart (11.5)."""
    home = home_hex(writer, seller)
    placed = [t for t in writer.tokens(seller) if t.place is not None and t.place[0] != home]
    dearest = max(placed, key=lambda t: (t.price, t is sold))
    where = dearest.place
    writer.place_token(sold.id, None)
    if dearest is not sold:
        writer.place_token(dearest.id, None)
        writer.place_token(sold.id, where)


def _seller(view: View, major: str, found: Sequence[Way]) -> Option:
    """A major with the cities of which it may sell."""
    cities = dict.fromkeys(hex_name(view, coord) for other, coord, _ in found if other == major)
    return Option(major, major, joined(", ", cities))


def _city(view: View, coord: str, found: Sequence[Way]) -> Option:
    """A city with what the cheapest token for it costs."""
    tokens_for = (token for _, where, token in found if where == coord)
    return Option(coord, hex_name(view, coord), _cost(view, coord, min(tokens_for, key=lambda t: t.price)))


def _token(view: View, coord: str, token: Token) -> Option:
    """A token with all that it costs there."""
    label = say(
        "Token of {money} to {hex_name}", money=view.money(token.price), hex_name=hex_name(view, coord)
    )
    return Option(token.id, label, _cost(view, coord, token))


def _cost(view: View, coord: str, token: Token) -> str:
    access = fee(view, coord)
    return say(
        "{money} with {money2} for access", money=view.money(token.price + access), money2=view.money(access)
    )


class TransferToken(Move):
    """Take over a token of another major of the same player."""

    kind = "transfer_token"
    args: ClassVar = {OF: str, HEX: str, TOKEN: str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not choices(view, view.cursor.actor):
            return None
        fields = (Field(OF, say("Major")), Field(HEX, say("City")), Field(TOKEN, say("Token")))
        label, company = say("Take over a token"), view.cursor.actor
        note = say(
            "A token of {company} takes its place: its price to the bank, a fee to the other major.",
            company=company,
        )
        return Choice(self.kind, label, fields, note, view.cursor.step, company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = choices(view, view.cursor.actor)
        if field == OF:
            return [_seller(view, major, found) for major in dict.fromkeys(way[0] for way in found)]
        found = [way for way in found if way[0] == partial.get(OF)]
        if field == HEX:
            return [_city(view, coord, found) for coord in dict.fromkeys(way[1] for way in found)]
        return [_token(view, coord, token) for _, coord, token in found if coord == partial.get(HEX)]

    def check(self, view: View, action: Action) -> Violation | None:
        token = view.state.tokens.get(action.get(TOKEN, ""))
        return check(view, view.cursor.actor, action.get(OF, ""), action.get(HEX, ""), token)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        token = writer.state.tokens[action.args[TOKEN]]
        perform(writer, writer.cursor.actor, action.args[OF], action.args[HEX], token)


class TransferStep(TurnStep):
    """Take over tokens and port authorities of other majors (11.5, 11.3.5)."""

    name = "transfer"
    label = say("transfer tokens")
    subject: ClassVar[Subject] = Subject.TOKEN
    moves = (TransferToken(), BuyFromMajor(), Skip(say("Transfer nothing")))

    def is_open(self, view: View) -> bool:
        """Also while another president is asked for a marker, or revenue has brought the price of one."""
        company = view.cursor.actor
        return super().is_open(view) or is_asked(view, company) or earned(view, company)
