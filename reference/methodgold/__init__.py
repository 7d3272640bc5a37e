"""Goldens of the pruning methods, made by the published code."""
