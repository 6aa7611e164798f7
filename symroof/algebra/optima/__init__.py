"""Where is it least, and what proves it: minima under ties and limits, divisors and tiles.

Read ``certificate`` (a minimum and its proof), ``constraints`` (what is asked), ``program`` (geometric programs in
numbers), ``means`` (weighted means), ``limited`` (under limits), ``maxima`` (of maxima), ``optimum`` (the answer) and
``tiles`` (whole numbers near it).
"""
