"""Standing orders (`/auto`): moves that the bot makes for members while they are away.

| module | contents |
| --- | --- |
| `order` | a standing order, and which moves were made since it was set |
| `requests` | checks what a member requests, and makes a standing order of it |
| `words` | what an order does and when it ends, for its owner; the public notes on its moves |
| `stops` | whether an order has ended |
| `propose` | the next ordinary action of an order; the engine alone decides whether it is legal |
| `chain` | all moves that standing orders make after an action, one after the other |

None of these modules uses Discord or the database.
"""
