"""How is a SymPy expression read, and an answer written as one: SymPy is the reader's language and decides nothing.

Read ``nodes`` (what is what in an expression), ``guard`` (Piecewise, Mod, Abs), ``reader``, ``writer``, ``closed``
(where a sign changes) and ``door`` (both ways, for every answer).
"""
