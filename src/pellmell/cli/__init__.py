"""The command line: `pellmell serve`, and the engine's answers about positions and records."""
