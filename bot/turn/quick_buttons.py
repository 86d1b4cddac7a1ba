"""The quick answers on the public card of a turn, such as pass or bid, and Oops, which takes one back.

Each is for whoever the game waits for, and good for the revision of its card; everybody else is told so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.cards.quick import OOPS_SECONDS
from bot.chat.bounds import read_whole
from bot.chat.buttons import verb
from bot.chat.current_table import CurrentTable, game_pressed
from bot.chat.figures import company_line, join_or, plain
from bot.chat.frame import GOOD, PRIMARY, Sheet, layout, row
from bot.chat.press import GameItem, Press, button
from bot.chat.respond import Answer, Page, Stale, UserError
from bot.games import moves
from bot.games.history import is_fired
from bot.games.outcome import Outcome
from bot.games.proposals import find_choice, lowest_bid, rest_of_turn
from bot.turn import words
from bot.turn.chooser import quick_amounts
from bot.turn.draft import tag_of
from bot.turn.routes import revenue, route_lines
from bot.turn.workspace import show_outcome, show_turn
from bot.votes import undo
from bot.words import known, msg, t
from bot.work.priority import Rank, set_rank
from bot.work.searches import best_run
from engine import Action, Game, Range
from engine.api.moves import BID, PASS, RUN

LATE = msg("The minute is over; `/act undo` takes moves back, and asks whoever has acted since.")


@dataclass(frozen=True, slots=True)
class Turn:
    """A press on a turn's card by the player whom the game waits for, at the card's revision."""

    answer: Answer
    press: Press
    here: CurrentTable
    seat: str

    @property
    def game(self) -> Game:
        """The game."""
        return self.here.game

    async def hand_in(self, actions: list[Action]) -> Outcome:
        """Submit moves, all or none."""
        requests = [(action.kind, action.args) for action in actions]
        return await moves.act_all(self.answer.bot.games,
            self.here.info.id, self.answer.user.id, requests,
            rev=self.press.rev, interaction_id=self.answer.id,
            via="quick", seat=self.seat,
        )  # fmt: skip

    def item(self, verb: str, label: str, *parts: object, good: bool = False) -> GameItem:
        """Return a button bound to this revision."""
        arg = ".".join(str(part) for part in parts)
        press = Press(self.here.info.id, self.here.rev, verb, arg)
        return button(press, label, style=GOOD if good else PRIMARY)


Take = Callable[[Turn], Awaitable[Outcome | Page]]


def quick(name: str) -> Callable[[Take], Take]:
    """Register a quick answer: it submits moves, or returns a page to show."""

    def register(take: Take) -> Take:
        async def handler(answer: Answer, press: Press) -> None:
            given = await answer.bot.games.stored_answer(answer.id)
            done = given or await take(await _require_turn(answer, press))
            if isinstance(done, Page):
                await answer.show(done)
            elif await answer.accepts(done):
                await answer.show(await _result_page(answer, press, done))

        verb(name)(handler)
        return take

    return register


async def _require_turn(answer: Answer, press: Press) -> Turn:
    """Return the press as a Turn; raises Stale for an old card, UserError if it is not the user's turn."""
    here = await game_pressed(answer, press)
    if press.rev != here.rev:
        raise Stale(press.game, here.rev)
    if not here.to_act:
        waiting = here.game.waiting()
        names = join_or([here.game.view.name(seat) for seat in waiting.players] if waiting else [])
        raise UserError(t("This is for {names} alone; you can follow it here.", names=names))
    set_rank(Rank.PAGE, answer.user.id)
    return Turn(answer, press, here, here.to_act[0])


async def _result_page(answer: Answer, press: Press, outcome: Outcome) -> Page:
    """Build the page that shows what was done, with the Oops button."""
    game = await answer.bot.games.game(press.game)
    assert game is not None
    told = "\n".join(f"✔ {plain(line)}" for line in outcome.lines[: words.LINES])
    last_kept = max((r.seq for r in game.active if r.seq < min(outcome.seqs, default=0)), default=0)
    until = answer.bot.games.clock() + OOPS_SECONDS
    oops = button(Press(press.game, outcome.rev, "oops", f"{last_kept}.{until}"), t("Oops, take it back"))
    note = t("-# Oops takes it back until <t:{until}:T>, while nobody else has acted.", until=until)
    return Page(layout(told or t("Done."), note, row(oops)))


# --- pass ------------------------------------------------------------------------------------------


@quick("q_pass")
async def _pass(turn: Turn) -> Outcome:
    """Pass."""
    return await turn.hand_in([Action(PASS, turn.seat)])


# --- run, pay, end ---------------------------------------------------------------------------------


