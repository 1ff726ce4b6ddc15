"""What a reader sees and touches: words, board, charts, page furniture.

Rules come from `engine`, and only from there.
"""
