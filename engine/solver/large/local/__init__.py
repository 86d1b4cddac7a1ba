"""The local search on large networks: loops over one flat memory, which numba compiles."""
