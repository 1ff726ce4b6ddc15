"""Measurements, one command each; never a gate."""
