"""The facts of 18OE: figures, zones, options, readings, the market and the title's own sentences."""
