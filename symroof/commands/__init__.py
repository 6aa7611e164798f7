"""The commands, a file for each group; ``cli.py`` is the door and loads the one that is asked for."""
