"""Routes in the terms of the game: what they are, which are legal, what they earn, which to suggest.

Begin with `policy`: `RoutePolicy` is what a title says of its routes, and the functions beside it are what
others ask (is this set legal, what does it earn).

- `paths` a `Route` as it is written, and the track that it uses; `visits` the stops on it;
- `manners` how a train runs and what a company has beyond its trains; `terms` how the board is read;
- `legality` the rules one by one; `earnings` what routes earn together, all assigned for the best;
- `suggest` the best sets: `planning` states the problem in plain numbers, over the graphs that `tracks`
  draws, and `engine.solver` answers it;
- `forced` runs that nobody chooses; `onward` where a train can go next; `prospects` what a run depends on.
"""
