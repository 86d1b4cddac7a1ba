"""The session of a member on the page of a turn: the draft of the decision, a trial, and their texts."""
