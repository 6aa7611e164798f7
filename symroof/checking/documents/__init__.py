"""A text as facts and formulas, each with its place and its scope.

The text: ``blocks`` (of Markdown), ``asread`` (LaTeX and HTML as running text), ``indented``, ``macros``, ``spans``
(formulas and where they stand), ``grid`` (cells of tables), ``places`` (words looked for once), ``numberstyle``,
``normal`` (formulas as the reader takes them). What it says: ``facts`` (with scopes), ``prose`` (arithmetic in
sentences), ``context`` (what words make of a formula), ``named`` (operations), ``sizes`` (of tables), ``series``
(sums with dots). What an author tells us: ``report`` (the record, the rules' names) and ``comments``. Together:
``material`` (a document read for judging), ``flat`` (a page on one line) and ``statement`` (what a rule has judged in
it).
"""
