"""What three privates allow a company, in its own turn (facts: privates): by the player who presides over it
and owns the private, or by the company itself if that owns it. Each is used once, and the private closes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.board.network import reach
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.events import MarkerMoved, TileLaid
from engine.core.play import Play
from engine.core.rounds import Move
from engine.core.story import Rank
from engine.core.view import View
from engine.rules.abilities import Power, close, power
from engine.rules.track import hex_name, is_bare
from engine.steps.turns import TURN, turn_note
from engine.titles.g1826.companies import EXTRA_TRAIN
from engine.titles.g1826.growth import acting
from engine.titles.g1826.story import tell

tell(
    extra_train_1826="{company} may hold {count:train|trains} more.",
    mail_1826="{where} is worth {amount} more to {company}.",
    bridge_1826="{private} pays {amount} of the next river tile of {company} in this turn.",
)
tell(Rank.RUST, powers_end_1826="The bonus of the mail and the place for one more train are gone.")
BRIDGE, MAIL, EXTRA = "river_tile", "mail", "extra_train"
"""Kinds of ability; ``mail`` is the marker of the picture and the key in the data of the company too."""


def held(view: View, player: str, kind: str) -> Power | None:
    """The power of this kind that the player may use for the company whose turn it is."""
    company = acting(view, player)
    if company is None:
        return None
    return power(view, player, kind) or power(view, company, kind)


# --- the river tile --------------------------------------------------------------------------------


def lay_cost(view: View, company: str, coord: str) -> int:
    """What a lay costs: the terrain, less what the bridge builders pay in this turn."""
    cost = view.board().hexmap[coord].terrain_cost if is_bare(view.board(), coord) else 0
    return max(0, cost - int(_discount(view).get(coord, 0)))


def _discount(view: View) -> Mapping[str, int]:
    private = turn_note(view, BRIDGE)
    if private is None:
        return {}
    params = view.spec(private).abilities[0].params
    return {coord: int(params["discount"]) for coord in params["hexes"]}


def watch_bridge(play: Play) -> None:
    """Write that the private closes when its river tile has been laid."""
    private, discount = turn_note(play, BRIDGE), _discount(play)
    if private and any(isinstance(e, TileLaid) and _is_first(e) and e.hex in discount for e in play.open):
        play.note(TURN + BRIDGE, None)
        close(play, private)


def _is_first(event: TileLaid) -> bool:
    return event.old_tile is None


# --- moves -----------------------------------------------------------------------------------------


class UsePrivate(Move):
    """Use the river tile or the place for one more train."""

    kind = "use_private"
    args: ClassVar = {"private": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._usable(view, player):
            return None
        fields = (Field("private", "Which private?"),)
        return Choice(self.kind, "Use a private", fields, step=view.cursor.step, company=view.cursor.actor)

    def _usable(self, view: View, player: str) -> list[Power]:
        found = (held(view, player, kind) for kind in (BRIDGE, EXTRA))
        return [p for p in found if p is not None and self._refusal(view, p) is None]

    def _refusal(self, view: View, using: Power) -> Violation | None:
        if using.ability.kind != BRIDGE:
            return None
        if turn_note(view, BRIDGE) is not None:
            return Violation("power_used", "The bridge builders wait for the river tile of this turn.")
        if view.cursor.step != "track" or not _river_lays(view, using):
            hexes = ", ".join(using.ability.params["hexes"])
            text = f"The bridge builders pay for the first tile, laid now, on one of: {hexes}."
            return Violation("no_river_tile", text)
        return None

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field != "private":
            raise KeyError(field)
        return [_option(view, p) for p in self._usable(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        powers = [held(view, action.player, kind) for kind in (BRIDGE, EXTRA)]
        using = next((p for p in powers if p and p.private == action.get("private")), None)
        if using is None:
            text = "The president of the company whose turn it is uses his own or its private."
            return Violation("power_not_owned", text)
        return self._refusal(view, using)

    def perform(self, play: Play, action: Action) -> None:
        company, private = play.cursor.actor, action.args["private"]
        params = play.spec(private).abilities[0].params
        if play.spec(private).abilities[0].kind == BRIDGE:
            play.note(TURN + BRIDGE, private)
            play.say("bridge_1826", private=private, company=company, amount=params["discount"])
        else:
            play.note_company(company, EXTRA_TRAIN, params["increase"])
            play.say("extra_train_1826", company=company, count=params["increase"])
            close(play, private)


def _river_lays(view: View, using: Power) -> bool:
    """Whether a first tile with a cost lies within reach; the money it saves may be what is missing."""
    company, board = view.cursor.actor, view.board()
    near = reach(board, company, view.stations(company)).hexes
    hexes = using.ability.params["hexes"]
    return any(h in near and is_bare(board, h) and board.hexmap[h].terrain_cost for h in hexes)


def _option(view: View, using: Power) -> Option:
    params = using.ability.params
    if using.ability.kind == BRIDGE:
        note = f"pays {view.data.currency}{params['discount']} of the next river tile of this turn"
    else:
        note = f"{view.cursor.actor} may hold one train more"
    return Option(using.private, view.spec(using.private).name, note)


class PlaceBonus(Move):
    """Place the mail: one city is worth more to this company until the first E train."""

    kind = "place_bonus"
    args: ClassVar = {"hex": str}

    def choice(self, view: View, player: str) -> Choice | None:
        using = held(view, player, MAIL)
        if using is None:
            return None
        note = f"+{view.data.currency}{using.ability.params['amount']} for its trains"
        fields = (Field("hex", "City"),)
        return Choice(self.kind, "Place the mail", fields, note, view.cursor.step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field != "hex":
            raise KeyError(field)
        using = held(view, partial.player, MAIL)
        return [Option(h, hex_name(view, h)) for h in using.ability.params["hexes"]] if using else []

    def check(self, view: View, action: Action) -> Violation | None:
        using = held(view, action.player, MAIL)
        if using is None:
            text = "The mail is placed by the president who owns it, or whose company does, in its turn."
            return Violation("power_not_owned", text)
        if action.get("hex") not in using.ability.params["hexes"]:
            names = ", ".join(hex_name(view, h) for h in using.ability.params["hexes"])
            return Violation("no_mail_city", f"The mail goes to one of: {names}."[:300])
        return None

    def perform(self, play: Play, action: Action) -> None:
        using = held(play, action.player, MAIL)
        assert using is not None
        company, coord, amount = play.cursor.actor, action.args["hex"], using.ability.params["amount"]
        play.emit(MarkerMoved(MAIL, None, (coord, 0)))
        play.note_company(company, MAIL, [coord, amount])
        play.say("mail_1826", where=hex_name(play, coord), amount=amount, company=company)
        close(play, using.private)


def mail(view: View, company: str) -> tuple[str, int] | None:
    """The hex that is worth more to a company, and how much more; None without the mail."""
    found = view.company(company).data.get(MAIL)
    return (found[0], int(found[1])) if found else None


def end_powers(play: Play) -> None:
    """Write that mail and extra train end, with the first E train (O42, O54)."""
    users = [c.id for c in play.companies() if c.data.get(MAIL) or c.data.get(EXTRA_TRAIN)]
    for company in users:
        play.note_company(company, MAIL, None)
        play.note_company(company, EXTRA_TRAIN, None)
    if MAIL in play.state.markers:
        play.emit(MarkerMoved(MAIL, play.state.markers[MAIL], None))
    if users:
        play.say("powers_end_1826")
