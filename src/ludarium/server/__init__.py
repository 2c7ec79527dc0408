"""The table: matches with people around them, over HTTP and WebSocket."""
