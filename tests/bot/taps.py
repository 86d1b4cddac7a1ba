"""Taps: how many presses a player needs for an act, counted on the components that the bot sends.

A button counts one, a menu two (open it, choose), a modal one to open it, one for each field and one to send
it. A thumb presses what brings its act farthest: a button that does it, else a menu, else what leads on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.chat.press import OVERFLOW_MENU, Press
from bot.games import stored_games
from bot.turn.choosing.lists import INDEX_PREFIX
from bot.turn.session.draft import LAY_FIELDS, Draft, fill_forced_values, legal_values_of_field
from engine import Field, Game, Range
from engine.api.moves import BID, HEX, PASS, PAY, RUN
from render.map.sectors import sector_of
from tests.bot.scenes import Scene
from tests.loopback.views import BUTTON, Component, Message
from tests.simtable import SimMember

MOST = 60
"""Presses after which an act is given up."""

BUTTON_TAPS, MENU_TAPS, SEND = 1, 2, 1


@dataclass(frozen=True)
class Act:
    """What a player wants to do: a kind of action and its arguments; of those left out the first offered."""

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def wants(self, name: str, value: Any) -> bool:
        """Whether a value of a field is a wanted one."""
        return name not in self.args or str(self.args[name]) == str(value)


@dataclass(frozen=True)
class Asked:
    """What a page is about: the game, the wanted act and the one after it, and the draft so far."""

    game: Game
    seat: str
    act: Act
    following: Act | None
    draft: Draft | None

    @property
    def begun(self) -> Draft:
        """The draft of the act with all forced values."""
        mine = self.draft is not None and self.draft.kind == self.act.kind
        return fill_forced_values(
            self.game, self.seat, self.draft if mine and self.draft else Draft(self.act.kind)
        )[0]

    @property
    def wanted(self) -> Field | None:
        """The next open field of the act; None when it is complete."""
        return fill_forced_values(self.game, self.seat, self.begun)[1]

    def option_at(self, index: str) -> Any:
        """The value of the next field that a button names by its place in the list, or by its amount."""
        assert self.wanted is not None
        options = legal_values_of_field(self.game, self.seat, self.begun, self.wanted.name)
        return int(index) if isinstance(options, Range) else options[int(index)].value

    def wants(self, value: Any) -> bool:
        """Whether a value of the next field is a wanted one."""
        return self.wanted is not None and self.act.wants(self.wanted.name, value)


@dataclass(frozen=True)
class Way:
    """One control that brings an act further; a lower ``rank`` farther. ``typed``: into its modal."""

    rank: int
    component: Component
    value: str | None = None
    typed: str | None = None

    @property
    def taps(self) -> int:
        """The presses that it costs."""
        plain = BUTTON_TAPS if self.component.kind == BUTTON else MENU_TAPS
        return plain + (1 + SEND if self.typed is not None else 0)


@dataclass
class Thumb:
    """One player with one thumb; ``taps`` counts, ``told`` lists what was pressed."""

    scene: Scene
    member: SimMember
    seat: str
    taps: int = 0
    told: list[str] = field(default_factory=list)
    page: Message | None = None
    _seen: int = 0

    async def do(self, *acts: Act) -> int:
        """Do these acts in order, beginning at the card; returns the presses that it took."""
        self._seen = (await self.scene.table.game()).revision
        for i, act in enumerate(acts):
            await self._one(act, acts[i + 1] if i + 1 < len(acts) else None)
        return self.taps

    async def _one(self, act: Act, following: Act | None) -> None:
        for _ in range(MOST):
            game = await self.scene.table.game()
            if self._is_done(game, act):
                return
            await self._press(self._best_way(await self._asked(game, act, following)))
        raise AssertionError(f"{act} is not done after {self.told}")

    def _is_done(self, game: Game, act: Act) -> bool:
        for record in game.active_records:
            fresh = record.number > self._seen and record.by == self.seat
            if fresh and record.action is not None and record.action.kind == act.kind:
                self._seen = record.number
                return True
        return False

    async def _asked(self, game: Game, act: Act, following: Act | None) -> Asked:
        bot, info = self.scene.table.bot, await self.scene.table.info()
        row = await stored_games.find_draft(bot.games, info.id, int(self.member.id))
        draft = None if row is None else Draft.from_json(row.body)
        return Asked(game, self.seat, act, following, draft)

    def _best_way(self, asked: Asked) -> Way:
        message = self.page or self.scene.table.with_button("Take turn")
        ways = [way for one in message.components if not one.disabled for way in ways_of(one, asked)]
        assert ways, f"{asked.act} has no way from here:\n{message.text}\n{message.labels}\n{self.told}"
        return min(ways, key=lambda way: (way.rank, way.taps))

    async def _press(self, way: Way) -> None:
        message = self.page or self.scene.table.with_button("Take turn")
        self.taps += way.taps
        label = next((o["label"] for o in way.component.options if o["value"] == way.value), "")
        self.told.append(f"{way.component.label} {label} {way.typed or ''}".strip())
        if way.component.kind == BUTTON:
            reply = await self.member.click(message, custom_id=way.component.custom_id)
        else:
            assert way.value is not None
            reply = await self.member.select(message, way.value, custom_id=way.component.custom_id)
        if way.typed is not None:
            reply = await self.member.submit_modal(reply, dict.fromkeys(reply.modal_fields, way.typed))
        fresh = [m for m in reply.messages if m != message]
        if self.page is None:
            self.page = reply.message
        else:
            assert not fresh, [m.text for m in fresh]


def ways_of(component: Component, asked: Asked) -> Iterator[Way]:
    """The ways in which a control brings an act further; none of most controls."""
    press = Press.parse(component.custom_id)
    assert press is not None
    if component.kind == BUTTON:
        rank, typed = rank_of(press, asked)
        if rank is not None:
            yield Way(rank, component, None, typed)
        return
    for value in component.values:
        meant = Press(press.game_id, press.revision, press.button_name, press.argument_text, (value,))
        if press.button_name == OVERFLOW_MENU:
            button_name, _, arg = value.partition(":")
            meant = Press(press.game_id, press.revision, button_name, arg)
        rank, _ = rank_of(meant, asked)
        if rank is not None:
            yield Way(rank, component, value)


def rank_of(press: Press, asked: Asked) -> tuple[int | None, str | None]:
    """How far a press brings the act (0: done with it; None: not at all), and what to type in its modal."""
    look = LOOKS.get(press.button_name)
    found = look(press, asked) if look else None
    if press.button_name == "w_ask" and found is not None:
        return found, str(asked.act.args.get(asked.wanted.name)) if asked.wanted else None
    return found, None


def _quick(kind: str) -> Any:
    return lambda press, asked: 0 if asked.act.kind == kind and not asked.act.args else None


def _bid(press: Press, asked: Asked) -> int | None:
    lots = asked.act.args.values()
    return 1 if asked.act.kind == BID and press.argument_text in lots else None


def _put(press: Press, asked: Asked) -> int | None:
    item, _, amount = press.argument_text.rpartition(".")
    wanted = {str(v) for v in asked.act.args.values()}
    return 0 if asked.act.kind == BID and item in wanted and (len(wanted) < 2 or amount in wanted) else None


def _pick(press: Press, asked: Asked) -> int | None:
    kind, _, index = press.argument_text.partition(".")
    if kind != asked.act.kind:
        return None
    if index and asked.wanted is not None:
        return 1 if asked.wants(asked.option_at(index)) else None
    if press.values:
        return 1 if asked.wants(press.values[0]) else None
    return 5


def _do(press: Press, asked: Asked) -> int | None:
    kind, *places = press.arguments
    if kind != asked.act.kind:
        return None
    draft = Draft(kind)
    for place in press.values[0].split(".") if press.values else places:
        draft, wanted = fill_forced_values(asked.game, asked.seat, draft)
        assert wanted is not None
        options = legal_values_of_field(asked.game, asked.seat, draft, wanted.name)
        value = int(place) if isinstance(options, Range) else options[int(place)].value
        if not asked.act.wants(wanted.name, value):
            return None
        draft = draft.with_value(wanted.name, value)
    return 0


def _ask(press: Press, asked: Asked) -> int | None:
    wanted = asked.wanted
    return 4 if _is_of_act(asked) and wanted is not None and wanted.kind == "amount" else None


def _set(press: Press, asked: Asked) -> int | None:
    if not _is_of_act(asked):
        return None
    named = press.values[0] if press.values else press.argument_text.partition(".")[2]
    value = asked.option_at(named.removeprefix(INDEX_PREFIX)) if named.startswith(INDEX_PREFIX) else named
    return 1 if asked.wants(value) else None


def _is_of_act(asked: Asked) -> bool:
    return asked.draft is not None and asked.draft.kind == asked.act.kind


def _amount(press: Press, asked: Asked) -> int | None:
    return 1 if _is_of_act(asked) and asked.wants(press.argument(1)) else None


def _lay(press: Press, asked: Asked) -> int | None:
    lay = (press.values[0] if press.values else press.argument(1)).split("|")
    wanted = all(asked.act.wants(name, value) for name, value in zip(LAY_FIELDS, lay, strict=True))
    return 1 if _is_of_act(asked) and wanted else None


def _part(press: Press, asked: Asked) -> int | None:
    coord = asked.act.args.get(HEX)
    letter = press.values[0] if press.values else press.argument(1)
    here = coord is None or coord in sector_of(asked.game.view, letter).hexes
    return 3 if _is_of_act(asked) and here else None


def _go(press: Press, asked: Asked) -> int | None:
    return 0 if _is_of_act(asked) and asked.wanted is None else None


def _run(press: Press, asked: Asked) -> int | None:
    if asked.act.kind != RUN:
        return None
    pays = asked.following is not None and asked.following.args.get("payout") == PAY
    return (0 if pays else 2) if len(press.arguments) > 2 else (1 if pays else 0)


def _run_and_end(press: Press, asked: Asked) -> int | None:
    pays = asked.following is not None and asked.following.args.get("payout") == PAY
    return 0 if asked.act.kind == RUN and pays else None


def _list(press: Press, asked: Asked) -> int | None:
    return 6 if _is_of_act(asked) and press.argument_text.endswith(".f") else None


LOOKS: dict[str, Any] = {
    "turn": lambda press, asked: 9,
    "q_pass": _quick(PASS),
    "q_bid": _bid,
    "q_put": _put,
    "q_run": _run_and_end,
    "q_end": _run_and_end,
    "w_pick": _pick,
    "w_set": _set,
    "w_amount": _amount,
    "w_ask": _ask,
    "w_do": _do,
    "w_lay": _lay,
    "w_part": _part,
    "w_go": _go,
    "w_run": _run,
    "w_list": _list,
}
"""How far a press of each button brings an act."""
