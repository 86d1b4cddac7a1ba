"""Refusals to create or change a game: unknown title, bad name, unknown options, too many players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.loading import title_with_options
from bot.games.outcome import Outcome, refused_outcome
from bot.store.game_rows import GameInfo, SeatInfo
from bot.words import t
from engine import TITLES, Title


def too_many_players_refusal(info: GameInfo) -> Outcome | None:
    """Return a refused Outcome if more players have joined the lobby than its title and options allow.

    Return None if the number is allowed.
    """
    data, count = title_with_options(info).data, len(info.seats)
    if count <= data.max_players:
        return None
    return refused_outcome(
        "too_many_players",
        t(
            "{name} is for {least} to {most} players and {count} have joined; somebody must leave first.",
            name=data.name,
            least=data.min_players,
            most=data.max_players,
            count=count,
        ),
    )


def too_many_seats_refusal(title: str, options: Mapping[str, str], seat_count: int) -> Outcome | None:
    """Return a refused Outcome if a new game would have more seats, computer players included, than can play.

    Return None if the number is allowed. ``title`` is a known title's key, ``options`` are the chosen values
    of its options, by key.
    """
    max_players = TITLES[title].played(options).data.max_players
    if seat_count <= max_players:
        return None
    return refused_outcome(
        "too_many_players", t("At this game {most} can play, computers included.", most=max_players)
    )


def unknown_title_refusal(title: str) -> Outcome | None:
    """Return a refused Outcome if the title (key) of a new game is unknown here; None if it is known."""
    if title in TITLES:
        return None
    return refused_outcome(
        "no_such_title", t("These titles can be played: {names}.", names=", ".join(TITLES))
    )


def bad_name_refusal(name: str) -> Outcome | None:
    """Return a refused Outcome if a game's name is empty or has over 100 characters; None if it is valid."""
    if 1 <= len(name.strip()) <= 100:
        return None
    return refused_outcome("bad_name", t("The name of a game has 1 to 100 characters."))


def unknown_options_refusal(title: Title, options: Mapping[str, str]) -> Outcome | None:
    """Return a refused Outcome if ``options`` have a key or value that the title does not have; else None.

    ``options`` are the chosen values of the title's options, by key.
    """
    options_by_key = {option.key: option for option in title.options}
    for key, value in options.items():
        if key not in options_by_key:
            names = ", ".join(options_by_key) or t("none")
            return refused_outcome(
                "bad_option", t("{key} has these options: {names}.", key=title.key, names=names)
            )
        if value not in options_by_key[key].values:
            return refused_outcome(
                "bad_option",
                t(
                    "{label} can be: {names}.",
                    label=options_by_key[key].label,
                    names=", ".join(options_by_key[key].values),
                ),
            )
    return None


def unique_name(name: str, seats: Sequence[SeatInfo]) -> str:
    """Return the name for the new holder of a seat, with a number if another player of the game has the name.

    The name is cut to 90 characters before the number; an empty name becomes "Player". ``seats`` are those of
    the other players.
    """
    base_name, used_names = name.strip()[:90] or t("Player"), {seat_info.name for seat_info in seats}
    return next(
        candidate
        for number in range(1, 100)
        if (candidate := base_name if number == 1 else f"{base_name} {number}") not in used_names
    )
