"""Where tables are kept: rows, and the databases that hold them."""
