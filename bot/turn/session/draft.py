"""A member's draft: a move begun and not completed, stored so that its page may vanish at any time.

A draft is a kind of move with values for some of its fields. Fields with a single legal value are filled in
automatically. Every button carries the draft's checksum: a press on a page that shows another draft changes
nothing.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from bot.chat.press import to_base36
from bot.games.engine_results import cached_engine_result, legal_move_kinds
from bot.words import language, t, translated
from engine import Action, Choice, Field, Game, Option, Range

Options = Sequence[Option] | Range
LAY_FIELDS = ("tile", "rotation")
"""The fields of a tile lay that are asked for together, with pictures of the tiles."""

MAP_SECTOR_KEY = "part"
"""The key in ``Draft.page_state`` of the sector of a large map in which a hex is chosen."""

JSON_KEYS = {
    "auto_fields": "auto",
    "list_page": "page",
    "search_text": "find",
    "selected": "picked",
    "moves_before": "before",
    "page_state": "more",
}
"""The keys of a stored draft that differ from the names of the fields, by field."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A member's draft: a move begun and not completed, with the values that the player has chosen so far.

    ``args`` are the values by field. ``auto_fields`` are fields that were filled in because only one value
    was legal. ``list_page`` (from 0) and ``search_text`` say what is shown of a long list, ``selected`` are
    the values selected on its pages so far. ``moves_before`` are made together with this move, before it.
    ``page_state`` is what single pages store, by keys such as MAP_SECTOR_KEY.
    """

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)
    auto_fields: tuple[str, ...] = ()
    list_page: int = 0
    search_text: str = ""
    selected: tuple[str, ...] = ()
    moves_before: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    page_state: Mapping[str, Any] = field(default_factory=dict)

    @property
    def checksum(self) -> str:
        """Return a short checksum of the move's kind, its chosen values and ``moves_before``.

        A press carries the checksum, so that a press on a page that shows another draft is recognised.
        """
        return checksum([self.kind, self.args, self.moves_before])

    def with_value(self, field_name: str, value: Any) -> Draft:
        """Return a copy of this draft with a value for the field ``field_name``.

        The search text and the selection in a list are reset, and the list begins at its first page again.
        """
        return replace(self, args={**self.args, field_name: value}, list_page=0, search_text="", selected=())

    def without_last_value(self) -> Draft | None:
        """Return a copy of this draft without the last value that the player chose; None if no other is left.

        Values that were filled in after it are removed, too. A chosen tile is removed together with its
        rotation. The search text and the selection in a list are reset.
        """
        args = dict(self.args)
        while args:
            name, _ = args.popitem()
            if name in self.auto_fields or (
                name == LAY_FIELDS[1] and LAY_FIELDS[0] in args and LAY_FIELDS[0] not in self.auto_fields
            ):
                continue
            auto_fields = tuple(field_name for field_name in self.auto_fields if field_name in args)
            has_choice = any(field_name not in auto_fields for field_name in args)
            return Draft(self.kind, args, auto_fields, moves_before=self.moves_before) if has_choice else None
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the draft as JSON values for the database.

        The keys are the names of the fields, or those of JSON_KEYS where the stored names differ.
        """
        return {JSON_KEYS.get(name, name): value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, raw: Any) -> Draft | None:
        """Parse a draft from the database.

        ``raw`` has the keys that `to_json` writes. Return None if another version of the bot stored it
        differently.
        """
        try:
            values = {item.name: raw[JSON_KEYS.get(item.name, item.name)] for item in fields(cls)}
            values["moves_before"] = tuple((kind, args) for kind, args in values["moves_before"])
            values |= {name: tuple(values[name]) for name in ("auto_fields", "selected")}
            return cls(**values)
        except (KeyError, TypeError, ValueError):
            return None


def checksum(value: Any) -> str:
    """Return a short checksum of a JSON value, in base 36, for the custom id of a turn page's button."""
    return to_base36(zlib.crc32(json.dumps(value, sort_keys=True).encode()))


def legal_moves_of_seat(game: Game, seat: str) -> list[Choice]:
    """Return all kinds of moves that are legal for a seat now, with notes in the reader's language.

    Their labels are not translated. The result is cached for this revision, as a turn page needs it often. []
    if no move is legal.
    """

    def list_moves() -> list[Choice]:
        """Return the legal kinds of moves of the seat from the engine, with translated notes."""
        return [
            replace(legal_move, note=translated(legal_move.note))
            for legal_move in legal_move_kinds(game, seat)
        ]

    legal_moves: list[Choice] = cached_engine_result(game, [language(), seat], list_moves)
    return legal_moves


def legal_move_of_kind(game: Game, seat: str, kind: str) -> Choice | None:
    """Return the legal kind of move ``kind`` of a seat; None if the seat may not make such a move."""
    return next(
        (legal_move for legal_move in legal_moves_of_seat(game, seat) if legal_move.kind == kind), None
    )


