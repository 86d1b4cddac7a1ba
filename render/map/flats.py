"""The colours that pictures of a title lay down flat: a palette keeps each of them exactly as it is."""

from __future__ import annotations

from engine.core.view import View
from render.map.scene import company_badge
from render.pen import theme
from render.pen.theme import Colour, Theme

_THEMELESS: tuple[Colour, ...] = (
    theme.WHITE, theme.BLACK, theme.INK, theme.FAINT, theme.LINE, theme.PAPER, theme.PANEL, theme.STRIPE,
    theme.BAR, theme.RING, theme.BADGE, theme.CURRENT, theme.WATER, theme.MOUNTAIN, theme.BLOCKED,
    theme.EMPTY, theme.MARKER, theme.DEEP, theme.PORT, theme.PRIVATE_PORT, theme.LIMIT,
    theme.PASSAGE,
    *theme.ZONES,
    *theme.CALLED_ZONES.values(),
    *theme.PRIZES.values(),
    *(colour for colour, _, _ in theme.ROUTES),
)  # fmt: skip


def flat_colours(view: View, look: Theme) -> tuple[Colour, ...]:
    """Of the theme and of all companies, each once; off-board values and chips are those of every theme."""
    found = [*_THEMELESS, look.sea, look.border, look.track, look.casing, *look.hexes.values()]
    found += [look.paper, look.panel, look.stripe, look.lit, look.ink, look.faint, look.bar]
    for ground in theme.STANDARD.hexes.values():
        found += [ground, theme.unlit(ground)]
    for company in view.state.companies:
        badge = company_badge(view, company)
        found += [badge.ground, badge.ink, theme.pale(badge.ground)]
        found += [badge.trim] if badge.trim else []
    return tuple(dict.fromkeys(found))
