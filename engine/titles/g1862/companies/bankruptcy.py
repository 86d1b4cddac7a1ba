"""A company goes bankrupt: no train and no way to one, or the bottom of the market (7.12)."""

from __future__ import annotations

from engine.core.recorded import places
from engine.core.state import BANK, OUT
from engine.core.story import Rank, Told
from engine.core.writer import PositionWriter
from engine.message import joined, listed
from engine.rules.track import hex_name
from engine.rules.trains import TRAINS, rules_of
from engine.titles.g1862.companies.companies import return_to_ipo
from engine.titles.g1862.data.market import at_bottom, worth
from engine.titles.g1862.data.story import tell

tell(
    compensated=Told("{player} gets {amount} for {percent} % of {company}.", "gets {amount} for {percent} %")
)
tell(
    Rank.BANKRUPTCY,
    company_bankrupt="{company} is bankrupt.",
    lost_1862="{company} loses {money}; it has no train.",
    lost_markers_1862=Told(
        "{company} loses its station markers in {places}.",
        "loses its markers in {places}",
        reads={"places": places},
    ),
    lost_trains_1862=Told("{company} loses {money} and its trains: {trains}.", reads={"trains": TRAINS}),
)


def go_bankrupt(writer: PositionWriter, company: str) -> None:
    """Compensate the players, scrap the trains, and let the company start again as after a merger (7.5.7).

    Pool and treasury get nothing. Its turn, if it is in one, ends, as nobody directs it any more.
    """
    writer.say("company_bankrupt", company=company)
    _tell_lost(writer, company)
    share = worth(writer, company)
    for player in writer.seats:
        percent = writer.percent(player, company)
        if percent:
            amount = share * percent // 10
            writer.pay(BANK, player, amount, "compensation")
            writer.say("compensated", player=player, amount=amount, percent=percent, company=company)
    for train in writer.trains(company):
        writer.move_train(train.id, OUT)
    return_to_ipo(writer, company)


def _tell_lost(writer: PositionWriter, company: str) -> None:
    held = [rules_of(writer).label(writer, train) for train in writer.trains(company)]
    if held:
        writer.say("lost_trains_1862", company=company, money=writer.cash(company), trains=joined(", ", held))
    elif writer.cash(company):
        writer.say("lost_1862", company=company, money=writer.cash(company))
    places = dict.fromkeys(token.place[0] for token in writer.tokens(company) if token.place)
    if places:
        names = listed(hex_name(writer, coord) for coord in places)
        writer.say("lost_markers_1862", company=company, places=names)


def watch_bottom(writer: PositionWriter) -> None:
    """After each action: a company whose price has fallen to the bottom space is bankrupt at once."""
    if writer.state.pending:
        return
    for company in at_bottom(writer):
        if writer.company(company).floated:
            go_bankrupt(writer, company)
