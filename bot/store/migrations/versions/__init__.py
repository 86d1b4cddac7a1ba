"""One file a change of the schema, in order. A published one is never edited."""
