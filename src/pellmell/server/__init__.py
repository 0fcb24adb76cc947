"""The shell around rooms: sockets, routes, timers and the log. The only place with sockets."""
