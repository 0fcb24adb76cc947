"""What tests of this engine need, and those of others: rounds played out, and conformance."""
