"""The gallery: every view and theme of a game, a film, and a sheet with all of them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engine import TITLES, new_game
from engine.checks.random_play import play
from render import gallery
from render.__main__ import main
from render.api import VIEWS, Picture
from render.charts.courses import CHARTS
from render.map.sectors import sectors_of
from render.pen.theme import THEMES

GAME = play(TITLES["1889"], 3, 1, {}, limit=60).game


def test_each_moment_has_every_view_every_theme_and_every_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []
    monkeypatch.setattr(gallery, "draw", lambda game, view, **how: drawn.append((view, how.get("theme", ""))))
    names = [name for name, _ in gallery.pictures(GAME)]
    assert len(names) == len(set(names))
    assert {view for view, _ in drawn} == set(VIEWS)
    for moment in gallery.MOMENTS:
        assert {f"{moment}-map-{theme}" for theme in THEMES} <= set(names)
        assert {f"{moment}-chart-{chart}" for chart in CHARTS} <= set(names)
        assert {f"{moment}-{name}" for name in ("market-pars", "trains-brief", "crop-numbered")} <= set(names)


def test_a_moment_is_where_a_company_is_to_run() -> None:
    game = play(TITLES["1889"], 3, 1, {}, limit=200).game
    then = gallery.at_a_run(game, 1.0)
    waiting = then.waiting()
    assert waiting is not None
    assert any(choice.kind == "run" for choice in then.choices(waiting.players[0]))
    assert then.suggest_routes()


def test_the_command_writes_pictures_a_sheet_and_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gallery, "MOMENTS", {"late": 1.0})
    monkeypatch.setattr(gallery, "played", lambda tell: (tell("playing"), [GAME])[1])
    assert main(["gallery", str(tmp_path / "out")]) == 0
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"index.html", "contact.png", "1889-film.webp", "1889-late-map-standard.png"} <= names
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert page.count("<img") == len(names) - 3
    with Image.open(tmp_path / "out" / "contact.png") as sheet:
        across, down = sheet.width // gallery.THUMB, sheet.height // gallery.THUMB
        assert across >= gallery.COLUMNS
        assert abs(across - down) <= 2 or across == gallery.COLUMNS
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["playing", f"1889: drawing a game of {len(GAME.log)} moves ..."]
    assert told[2].startswith(f"{len(names) - 3} pictures")


def test_games_are_played_one_after_the_other_and_told() -> None:
    told: list[str] = []
    games = gallery.played(1, told.append)
    assert [next(games).title.key, *told] == ["18EZ", "18EZ: playing ..."]
    assert [next(games).title.key, *told[1:]] == [list(TITLES)[1], f"{list(TITLES)[1]}: playing ..."]


def test_the_command_says_what_is_missing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["gallery"]) == 2
    assert main(["gallery", "--help"]) == 2
    assert main(["gallery", str(tmp_path), str(tmp_path / "none.json")]) == 1
    assert "none.json" in capsys.readouterr().err


def test_the_overview_of_regions_is_drawn_of_a_large_map() -> None:
    large = new_game("18OE", ["Ann", "Ben", "Cy"], seed=1)
    assert "regions" in {view for _, view, _ in gallery._calls(large)}


def test_the_sectors_with_the_most_on_them_are_drawn() -> None:
    view = play(TITLES["1889"], 3, 1, {}, limit=300).game.view
    found = gallery.busiest(view)
    stations = [coord for c in view.state.companies for coord, _ in view.stations(c)]
    busy = [sum(coord in sector.hexes for coord in [*view.state.tiles, *stations]) for sector in found]
    assert busy == sorted(busy, reverse=True)
    assert len(set(busy)) > 1
    assert len(found) == len(sectors_of(view))


def test_a_contact_sheet_of_many_pictures_is_about_square() -> None:
    data = BytesIO()
    Image.new("RGB", (40, 30)).save(data, "PNG")
    found = [(Path("a.png"), Picture(data.getvalue(), "", 40, 30))] * 300
    sheet = gallery.contact(found)
    assert 0.8 < sheet.width / sheet.height < 1.25
