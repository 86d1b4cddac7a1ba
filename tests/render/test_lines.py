"""Lines over a picture (`render.map.overlays.Lines`) and letters (`render.pen.text`)."""

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from render.map.overlays import Lines
from render.pen.text import FONTS, font, put

WHITE, RED = (255, 255, 255), (200, 30, 30)
SIZE = (120, 90)


def drawn(lines, wide):
    image = Image.new("RGB", SIZE, WHITE)
    Lines(image).draw(lines, RED, wide)
    return image


def drawn_over_all(lines, wide):
    """The same by a mask of the whole picture."""
    image, cover = Image.new("RGB", SIZE, WHITE), Image.new("L", (SIZE[0] * 2, SIZE[1] * 2), 0)
    for line in lines:
        ImageDraw.Draw(cover).line([(x * 2, y * 2) for x, y in line], 255, round(wide * 2), joint="curve")
    image.paste(RED, (0, 0), cover.reduce(2))
    return image


@pytest.mark.parametrize(
    "lines",
    [
        [[(30.5, 20.25), (60, 70), (90, 20)]],
        [[(10, 10), (20, 12)], [(100, 80), (90, 60)]],
        [[(-40, 45), (50, 45)], [(110, 85), (160, 120)]],
    ],
)
def test_lines_are_the_same_as_with_a_mask_of_the_whole_picture(lines):
    assert ImageChops.difference(drawn(lines, 7), drawn_over_all(lines, 7)).getbbox() is None
    assert drawn(lines, 7).getcolors() != [(SIZE[0] * SIZE[1], WHITE)]


@pytest.mark.parametrize("lines", [[], [[(-90, -90), (-50, -60)]]])
def test_no_line_and_a_line_beside_the_picture_change_nothing(lines):
    assert drawn(lines, 7).getcolors() == [(SIZE[0] * SIZE[1], WHITE)]


@pytest.mark.parametrize("halo", [None, (2, WHITE)])
def test_words_that_are_drawn_again_look_as_pillow_draws_them(halo):
    plain = ImageFont.truetype(str(FONTS / "DejaVuSans.ttf"), 20, layout_engine=ImageFont.Layout.BASIC)
    expected = Image.new("RGB", SIZE, RED)
    stroke, around = halo or (0, None)
    ImageDraw.Draw(expected).text(
        (60.5, 45), "Kochi 7", (0, 0, 0), plain, anchor="mm", stroke_width=stroke, stroke_fill=around
    )
    for _ in range(2):
        image = Image.new("RGB", SIZE, RED)
        put(ImageDraw.Draw(image), (60.5, 45), "Kochi 7", 20, (0, 0, 0), halo=halo)
        assert ImageChops.difference(image, expected).getbbox() is None


def test_a_word_is_drawn_once_for_each_size():
    first, again, larger = (font(size).getmask2("Uwajima")[0] for size in (20, 20, 21))
    assert first is again
    assert larger.size > first.size
