"""What tests of this engine need and those of any other client, bot or engine can use too."""
