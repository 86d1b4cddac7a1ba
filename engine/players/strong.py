"""*Strong*: judges what it may do by playing the rest of the game in outline from each position after it.

Track, markers and runs it chooses as *steady* does, but looks at more of them; lots of an auction, too. Late
in a game, where a title says so, it plays the rest on the board by quick rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice
from engine.game import Game
from engine.players.bidding import Bidder, is_auction, lots_of
from engine.players.building import affordable, lay_to_new_stop
from engine.players.candidates import completions, quiet
from engine.players.dealing import Dealer
from engine.players.fork import Fork
from engine.players.judge import Judge
from engine.players.knowledge import knowledge_of
from engine.players.lots import Lots
from engine.players.outline.ledger import DIVIDEND
from engine.players.playouts.choosing import is_late, played_out
from engine.players.playouts.equipping import TRAINS, equipped
from engine.players.playouts.reckoning import reckoned
from engine.players.reasons import reason_among
from engine.players.reasons.figures import reason_with_figures
from engine.players.seat import Budget, Decision, Weighed
from engine.players.steady import Thought
from engine.players.worth.forecast import asked
from engine.players.worth.outlook import has_run_out
from engine.players.worth.runs import income, income_as, income_with
from engine.rules import trains
from engine.rules.dividends import HALF, WITHHOLD
from engine.rules.stock import stock_rules
from engine.steps.track import TrackStep
from engine.steps.turns import Skip

QUICK_WORK = 240
"""Work of the first look."""
LAYS = 2
"""How many times as many lays as *steady* looks at."""
CARE = 4
"""How many times as much patience it has with a run."""
MOST = 400
"""Ways to fill in a choice that are judged."""
JUDGED = ("buy_share", "par", "dividend", "buy_train", "buy_private", "discard_train")
"""Kinds of action that are judged by the rest of the game."""
SALE = "sell_shares"
"""Sells shares. Where nothing must be done, only such sales are judged as give up a company."""
GIVEN_UP = 60.0
"""How much more it must bring to give up a company: 10 is about a percent."""
FIRST_TRAIN = 0.5
"""The part of its money that a company without a train may always spend on one."""
RESALE = 0.3
"""The part of what companies may pay for a private beyond its face that counts in an auction."""
BETTER = 5.0
"""What an action must bring beyond leaving things as they are."""
LATER = 10.0
"""How much more a pass must bring than a deal: what is not bought now may be gone."""
MODEST = 5
"""The part of a treasury, one in so many, below which the guide lays track for later."""
FORESEEN = 3.0
"""Rounds before a train is scrapped in which income may be kept for the one that takes its place."""
KEPT = 30.0
"""How much more income must bring that is kept: what it will buy is not sure."""


class Strong:
    """Plays to win by what comes of its actions until the end of the game."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """The action after which the seat does best."""
        began = budget.clock()
        fork, lays = Fork(game), LAYS * knowledge_of(game.title).lays
        thought = Thought(fork, seat, Budget(QUICK_WORK, budget.over), self.seed, lays)
        thought.leaves = thought.known.leaves(fork.view)
        thought.care, thought.swaps, thought.follows = CARE, thought.known.swaps, thought.known.follows
        thought.paid_hope, thought.by_runs = thought.known.paid_hope, thought.known.by_runs
        weighed = self._weighed(thought, budget)
        action = weighed[0].action if weighed else thought.unweighed(game)
        why = self._reason(thought, action)
        return Decision((action,), why, tuple(weighed[1:6]), budget.clock() - began)

    def _reason(self, thought: Thought, action: Action) -> str:
        """Why an action is chosen, in a sentence."""
        return reason_among(thought.fork, thought.seat, action)

    def _weighed(self, thought: Thought, budget: Budget) -> list[Weighed]:
        """What the seat may do, best first: what is judged by the rest of the game before all else."""
        fork, seat = thought.fork, thought.seat
        if is_auction(fork.view):
            thought.lots, thought.resale = self._lots(thought, budget), RESALE
            thought.payouts = thought.known.payouts
            return thought.weighed()
        if not thought.known.outlined:
            return self._on_the_board(thought, budget)
        choices = [c for c in fork.choices(seat) if thought.is_looked_at(c)]
        still = quiet(fork, seat, choices)
        kinds = {*JUDGED, *thought.known.judged, *([SALE] if still is not None else [])}
        judged = [c for c in choices if c.kind in kinds]
        rest = [c for c in choices if c not in judged]
        found = self._judged(thought, judged, still, budget) if judged else []
        if rest and (not found or found[0].action == still):
            return thought.weighed_of(rest, still)
        return found

    def _on_the_board(self, thought: Thought, budget: Budget) -> list[Weighed]:
        """What *steady* would do, but for what a look at the end of the game does better."""
        view, known = thought.fork.view, thought.known
        if view.cursor.step == "dividend":
            thought.soon = known.saves_for.get(view.state.phase, thought.soon)
        usual = thought.weighed()
        if not usual:
            return usual
        if is_late(view, known.plays_from):
            return played_out(thought, usual, budget)
        if view.state.pending or not is_late(view, known.reckons_from):
            return usual
        if view.cursor.round == "shares":
            return reckoned(thought, usual, budget)
        return equipped(thought, usual, budget) if view.cursor.step in (DIVIDEND, TRAINS) else usual

    def _lots(self, thought: Thought, budget: Budget) -> Mapping[str, float]:
        """What lots are worth to who looks further; not asked where all others pass: somebody must buy.

        What the rest of the game says of them counts half.
        """
        fork, seat, known = thought.fork, thought.seat, thought.known
        usual = Bidder(thought.eye, seat, budget).usual
        if known.eager is not None:
            items = [lot.item for lot in lots_of(fork.view)]
            return {item: usual(item) * known.eager(fork.view, item) for item in items}
        if fork.view.cursor.passes >= len(fork.view.solvent) - 1:
            return {}
        if not known.judges_lots:
            return known.shrewd
        judged = Lots(Judge(fork, seat, None, self.seed), seat, budget).values()
        return {item: (usual(item) + value) / 2 for item, value in judged.items()}

    def _judged(
        self, thought: Thought, choices: Sequence[Choice], still: Action | None, budget: Budget
    ) -> list[Weighed]:
        """Actions by what comes of them, beyond leaving things as they are, best first."""
        actions = [a for choice in choices for a in self._actions(thought, choice)]
        if still is not None:
            actions.append(still)
        actions = _floating(thought, actions)
        actions = _first_trains(thought, actions) or actions
        if still not in actions:
            still = None
        if len(actions) < 2:
            return [Weighed(action, 0.0) for action in actions]
        judge = Judge(thought.fork, thought.seat, thought.company, self.seed)
        found = [(score - hold_back(action), action) for score, action in judge.ranked(actions, budget)]
        least = min(score for score, _ in found) if still is None else found[0][0]
        base = next((score for score, action in found if action == still), least)
        weighed = [Weighed(action, score - base) for score, action in found]
        if still is not None:
            weighed = [each for each in weighed if each.worth > BETTER] + [Weighed(still, 0.0)]
        return sorted(weighed, key=lambda each: -each.worth)

    def _actions(self, thought: Thought, choice: Choice) -> list[Action]:
        """What is judged of a choice, of which not all ways are worth a look."""
        actions = completions(thought.fork, thought.seat, choice, MOST)
        if choice.kind == SALE:
            return [a for a in actions if _gives_up(thought, a)]
        if choice.kind == "par" and actions:
            return self._starts(thought, choice, actions)
        return [a for a in actions if self._is_sane(thought, a)]

    def _is_sane(self, thought: Thought, action: Action) -> bool:
        """Whether nothing speaks against an action at once."""
        if thought.known.taste(thought.fork.view, action) < 0 or _hoards(thought, action):
            return False
        return not (
            _is_dear(thought.fork, action) or _strips(thought.fork, action) or _wastes(thought, action)
        )

    def _starts(self, thought: Thought, choice: Choice, actions: Sequence[Action]) -> list[Action]:
        """Of companies to start the one that is liked best, at the pars at which it will float."""
        dealer = Dealer(thought.eye, thought.seat, Budget(MOST))
        deals = [each.action for each in dealer.deals([choice])]
        liked = (deals or actions)[0].args["company"]
        return [a for a in actions if a.args["company"] == liked and (a in deals or dealer.floats_alone(a))]


def _floating(thought: Thought, actions: list[Action]) -> list[Action]:
    """Of actions those that leave the money to float what the seat has started; all where nothing waits."""
    dealer = Dealer(thought.eye, thought.seat, Budget(MOST))
    begun = dealer.to_float()
    if not any(_buys(a, begun) for a in actions):
        return actions
    view = thought.fork.view
    spare = stock_rules(view).spendable(view, thought.seat) - dealer.owed()
    shares = [a for a in actions if a.kind == "buy_share"]
    return [a for a in shares if _buys(a, begun) or asked(view, a.args["company"]) <= spare]


def _buys(action: Action, companies: Sequence[str]) -> bool:
    return action.kind == "buy_share" and action.args["company"] in companies


def hold_back(action: Action) -> float:
    """By how much an action must be better than its judgment says."""
    if action.args.get("payout") in (WITHHOLD, HALF):
        return KEPT
    if action.kind == SALE:
        return GIVEN_UP
    return LATER if action.kind == "pass" else 0.0


def _hoards(thought: Thought, action: Action) -> bool:
    """Whether income is kept where no train fits in for long, or the money for the next one is there."""
    view, company, ahead = thought.fork.view, thought.company, thought.eye.ahead
    lot = ahead.at(0)
    if company is None or lot is None or action.args.get("payout") not in (WITHHOLD, HALF):
        return False
    if trains.rules_of(view).has_room(view, company, lot.sample):
        return False
    lives = thought.known.lives(view, view.trains(company), ahead.life)
    goes = min(lives, default=0.0)
    following = ahead.at(goes)
    return goes > FORESEEN or following is None or view.cash(company) >= following.price


def _strips(fork: Fork, action: Action) -> bool:
    """Whether the last train of another company would be bought, which then needs one itself."""
    source = str(action.args.get("source"))
    if action.kind != "buy_train" or source not in fork.view.state.companies:
        return False
    return len(fork.view.trains(source)) == 1 and not has_run_out(fork.view, source)


def _gives_up(thought: Thought, action: Action) -> bool:
    """Whether a sale gives the lead of a company to another player."""
    company = str(action.get("company"))
    if thought.fork.view.president(company) != thought.seat:
        return False
    with thought.fork.after(action):
        return thought.fork.view.president(company) not in (None, thought.seat)


def _wastes(thought: Thought, action: Action) -> bool:
    """Whether a train would pass between two companies of the seat that would earn less together."""
    fork, view, seller = thought.fork, thought.fork.view, str(action.get("source"))
    buyer = thought.company
    if action.kind != "buy_train" or buyer is None or seller not in view.state.companies:
        return False
    if trains.needs_train(view, buyer) or has_run_out(view, seller):
        return False
    train = trains.find(view, seller, str(action.get("train")))
    if train is None or view.president(seller) != view.president(buyer):
        return False
    kept = [each.id for each in view.trains(seller) if each.id != train.id]
    held = [each.id for each in view.trains(buyer)]
    after = income_as(fork, seller, kept, [], thought.known) + income_as(
        fork, buyer, held, [train], thought.known
    )
    return after < sum(income(view, each, thought.known.patience) for each in (seller, buyer))


def _first_trains(thought: Thought, actions: Sequence[Action]) -> list[Action]:
    """The purchases of trains of the bank, where a company has none and much more money than one costs."""
    view, company = thought.fork.view, thought.company
    if company is None or view.trains(company) or thought.eye.ahead.rounds <= 1:
        return []
    bought = [a for a in actions if a.kind == "buy_train" and a.get("source") in trains.BANKS]
    found = [trains.find(view, str(a.get("source")), str(a.get("train"))) for a in bought]
    prices = [trains.rules_of(view).price(view, train) for train in found if train is not None]
    return bought if prices and min(prices) <= FIRST_TRAIN * view.cash(company) else []


def _is_dear(fork: Fork, action: Action) -> bool:
    """Whether a train of another company would cost more than the bank asks for one."""
    name = str(action.args.get("train"))
    held = fork.view.state.trains.get(name)
    spec = fork.view.data.trains.get(held.kind if held else name)
    return action.kind == "buy_train" and spec is not None and as_amount(action.get("price")) > spec.price


# --- advice for who learns ---------------------------------------------------------------------------


class Guide(Strong):
    """Plays as *strong* does, but for what a learner should see the use of.

    It buys no train that would stand idle, and lays track to another stop where *strong* saves a small cost.
    Its reasons have figures.
    """

    def _reason(self, thought: Thought, action: Action) -> str:
        return reason_with_figures(thought.fork, thought.company, action, thought.known.patience)

    def _weighed(self, thought: Thought, budget: Budget) -> list[Weighed]:
        usual, company = super()._weighed(thought, budget), thought.company
        view = thought.fork.view
        if (
            not usual
            or usual[0].action.kind != Skip.kind
            or view.cursor.step != TrackStep.name
            or not company
        ):
            return usual
        lay = lay_to_new_stop(view, thought.seat, company, view.cash(company) // MODEST)
        found = affordable(thought.fork, company, [] if lay is None else [(usual[0].worth, lay)])
        return [*(Weighed(lay, worth) for worth, lay in found), *usual]

    def _is_sane(self, thought: Thought, action: Action) -> bool:
        return super()._is_sane(thought, action) and not _stands_idle(thought, action)


def _stands_idle(thought: Thought, action: Action) -> bool:
    """Whether a train is bought that will rust, and adds nothing to what the company earns on its track."""
    view, company = thought.fork.view, thought.company
    if action.kind != "buy_train" or company is None or not view.trains(company):
        return False
    train = trains.find(view, str(action.args.get("source")), str(action.args.get("train")))
    spec = view.data.trains.get(train.kind) if train is not None else None
    if train is None or spec is None or spec.rusted_by is None:
        return False
    patience = thought.known.patience
    return income_with(thought.fork, company, train, patience) <= income(view, company, patience)
