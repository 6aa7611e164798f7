"""A judge from outside: questions over the whole vocabulary, decided from the definitions alone.

Nothing here asks symroof whether symroof is right.  Expressions are trees of this package (``trees``), evaluated in
exact rationals or in intervals that are narrowed until they decide; operations are simulated device by device.
``python -m tests.outside_judge --seed 1 --minutes 15`` draws fresh questions and prints what was judged.
"""
