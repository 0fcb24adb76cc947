"""One match as an object without I/O: bytes and times go in, log entries and frames come out."""
