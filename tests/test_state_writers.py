"""Direct writes of the state are found, and reading is left alone."""

import pytest

from tests.architecture import Source
from tests.state_writers import direct_writes


def step(body, name):
    head = f"def f(self, view, writer, {name}, x: Train, record: Cert | None, records: list[Cert]):"
    return Source("engine/steps/a.py", f"from engine.core.state import Cert\n{head}\n    {body}\n")


@pytest.mark.parametrize(
    "body",
    [
        "state.bank = 5",
        "state.bank += 5",
        "view.state.phase = '3'",
        "self.state.tiles['A1'] = 'x'",
        "del writer.state.tokens['t']",
        "state.purse(holder).cash -= 1",
        "self.writer.state.pending.append(x)",
        "state.market[cell].remove(company)",
        "state.market.setdefault(cell, []).append(company)",
        "setattr(state.companies[c], 'par', 1)",
        "a, state.bank = 1, 2",
        "company = state.companies[c]\n    company.cash = 0",
        "for company in state.companies.values():\n        company.cash = 0",
        "for key, company in state.companies.items():\n        company.data['k'] = 1",
        "if (train := state.trains.get(t)):\n        train.owner = 'x'",
        "view.company(c).cash = 0",
        "company = writer.company(c)\n    company.data.update(k=1)",
        "for cert in view.certs_of(p):\n        cert.owner = p",
        "record.owner = 'x'",
        "records[0].owner = 'x'",
        "for one in records:\n        one.owner = 'x'",
        "lambda: state.seats.clear()",
        "def inner():\n        state.seats.clear()",
    ],
)
def test_a_direct_write_of_the_state_is_found(body):
    assert len(direct_writes([step(body, "state")])) == 1


@pytest.mark.parametrize(
    "body",
    [
        "self.state = state",
        "state = to_state(raw)",
        "cash = state.bank\n    cash += 1",
        "names = sorted(state.companies)\n    names.append('x')",
        "notes = state.notes.copy()\n    notes['k'] = 1",
        "notes = dict(state.notes)\n    notes['k'] = 1",
        "options = view.options(field)\n    options.append(x)",
        "writer.pop()",
        "writer.push(x)",
        "found = []\n    found.append(state.bank)",
        "record = replace(record, owner='x')",
        "records.append(record)",
        "x.owner = 'x'",
    ],
)
def test_reading_the_state_is_left_alone(body):
    assert direct_writes([step(body, "other")]) == []


@pytest.mark.parametrize(
    "path",
    [
        "engine/core/state.py",
        "engine/core/events.py",
        "engine/core/events_stock.py",
        "engine/titles/g11xx/events.py",
    ],
)
def test_events_may_write_the_state(path):
    assert direct_writes([Source(path, "state.bank = 5")]) == []
