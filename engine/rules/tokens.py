"""Station tokens: which one comes next, where it may go, what it costs, and the home token.

Money is in the title's currency. A place is (hex, stop index) on the face that lies there now.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.coords import sort_key
from engine.board.faces import CITY
from engine.board.network import reach
from engine.core.errors import Violation
from engine.core.state import BANK, Place, Token
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import AND, joined, say, word
from engine.rules.boards import home_stop
from engine.rules.costs import TOKEN_COSTS, check_cost
from engine.rules.track import hex_name, is_bare

tell(
    Rank.LAY,
    home_token=Told(
        "{company} places its home token on {where}.", "home token on {where}", kind=EventKind.TOKEN
    ),
    token_placed=Told(
        "{company} places a station token on {where} at a cost of {cost}.",
        "token on {where} at a cost of {cost}",
        kind=EventKind.TOKEN,
    ),
    token_free=Told("{company} places a station token on {where}.", "token on {where}", kind=EventKind.TOKEN),
)


class TokenPolicy:
    """How a title reads "place a station token". It overrides what differs."""

    bare_home = False
    """Whether the home token is placed before its city has track."""

    def starts(self, view: View, company: str) -> Sequence[Place]:
        """Where the route to the city begins."""
        return view.stations(company)

    def reached(self, view: View, company: str) -> frozenset[Place]:
        """The stops to which a route of the company leads."""
        return reach(view.board(), company, self.starts(view, company)).stops

    def price(self, view: View, token: Token, place: Place) -> int:
        """What the treasury pays."""
        return token.price

    def price_words(self, view: View, token: Token, place: Place) -> str:
        """The same for people, with its parts where there are several."""
        price = self.price(view, token, place)
        return view.money(price) if price else word("free")

    def allows(self, view: View, company: str, place: Place) -> Violation | None:
        """Why the title forbids a token in a city that would take it, or None."""
        return None

    def tokens(self, view: View, company: str) -> int:
        """How many in one turn, the home token apart: one."""
        return 1

    def following(self, view: View, company: str) -> Token | None:
        """The token that the company places next, None when it has none left.

        It is the cheapest one that is left; the token for the home does not count.
        """
        tokens = view.tokens(company)
        if company in view.board().hexmap.homes:
            tokens = tokens[1:]
        return next((t for t in tokens if t.place is None), None)

    def left(self, view: View, company: str) -> int:
        """How many an open company has ready, not on the board."""
        return 0 if view.company(company).closed else sum(t.place is None for t in view.tokens(company))

    def asked(self, view: View, company: str) -> Sequence[str]:
        """What each token costs that the company has left, as far as it is known; in the order of use."""
        prices = [token.price for token in view.tokens(company) if token.place is None]
        return [view.money(price) if price else word("free") for price in prices[: self.left(view, company)]]

    def several(self, view: View, company: str, coord: str) -> bool:
        """Whether the company may have more than one token on that hex."""
        return False


def policy_of(view: View) -> TokenPolicy:
    """The title's rules of placing tokens."""
    return view.policy(TokenPolicy)


def home_place(view: View, company: str) -> Place | None:
    """The home city of a company on the face that lies there now; None for one without a home."""
    board = view.board()
    return board.remember(("home", company), lambda: home_stop(board, company))


def needs_home(view: View, company: str) -> bool:
    """Whether the company has a home, a token for it, and none on the board yet."""
    if view.stations(company) or company not in view.board().hexmap.homes:
        return False
    return policy_of(view).left(view, company) > 0


def place_home(writer: PositionWriter, company: str) -> None:
    """Place the home token, free, once its city has track or needs none; otherwise nothing happens."""
    home = home_place(writer, company)
    tokens = writer.tokens(company)
    if home is None or not tokens or not needs_home(writer, company):
        return
    if is_bare(writer.board(), home[0]) and not policy_of(writer).bare_home:
        return
    writer.place_token(tokens[0].id, home)
    writer.say("home_token", company=company, where=hex_name(writer, home[0]))


def token_on(view: View, company: str, coord: object) -> Token | None:
    """The company's token on a hex."""
    return next((t for t in view.tokens(company) if t.place is not None and t.place[0] == coord), None)


def next_token(view: View, company: str) -> Token | None:
    """The token that the company places next, None when it has none left."""
    return policy_of(view).following(view, company)


def check(
    view: View, company: str, place: Place, connected: bool = True, token: Token | None = None
) -> Violation | None:
    """Why the company may not place a token there (its next one), or None.

    ``connected`` False needs no route.
    """
    token = token or next_token(view, company)
    if token is None:
        return Violation(
            "no_token_left", say("{company} has no further station token to place.", company=company)
        )
    if needs_home(view, company):
        return Violation(
            "home_first", say("The first station token of {company} goes on its home city.", company=company)
        )
    return (
        _check_city(view, company, place)
        or policy_of(view).allows(view, company, place)
        or (_check_route(view, company, place) if connected else None)
        or _check_price(view, company, token, place)
    )


def _check_city(view: View, company: str, place: Place) -> Violation | None:
    board, (coord, stop) = view.board(), place
    cities = board.face(coord).indices(CITY) if coord in board.hexmap else ()
    if stop not in cities:
        return Violation("not_a_city", say("A station token goes in a circle of a large city on the board."))
    if board.has_station(coord, company) and not policy_of(view).several(view, company, coord):
        return Violation(
            "already_here",
            say("{company} may have one station token on a tile; choose another city.", company=company),
        )
    if board.open_slots(coord, stop, company):
        return None
    if len(board.companies_at(coord, stop)) >= board.slots(coord, stop):
        return Violation(
            "no_space",
            say(
                "All circles of {hex_name} are taken; choose a city with space.",
                hex_name=hex_name(view, coord),
            ),
        )
    kept = joined(AND, (c for c in board.reserved.get(place, ()) if c != company))
    text = say(
        "The space in {hex_name} is kept for {kept}; choose a city with another circle.",
        hex_name=hex_name(view, coord),
        kept=kept,
    )
    return Violation("kept_for_home", text, {"companies": kept})


def _check_route(view: View, company: str, place: Place) -> Violation | None:
    if place in _reached(view, company):
        return None
    text = say(
        "A route of {company} must lead to {hex_name}.", company=company, hex_name=hex_name(view, place[0])
    )
    return Violation("not_connected", text, {"hex": place[0]})


def _check_price(view: View, company: str, token: Token, place: Place) -> Violation | None:
    return check_cost(view, company, policy_of(view).price(view, token, place), TOKEN_COSTS)


def _reached(view: View, company: str) -> frozenset[Place]:
    return policy_of(view).reached(view, company)


def legal_places(view: View, company: str) -> list[Place]:
    """Every place that `check` allows, sorted by hex and stop."""
    token, board = next_token(view, company), view.board()
    if token is None or needs_home(view, company):
        return []
    free = (p for p in _reached(view, company) if board.open_slots(*p, company))
    places = sorted(free, key=lambda p: (sort_key(p[0]), p[1]))
    return [p for p in places if check(view, company, p, connected=False, token=token) is None]


def place_next(writer: PositionWriter, company: str, place: Place, token: Token | None = None) -> None:
    """Place a token (the next one) where it was checked, and pay for it."""
    token = token or next_token(writer, company)
    assert token is not None
    price = policy_of(writer).price(writer, token, place)
    writer.pay(company, BANK, price, "token")
    writer.place_token(token.id, place)
    where = hex_name(writer, place[0])
    if price:
        writer.say("token_placed", company=company, where=where, cost=price)
    else:
        writer.say("token_free", company=company, where=where)
