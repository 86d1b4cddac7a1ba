"""The outcome of a request on a game: one of a few kinds, a stable code and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from bot.games.loading import TitleMissing
from bot.store.chain import Damaged
from bot.words import msg, t

InteractionId = str | int | None
"""The unique id of the interaction that sends a request; None for a request of the bot itself."""

OutcomeKind = Literal[
    "ok",  # done and stored
    "refused",  # illegal; `code` and `text` are those of the Violation, or of one of the bot's own rules
    "stale",  # the game has moved on since the revision that the user saw
    "not_seated",  # the user holds no seat of this game
    "not_allowed",  # only the owner or a game master may do this
    "lobby",  # the game has not started
    "started",  # the game has started, this belongs to the lobby
    "paused",
    "ended",
    "unknown",  # there is no such game
    "draining",  # the bot is about to stop and accepts no moves
    "not_saved",  # the database failed; nothing was done
    "unsure",  # the database failed, and whether it was done cannot be found out
    "damaged",  # the stored log of the game is corrupt, or its title is missing; nothing was done
    "fault",  # a bug; nothing was done, `error` names the entry in the bot's own log
]

JSON_KEYS = {"game_id": "game", "revision": "rev", "record_numbers": "seqs"}
"""Keys of a stored outcome that differ from the names of its fields."""

NOT_STORED = ("duplicate", "draft_deleted_of")
"""Fields that are valid only in the first response to the request."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a request on a game.

    ``revision`` is the revision afterwards, ``record_numbers`` are the numbers of the new records in the log
    and ``lines`` their sentences. ``code`` and ``text`` are the refusal, for code and for the user. ``error``
    is the id of a line in the bot's own log. ``duplicate`` marks the stored outcome of a repeated
    interaction. ``draft_deleted_of`` is the user whose draft (a move begun and not completed) was deleted
    with it, None for nobody.
    """

    kind: OutcomeKind
    game_id: int = 0
    revision: int = 0
    code: str = ""
    text: str = ""
    record_numbers: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    error: str = ""
    duplicate: bool = False
    draft_deleted_of: int | None = None

    @property
    def ok(self) -> bool:
        """Return True if the request on a game was carried out and stored."""
        return self.kind == "ok"

    def to_json(self) -> dict[str, Any]:
        """Return the outcome of a request on a game as JSON, to be stored for its interaction.

        The keys are the names of the fields, or those of `JSON_KEYS`; those in `NOT_STORED` are left out.
        """
        return {
            JSON_KEYS.get(name, name): value for name, value in asdict(self).items() if name not in NOT_STORED
        }

    @classmethod
    def from_stored_json(cls, stored_json: Mapping[str, Any]) -> Outcome:
        """Return the outcome that is stored for an interaction, marked as a duplicate.

        ``stored_json`` is what `to_json` returned. Raises KeyError if it has no "seqs" or "lines", and
        TypeError if it has no "kind" or an unknown key.
        """
        names = {key: name for name, key in JSON_KEYS.items()}
        values = {names.get(key, key): value for key, value in stored_json.items()}
        values |= {"record_numbers": tuple(stored_json["seqs"]), "lines": tuple(stored_json["lines"])}
        return cls(**values, duplicate=True)


OUTCOME_SENTENCES: Mapping[OutcomeKind, str] = {
    "stale": msg("The game has moved on; look at it again and choose anew."),
    "not_seated": msg("Only players who hold a seat of this game may do this."),
    "not_allowed": msg("Only the owner of the game or a game master may do this."),
    "lobby": msg("The game has not started; its owner starts it once enough players have joined."),
    "started": msg("The game has started; this can be changed in the lobby only."),
    "paused": msg("The game is paused; its owner or a game master can resume it."),
    "ended": msg("The game is over; it can still be looked at and exported."),
    "unknown": msg("There is no such game; see the list of games."),
    "draining": msg("The bot is about to be restarted and takes no moves; try again in a few minutes."),
    "not_saved": msg("The bot could not save this, so nothing was done; try again."),
    "unsure": msg("The database does not answer, so nobody knows whether this was done; look first."),
    "fault": msg("The bot made a mistake, so nothing was done; the game is as it was before."),
}


def standard_outcome(kind: OutcomeKind, game_id: int = 0, revision: int = 0, error_id: str = "") -> Outcome:
    """Return an outcome of this kind with its standard sentence, in the language of this task.

    The sentence is "" if the kind has none. The outcome's code is the kind. ``game_id`` and ``revision`` are
    those of the game of the request; `Games.write` sets them. ``error_id`` is the id of a line in the bot's
    own log.
    """
    return Outcome(
        kind,
        game_id,
        revision,
        code=kind,
        text=t(OUTCOME_SENTENCES[kind]) if kind in OUTCOME_SENTENCES else "",
        error=error_id,
    )


def damaged_outcome(error: Damaged) -> Outcome:
    """Return the outcome of any request on a game whose log is corrupt, or whose title is missing."""
    return Outcome("damaged", error.game_id, code="damaged", text=closed_game_text(error))


def closed_game_text(error: Damaged) -> str:
    """Return the translated sentence that says why a game is closed: a corrupt log, or a missing title."""
    if isinstance(error, TitleMissing):
        return t(
            "“{name}” (table {game}) is closed: this bot does not have its title {title} at present. "
            "Whoever runs the bot can add it again; every other table goes on.",
            name=error.name, game=error.game_id, title=error.title,
        )  # fmt: skip
    return t(
        "“{name}” (table {game}) is damaged where it is stored, from move {rev} on: it is closed until "
        "whoever runs this bot restores a copy, and every other table goes on.",
        name=error.name, game=error.game_id, rev=error.revision,
    )  # fmt: skip


def refused_outcome(code: str, text: str, game_id: int = 0, revision: int = 0) -> Outcome:
    """Return (not raise) the outcome of a refused request on a game; ``text`` is a sentence for the user.

    Its kind is "refused". ``code`` is the caller's own name for the reason, such as "channel_taken".
    """
    return Outcome("refused", game_id, revision, code=code, text=text)


CHANNEL_TAKEN = "channel_taken"
"""Code of the outcome when a channel has an open game already."""


def channel_taken_outcome() -> Outcome:
    """Return the outcome of a request that would give a channel a second open game; its kind is "refused"."""
    return refused_outcome(
        CHANNEL_TAKEN, t("This channel has an open game; make a new one in a thread or another channel.")
    )
