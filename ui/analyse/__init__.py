"""The hand analyser: a real situation, the best play in expected points, and why."""
