"""Plays a branch of a game to its end by quick rules for all seats, with the rules and runs of the game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Waiting
from engine.core.state import DEPOT
from engine.players.candidates import completions, quiet
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.worth.appraisal import standing
from engine.players.worth.outlook import outlook
from engine.players.worth.runs import KEY
from engine.routes.suggest import after, best_routes
from engine.rules.dividends import PAY

LONGEST = 600
"""Decisions of one playout at most."""
LAYS, LOOKS = 3, 60
"""Lays that are looked at for a company without track, and the work of a decision that is thought over."""
WORTH = 0.15
"""What a further train must bring, as a part of its price: money that a company keeps is worth little."""
SALE = "sell_shares"
TRAINS = 12
"""Trains of the bank that are looked at in a turn."""


Best = tuple[int, list[str], list[dict[str, Json]]]
"""What a run earns, the trains that it was found for, and its routes."""


class Playout:
    """Plays branches of one fork; all that is done is taken back.

    Seats deal in shares and found companies as *steady* does. Companies run for the best, pay, buy each train
    that brings something by the track that lies there, and lay track while they have hardly a run.
    """

    def __init__(self, fork: Fork) -> None:
        self.fork, self.view, self.known = fork, fork.view, knowledge_of(fork.title)
        self.played = 0

    def worths(self, action: Action, most: int = LONGEST) -> dict[str, float] | None:
        """What each seat is worth at the end after an action; None where that takes too many decisions."""
        with self.fork.branch():
            self.fork.do(action)
            for _ in range(most):
                waiting = self.fork.waiting()
                if waiting is None:
                    return {seat: float(worth) for seat, worth in self.fork.title.scores(self.view).items()}
                found = self._next(waiting)
                if found is None:
                    return None
                self.fork.do(found)
                self.played += 1
        return None

    def score(self, seat: str, action: Action, most: int = LONGEST) -> float | None:
        """How well a seat does against the others after an action: 10 for about a percent."""
        found = self.worths(action, most)
        return None if found is None else standing(found, seat)

    # --- quick rules ---------------------------------------------------------------------------

    def _next(self, waiting: Waiting) -> Action | None:
        for seat in waiting.players:
            choices = self.fork.choices(seat)
            if choices:
                return self._quick(seat, waiting.company, choices) or self._thought(seat, choices)
        return None

    def _quick(self, seat: str, company: str | None, choices: Sequence[Choice]) -> Action | None:
        """What a company does by quick rules; None where it takes thought."""
        if self.view.cursor.round != "operating" or self.view.state.pending or company is None:
            return None
        kinds = {choice.kind: choice for choice in choices}
        if any(field.kind == "routes" for choice in choices for field in choice.fields):
            return self._run(seat, company, choices)
        if "dividend" in kinds:
            return self._legal(Action("dividend", seat, {"payout": PAY}))
        still = quiet(self.fork, seat, choices)
        if "buy_train" in kinds:
            return self._train(seat, company, kinds["buy_train"], still)
        if still is None:
            return None
        return None if self.view.cursor.step == "track" and self._is_bare(company) else still

    def _is_bare(self, company: str) -> bool:
        """Whether a company has hardly begun to build: its trains, or its first one to come, have no run."""
        fresh = bool(self.view.trains(company)) or not self.view.company(company).operated
        return fresh and not self._best(company)[0]

    def _legal(self, action: Action) -> Action | None:
        return action if self.fork.legal(action) else None

    def _run(self, seat: str, company: str, choices: Sequence[Choice]) -> Action | None:
        """The best run that some patience finds."""
        _, held, routes = self._best(company)
        kind, name = next((c.kind, f.name) for c in choices for f in c.fields if f.kind == "routes")
        if not routes:
            return quiet(self.fork, seat, choices)
        names = dict(zip(held, self._fleet(company)[1], strict=True))
        return self._legal(Action(kind, seat, {name: [_renamed(route, names) for route in routes]}))

    def _best(self, company: str) -> Best:
        """The best run of a company that some patience finds, kept with the board."""
        view = self.view
        kinds, held = self._fleet(company)
        if not held or not view.stations(company):
            return 0, held, []
        return view.board().remember(
            (KEY, "playout", company, view.state.phase, kinds), lambda: self._found(company)
        )

    def _found(self, company: str) -> Best:
        found = best_routes(self.view, company, after(self.known.patience))
        return found.revenue, self._fleet(company)[1], [route.to_json() for route in found.routes]

    def _fleet(self, company: str) -> tuple[tuple[Hashable, ...], list[str]]:
        """The trains of a company by what they run as, and by name, in the same order."""
        held = sorted(
            (t.kind, *(v for v in t.data.values() if isinstance(v, str)), t.id)
            for t in self.view.trains(company)
        )
        return tuple(each[:-1] for each in held), [each[-1] for each in held]

    def _train(self, seat: str, company: str, choice: Choice, still: Action | None) -> Action | None:
        """The train of the bank that brings most on the track of now; ``still`` where none does."""
        actions = completions(self.fork, seat, choice, TRAINS)
        weighed = [(self._brings(company, action), action) for action in self._fresh(actions)]
        best = max(weighed, key=lambda each: each[0], default=None)
        return best[1] if best is not None and (still is None or best[0] > 0) else still

    def _fresh(self, actions: Iterable[Action]) -> list[Action]:
        """Purchases from the bank that nothing speaks against, one of each train."""
        bank = (a for a in actions if a.args.get("source", DEPOT) == DEPOT)
        sane = [a for a in bank if self.known.taste(self.view, a) >= 0]
        return list({str(a.args["train"]): a for a in reversed(sane)}.values())

    def _brings(self, company: str, action: Action) -> float:
        """What a train brings beyond what it must."""
        view, cash = self.view, self.view.company(company).cash
        with self.fork.after(action):
            cost = cash - view.company(company).cash
            ahead = outlook(view, self.known)
            fresh = view.trains(company)[-1]
            lasts = min(self.known.life(view, fresh.id, ahead.life(fresh.kind)), ahead.rounds - 1)
            now = self._best(company)[0]
        return (now - self._best(company)[0]) * lasts - WORTH * cost

    def _thought(self, seat: str, choices: Sequence[Choice]) -> Action | None:
        """What *steady* would do at a quick look: shares are sold only where something must be done."""
        thought = Thought(self.fork, seat, Budget(LOOKS), None, LAYS)
        choices = [c for c in choices if thought.is_looked_at(c)]
        still = quiet(self.fork, seat, choices)
        if still is not None:
            choices = [c for c in choices if c.kind != SALE]
        found = next((each.action for each in thought.weighed_of(choices, still)), None)
        return found or still or thought.any_action()


def _renamed(route: Mapping[str, Json], names: Mapping[str, str]) -> dict[str, Json]:
    """A route with the names of other trains that run alike."""
    joined = [names[each] for each in route.get("joined", ())]
    return {**route, "train": names[route["train"]], **({"joined": joined} if joined else {})}
