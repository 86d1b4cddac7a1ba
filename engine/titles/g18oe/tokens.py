"""Station tokens of 18OE (11.2)."""

from __future__ import annotations

from engine.core.state import Token
from engine.core.view import View
from engine.rules.tokens import TokenPolicy
from engine.titles.g18oe.figures import Figures


class Tokens(TokenPolicy):
    """A charter holds two tokens, and eight once its railroad is a major (2.6)."""

    bare_home = True

    def following(self, view: View, company: str) -> Token | None:
        return next(iter(unplaced(view, company)), None)

    def left(self, view: View, company: str) -> int:
        return 0 if view.company(company).closed else len(unplaced(view, company))


def on_charter(view: View, company: str) -> int:
    """How many tokens the charter of a railroad has, placed or not (2.6, 9.2, 9.3)."""
    return view.data.figures(Figures).charter_tokens.get(view.company(company).kind, 0)


def unplaced(view: View, company: str) -> list[Token]:
    """The tokens on the charter that are not on the map, the home token first."""
    return [t for t in view.tokens(company)[: on_charter(view, company)] if t.place is None]
