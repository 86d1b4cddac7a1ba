"""What a `/plan` can consist of: companies, trains and tile lays, with their labels."""

from __future__ import annotations

from bot.cards.texts import company_name
from bot.words import t, translated
from engine import Game
from engine.api.plans import lays_on, trains_to_plan
from engine.api.table import directions, train_label


def plannable_companies(game: Game) -> dict[str, str]:
    """Return the names of the companies that may occur in a `/plan`, by id: those with station tokens."""
    view = game.view
    return {
        company.id: company_name(view, company.id) for company in view.companies() if view.tokens(company.id)
    }


def train_labels(game: Game, company: str) -> dict[str, str]:
    """Return the labels of the trains that a company could get in a `/plan`, by the train's id."""
    return {train.id: train_label(game.view, train) for train in trains_to_plan(game.view, company)}


def tile_lay_labels(game: Game, coord: str) -> dict[str, str]:
    """Return labels of the tile lays possible on a hex in a `/plan`, by tile and rotation ("8 3")."""
    board = game.view.board()
    layout = board.hexmap.layout
    return {
        f"{tile} {rotation}": t(
            "Tile {tile} · {directions}",
            tile=tile,
            directions=translated(directions(layout, board.catalogue[tile].face(rotation))),
        )
        for _, tile, rotation in lays_on(game.view, coord)
    }
