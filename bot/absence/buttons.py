"""What the buttons of votes and free seats do."""

from __future__ import annotations

from bot.absence import service as absences
from bot.chat.buttons import verb
from bot.chat.current_table import info_pressed
from bot.chat.press import Press
from bot.chat.respond import (
    Ack,
    Answer,
    Sorry,
)
from bot.games.outcome import SENTENCES, Outcome
from bot.words import (
    msg,
    t,
)

SAID = {
    "cast": msg("Your vote is counted; you may change it until the others decide."),
    "taken": msg("The seat is yours."),
    "offered": msg("The seat is posted here; it is yours until the table gives it to somebody."),
    "free": msg("The free seat is posted here anew."),
    "kept": msg("You keep the seat, and it is offered no more."),
    "asked": msg("The others are asked whether you may have the seat."),
}
DONE = msg("Done, and told to all here.")


@verb("vote", ack=Ack.PRIVATE)
async def _vote(answer: Answer, press: Press) -> None:
    choice = press.arg.partition(".")[2]
    await _cast(answer, press, choice)


@verb("vote_proxy", ack=Ack.PRIVATE)
async def _proxy(answer: Answer, press: Press) -> None:
    await _cast(answer, press, press.value)


async def _cast(answer: Answer, press: Press, choice: str) -> None:
    done = await absences.cast(
        answer.bot.games, press.game, press.number(), answer.user.id, choice, **answer.asked
    )
    await told(answer, done)


@verb("take_seat", ack=Ack.PRIVATE)
async def _take(answer: Answer, press: Press) -> None:
    done = await absences.take_seat(
        answer.bot.games,
        press.game,
        answer.user.id,
        answer.user.display_name,
        press.arg,
        interaction_id=answer.id,
    )
    await told(answer, done)


@verb("keep_seat", ack=Ack.PRIVATE)
async def _keep(answer: Answer, press: Press) -> None:
    done = await absences.keep_seat(
        answer.bot.games, press.game, answer.user.id, press.arg, interaction_id=answer.id
    )
    await told(answer, done)


@verb("ask_table", ack=Ack.PRIVATE)
async def _ask(answer: Answer, press: Press) -> None:
    info = await info_pressed(answer, press)
    if not info.held_by(answer.user.id) and not answer.is_master:
        raise Sorry(t(SENTENCES["not_seated"]))
    done = await absences.ask_about(
        answer.bot.games, press.game, answer.user.id, press.arg, rev=press.rev, interaction_id=answer.id
    )
    await told(answer, done)


async def told(answer: Answer, outcome: Outcome) -> None:
    """Say in private what came of it."""
    if await answer.accepts(outcome):
        await answer.say(t(SAID.get(outcome.code, DONE)))
