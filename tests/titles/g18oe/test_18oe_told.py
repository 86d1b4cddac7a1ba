"""18OE as cards and pictures tell it: what the Locomotive Works sell next, what trades, nationals and turns are."""

from bot.cards.lines import lines_of
from bot.cards.stake import stake_lines
from bot.games.turns import turns
from engine.face import stake
from render.stake import companies_doc
from tests.scenario import act
from tests.titles.g18oe.oe_late import buying, major_phase, no_more, rich, stock, with_regional

# --- what is on sale next ---------------------------------------------------------------------------


def test_the_two_sides_of_a_card_share_one_count_and_one_line():
    game = buying(no_more(rich(phase="3"), "2"))
    assert stake.depot(game.view) == [stake.Sale({225: ["3+3"], 200: ["3"]}, 20)]
    assert stake_lines(game).splitlines()[-1] == "-# Next trains: 3+3 for £225 or 3 for £200 (20 left)"


def test_the_picture_says_both_prices_and_the_count_once():
    [section] = [
        s
        for s in companies_doc(buying(no_more(rich(phase="3"), "2")).view).sections
        if s.heading == "Next trains"
    ]
    [[_, price, left]] = section.rows
    assert (price, left) == ("", "20 left")


def test_reserved_trains_are_the_next_while_no_railroad_is_in_turn():
    game = stock(no_more(with_regional(major_phase(phase="2"), "GWR"), ""), number=1)
    first, *_ = stake.depot(game.view)
    assert first.faces == {100: ["2+2"]}


def test_level_3_follows_the_reserved_trains_after_the_first_operating_round():
    scenario = with_regional(major_phase(phase="2"), "GWR")
    for card in range(2, 31):
        scenario.state.trains[f"2+2-{card}"].owner = "out"
    assert [sale.left for sale in stake.depot(stock(scenario, number=1).view)] == [1]
    assert [sale.left for sale in stake.depot(stock(scenario, number=2).view)] == [1, 20]


# --- trades -----------------------------------------------------------------------------------------


def test_what_is_only_put_together_stands_in_the_log_and_on_no_card():
    game = stock(major_phase("L", "M").own("p1", "L", "M"))
    act(game, "p1", "put_together", item="L")
    act(game, "p1", "take_apart")
    assert turns(game, game.rev - 2) == []
    assert lines_of(turns(game, game.rev - 2, drafts=True)) == (
        "-# Ada puts Krasnaya Strela together with a trade · puts no more together"
    )
    act(game, "p1", "pass")
    assert lines_of(turns(game, game.rev - 3)) == "-# Ada passes"
