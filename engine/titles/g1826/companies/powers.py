"""What three privates allow a company, in its own turn (facts: privates): by the player who presides over it
and owns the private, or by the company itself if that owns it. Each is used once, and the private closes.
"""

from __future__ import annotations

from typing import ClassVar

from engine.abilities import bonus, train_limit
from engine.abilities.ends import end_powers
from engine.core.story import Rank
from engine.core.writer import PositionWriter
from engine.titles.g1826.data.story import tell

tell(
    extra_train_1826="{company} may hold {count:train|trains} more.",
    mail_1826="{where} is worth {amount} more to {company}.",
    bridge_1826="{private} pays {amount} of the next river tile of {company} in this turn.",
)
tell(Rank.RUST, powers_end_1826="The bonus of the mail and the place for one more train are gone.")


class UsePrivate(train_limit.UsePrivate):
    """The river tile of the bridge builders, or the place for one more train."""

    discount_story: ClassVar = "bridge_1826"
    limit_story: ClassVar = "extra_train_1826"


class PlaceBonus(bonus.PlaceBonus):
    """The mail."""

    story: ClassVar = "mail_1826"


def powers_end(writer: PositionWriter) -> None:
    """Write that mail and extra train end, with the first E train (O42, O54)."""
    end_powers(writer, "powers_end", "powers_end_1826")
