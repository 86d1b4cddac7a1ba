"""The order of the parts of a private page."""

from __future__ import annotations

import pytest

from bot.chat.frame import MAX_TEXT, PageBuilder
from bot.chat.press import Press, button
from bot.work.pictures import DrawnPicture
from tests.loopback.wire import walk


def told(builder: PageBuilder) -> list[str]:
    """The texts, the labels of the buttons and "picture" for each picture, from top to bottom."""
    view = builder.build().view
    assert view is not None
    parts = walk(view.to_components())
    found = (
        part.get("content") or part.get("label") or ("picture" if "items" in part else "") for part in parts
    )
    return [text for text in found if text]


@pytest.mark.parametrize(
    ("has_top_rows", "order"),
    [
        (True, ["text", "move", "hint", "choose", "others", "picture", "last", "note"]),
        (False, ["text", "picture", "last", "hint", "choose", "others", "note"]),
    ],
)
def test_a_hint_stands_around_its_button_after_the_moves(has_top_rows: bool, order: list[str]) -> None:
    move, last, choose = (button(Press(1, 1, "more", name), name) for name in ("move", "last", "choose"))
    builder = PageBuilder(
        texts=["text"],
        top_rows=[[move]] if has_top_rows else [],
        pictures=[DrawnPicture(b"", "", "map.png")],
        rows=[[last]],
        notes=["note"],
        hint_texts=["hint"],
        hint_rows=[[choose]],
        hint_notes=["others"],
    )
    assert told(builder) == order
    assert [item.item.label for row in builder.all_rows() for item in row] == [
        text for text in order if text in ("move", "choose", "last")
    ]
    assert sorted(builder.all_texts()) == ["hint", "note", "others", "text"]


def test_a_hint_is_not_cut_for_a_long_text() -> None:
    hint, others = "h" * 300, "o" * 300
    [text, *rest] = told(PageBuilder(texts=["t" * MAX_TEXT], hint_texts=[hint], hint_notes=[others]))
    assert rest == [hint, others]
    assert len(text) == MAX_TEXT - 600
