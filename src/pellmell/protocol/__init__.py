"""What crosses the wire: messages, and the views of a room they are made of."""
