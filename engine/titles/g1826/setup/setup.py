"""The position before the first bid (O1-O8) and what chance decides: the seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.state import OUT, Cert, Company
from engine.data.schema import CompanySpec, TitleData
from engine.rules import setup
from engine.titles.g1826.companies.companies import CORPORATION, FIVE, SHARES, TEN
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.story import tell

tell(seats_1826="The seats are drawn, clockwise: {order}. {player} takes the priority card.")
UNLIMITED = 100
"""Copies of a tile that counts as unlimited: more than the board has hexes."""


def is_five(spec: CompanySpec) -> bool:
    """Whether a corporation is printed as a 5-share one that can grow."""
    return spec.kind == CORPORATION and len(spec.shares) < TEN - 1


@dataclass(frozen=True)
class SetupRules(setup.SetupRules):
    """Corporations may grow, and plain yellow tiles may be without limit."""

    def company(self, spec: CompanySpec) -> Company:
        """A corporation knows into how many shares it is divided."""
        record = super().company(spec)
        if spec.kind == CORPORATION:
            record.data[SHARES] = FIVE if is_five(spec) else TEN
        return record

    def certificates(self, spec: CompanySpec) -> list[Cert]:
        """Those of growth wait out of play (O88)."""
        printed = super().certificates(spec)
        first, last = len(printed), TEN - 1 if is_five(spec) else 0
        return printed + [Cert(f"{spec.id}:{i}", spec.id, 100 // TEN, False, OUT) for i in range(first, last)]

    def tiles(self, data: TitleData, options: Mapping[str, str]) -> dict[str, int]:
        """Copies of each tile (O8); by option plain yellow ones without limit."""
        unlimited = data.figures(Figures).plain_yellow if options["plain_yellow"] == "yes" else ()
        return super().tiles(data, options) | dict.fromkeys(unlimited, UNLIMITED)


SETUP = SetupRules("auction", "seats_1826")
