"""Bots that play as people do: they take their time, overlook cards and slip now and then."""
