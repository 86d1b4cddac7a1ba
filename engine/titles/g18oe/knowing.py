"""What players know of 18OE (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.core.actions import Action, as_amount
from engine.core.flow import current_step
from engine.core.view import View
from engine.message import say
from engine.players.knowledge import Growth, Knowledge
from engine.players.reasons import par_reason
from engine.players.worth.outlook import LONG
from engine.titles.g18oe.data.market import up
from engine.titles.g18oe.floats.expanding import major_par
from engine.titles.g18oe.floats.floating import can_float_any
from engine.titles.g18oe.floats.launching import FloatMinor
from engine.titles.g18oe.floats.phases import CONSOLIDATION, in_phase
from engine.titles.g18oe.railroads.companies import MINOR, NATIONAL, REGIONAL
from engine.titles.g18oe.routes.national_revenue import account
from engine.titles.g18oe.trains.trains import PULLMAN

LATE = "6"
"""The phase from which it is foreseen that trains of nationals are not scrapped."""
LEFT, TRADED, DEAR = 300.0, 3000.0, 5000.0
"""What keeps majors from leaving behind what a minor brings, companies from passing trains on to each other,
and from paying more than the bank asks."""
LEFT_BEHIND = ("decline_train", "decline_token")
"""Kinds of action by which a major leaves behind what a minor brings."""
MINOR_LOT = 123.0
"""What the charter of a minor is worth to who has less than his part of them: enough to pay its face."""
WAITS = 500.0
"""How much less it is liked to float a minor, which nobody else can, than one of the last regionals."""
DUE, MUST = ("expand", "merge_minor"), 5000.0
"""What must be done in the consolidation before a pass, and how much more it is liked there: else shares are
sold one after another, as something must be done."""
SHARE_LEFT, SOLD = 0.4, 6
"""A share of 25 % becomes one of 10 %, and the major sells six more (9.3)."""


def _grown(view: View, company: str) -> Growth | None:
    """A regional expands into a major."""
    record = view.company(company)
    if record.kind != REGIONAL or record.par is None:
        return None
    return Growth(SHARE_LEFT, SOLD, float(major_par(view, company)))


def _life(view: View, train: str, life: float) -> float:
    """Trains of a national run for ever (11.3.10).

    Before the last phases that is not foreseen: majors, of whose incomes too little is foreseen then, would
    become nationals too early.
    """
    owner = view.state.trains[train].owner
    keeps = owner in view.state.companies and view.company(owner).kind == NATIONAL
    return LONG if keeps and view.state.phase >= LATE else life


def _earned(view: View, company: str) -> int | None:
    """A national earns by its zone (11.3.10)."""
    return account(view, company).total if view.company(company).kind == NATIONAL else None


def _taste(view: View, action: Action) -> float:
    """Trains pass from a company that keeps one to one that has none; never dearer than from the bank.

    What a minor brings is taken. No Pullman comes before the train that must be bought, and no minor is
    floated before a regional that others could float.
    """
    if action.kind in LEFT_BEHIND:
        return -LEFT
    if action.kind in DUE:
        return MUST if in_phase(view, CONSOLIDATION) else 0.0
    if action.kind == FloatMinor.kind:
        return -WAITS if can_float_any(view, action.player) else 0.0
    source, name = str(action.get("source")), str(action.get("train"))
    if action.kind != "buy_train":
        return 0.0
    train = view.state.trains.get(name)
    kind = train.kind if train is not None else name
    if kind == PULLMAN and all(each.kind == PULLMAN for each in view.trains(view.cursor.actor)):
        return -DEAR
    if source not in view.state.companies:
        return 0.0
    spec = view.data.trains.get(kind)
    if spec is not None and as_amount(action.get("price")) > spec.price:
        return -DEAR
    needed = not view.trains(view.cursor.actor) and len(view.trains(source)) > 1
    return 0.0 if needed else -TRADED


def _lot(view: View, seat: str, item: str) -> float | None:
    """A minor soon pays its owner, and brings a major a train, money and tokens in exchange for a share."""
    if view.company(item).kind != MINOR:
        return None
    minors, step = [spec.id for spec in view.data.of_kind(MINOR)], current_step(view)
    bids = [lot.item for lot in step.lots(view) if next(iter(lot.bids), None) == seat] if step else []
    own = sum(view.owner(minor) == seat or minor in bids for minor in minors if minor != item)
    return MINOR_LOT if own < len(minors) // len(view.seats) else None


def _float_reason(view: View, action: Action) -> str:
    return say(
        "{company} pays its owner half of what it earns, and is worth a share of a major later.",
        company=action.args["company"],
    )


def _expand_reason(view: View, action: Action) -> str:
    return say(
        "As a major {company} sells more shares, and can pay for better trains.",
        company=action.args["company"],
    )


def _merge_reason(view: View, action: Action) -> str:
    return say(
        "{company} gets the train, the tokens and the money of {minor} for one share.",
        company=action.args["company"],
        minor=action.args["minor"],
    )


KNOWLEDGE = Knowledge(
    rounds=18,
    fresh_income=70,
    ripe_income=450,
    earns={
        "2+2": 80,
        "3+3": 150,
        "3": 130,
        "4+4": 240,
        "4": 210,
        "5+5": 340,
        "5": 300,
        "6+6": 440,
        "6": 400,
        "7+7": 550,
        "4D": 600,
        "8+8": 650,
        "5D": 800,
    },
    crowd=0.85,
    lifts=0.75,
    growth=0.15,
    play_work=5,
    outlined=False,
    modest=True,
    swaps=True,
    reckons_from="3",
    rises=up,
    spare=0.2,
    bargains=0.7,
    sales=0.15,
    paced=True,
    grown=_grown,
    taste=_taste,
    lot=_lot,
    gone_by={"minor": "5+5"},
    lays=3,
    paid_hope=0.0,
    by_runs=True,
    patience=8,
    care=4,
    minor_part=0.5,
    minor_end=250,
    keeps=0.0,
    reasons={
        "float_regional": par_reason,
        "float_minor": _float_reason,
        "expand": _expand_reason,
        "merge_minor": _merge_reason,
    },
    buyless=frozenset({NATIONAL}),
    life=_life,
    earned=_earned,
    takes=frozenset({"upgrade_train"}),
    settles=frozenset({"ask_offers"}),
    shuns=frozenset(
        {
            "surrender",
            "remove_private",
            "close_private",
            "remove_brandt",
            "remove_regional",
            "transfer_token",
            "buy_port_authority",
            "pass_port_authority",
        }
    ),
)
