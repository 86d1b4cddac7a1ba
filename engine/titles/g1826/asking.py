"""Asking for consent to a lay around Paris: an offer without a price; accepted, the tile is laid (O118)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Option
from engine.core.errors import Violation
from engine.core.play import Play
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.view import View
from engine.rules import track as track_rules
from engine.rules.track import Lay, hex_name
from engine.steps.offers import check_offer, draft, make_offer
from engine.steps.track import HEX, ROTATION, TILE, TrackStep, lay_left, lay_of, lay_options, use_lay
from engine.titles.g1826 import consent, track

OFFER_KIND = "consent"


class AskConsent(Move):
    """Ask the president of a Paris corporation to consent to a lay on the hex before its station."""

    kind = "ask_consent"
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._lays(view, player, first=True):
            return None
        fields, step = (HEX, TILE, ROTATION), view.cursor.step
        return Choice(self.kind, "Ask for consent to lay track", fields, "", step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        coord = partial.get("hex") if field != HEX.name else None
        return lay_options(view, partial, field, self._lays(view, partial.player, coord))

    def _lays(self, view: View, player: str, coord: str | None = None, first: bool = False) -> list[Lay]:
        if not lay_left(view):
            return []
        company = view.cursor.actor
        coords = [c for c in consent_hexes(view) if coord in (None, c) and consent.asked(view, company, c)]
        found = track_rules.legal_lays(view, company, coords, allows=track.may_build) if coords else iter(())
        fresh = (lay for lay in found if check_offer(view, _offer(view, player, lay)) is None)
        return [lay for lay in [next(fresh, None)] if lay] if first else list(fresh)

    def check(self, view: View, action: Action) -> Violation | None:
        company, lay = view.cursor.actor, lay_of(action, action.get("hex"))
        if isinstance(lay, Violation):
            return lay
        if lay[0] not in view.board().hexmap or not consent.asked(view, company, lay[0]):
            text = "Consent is asked for track on a hex beside Paris, of another president; else lay it."
            return Violation("no_consent_needed", text)
        return check_offer(view, _offer(view, action.player, lay))

    def perform(self, play: Play, action: Action) -> None:
        lay = lay_of(action, action.get("hex"))
        assert not isinstance(lay, Violation)
        make_offer(play, _offer(play, action.player, lay))


def consent_hexes(view: View) -> list[str]:
    """The hexes around Paris."""
    return [coord for coord, spot in view.board().hexmap.hexes.items() if "consent_of" in spot.extras]


def _offer(view: View, player: str, lay: Lay) -> Offer:
    company, (coord, tile, rotation) = view.cursor.actor, lay
    to = consent.asked(view, company, coord) or player
    return draft(view, OFFER_KIND, player, to, 0, company=company, hex=coord, tile=tile, rotation=rotation)


class ConsentDeal:
    """The president asked agrees that a company lays a tile; good in its track step only."""

    kind: ClassVar = OFFER_KIND

    def label(self, view: View, offer: Offer) -> str:
        data = offer.data
        where, other = hex_name(view, data["hex"]), consent.speaker(view, data["hex"])
        return f"{data['company']} may lay tile {data['tile']} on {where}, before the station of {other}"

    def check(self, view: View, offer: Offer) -> Violation | None:
        company, coord = offer.data["company"], offer.data["hex"]
        if (view.cursor.actor, view.cursor.step) != (company, TrackStep.name) or not lay_left(view):
            return Violation("turn_over", f"{company} lays track in its own turn, as often as it may.")
        if view.president(company) != offer.by or consent.asked(view, company, coord) != offer.to:
            return Violation("president_changed", "The presidents of the two companies agree on this.")
        return track.check_with_consent(view, company, (coord, offer.data["tile"], offer.data["rotation"]))

    def perform(self, play: Play, offer: Offer) -> None:
        data = offer.data
        use_lay(play, data["company"], (data["hex"], data["tile"], data["rotation"]))
