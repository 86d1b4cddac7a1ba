"""Events are reversible and have a faithful wire form: undo and fold identities on random sequences."""

import json
import random
from collections.abc import Callable

import pytest

from engine.core import events as ev
from engine.core.errors import BadLog
from engine.core.events import Event
from engine.core.log import Record, Setup, Timeline
from engine.core.state import (
    Cert,
    Company,
    Cursor,
    Offer,
    Pending,
    Player,
    State,
    Token,
    Train,
    from_json,
    to_json,
)

PLACES = ["p1", "p2", "A", "ipo", "pool"]


def fresh() -> State:
    return State(
        players={p: Player(p, p.upper(), 100) for p in ("p1", "p2")},
        companies={c: Company(c, "major", 50) for c in ("A", "B", "C")},
        certs={f"{c}:{i}": Cert(f"{c}:{i}", c, 10, i == 0, "ipo") for c in "ABC" for i in range(3)},
        trains={f"2-{i}": Train(f"2-{i}", "2", "depot") for i in range(3)},
        tokens={f"A:{i}": Token(f"A:{i}", "A", 40 * i) for i in range(3)},
        supply={"7": 3, "8": 3, "9": 2},
        cursor=Cursor("shares"),
        bank=1000,
        phase="2",
        seats=("p1", "p2"),
        priority="p1",
    )


def cell(rng: random.Random) -> tuple[int, int]:
    return rng.randrange(3), rng.randrange(3)


def price(state: State, rng: random.Random) -> Event:
    company = rng.choice("ABC")
    before = state.companies[company].cell
    rank = 0 if before is None else state.market[before].index(company)
    after = rng.choice([c for c in [None, *[(r, k) for r in range(3) for k in range(3)]] if c != before])
    return ev.PriceMoved(company, before, after, rank)


def tile(state: State, rng: random.Random) -> Event:
    coord, new = rng.choice(["A1", "B2"]), rng.choice([t for t in "789" if state.supply[t]])
    old, rotation = state.tiles.get(coord, (None, 0))
    return ev.TileLaid(coord, new, rng.randrange(6), new, old, rotation, old)


def token(state: State, rng: random.Random) -> Event:
    name = rng.choice(list(state.tokens))
    return ev.TokenMoved(name, state.tokens[name].place, rng.choice([None, ("A1", 0), ("B2", 1)]))


def changed(state: State, rng: random.Random) -> Event:
    company, field, value = rng.choice("ABC"), *rng.choice([("par", 80), ("floated", True), ("closed", True)])
    if field == "floated" and not state.companies[company].floated:
        return ev.Floated.of(company)
    return ev.CompanyChanged(company, field, getattr(state.companies[company], field), value)


def noted(state: State, rng: random.Random) -> Event:
    key, value = rng.choice("xyz"), rng.choice([None, 1, "a", [1, 2], {"k": 1}])
    return ev.Noted(key, state.notes.get(key), value)


def pending(state: State, rng: random.Random) -> Event:
    if state.pending and rng.random() < 0.5:
        return ev.PendingPopped(state.pending[-1])
    return ev.PendingPushed(Pending("discard", ("p1",), {"company": "A", "n": rng.randrange(3)}))


def offer(state: State, rng: random.Random) -> Event:
    if state.offers and rng.random() < 0.5:
        return ev.OfferClosed(rng.choice(list(state.offers.values())), "declined")
    return ev.OfferMade(Offer(f"o{rng.random()}", "train", "p1", "p2", 5, {"train": "2-1"}))


def company_note(state: State, rng: random.Random) -> Event:
    company, key = rng.choice("AB"), rng.choice("uv")
    return ev.CompanyNoted(company, key, state.companies[company].data.get(key), rng.choice([None, 3, ["x"]]))


def marker(state: State, rng: random.Random) -> Event:
    return ev.MarkerMoved("hotel", state.markers.get("hotel"), rng.choice([None, ("A1", 0)]))


def made(state: State, rng: random.Random) -> Event:
    return ev.TrainMade(f"8-{len(state.trains)}", "8", "depot")


def resized(state: State, rng: random.Random) -> Event:
    cert = rng.choice(list(state.certs))
    return ev.CertResized(cert, state.certs[cert].percent, rng.choice([10, 20, 40]))


def train_note(state: State, rng: random.Random) -> Event:
    train, key = rng.choice(list(state.trains)), rng.choice("uv")
    return ev.TrainNoted(train, key, state.trains[train].data.get(key), rng.choice([None, 2, "local"]))


