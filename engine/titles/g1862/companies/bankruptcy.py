"""A company goes bankrupt: no train and no way to one, or the bottom of the market (7.12)."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.recorded import places
from engine.core.state import BANK, OUT
from engine.core.story import Rank, Told
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


def go_bankrupt(play: Play, company: str) -> None:
    """Compensate the players, scrap the trains, and let the company start again as after a merger (7.5.7).

    Pool and treasury get nothing. Its turn, if it is in one, ends, as nobody directs it any more.
    """
    play.say("company_bankrupt", company=company)
    _tell_lost(play, company)
    share = worth(play, company)
    for player in play.seats:
        percent = play.percent(player, company)
        if percent:
            amount = share * percent // 10
            play.pay(BANK, player, amount, "compensation")
            play.say("compensated", player=player, amount=amount, percent=percent, company=company)
    for train in play.trains(company):
        play.move_train(train.id, OUT)
    return_to_ipo(play, company)


def _tell_lost(play: Play, company: str) -> None:
    held = [rules_of(play).label(play, train) for train in play.trains(company)]
    if held:
        play.say("lost_trains_1862", company=company, money=play.cash(company), trains=joined(", ", held))
    elif play.cash(company):
        play.say("lost_1862", company=company, money=play.cash(company))
    places = dict.fromkeys(token.place[0] for token in play.tokens(company) if token.place)
    if places:
        names = listed(hex_name(play, coord) for coord in places)
        play.say("lost_markers_1862", company=company, places=names)


def watch_bottom(play: Play) -> None:
    """After each action: a company whose price has fallen to the bottom space is bankrupt at once."""
    if play.state.pending:
        return
    for company in at_bottom(play):
        if play.company(company).floated:
            go_bankrupt(play, company)
