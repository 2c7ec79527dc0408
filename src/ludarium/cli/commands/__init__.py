"""The commands of the program, one module each, imported when they are named."""
