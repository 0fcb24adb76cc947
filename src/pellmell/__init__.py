"""An open table for the real-time card game Ligretto, unofficial and unaffiliated."""

__version__ = "0.1.0"
