"""The 5- and 10-share corporations of 1826, the hexes around Paris and the powers of privates."""
