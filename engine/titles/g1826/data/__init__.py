"""The facts of 1826: figures, readings, the map, the options and the title's own sentences."""
