"""Pellmell, the open table for a card game that everybody plays at once."""

__version__ = "0.1.0"
