"""What is shipped and what it is built on: locks, advisories, the bill of materials, the wheel."""
