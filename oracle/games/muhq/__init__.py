"""muhq's game: a draft, a board of tiles, units in stacks, and win conditions that the map sets."""
