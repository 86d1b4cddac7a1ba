"""What the private companies allow the major railroad that owns them (appendix), by the names used here."""

from __future__ import annotations

from typing import ClassVar

from engine.abilities.bonus import PlaceBonus
from engine.abilities.granted_lay import LayGranted
from engine.abilities.station import PlaceGranted
from engine.core.rounds import Move
from engine.core.story import Rank
from engine.titles.g18ez.story import tell

tell(Rank.LAY, hotel_placed="{company} places the hotel on {where}: {amount} more for its trains.")


class PlaceHotel(PlaceBonus):
    """The Hotel Bonus Token."""

    kind = "place_hotel"
    story: ClassVar = "hotel_placed"


class MetropolisTile(LayGranted):
    """The tile of the Rapid Transit Authority."""

    kind = "metropolis_tile"


class MetropolisToken(PlaceGranted):
    """The station marker of the Rapid Transit Authority."""

    kind = "metropolis_token"


POWERS: tuple[Move, ...] = (PlaceHotel(), MetropolisTile(), MetropolisToken())