@quick("q_run")
async def _run(turn: Turn) -> Page:
    """Show the run, the payout and the end of the company's turn, with a button that does them all."""
    company, routes, moves = await _rest_of_turn(turn)
    view, earned = turn.game.view, revenue(turn.game, company, routes)
    others = any(action.kind != RUN and not action.args for action in moves)
    declined = t("-# All else that the turn offers is declined.") if others else ""
    paid = view.money(earned)
    told = t("**{earned}** are paid out, and the turn of {company} ends.", earned=paid, company=company)
    texts = [
        words.header(turn.game, turn.seat), company_line(view, company),
        "\n".join(route_lines(turn.game, company, routes)),
        told, declined,
    ]  # fmt: skip
    go = turn.item(
        "q_end", t("Run and pay {earned}, end", earned=view.money(earned)), tag_of(routes), good=True
    )
    other = button(Press(turn.press.game, turn.here.rev, "turn"), t("Take the turn instead"))
    return Sheet(texts, rows=[[go, other]]).page()


@quick("q_end")
async def _end(turn: Turn) -> Outcome | Page:
    """Submit the run, the payout and the end of the turn; show them again if the routes have changed."""
    _, routes, moves = await _rest_of_turn(turn)
    return await (turn.hand_in(moves) if tag_of(routes) == turn.press.arg else _run(turn))


async def _rest_of_turn(turn: Turn) -> tuple[str, list[object], list[Action]]:
    """Return the company, its best routes and all moves to the end of its turn.

    Raises UserError if the turn has more to decide.
    """
    waiting = turn.game.waiting()
    company = (waiting.company if waiting else None) or ""
    found = await best_run(turn.answer.bot.pool, turn.here.info.id, turn.game, company) if company else None
    routes = list(found.sets[0][1]) if found and found.sets else []
    moves = rest_of_turn(turn.game, turn.seat, company, routes) if routes else []
    if not moves:
        raise UserError(t("This turn has more to decide than that; take it by `/turn`."))
    return company, routes, moves


# --- bids ------------------------------------------------------------------------------------------


@quick("q_bid")
async def _bid(turn: Turn) -> Page:
    """Show the amounts of a bid as buttons."""
    item, found = turn.press.arg, _bid_range(turn)
    view = turn.game.view
    amounts = [
        turn.item("q_put", t("Bid {amount}", amount=view.money(x)), item, x) for x in quick_amounts(found)
    ]
    other = button(Press(turn.press.game, turn.here.rev, "turn"), t("Another amount, or pass"))
    choice = find_choice(turn.game, turn.seat, BID)
    texts = [
        words.header(turn.game, turn.seat),
        t("### Bid more for {item}", item=item),
        plain(known(choice.note)) if choice else "",
    ]
    sheet = Sheet(texts)
    sheet.add_buttons([*amounts, other])
    return sheet.page()


@quick("q_put")
async def _put(turn: Turn) -> Outcome:
    """Submit the bid with the chosen amount."""
    item, _, amount = turn.press.arg.rpartition(".")
    least = _require_lowest_bid(turn, item)
    args = {
        name: read_whole(amount) if isinstance(value, int) else value for name, value in least.args.items()
    }
    return await turn.hand_in([Action(BID, turn.seat, args)])


def _require_lowest_bid(turn: Turn, item: str) -> Action:
    """Return the lowest bid for an item; raises UserError if no bid for it is open."""
    found = lowest_bid(turn.game, turn.seat, item)
    if found is None:
        raise UserError(t("You cannot bid for {item} now; /turn shows what you can do.", item=item))
    return found


def _bid_range(turn: Turn) -> Range:
    """Return the range of amounts of a bid for the item on the button."""
    args = _require_lowest_bid(turn, turn.press.arg).args
    before = {name: value for name, value in args.items() if not isinstance(value, int)}
    name = next(name for name, value in args.items() if isinstance(value, int))
    found = turn.game.options(turn.seat, BID, name, before)
    assert isinstance(found, Range)
    return found


# --- oops ------------------------------------------------------------------------------------------


@verb("oops")
async def _oops(answer: Answer, press: Press) -> None:
    """Take back the move just made. Raises UserError when it is too late or another player's move."""
    given = await answer.bot.games.stored_answer(answer.id)
    if given is not None:
        return await show_turn(answer, press.game, given)
    last_kept, until = press.number(0), press.number(1)
    await _require_own_move(answer, press, last_kept)
    if answer.bot.games.clock() > until:
        raise UserError(t(LATE))
    outcome = await undo.take_back(
        answer.bot.games,
        press.game,
        answer.user.id,
        to=last_kept,
        rev=press.rev,
        interaction_id=answer.id,
        via="quick",
    )
    return await show_outcome(answer, press.game, outcome)


async def _require_own_move(answer: Answer, press: Press, last_kept: int) -> None:
    """Raise UserError if the first move after ``last_kept`` was made by another player's seat."""
    here = await game_pressed(answer, press)
    after = next(
        (r for r in here.game.log if r.seq > last_kept and r.kind == "action" and not is_fired(r)), None
    )
    if after is not None and after.by not in here.seats:
        name = here.game.view.name(after.by)
        raise UserError(t("Only {name}, whose move it is, may take it back here.", name=name))
