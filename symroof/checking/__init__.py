"""What people wrote, judged: answers and whole documents.

Its rooms, from the ground up: ``claims`` (is what was written so?), ``words`` (what do words say in signs?),
``answers`` (one typed answer), ``documents`` (a text as facts and formulas), ``tables``, ``reckoning`` (numbers in
sentences), ``laws`` (formulas against definitions and the model), ``proofreading`` (whole documents) and
``exercises``. Each imports only those before it, and says on its own page in which order to read it.
"""
