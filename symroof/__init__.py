"""symroof reads an operation as a textbook writes it and answers in closed form what the hardware makes of it."""

__version__ = "0.1.0"
