"""The search for the best set of routes: a `Problem` in plain numbers, and its `Answer`. It knows no game.

`routing.best_sets` is what others call. `problem` and `graph` say what it is given, `answer` what it gives.

Exact, for one train: `walks` goes over all routes (`rides` where trains do not simply visit all stops on
their way, as `judging` says), with `bounds` on what is still to come. For a set, the folder `exact`: `sets`
takes the routes that can be part of it, `packing` chooses among these columns by prices and branch and bound;
where there are too many, `pricing` looks for the columns at these prices. `claims` and `resources` say what
keeps two routes apart. `plans` goes over the ways to use the trains.

On large networks first: `large.rough_set`, a linear program with cuts and a local search (`large.search`).

For any search, a title's own too: `clock` (time is up), `kept` (the best so far), `sums` and `tuning` of
prices, `compiled` and `flat` (loops as machine code and their memory).
"""
