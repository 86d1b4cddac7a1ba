"""18OE as cards and pictures tell it: trains on sale, drafts of trades, nationals, the need of a train."""

from bot.cards.lines import turns_as_text
from bot.cards.past_turns import turns_after
from bot.cards.round_state import round_state_text
from bot.cards.texts import card_heading
from bot.turn.session.words import train_warning
from engine import new_game
from engine.api import round_state
from engine.api.stories import story
from engine.core.actions import Action
from engine.rules.track import hex_name
from render.cards.stake import companies_doc
from render.twins.market import legend_rows, price_words
from tests.cards import info_of
from tests.scenario import act
from tests.titles.g18oe.oe_late import (
    buying,
    major_phase,
    no_more,
    operating,
    rich,
    stock,
    with_major,
    with_regional,
)

# --- what is on sale next ---------------------------------------------------------------------------


def test_the_two_sides_of_a_card_share_one_count_and_one_line():
    game = buying(no_more(rich(phase="3"), "2"))
    assert round_state.depot(game.view) == [round_state.Sale({225: ["3+3"], 200: ["3"]}, 20)]
    assert round_state_text(game).splitlines()[-1] == "-# Next trains: 3+3 for £225 or 3 for £200 (20 left)"


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
    first, *_ = round_state.depot(game.view)
    assert first.faces == {100: ["2+2"]}


def test_level_3_follows_the_reserved_trains_after_the_first_operating_round():
    scenario = with_regional(major_phase(phase="2"), "GWR")
    for card in range(2, 31):
        scenario.state.trains[f"2+2-{card}"].owner = "out"
    assert [sale.left for sale in round_state.depot(stock(scenario, number=1).view)] == [1]
    assert [sale.left for sale in round_state.depot(stock(scenario, number=2).view)] == [1, 20]


# --- trades -----------------------------------------------------------------------------------------


def test_what_is_only_put_together_stands_in_the_log_and_on_no_card():
    game = stock(major_phase("RSC", "PeC").own("p1", "RSC", "PeC"))
    act(game, "p1", "put_together", item="RSC")
    act(game, "p1", "take_apart")
    assert turns_after(game, game.revision - 2) == []
    assert turns_as_text(turns_after(game, game.revision - 2, with_hidden_lines=True)) == (
        "-# Ada puts Robert Stephenson and Company together with a trade · puts no more together"
    )
    act(game, "p1", "pass")
    assert turns_as_text(turns_after(game, game.revision - 3)) == "-# Ada passes"


# --- nationals --------------------------------------------------------------------------------------


def formed():
    """A major with a token more than its home and stock in its treasury has become a national."""
    scenario = with_major(rich(phase="3"), "KBS", cash=70, p2=40).token("KBS", "M36")
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    act(game, "p1", "decline")
    act(game, "p2", "form_national", company="KBS")
    return game


def test_a_national_forms_in_one_line_that_says_what_it_loses():
    game = formed()
    home, other = (hex_name(game.view, c) for c in (game.title.rules.board.hexmap.homes["KBS"][0], "M36"))
    [line] = story(game.view, game.log[-1])
    assert line.text == (
        f"KBS becomes a national: £70 to the bank, 60 % to the pool, tokens off {home} and {other}."
    )
    assert line.subject == "KBS"


def test_a_national_is_called_so_in_tables_headings_and_on_the_chart():
    game = formed()
    assert round_state.brief_facts(game.view, "KBS") == ["national"]
    assert round_state.brief_facts(game.view, "GWR") == []
    prices = {row.company: price_words(game.view, row) for row in legend_rows(game.view, ())}
    assert prices["KBS"].endswith(", national")
    assert "national" not in prices["GWR"]
    turn = buying(with_major(rich(phase="3"), "KBS", kind="national"), company="KBS")
    assert "(KBS), national: " in card_heading(info_of(turn), turn)


def test_nationals_that_form_in_a_row_are_one_event():
    scenario = with_major(with_major(rich(phase="3"), "KBS", p2=40), "MIDI", p2=60)
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    act(game, "p1", "decline")
    for company in ("KBS", "MIDI"):
        act(game, "p2", "form_national", company=company)
    assert turns_as_text(turns_after(game, game.revision - 2)).endswith("KBS and MIDI become nationals")


def test_many_tokens_that_a_national_loses_are_counted():
    scenario = with_major(rich(phase="3"), "KBS", p2=40)
    for coordinate in ("M36", "K46", "J27"):
        scenario = scenario.token("KBS", coordinate)
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    act(game, "p1", "decline")
    act(game, "p2", "form_national", company="KBS")
    [line] = story(game.view, game.log[-1])
    assert line.text.endswith(", 4 tokens off the map.")


def test_who_surrenders_without_cash_gives_nothing():
    for money, told in ((50, "gives all cash, £50, to the bank"), (0, "has no cash to give")):
        game = buying(no_more(rich(money=100).cash(p1=money), "2", "3"))
        act(game, "p1", "surrender")
        [given, *_] = story(game.view, game.log[-1])
        assert given.text == f"Ada {told}: GWR must buy a train and cannot."
        shown = f"GWR (Ada): Ada {told}: GWR must buy a train and cannot · GWR becomes a national: £100 to "
        assert turns_as_text(turns_after(game, game.revision - 1)).startswith(f"-# {shown}")


# --- the need of a train ----------------------------------------------------------------------------


def spender(money, purse=0, step="track"):
    """A major without a train, whose president has so much."""
    scenario = with_major(major_phase(phase="2"), cash=money).cash(p1=purse)
    scenario.state.companies["GWR"].data["reserved_bought"] = True
    return operating(scenario, "GWR", step)


def warned(game):
    action = Action("buy_port_authority", "p1", {"sea": "north_sea"})
    return train_warning(game, game.preview(action))


def test_a_major_that_must_buy_a_train_says_so_until_it_has():
    assert "no train: must buy one this turn (£100)" in round_state_text(spender(170)).splitlines()[0]
    game = spender(170, step="trains")
    act(game, "p1", "buy_train", source="depot", train="2+2", price=100)
    assert "must buy" not in round_state_text(game)
    assert (
        "trains none" in round_state_text(buying(with_major(major_phase(), kind="national"))).splitlines()[0]
    )


def test_who_spends_what_a_train_costs_is_warned():
    short = "⚠ GWR must still buy a train this turn, for £100 or more, and would have £45 left."
    assert warned(spender(170, 55)) == short
    assert warned(spender(170, 54)) == f"{short} With all that Ada has, £54, it could not pay."
    assert warned(spender(225)) == ""


def test_who_has_a_train_or_spends_nothing_is_not_warned():
    scenario = with_major(major_phase(phase="2"), cash=170).trains("GWR", "2+2")
    assert warned(operating(scenario, "GWR", "track")) == ""
    game = spender(20)
    assert train_warning(game, game.preview(Action("skip", "p1"))) == ""


# --- the set-up -------------------------------------------------------------------------------------


def test_where_patronage_tiles_lie_is_told_by_the_first_card_alone():
    game = new_game("18OE", ["Ada", "Bo", "Cy"], seed=1)
    assert "Patronage tiles lie on" in turns_as_text(turns_after(game, 0))
    player = game.state.cursor.actor
    act(game, player, "pass")
    told = turns_as_text(turns_after(game, 0))
    assert "Patronage" not in told
    assert "The seats are drawn" in told
    assert "Patronage tiles lie on" in turns_as_text(turns_after(game, 0, with_hidden_lines=True))
