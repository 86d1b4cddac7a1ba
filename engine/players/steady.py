"""*Steady*: rules of thumb and one look ahead, by what the position after an action is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from engine.checks.random_play import RandomPlayer
from engine.core.actions import Action
from engine.core.choices import Choice
from engine.core.state import BANK, DEPOT
from engine.game import Game
from engine.players.bidding import Bidder, is_auction
from engine.players.building import NextLays, affordable, is_lay, lays, likely_places, open_ends, reached
from engine.players.candidates import completions, quiet
from engine.players.dealing import SELL, Dealer
from engine.players.fork import Fork
from engine.players.knowledge import Knowledge, knowledge_of
from engine.players.reasons import reason_among
from engine.players.seat import Budget, Decision, Weighed
from engine.players.worth.appraisal import Appraiser, gain
from engine.players.worth.runs import surest_run
from engine.players.worth.track import track_worth
from engine.rules import trains
from engine.rules.dividends import PAY, TOP_UP
from engine.rules.stock import stock_rules
from engine.safe import safe_action
from engine.steps.track import HEX

DEALS = ("buy_share", "par", SELL)
OFFERS = ("offer_", "withdraw_offer", "ask_", "put_together", "take_apart")
"""Kinds of action that propose something to others: a table is not to be annoyed."""
HOPE = 0.3
"""How much of what a lay promises at a first look is believed."""
FIRST = 4.0
"""How much more where the company has no run yet."""
NOISE = 0.05
"""By how much the worth of actions differs from player to player at most."""
SOON = 1.5
"""Rounds before the last train is scrapped in which money is kept for the next."""
SECOND, LASTS = 0.5, 8
"""What a second train earns a round on track to come, as a part of a first one, and for how many rounds."""
MANY = 10
"""How many times as many lays as are weighed are looked through for free ones."""
PASSED = 0.5
"""What a train must bring that a company with a train takes from another, as a part of a first income."""
END, ENDS, SHUT = 0.1, 3, -10
"""What an end of its track is worth to a company, as a part of a first income; so many ends count.
SHUT: what it is worth to have none, in ends."""
FURTHER = 2
"""How many times the price of a further train a company has that buys one modestly."""
TRIFLE = 0.5
"""What an action must bring at least to be better than none, in money."""


class Steady:
    """Plays to win by one look ahead."""

    noise = NOISE
    lays = 0

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """The best of the good actions."""
        began = budget.clock()
        thought = Thought(Fork(game), seat, budget, self.seed, self.lays, self.noise)
        self.limit(thought)
        weighed = thought.weighed()
        action = weighed[0].action if weighed else thought.unweighed(game)
        why = reason_among(thought.fork, seat, action)
        return Decision((action,), why, tuple(weighed[1:6]), budget.clock() - began)

    def limit(self, thought: Thought) -> None:
        """Limit nothing; a milder level overrides this."""


class Thought:
    """What *steady* thinks about one decision."""

    def __init__(
        self,
        fork: Fork,
        seat: str,
        budget: Budget,
        seed: int | None = None,
        lays: int = 0,
        noise: float = NOISE,
    ) -> None:
        self.seed, self.seat, self.budget, self.noise = seed, seat, budget, noise
        self.fork = fork
        self.lots: Mapping[str, float] = {}
        self.resale, self.payouts = 0.0, 0.0
        self.thrift, self.is_modest = 0.0, False
        self.leaves: frozenset[str] = frozenset()
        self.soon, self.swaps = SOON, False
        self.care, self.follows = 1, 0
        self.paid_hope = 1.0
        self.by_runs = False
        self.known: Knowledge = knowledge_of(fork.title)
        self.most_lays = lays or self.known.lays
        self.eye = Appraiser(self.fork, self.known)
        self.waiting = self.fork.waiting()
        self.company = self.waiting.company if self.waiting else None
        if self.company:
            self.eye.exactly([self.company])

    def limit(self, sight: int, thrift: float, is_modest: bool) -> None:
        """Look so many rounds ahead at most, keep money for trains, and, if modest, buy fewer of them."""
        self.thrift, self.is_modest = thrift, is_modest
        if self.eye.ahead.rounds > sight:
            exact = self.eye.foresight.exact
            self.eye = Appraiser(self.fork, self.known, self.eye.ahead, sight)
            self.eye.exactly(exact)

    def weighed(self) -> list[Weighed]:
        """The actions worth taking, best first; empty when nothing could be weighed."""
        choices = [c for c in self.fork.choices(self.seat) if self.is_looked_at(c)]
        return self.weighed_of(choices, quiet(self.fork, self.seat, choices))

    def weighed_of(self, choices: Sequence[Choice], still: Action | None) -> list[Weighed]:
        """The actions of some choices worth taking, best first; ``still`` leaves things as they are."""
        if still is not None and not self._more_than(still, choices):
            return [Weighed(still, 0.0)]
        run = next((a for c in choices for a in self._runs(c)), None)
        if run is not None:
            return [Weighed(run, 0.0)]
        found = sorted(self._of_all(choices, still), key=lambda each: -each.worth * self._noisy(each.action))
        if still is None:
            return self._relieving(found)
        return [each for each in found if each.worth > TRIFLE] + [Weighed(still, 0.0)]

    def looks(self, choices: Sequence[Choice]) -> list[Weighed]:
        """All ways to take some choices that are looked at, best first, also those that bring nothing."""
        return sorted(self._of_all(choices, None), key=lambda each: -each.worth)

    def _relieving(self, forced: list[Weighed]) -> list[Weighed]:
        """Of what is forced only what leaves fewer certificates over the limit, where there are any."""
        over = stock_rules(self.fork.view).excess(self.fork.view, self.seat)
        return [each for each in forced if over and self._excess_after(each.action) < over] or forced

    def _excess_after(self, action: Action) -> int:
        with self.fork.after(action):
            return stock_rules(self.fork.view).excess(self.fork.view, self.seat)

    def _noisy(self, action: Action) -> float:
        """A little chance, so that not all games are alike: the same for a seed and a position."""
        if self.seed is None:
            return 1.0
        view = self.fork.view
        money = view.cash(BANK), view.cash(self.seat)
        at = f"{self.seed} {view.cursor} {money} {sorted(action.args.items(), key=str)}"
        return 1.0 + self.noise * Random(at).random()

    def _more_than(self, still: Action, choices: Sequence[Choice]) -> bool:
        return any(c.kind != still.kind for c in choices)

    def is_looked_at(self, choice: Choice) -> bool:
        """Whether such a choice is weighed at all."""
        if choice.kind in self.known.settles:
            return True
        return not choice.kind.startswith(OFFERS) and choice.kind not in self.known.shuns | self.leaves

    def _runs(self, choice: Choice) -> Iterator[Action]:
        """A run, if this choice asks for one."""
        if any(field.kind == "routes" for field in choice.fields):
            found = self._best_run()
            action = Action(choice.kind, self.seat, {choice.fields[0].name: found})
            if found and self.fork.legal(action):
                yield action

    def _best_run(self) -> list[object]:
        assert self.company is not None
        usual = self.known.patience * self.known.care * self.care
        for patience in (usual, 10 * usual):
            found = surest_run(self.fork.view, self.company, patience, self.known.patience).routes
            if found:
                return [route.to_json() for route in found]
        return []

    def _of_all(self, choices: Sequence[Choice], still: Action | None) -> list[Weighed]:
        """All that the seat may do, each weighed in the way of its kind."""
        if is_auction(self.fork.view):
            return self._bidder().offers(choices)
        found: list[Weighed] = []
        if self.fork.view.cursor.round != "operating" and not self.fork.view.state.pending:
            dealer = Dealer(self.eye, self.seat, self.budget, self.thrift)
            deals = [c for c in choices if c.kind in DEALS]
            found += dealer.deals(deals)
            found += dealer.forced(deals) if still is None and not found else []
            found += dealer.swaps(self.fork.choices(self.seat)) if self.swaps else []
            choices = [c for c in choices if c not in deals]
        for choice in choices:
            if still is None or choice.kind != still.kind:
                found += self._of(choice)
        return found

    def _bidder(self) -> Bidder:
        return Bidder(self.eye, self.seat, self.budget, self.lots, self.resale, self.payouts)

    def _of(self, choice: Choice) -> list[Weighed]:
        if is_lay(choice):
            return self._lays(choice)
        return self._payouts(choice) if choice.kind == "dividend" else self._plainly(choice)

    def _lays(self, choice: Choice) -> list[Weighed]:
        """The lays that promise most, with what they add to runs."""
        found = []
        hope = HOPE * self.eye.ahead.rounds * self._part() * (1.0 if self._has_income() else FIRST)
        before, room = {} if self.by_runs else self.eye.worths(), self._room()
        money, paid_hope, earned = self._money(), self._paid_hope(), self._earned()
        for look, action in self._looked_at(choice, paid_hope):
            if not self.budget.take(4):
                break
            with self.fork.after(action):
                spent = money - self._money()
                if self.by_runs:
                    won = self._earned() - earned - self._paid(spent)
                else:
                    worths = self.eye.worths()
                    won = gain(before, worths, self.seat) + self._follows(action, worths)
                won += self._room() - room
                won += hope * look * (paid_hope if spent > 0 else 1.0)
            found.append(Weighed(action, won + self.known.taste(self.fork.view, action)))
        return found

    def _earned(self) -> float:
        """The seat's part of what the company will earn on its track."""
        if self.company is None or not self.by_runs:
            return 0.0
        return track_worth(self.eye.foresight, self.company) * self._part()

    def _looked_at(self, choice: Choice, paid_hope: float) -> list[tuple[float, Action]]:
        """The lays that a first look likes best, with free ones among them where others must bring more."""
        most, found = self.most_lays, self._in_order(lays(self.fork, self.seat, choice))
        promising = affordable(self.fork, self.company, found)
        if paid_hope == 1.0:
            return list(islice(promising, most))
        free: list[tuple[float, Action]] = []
        paid: list[tuple[float, Action]] = []
        for each in islice(promising, MANY * most):
            (paid if self._costs(each[1]) else free).append(each)
            if len(free) == most:
                break
        return self._in_order([*free, *paid[: max(1, most // 2)]])

    def _in_order(self, found: Sequence[tuple[float, Action]]) -> list[tuple[float, Action]]:
        """Lays, those first that a first look likes best; last those that the title dislikes."""
        return sorted(found, key=lambda each: (self.known.taste(self.fork.view, each[1]) < 0, -each[0]))

    def _costs(self, action: Action) -> bool:
        """Whether an action costs the company money."""
        money = self._money()
        with self.fork.after(action):
            return self._money() < money

    def _money(self) -> int:
        """The money of the company that acts."""
        return 0 if self.company is None else self.fork.view.cash(self.company)

    def _paid_hope(self) -> float:
        """How much of what a lay promises counts where it costs the company money: all before it can run."""
        view, company = self.fork.view, self.company
        if self.paid_hope == 1.0 or company is None:
            return 1.0
        ran = bool(view.company(company).last_revenue)
        return self.paid_hope if ran or len(reached(view, company)) > 1 or self._has_income() else 1.0

    def _paid(self, spent: int) -> float:
        """What the price of a place on the map costs the seat, where paid places must bring something now."""
        return 0.0 if self.paid_hope == 1.0 else spent * self._part()

    def _follows(self, action: Action, worths: Mapping[str, float]) -> float:
        """What the lay of the next turn adds to one that was made, where the player looks so far."""
        coord = action.get(HEX.name)
        if not self.follows or self.company is None or coord is None:
            return 0.0
        return NextLays(self.eye, self.seat, self.company, self.follows, self.budget).adds(coord, worths)

    def _room(self) -> float:
        """What it is worth that the track of the company can be laid on: ends that lead somewhere."""
        ends = min(ENDS, open_ends(self.fork.view, self.company))
        return END * (ends or SHUT) * self.known.fresh_income * self.eye.ahead.rounds * self._part()

    def _has_income(self) -> bool:
        return self.company is not None and self.eye.foresight.income(self.company) > 0

    def _part(self) -> float:
        """The seat's part of the company that acts."""
        view = self.fork.view
        return 0.0 if self.company is None else max(0.2, view.percent(self.seat, self.company) / 100)

    def _payouts(self, choice: Choice) -> list[Weighed]:
        """The ways to distribute income: keeping it only where the next train asks for it."""
        found = self._plainly(choice)
        paying = [each for each in found if each.action.args.get("payout") in (PAY, TOP_UP)]
        if self._saves() or self._reaches():
            return found
        return paying or found

    def _saves(self) -> bool:
        """Whether the company will soon be without a train, and has not the money for one."""
        assert self.company is not None
        view, ahead = self.fork.view, self.eye.ahead
        lives = self.known.lives(view, view.trains(self.company), ahead.life)
        lot = ahead.at(max(lives, default=0.0))
        return (
            max(lives, default=0.0) <= self.soon and lot is not None and view.cash(self.company) < lot.price
        )

    def _reaches(self) -> bool:
        """Whether the income of this turn, kept, buys one more train at once."""
        assert self.company is not None
        view, lot, rules = self.fork.view, self.eye.ahead.at(0), trains.rules_of(self.fork.view)
        if self.is_modest or lot is None or not self.known.earns:
            return False
        if not rules.has_room(view, self.company, lot.sample):
            return False
        cash, held = view.cash(self.company), len(view.trains(self.company))
        earned = self.eye.foresight.income(self.company)
        return held < self.known.fleet and cash < lot.price <= cash + earned

    def _plainly(self, choice: Choice) -> list[Weighed]:
        """What the positions after each way to take a choice are worth, beyond the one of now."""
        found = []
        fresh = choice.kind == "buy_train"
        actions = completions(self.fork, self.seat, choice)
        exact = self.eye.foresight.exact
        if self.company and (choice.kind in self.known.takes or (fresh and self.known.sellers)):
            self.eye.exactly([self.company, *self._sellers(actions)])
        before, money = (self.eye.refreshed() if fresh else self.eye).worths(), self._money()
        is_place = bool(choice.fields) and choice.fields[0].name == HEX.name
        modest = fresh and self.is_modest and self.company and trains.counted(self.fork.view, self.company)
        if is_place:
            actions = likely_places(self.fork.view, actions)[: max(2, self.most_lays // 2)]
        for action in actions:
            if not self.budget.take(2):
                break
            with self.fork.after(action):
                spent = money - self._money()
                eye = self.eye.refreshed() if fresh else self.eye
                won = gain(before, eye.worths(), self.seat) - (self._paid(spent) if is_place else 0.0)
            if modest and FURTHER * spent > money:
                continue
            won += self._second(action) - self._stripped(action) - self._passed(action) if fresh else 0.0
            found.append(Weighed(action, won + self.known.taste(self.fork.view, action)))
        self.eye.exactly(exact)
        return found

    def _sellers(self, actions: Sequence[Action]) -> set[str]:
        """The companies from which these actions take a train."""
        state = self.fork.view.state
        named = (state.trains.get(str(a.args.get("train"))) for a in actions)
        found = {train.owner for train in named if train is not None}
        return (found | {str(a.args.get("source")) for a in actions}) & set(state.companies)

    def _second(self, action: Action) -> float:
        """What a second train of the bank brings beyond its run of now: there will be track for it."""
        view = self.fork.view
        if (
            self.known.earns
            or self.company is None
            or action.args.get("source") != DEPOT
            or len(view.trains(self.company)) > 1
        ):
            return 0.0
        return SECOND * self.known.fresh_income * min(self.eye.ahead.rounds, LASTS) * self._part()

    def _stripped(self, action: Action) -> float:
        """What it costs to buy the last train of another company, which must then find one itself."""
        source = str(action.args.get("source"))
        if source not in self.fork.view.state.companies or len(self.fork.view.trains(source)) > 1:
            return 0.0
        return self.known.fresh_income * min(self.eye.ahead.rounds, LASTS)

    def _passed(self, action: Action) -> float:
        """What a train must bring that passes between companies with trains: or else it goes back soon."""
        held = self.known.sellers and self.company is not None and self.fork.view.trains(self.company)
        return PASSED * self.known.fresh_income if held and self._sellers([action]) else 0.0

    def any_action(self) -> Action | None:
        """The first legal action that proposes nothing to others; None when there is none."""
        choices = [c for c in self.fork.choices(self.seat) if not c.kind.startswith(OFFERS)]
        return next((a for c in choices for a in completions(self.fork, self.seat, c)), None)

    def unweighed(self, game: Game) -> Action:
        """Something legal where nothing could be weighed: the safe default, else any action."""
        safe = safe_action(game, self.seat) or self.any_action()
        if safe is not None:
            return safe
        dice = RandomPlayer(game.title, Random(f"{self.seed} {self.fork.view.cursor}").randrange(1 << 30))
        for _ in range(200):
            choice = dice.rng.choice(game.choices(self.seat))
            action = dice.complete(game, self.seat, choice)
            if action is not None and game.check(action) is None:
                return action
        raise AssertionError(f"{self.seat} finds no legal action")
