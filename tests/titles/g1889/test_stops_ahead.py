"""Towards which stops the track of a tile lay leads, on the map of Shikoku."""

from __future__ import annotations

from engine.api.leads import neighbours_joined, stops_ahead
from tests.titles.g1889.shikoku import NE, SW, N, S, Shikoku, turned


def names_ahead(made: Shikoku, hex_: str, tile: str, *edges: int) -> list[str]:
    return list(stops_ahead(made.game().view, "AR", hex_, tile, turned(tile, *edges)).values())


def test_each_new_side_leads_to_the_nearest_stop_straight_ahead_first() -> None:
    made = Shikoku("Ann", "Ben").company("AR", 65, p1=50)
    north = names_ahead(made, "K8", "5", N, NE)
    south = names_ahead(made, "K8", "57", SW, NE)
    assert north == ["Takamatsu (K4)", "Naruto & Awaji (L7)"]
    assert south == ["Komatsujima (J9)", "Naruto & Awaji (L7)"]


def test_a_side_that_has_track_already_leads_nowhere_new() -> None:
    made = Shikoku("Ann", "Ben").company("AR", 65, p1=50).lay("K8", "57", SW, NE)
    assert names_ahead(made, "K8", "57", SW, NE) == []


def test_the_side_by_which_the_track_of_the_company_comes_leads_nowhere_new() -> None:
    made = Shikoku("Ann", "Ben").company("AR", 65, p1=50)
    made.lay("K8", "57", SW, NE)
    assert names_ahead(made, "J9", "58", NE, S) == ["Anan (J11)"]


def test_the_neighbours_to_which_a_tile_has_track_are_named() -> None:
    made = Shikoku("Ann", "Ben").company("AR", 65, p1=50)
    assert neighbours_joined(made.game().view, "K8", "5", turned("5", N, NE)) == ["K6", "Naruto & Awaji (L7)"]
