"""The problem bank: ``bank`` (an answer marked against its derivation) and ``exercise`` (question, grade, hint)."""
