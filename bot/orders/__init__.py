"""Standing orders (`/auto`): moves that the bot makes for a member while he is away.

| module | what |
| --- | --- |
| `order` | an order, and by what a move is known that one has made |
| `words` | what an order does and when it stops, for its owner; why it moved, for all |
| `stops` | whether an order is over |
| `propose` | the next ordinary action of an order; the engine alone judges it |
| `chain` | all that standing orders do after an action, one after the other |

Nothing here knows of Discord or of the database.
"""
