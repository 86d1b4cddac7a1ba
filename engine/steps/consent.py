"""Asking another player for consent to a lay: an offer without a price; accepted, the tile is laid.

A title says in a `Consents` whose consent a hex needs; the same object is what its `TrackPolicy` asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Option
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import track as track_rules
from engine.rules.track import Lay, hex_name
from engine.steps.offers import check_offer, draft, make_offer
from engine.steps.track import HEX, ROTATION, TILE, TrackStep, lay_left, lay_of, lay_options, use_lay

OFFER_KIND = "consent"
Allows = Callable[[View, str, Lay], Violation | None]


class Consents(ABC):
    """Which lays need whose consent."""

    def __init__(self, allows: Allows) -> None:
        """``allows``: why the title forbids a lay whoever consents, or None."""
        self.allows = allows

    where: ClassVar[str]
    """Where consent is asked for: "on a home hex"."""
    asks: ClassVar[str]
    """What is asked for, with places for the company {data}, the tile {data2}, {where} and {other}."""

    @abstractmethod
    def hexes(self, view: View) -> Sequence[str]:
        """The hexes on which consent may be needed now."""

    @abstractmethod
    def speaker(self, view: View, coord: str) -> str | None:
        """The company that must consent to track on a hex, or None where none is needed."""

    def label(self, view: View, offer: Offer) -> str:
        """The consent asked for, in a few words."""
        data, coord = offer.data, offer.data["hex"]
        other, where = self.speaker(view, coord), hex_name(view, coord)
        return say(self.asks, data=data["company"], data2=data["tile"], where=where, other=other)

    def asked(self, view: View, company: str, coord: str) -> str | None:
        """The player whose consent to a lay of the company on a hex must be asked for, or None."""
        other = self.speaker(view, coord)
        player = None if other in (None, company) else view.president(other or "")
        return None if player == view.president(company) else player

    def check(self, view: View, company: str, coord: str) -> Violation | None:
        """Why the company may not simply lay there."""
        if self.asked(view, company, coord) is None:
            return None
        other = self.speaker(view, coord)
        where = hex_name(view, coord)
        text = say(
            "The first tile on {where} needs the consent of {other}'s president: ask for it.",
            where=where,
            other=other,
        )
        return Violation("needs_consent", text, {"company": other})

    def lays(self, view: View, company: str, coord: str | None = None) -> list[Lay]:
        """The lays of the company, on one hex or on all, that would be legal with the consent of another."""
        coords = [c for c in self.hexes(view) if coord in (None, c) and self.asked(view, company, c)]
        return list(track_rules.legal_lays(view, company, coords, allows=self.allows)) if coords else []


class AskConsent(Move):
    """Ask the player whose consent a lay needs."""

    kind = "ask_consent"
    seldom: ClassVar[bool] = True
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}

    def __init__(self, consents: Consents) -> None:
        self.consents = consents

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._lays(view, player):
            return None
        fields, step = (HEX, TILE, ROTATION), view.cursor.step
        return Choice(self.kind, say("Ask for consent to lay track"), fields, "", step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        coord = partial.get("hex") if field != HEX.name else None
        return lay_options(view, partial, field, self._lays(view, partial.player, coord))

    def _lays(self, view: View, player: str, coord: str | None = None) -> list[Lay]:
        lays = self.consents.lays(view, view.cursor.actor, coord) if lay_left(view) else []
        return [lay for lay in lays if check_offer(view, self._offer(view, player, lay)) is None]

    def check(self, view: View, action: Action) -> Violation | None:
        company, lay = view.cursor.actor, lay_of(action, action.get("hex"))
        if isinstance(lay, Violation):
            return lay
        if lay[0] not in view.board().hexmap or not self.consents.asked(view, company, lay[0]):
            text = say(
                "Consent is asked for track {where}, of another president; else lay it.",
                where=self.consents.where,
            )
            return Violation("no_consent_needed", text)
        return check_offer(view, self._offer(view, action.player, lay))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        lay = lay_of(action, action.get("hex"))
        assert not isinstance(lay, Violation)
        make_offer(writer, self._offer(writer, action.player, lay))

    def _offer(self, view: View, player: str, lay: Lay) -> Offer:
        company, (coord, tile, rotation) = view.cursor.actor, lay
        to = self.consents.asked(view, company, coord) or player
        data = {"company": company, "hex": coord, "tile": tile, "rotation": rotation}
        return draft(view, OFFER_KIND, player, to, 0, **data)


class ConsentDeal:
    """The president asked agrees that a company lays a tile; good in its track step only."""

    kind: ClassVar = OFFER_KIND
    asks: ClassVar = True

    def __init__(self, consents: Consents) -> None:
        self.consents = consents

    def label(self, view: View, offer: Offer) -> str:
        return self.consents.label(view, offer)

    def check(self, view: View, offer: Offer) -> Violation | None:
        company, coord = offer.data["company"], offer.data["hex"]
        if (view.cursor.actor, view.cursor.step) != (company, TrackStep.name) or not lay_left(view):
            return Violation(
                "turn_over", say("{company} lays track in its own turn, as often as it may.", company=company)
            )
        if view.president(company) != offer.by or self.consents.asked(view, company, coord) != offer.to:
            return Violation("president_changed", say("The presidents of the two companies agree on this."))
        lay = (coord, offer.data["tile"], offer.data["rotation"])
        return track_rules.check(view, company, lay, allows=self.consents.allows)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        data = offer.data
        use_lay(writer, data["company"], (data["hex"], data["tile"], data["rotation"]))


class AskingTrackStep(TrackStep):
    """A track step that stays open while a question of the company is: its lay may be all that is left."""

    def is_open(self, view: View) -> bool:
        asked = (o for o in view.state.offers.values() if o.kind == OFFER_KIND)
        return super().is_open(view) or any(o.data["company"] == view.cursor.actor for o in asked)
