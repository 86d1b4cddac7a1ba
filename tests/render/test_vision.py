"""Companies can be told apart by eyes that lack one kind of cone: by colour, or by pattern."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine import TITLES, View
from engine.data.schema import CompanySpec
from render.map.scene import Badge, company_badge
from render.map.tiles import paint
from render.pen import theme, vision
from tests.render.lab import delta_e, lab
from tests.render.samples import middle, view_of
from tests.scenario import Scenario

APART = 11.0
"""In CIE Delta E 2000: what is nearer is taken for one colour."""


def on_board(title: str) -> list[CompanySpec]:
    specs = TITLES[title].data.companies.values()
    return [spec for spec in specs if spec.tokens or len(spec.shares) > 1]


def badges(title: str) -> list[Badge]:
    view = View(TITLES[title], Scenario(TITLES[title]).state)
    with theme.wearing(theme.SAFE):
        return [company_badge(view, spec.id) for spec in on_board(title)]


@pytest.mark.parametrize("kind", list(vision.KINDS))
@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_two_companies_differ_in_colour_or_pattern_for_all_eyes(title: str, kind: str) -> None:
    alike = [
        (a.letters, b.letters)
        for a, b in combinations(badges(title), 2)
        if a.pattern == b.pattern
        and delta_e(lab(vision.seen(a.ground, kind)), lab(vision.seen(b.ground, kind))) < APART
    ]
    assert alike == []


def test_patterns_are_few_and_only_in_the_theme_that_has_them() -> None:
    assert max(badge.pattern for title in TITLES for badge in badges(title)) < 2 * 5
    assert company_badge(view_of(middle()), "BCRR").pattern == 0


def test_grey_looks_grey_and_red_and_green_come_near_each_other() -> None:
    for kind in vision.KINDS:
        seen = vision.seen((128, 128, 128), kind)
        assert max(seen) - min(seen) <= 2
    red, green = (200, 60, 40), (110, 110, 30)
    plain = vision.distance(red, green)
    assert vision.distance(vision.seen(red, "deutan"), vision.seen(green, "deutan")) < plain / 2
    assert vision.distance((255, 255, 255), (0, 0, 0)) == pytest.approx(100, abs=0.1)


def test_each_pattern_is_painted_differently() -> None:
    from dataclasses import replace

    from render.map.scene import Slot, scene_of

    art = scene_of(view_of(middle())).art("D14")
    plain = Badge("XX", (200, 24, 36), theme.WHITE)
    found = set()
    for pattern in range(10):
        slots = ((Slot(replace(plain, pattern=pattern)),), *art.slots[1:])
        found.add(paint(replace(art, slots=slots), 90.0, theme.SAFE).tobytes())
    assert len(found) == 10