def turned(state: State, rng: random.Random) -> Event:
    train = rng.choice(list(state.trains))
    return ev.TrainTurned(train, state.trains[train].kind, rng.choice(["2", "3"]))


MAKERS: list[Callable[[State, random.Random], Event]] = [
    lambda s, r: ev.Paid(r.choice(["p1", "A"]), r.choice(["p2", "B", "bank"]), r.randrange(50), "t"),
    lambda s, r: ev.CertMoved(c := r.choice(list(s.certs)), s.certs[c].owner, r.choice(PLACES)),
    lambda s, r: ev.TrainMoved(t := r.choice(list(s.trains)), s.trains[t].owner, r.choice(["A", "out"])),
    lambda s, r: ev.PhaseBegan(s.phase, r.choice("2345")),
    lambda s, r: ev.CursorMoved(s.cursor, Cursor("operating", r.randrange(9), 1, "A", "track", ("B",), 2)),
    lambda s, r: ev.SeatsDrawn(s.seats, tuple(r.sample(s.seats, 2))),
    lambda s, r: ev.PriorityMoved(s.priority, r.choice(["p1", "p2"])),
    lambda s, r: ev.Said("something", {"player": "p1", "amount": 5}),
    price, tile, token, changed, noted, pending, offer, company_note, train_note, resized, marker,
    made, turned,
]  # fmt: skip


def random_events(state: State, rng: random.Random, count: int) -> list[Event]:
    """Apply ``count`` random events that fit; returns them."""
    applied = []
    for _ in range(count):
        event = rng.choice(MAKERS)(state, rng)
        event.apply(state)
        applied.append(event)
    return applied


@pytest.mark.parametrize("seed", range(30))
def test_reverting_random_events_restores_every_position_on_the_way(seed):
    state, rng = fresh(), random.Random(seed)
    snapshots, events = [], []
    for _ in range(120):
        snapshots.append(to_json(state))
        events += random_events(state, rng, 1)
    while events:
        events.pop().revert(state)
        assert to_json(state) == snapshots.pop()


@pytest.mark.parametrize("seed", range(30))
def test_folding_the_wire_form_gives_the_same_position(seed):
    live, rng = fresh(), random.Random(seed)
    wire = json.loads(json.dumps([e.to_json() for e in random_events(live, rng, 200)]))
    folded = fresh()
    for raw in wire:
        ev.from_json(raw).apply(folded)
    assert to_json(folded) == to_json(live)


@pytest.mark.parametrize("seed", range(10))
def test_a_state_read_from_its_json_is_equal_and_goes_on_alike(seed):
    state, rng = fresh(), random.Random(seed)
    random_events(state, rng, 150)
    read = from_json(json.loads(json.dumps(to_json(state))))
    assert to_json(read) == to_json(state)
    for event in random_events(state, rng, 50):
        event.apply(read)
    assert to_json(read) == to_json(state)


def test_every_kind_of_event_was_tried():
    state, rng = fresh(), random.Random(1)
    seen = {type(e).__name__ for e in random_events(state, rng, 3000)}
    assert set(ev.KINDS) - seen == {"GameEnded", "PlayerBankrupt"}
    for event in (ev.GameEnded("bank_broken"), ev.PlayerBankrupt("p1")):
        before = to_json(state)
        event.apply(state)
        assert to_json(state) != before
        event.revert(state)
        assert to_json(state) == before


@pytest.mark.parametrize(
    "raw", [None, [], ["Nothing"], ["Paid", "p1"], ["Paid", "p1", "p2", 3, "x", "y"], {"a": 1}, 7]
)
def test_what_is_no_event_is_refused(raw):
    with pytest.raises(BadLog):
        ev.from_json(raw)


@pytest.mark.parametrize(
    "raw", [{}, {"v": 2, "kind": "action"}, {"v": 1, "kind": "dance", "seq": 1, "by": ""}]
)
def test_what_is_no_record_is_refused(raw):
    with pytest.raises(BadLog):
        Record.from_json(raw)


def test_a_setup_keeps_its_wire_form():
    setup = Setup("X", 1, ("Ann", "Ben"), {"o": "1"}, 7, to_json(fresh()))
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup


def test_a_timeline_forgets_what_was_undone_when_play_goes_on():
    line = Timeline()
    for record_number in (1, 2, 3):
        line.add(Record(record_number, "action", "p1"))
    assert line.back().number == 3
    assert line.forth().number == 3
    line.back()
    line.add(Record(5, "action", "p1"))
    assert [r.number for r in line.active_records] == [1, 2, 5]
    assert not line.undone
