"""What a client shows of a game beyond playing it, by subject; `engine` itself plays it.

| module | what it is about |
| --- | --- |
| `trading` | who bought and sold shares, what is on sale, and which bids stand |
| `depot` | the trains of the bank, and who must still buy one |
| `leads` | towards which stops the track of a tile lay leads |
| `moves` | kinds and fields that clients show in a special way, and subjects of decisions |
| `players` | computer players, who decide for a seat |
| `runs` | routes in words and figures, and the search for them |
| `short_reasons` | a reason in a few words |
| `round_state` | lots and bids, money and certificates, companies at a glance, running order |
| `stories` | what happened: sentences, and the events that clients look for |
| `supply` | which trains and colours of tiles come next |
| `table` | what lies on the table: its ids and names, and the position in wire form |
| `whynot` | why something that players look for cannot be done now |
"""
