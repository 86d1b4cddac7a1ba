"""The card of what a set of operating rounds brought."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.api.sets import CompanyRuns, OperatingSet
from render import api
from render.cards.sets import set_doc
from render.pen.theme import ROUTES
from tests.render.samples import KEY, middle, view_of

TOLD: dict[str, Any] = asdict(
    OperatingSet(
        "OR 3.1",
        "OR 3.2",
        120,
        {
            "M&R": CompanyRuns([(120, "pay", 2), (90, "withhold", 1)], 90, 100),
            "BCRR": CompanyRuns([(0, "none", 0)], 90, 80),
            "BL": CompanyRuns([(60, "half", 3)], 70, None),
        },
        {"2": 3},
        {"4": 1},
        {"p1": (300, 450), "p2": (500, 420)},
    )
)


def test_the_card_says_runs_prices_trains_and_worth() -> None:
    text = api.twin(KEY, middle(), "set", told=TOLD)
    assert text.splitlines()[0] == "What OR 3.1 to OR 3.2 brought"
    assert "- M&R: runs $120 paid, $90 kept; price $90 ▲ $100" in text
    assert "price $90 ▼ $80" in text
    assert "price $70 → gone" in text
    assert "- gone: 2 (\u00d73)" in text
    assert "- new: 4" in text
    assert text.index("Tom: $450; +150") < text.index("Dick: $420; -80")


def test_one_round_has_no_span_and_none_is_said() -> None:
    one = {**TOLD, "last": "OR 3.1", "gone": {}, "bought": {}}
    doc = set_doc(view_of(middle()), told=one)
    assert doc.title == "What OR 3.1 brought"
    assert "Trains" not in [section.heading for section in doc.sections]
    assert api.draw(KEY, middle(), "set").alt == "No set of operating rounds is over yet"
    assert "Tom $450" in api.draw(KEY, middle(), "set", told=TOLD).alt


def test_a_run_has_the_colours_of_its_routes() -> None:
    [companies, *_] = set_doc(view_of(middle()), told=TOLD).sections
    stripes = [[len(run.stripes) for run in row[1]] for row in companies.rows]  # type: ignore[union-attr]
    assert stripes == [[2, 1], [0], [3]]
    [first, second] = companies.rows[0][1][0].stripes  # type: ignore[index,union-attr]
    assert [first, second] == [colour for colour, _, _ in ROUTES[:2]]
