"""The set-up (3) and the UK-France scenario."""
