"""The token position of the White Cliffs Ferry beside Lille (11.2.2, 14.7).

From Train Phase 5 on the owner of the private has one token placed there for a railroad that he controls: at
once, or later as the token of its turn. No route need lead there. Who passes Lille then: see `lille`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.state import BANK, Pending, Place, Token
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.abilities import close
from engine.rules.costs import TOKEN_COSTS, check_cost
from engine.rules.track import hex_name
from engine.steps.token import TOKENS, use_token
from engine.steps.turns import Skip, turn_note
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.powers.free_token import STATION
from engine.titles.g18oe.powers.private_powers import not_owned, owns
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import RAILROADS
from engine.titles.g18oe.railroads.marks import CLIFFS, OPENED, WHITE_CLIFFS
from engine.titles.g18oe.track import tokens

PENDING = "white_cliffs"
COMPANY, TOKEN = "company", "token"
ASKED = "white_cliffs_asked"
NOTES = {WHITE_CLIFFS: "the end of the game", ASKED: "the end of the game"}
"""Notes: the railroad with the token, or that it was removed (11.2.2); the owner of the private was asked."""
tell(
    Rank.LAY,
    white_cliffs="{company} places a token beside the White Cliffs Ferry for {cost}.",
    lille_open="The token beside the White Cliffs Ferry is gone: Lille is open to all from now on.",
)


def position() -> Place:
    """Where the token lies: it counts as one in Lille (14.7)."""
    return europe().lille.hex, 0


def owner(view: View) -> str | None:
    """The player who may have the token placed: the phase has come, the private is his, up or down."""
    begun = [phase.key for phase in view.phases]
    if CLIFFS not in view.state.companies or europe().lille.phase not in begun:
        return None
    return None if view.company(CLIFFS).closed else view.president(CLIFFS)


def has_station(view: View, player: str) -> bool:
    """Whether the player may have Wien Südbahnhof pay for the token (14.3)."""
    return owns(view, player, STATION)


def check(view: View, player: str, company: str, token: Token | None, free: bool = False) -> Violation | None:
    """Why the token may not be placed there for a railroad; ``free`` when Wien Südbahnhof pays for it."""
    if owner(view) != player or view.state.notes.get(WHITE_CLIFFS):
        phase = europe().lille.phase
        text = say(
            "The owner of the White Cliffs Ferry places its token once, from Train Phase {phase} on.",
            phase=phase,
        )
        return Violation("not_your_ferry", text)
    if company not in _railroads(view, player):
        return Violation("not_your_railroad", say("Name a railroad that you control."))
    if view.board().has_station(position()[0], company):
        return Violation(
            "already_here", say("{company} has a token in Lille; one a hex is all.", company=company)
        )
    if token is None or token not in tokens.unplaced(view, company):
        return Violation(
            "no_token_left", say("{company} places a token that lies on its charter.", company=company)
        )
    return tokens.check_zone(view, company, position()[0]) or _check_price(view, company, token, free)


def _check_price(view: View, company: str, token: Token, free: bool) -> Violation | None:
    if free:
        return None
    refused = check_cost(view, company, token.price, TOKEN_COSTS)
    return refused or solvency.check(view, company, token.price)


def _railroads(view: View, player: str) -> list[str]:
    return [c for c in view.presided(player) if view.company(c).kind in RAILROADS and view.company(c).floated]


def choices(view: View, player: str, free: bool = False) -> list[tuple[str, Token]]:
    """The railroads, each with the tokens of its charter, for which the player may have it placed."""
    if free and not has_station(view, player):
        return []
    found = ((c, token) for c in _railroads(view, player) for token in tokens.different(view, c))
    return [(c, token) for c, token in found if check(view, player, c, token, free) is None]


def place(writer: PositionWriter, company: str, token: Token, price: int) -> None:
    """Write the token that was checked; the private has done its service (6.1)."""
    writer.pay(company, BANK, price, "token")
    writer.note(WHITE_CLIFFS, company)
    writer.place_token(token.id, position())
    writer.say("white_cliffs", company=company, cost=price)
    close(writer, CLIFFS)


def hand_over(writer: PositionWriter, seller: str, buyer: str) -> None:
    """Write that another railroad's token took the place of the one beside the ferry."""
    if writer.state.notes.get(WHITE_CLIFFS) == seller:
        writer.note(WHITE_CLIFFS, buyer)


