"""The log of every room, kept where a restart finds it: in memory, or in SQLite."""
