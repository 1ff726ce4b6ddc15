"""What a reader sees and touches: words, board, charts, page furniture. Asks `engine` for every rule."""
