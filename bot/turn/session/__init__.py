"""The session of a member on the page of a turn: the draft of the decision, a rehearsal, and their texts."""
