"""The card of what a set of operating rounds brought."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.api.sets import CompanyRuns, OperatingSet
from render import api
from render.cards.sets import set_doc
from tests.render.samples import KEY, middle, view_of

TOLD: dict[str, Any] = asdict(
    OperatingSet(
        "OR 3.1",
        "OR 3.2",
        120,
        {
            "M&R": CompanyRuns([(120, "pay"), (90, "withhold")], 90, 100),
            "BCRR": CompanyRuns([(0, "none")], 90, 80),
            "BL": CompanyRuns([(60, "half")], 70, None),
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
