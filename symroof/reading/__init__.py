"""Text to objects: the two grammars and quantities; nothing a user typed is ever evaluated as code."""
