"""The server refuses what Discord refuses, so that a test fails where a player would."""

from __future__ import annotations

import pytest

from tests.loopback.limits import check_choices, check_commands, check_message, check_modal
from tests.loopback.wire import V2, ApiError, Json


def button(number: int = 0, **more: object) -> Json:
    return {"type": 2, "label": "Go", "style": 1, "custom_id": f"b{number}", **more}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def select(options: int, **more: object) -> Json:
    listed = [{"label": "x", "value": str(n)} for n in range(options)]
    return {"type": 3, "custom_id": "s", "options": listed, **more}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


FITTING = [
    [text("x" * 4000)],
    [{"type": 17, "components": [text("x") for _ in range(39)]}],
    [row(*[button(n) for n in range(5)])],
    [row(select(25, max_values=25))],
    [{"type": 12, "items": [{"media": {"url": "u"}, "description": "d" * 256}]}],
]
TOO_MUCH = [
    ([text("x" * 4001)], "4001 characters"),
    ([{"type": 17, "components": [text("x") for _ in range(40)]}], "41 components"),
    ([row(*[button(n) for n in range(6)])], "1 to 5, not 6"),
    ([row(button(1), button(1))], "duplicated"),
    ([button()], "belong in a row"),
    ([row(button(label="x" * 81))], "0 to 80"),
    ([row(button(custom_id="x" * 101))], "1 to 100"),
    ([row(select(26))], "not 26"),
    ([row(select(0))], "not 0"),
    ([row(select(2, max_values=3))], "of 2 options"),
    ([row(select(1), button())], "stands alone"),
    ([{"type": 12, "items": []}], "1 to 10 items"),
    ([{"type": 9, "components": [text("x")]}], "accessory"),
]


@pytest.mark.parametrize("components", FITTING)
def test_the_largest_message_passes(components: list[Json]) -> None:
    check_message({"components": components}, V2, 10)


@pytest.mark.parametrize(("components", "words"), TOO_MUCH)
def test_more_is_refused(components: list[Json], words: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_message({"components": components}, V2, 0)
    assert words in str(caught.value.body)
    assert caught.value.body["code"] == 50035


@pytest.mark.parametrize(
    ("data", "flags"),
    [
        ({"content": "x" * 2001}, 0),
        ({"content": "x", "components": [text("y")]}, V2),
        ({"components": [text("y")]}, 0),
    ],
)
def test_content_and_components_v2_exclude_each_other(data: Json, flags: int) -> None:
    with pytest.raises(ApiError):
        check_message(data, flags, 0)


def test_modal_and_choices() -> None:
    check_modal({"title": "t" * 45, "custom_id": "m", "components": [row({"type": 4, "custom_id": "a"})]})
    with pytest.raises(ApiError, match="50035"):
        check_modal({"title": "t" * 46, "custom_id": "m", "components": []})
    check_choices([{"name": "n" * 100, "value": "v"}] * 25)
    with pytest.raises(ApiError, match="50035"):
        check_choices([{"name": "n", "value": "v"}] * 26)


def test_commands() -> None:
    fine: Json = {
        "name": "game",
        "description": "d",
        "options": [{"type": 1, "name": "new", "description": "d"}],
    }
    check_commands([fine])
    crowded = {**fine, "options": fine["options"] * 26}
    backwards = [{"type": 3, "name": "a", "description": "d"}, {"type": 3, "name": "b", "description": "d"}]
    backwards[1] |= {"required": True}
    for wrong in (
        crowded,
        {**fine, "name": "New Game"},
        {**fine, "description": ""},
        {**fine, "options": backwards},
    ):
        with pytest.raises(ApiError, match="50035"):
            check_commands([wrong])