def illegal_move_text(game: Game, seat: str) -> str:
    """Return a sentence for a player whose move is not legal, with the labels of the moves that are legal.

    If the game waits for other players, the sentence names them. It says "nothing" if no move is legal.
    """
    next_decision, labels = (
        game.waiting(),
        ", ".join(translated(legal_move.label) for legal_move in legal_moves_of_seat(game, seat)),
    )
    if next_decision is not None and seat not in next_decision.players:
        names = " / ".join(game.view.name(player) for player in next_decision.players)
        return t(
            "It is the turn of {names} ({label}); you may choose: {choices}.",
            names=names,
            label=translated(next_decision.label),
            choices=labels or t("nothing"),
        )
    return t("This is not open now; you may choose: {choices}.", choices=labels or t("nothing"))


def translate_options(options: Options) -> Options:
    """Return the legal values of a field with labels and notes in the reader's language.

    A range is unchanged.
    """
    if isinstance(options, Range):
        return options
    return [
        replace(option, label=translated(option.label), note=translated(option.note)) for option in options
    ]


def legal_values_of_field(game: Game, seat: str, draft: Draft, field_name: str) -> Options:
    """Return the legal values of the field ``field_name`` of a draft: options, or a range of amounts.

    They depend on the values chosen before. Labels and notes are in the reader's language. The result is
    cached for this revision. () if the move is unknown or has no such field, or if a value on which the field
    depends is missing.
    """

    def list_values() -> Options:
        """Return the field's legal values from the engine, with translated labels; () if there are none."""
        try:
            return translate_options(game.options(seat, draft.kind, field_name, draft.args))
        except KeyError:
            return ()

    options: Options = cached_engine_result(
        game, [language(), seat, draft.kind, field_name, draft.args], list_values
    )
    return options


def fill_forced_values(game: Game, seat: str, draft: Draft) -> tuple[Draft, Field | None]:
    """Fill in the fields of a move that have a single legal value, up to the first that must be asked for.

    Return the draft and that field, which is None if the move is complete, or if it is not legal.
    """
    legal_move = legal_move_of_kind(game, seat, draft.kind)
    for next_field in legal_move.fields if legal_move else ():
        if next_field.name in draft.args:
            continue
        forced_value = _forced_value(legal_values_of_field(game, seat, draft, next_field.name), next_field)
        if forced_value is None:
            return draft, next_field
        updated_draft = draft.with_value(next_field.name, forced_value)
        draft = replace(
            updated_draft,
            auto_fields=(*draft.auto_fields, next_field.name),
            search_text=draft.search_text,
            list_page=draft.list_page,
        )
    return draft, None


def _forced_value(options: Options, move_field: Field) -> Any:
    """Return the single legal value of a field of a move, which need not be asked for.

    None if several values or none are legal, if the player may leave the field out, and for fields that take
    routes or several values.
    """
    if move_field.optional or move_field.kind not in ("option", "amount"):
        return None
    if isinstance(options, Range):
        return options.low if options.low == options.high else None
    return options[0].value if len(options) == 1 else None


def is_still_legal(game: Game, seat: str, draft: Draft) -> bool:
    """Return True if the values chosen in a draft are still legal after others have acted.

    A complete move must be legal as a whole; chosen routes are checked only then. False if the kind of move
    is not legal any more, and for a move that is made together with others (``moves_before``).
    """
    legal_move = legal_move_of_kind(game, seat, draft.kind)
    if legal_move is None or draft.moves_before:
        return False
    checked_draft = Draft(draft.kind)
    for move_field in legal_move.fields:
        if move_field.name not in draft.args:
            return True
        value = draft.args[move_field.name]
        if move_field.kind != "routes" and not _is_legal(
            legal_values_of_field(game, seat, checked_draft, move_field.name), value
        ):
            return False
        checked_draft = checked_draft.with_value(move_field.name, value)
    return game.check(Action(draft.kind, seat, draft.args)) is None


def _is_legal(options: Options, value: Any) -> bool:
    """Return True if ``value`` is among the legal ``options`` of a move's field.

    If ``value`` is a list, each value in it must be among them.
    """
    if isinstance(options, Range):
        return value in options
    legal = {option.value for option in options}
    return set(value) <= legal if isinstance(value, list) else value in legal


def chosen_value_text(game: Game, seat: str, draft: Draft, shown_field: Field) -> str:
    """Return what the player chose for a field of a move as text: an amount of money, or labels.

    Several labels are joined by commas. The label of a route, or of an option that is not legal any more, is
    "". Raises KeyError if the field has no value.
    """
    value, earlier_values = draft.args[shown_field.name], {}
    legal_move = legal_move_of_kind(game, seat, draft.kind)
    for earlier_field in legal_move.fields if legal_move else ():
        if earlier_field.name == shown_field.name:
            break
        earlier_values[earlier_field.name] = draft.args.get(earlier_field.name)
    options = legal_values_of_field(game, seat, Draft(draft.kind, earlier_values), shown_field.name)
    if isinstance(options, Range):
        return game.view.money(value)
    labels = {option.value: option.label for option in options}
    values = value if isinstance(value, list) else [value]
    return ", ".join(
        labels.get(chosen_value, "") if isinstance(chosen_value, str) else "" for chosen_value in values
    )