def watch(writer: PositionWriter) -> None:
    """After each action: the phase has come, or the token is gone and Lille is open for good (11.2.2)."""
    holder = writer.state.notes.get(WHITE_CLIFFS, OPENED)
    if holder != OPENED and not writer.board().has_station(position()[0], holder):
        writer.note(WHITE_CLIFFS, OPENED)
        writer.say("lille_open")
    player = None if writer.state.notes.get(ASKED) or writer.state.pending else owner(writer)
    if player is not None:
        writer.note(ASKED, True)
        if choices(writer, player) or choices(writer, player, free=True):
            writer.push(Pending(PENDING, (player,)))


class PlaceBeside(Move):
    """Place a token beside the ferry: any token, of any railroad of the player's when the phase begins."""

    kind = "white_cliffs"
    args: ClassVar = {COMPANY: str, TOKEN: str}
    free: ClassVar[bool] = False
    label: ClassVar = say("Token beside the White Cliffs Ferry")

    def _choices(self, view: View, player: str) -> list[tuple[str, Token]]:
        return choices(view, player, self.free)

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._choices(view, player):
            return None
        fields = (Field(COMPANY, say("Railroad")), Field(TOKEN, say("Which token?")))
        return Choice(self.kind, self.label, fields, self.told(view), hex=position()[0])

    def told(self, view: View) -> str:
        """Where it lies, who pays, and what it changes (11.2.2)."""
        where = hex_name(view, position()[0])
        kept = say("Then only railroads with a token in {where} take the ferry to London.", where=where)
        return joined(" ", (say("In {where}; no route need lead there.", where=where), kept))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = self._choices(view, partial.player)
        if field == COMPANY:
            return [Option(c, c, view.money(view.cash(c))) for c in dict.fromkeys(c for c, _ in found)]
        mine = [(c, token) for c, token in found if c == partial.get(COMPANY)]
        return [
            Option(
                token.id, say("Beside the ferry: {c}, token of {money}", c=c, money=view.money(token.price))
            )
            for c, token in mine
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        if self.free and not has_station(view, action.player):
            return not_owned(view, STATION)
        token = view.state.tokens.get(action.get(TOKEN, ""))
        return check(view, action.player, action.get(COMPANY, ""), token, self.free)

    def put(self, writer: PositionWriter, action: Action) -> None:
        """Write the token; Wien Südbahnhof has done its service where it paid."""
        token = writer.state.tokens[action.args[TOKEN]]
        place(writer, action.args[COMPANY], token, 0 if self.free else token.price)
        if self.free:
            close(writer, STATION)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        self.put(writer, action)
        writer.pop()


class PlaceBesideFree(PlaceBeside):
    """The same at the cost of Wien Südbahnhof, whose owner is the same player (14.3)."""

    kind = "white_cliffs_free"
    free = True
    label = say("Token beside the White Cliffs Ferry by Wien Südbahnhof")

    def told(self, view: View) -> str:
        """The same, with who pays."""
        paid = say("{name} pays for the token and closes.", name=view.spec(STATION).name)
        return joined(" ", (super().told(view), paid))


class PlaceBesideInTurn(PlaceBeside):
    """The same later, in place of the token of the railroad whose turn it is."""

    def _choices(self, view: View, player: str) -> list[tuple[str, Token]]:
        if turn_note(view, TOKENS, 0):
            return []
        return [(c, token) for c, token in super()._choices(view, player) if c == view.cursor.actor]

    def check(self, view: View, action: Action) -> Violation | None:
        if turn_note(view, TOKENS, 0) or action.get(COMPANY) != view.cursor.actor:
            text = say("It is the token of the turn: {actor} places no other one.", actor=view.cursor.actor)
            return Violation("no_token_this_turn", text)
        return super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        use_token(writer)
        self.put(writer, action)


class PlaceBesideFreeInTurn(PlaceBesideInTurn, PlaceBesideFree):
    """The same later at the cost of Wien Südbahnhof (14.3)."""


class Later(Skip):
    """Keep the private for a later turn."""

    def choice(self, view: View, player: str) -> Choice | None:
        note = say("Later it takes the place token step of the railroad.")
        return Choice(self.kind, self.label, note=note, step=PENDING)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.pop()


class CliffsStep(ForcedStep):
    """Open at the beginning of Train Phase 5 while the owner of the private decides."""

    name = PENDING
    label = say("place a token beside the White Cliffs Ferry")
    subject: ClassVar[Subject] = Subject.PRIVATES
    moves = (PlaceBeside(), PlaceBesideFree(), Later(say("Not now")))
