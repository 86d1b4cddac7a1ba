"""Station tokens at the formation of a national: homes change hands, further ones by choice (O159-O163).

The choice is a forced decision of the national's president: one token after another, then done. Its data
says how many more tokens of each company may be kept. What is not kept leaves the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.recorded import names
from engine.core.rounds import ForcedStep, Move, OpenMove
from engine.core.state import Pending, Token
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, listed, say
from engine.rules.tokens import home_place, token_on
from engine.rules.track import hex_name
from engine.titles.g1826.companies.companies import TOKENS, several_tokens
from engine.titles.g1826.data.story import tell

tell(
    tokens_off_1826=Told("The other tokens of {minors} leave the board.", reads={"minors": names}),
    further_tokens_1826="{company} has {count:further token|further tokens}.",
)
tell(
    Rank.LAY,
    home_kept_1826="A token of {company} takes the place of the home token of {minor} in {where}.",
    token_kept_1826="A token of {company} takes the place of the one of {minor} in {where}.",
)
EXCHANGE = "exchange_token"
Data = Mapping[str, Any]
"""Of the decision: ``company`` the national, ``left`` how many tokens of each merged company it may keep."""


def take_homes(writer: PositionWriter, national: str, homes: Mapping[str, Sequence[str]]) -> None:
    """Write that the home tokens of merging companies become the national's (O159).

    ``homes`` names the corporations whose homes each of the companies has.
    """
    for minor, corporations in homes.items():
        for corporation in corporations:
            place = home_place(writer, corporation)
            token = next((t for t in writer.tokens(minor) if t.place is not None and t.place == place), None)
            if token is not None:
                _replace(writer, national, token, "home_kept_1826")


def _replace(writer: PositionWriter, national: str, token: Token, key: str) -> None:
    place = token.place
    assert place is not None
    writer.place_token(token.id, None)
    fresh = next(t for t in writer.tokens(national) if t.place is None)
    writer.place_token(fresh.id, place)
    writer.say(key, company=national, minor=token.company, where=hex_name(writer, place[0]))


def ask(writer: PositionWriter, national: str, minors: Sequence[str]) -> None:
    """Write the open decision of the president; without one, or without a choice, nothing more is kept."""
    count = int(writer.spec(national).extras["kept_tokens"])
    _go_on(writer, {"company": national, "left": dict.fromkeys(minors, count)})


def _go_on(writer: PositionWriter, data: Data) -> None:
    president = writer.president(data["company"])
    if president is not None and keepable(writer, data):
        writer.push(Pending(EXCHANGE, (president,), data))
    else:
        _finish(writer, data)


def _finish(writer: PositionWriter, data: Data) -> None:
    """Write the end: other tokens off the board, and how many the national may still place (O163)."""
    national = data["company"]
    others = [t for minor in data["left"] for t in writer.tokens(minor) if t.place is not None]
    if others:
        writer.say("tokens_off_1826", minors=listed(dict.fromkeys(t.company for t in others)))
    for token in others:
        writer.place_token(token.id, None)
    further = int(writer.spec(national).extras["further_tokens"])
    writer.note_company(national, TOKENS, len(writer.stations(national)) + further)
    writer.say("further_tokens_1826", company=national, count=further)


def keepable(view: View, data: Data) -> list[Token]:
    """The tokens that the national may still keep."""
    tokens = (t for minor in data["left"] for t in view.tokens(minor) if t.place is not None)
    return [t for t in tokens if refusal(view, data, t) is None]


def refusal(view: View, data: Data, token: Token) -> Violation | None:
    """Why the token of a merged company on the board may not be kept."""
    national, place = data["company"], token.place
    assert place is not None
    if not data["left"][token.company]:
        most = view.spec(national).extras["kept_tokens"]
        text = say(
            "{national} keeps up to {most} further tokens of {company}.",
            national=national,
            most=most,
            company=token.company,
        )
        return Violation("enough_tokens", text, {"most": most})
    if has_room(view, national, place[0]):
        return None
    text = say(
        "{national} has a token in {hex_name}; it may have several in Paris alone.",
        national=national,
        hex_name=hex_name(view, place[0]),
    )
    return Violation("already_here", text)


def has_room(view: View, national: str, coord: str) -> bool:
    """Whether a national may have a token more on a hex: one in a city, several in Paris (O161)."""
    return several_tokens(view, national, coord) or all(at != coord for at, _ in view.stations(national))


def _open(view: View) -> Data:
    return view.state.pending[-1].data


class ExchangeToken(Move):
    """Keep one more token of a merged company, as a token of the national."""

    kind = EXCHANGE
    args: ClassVar = {"company": str, "hex": str}

    def choice(self, view: View, player: str) -> Choice | None:
        fields = (Field("company", say("Whose token?")), Field("hex", say("Where?")))
        national = _national(view)
        most = view.spec(national).extras["kept_tokens"]
        note = say(
            "{most} of each merged company at most; tokens that are not kept leave the board.", most=most
        )
        return Choice(
            self.kind, say("Keep a token for {national}", national=national), fields, note, EXCHANGE, national
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = keepable(view, _open(view))
        if field == "company":
            return [_token_option(view, c, found) for c in dict.fromkeys(t.company for t in found)]
        hexes = dict.fromkeys(t.place[0] for t in found if t.place and t.company == partial.get("company"))
        return [Option(coord, hex_name(view, coord)) for coord in hexes]

    def check(self, view: View, action: Action) -> Violation | None:
        left, company = _open(view)["left"], action.get("company")
        if company not in left:
            text = say("Keep tokens of the companies that have merged: {left}.", left=joined(", ", left))
            return Violation("not_merged", text)
        token = token_on(view, company, action.get("hex"))
        if token is None:
            hexes = [hex_name(view, coord) for coord, _ in view.stations(company)]
            text = say(
                "{company} has further tokens in: {hexes}.",
                company=company,
                hexes=joined(", ", hexes) or say("no other city"),
            )
            return Violation("no_token_there", text)
        return refusal(view, _open(view), token)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        data, company = _open(writer), action.args["company"]
        token = token_on(writer, company, action.args["hex"])
        assert token is not None
        writer.pop()
        _replace(writer, data["company"], token, "token_kept_1826")
        left = {**data["left"], company: data["left"][company] - 1}
        _go_on(writer, {**data, "left": left})


class NoMoreTokens(OpenMove):
    """Keep no further token."""

    kind = "done"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("Keep no more tokens"), step=EXCHANGE, company=_national(view))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        data = _open(writer)
        writer.pop()
        _finish(writer, data)


def _token_option(view: View, company: str, found: Sequence[Token]) -> Option:
    where = [hex_name(view, t.place[0]) for t in found if t.place and t.company == company]
    return Option(
        company, f"{company} · {view.spec(company).name}"[:80], say("in {where}", where=joined(", ", where))
    )


def _national(view: View) -> str:
    return str(_open(view)["company"])


class ExchangeStep(ForcedStep):
    """Open at the formation of a national while there is a token to choose."""

    name = EXCHANGE
    label = say("tokens of the national")
    subject: ClassVar[Subject] = Subject.NATIONALS
    moves = (ExchangeToken(), NoMoreTokens())
