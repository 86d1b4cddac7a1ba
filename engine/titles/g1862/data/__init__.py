"""The facts of 1862: figures, options, readings, the map, the market and the title's own sentences."""
