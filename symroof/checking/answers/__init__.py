"""One typed answer against the expected one.

Of what it says more than one thing: ``limits`` and ``parts`` (behind it), ``scope`` and ``reach`` (how far it holds),
``sided`` and ``twosided`` (bounds with sides), ``thresholds`` (as printed), ``unasked`` (units), ``onmachine`` (rates
of a machine), ``branches`` (of a choice), ``loosely`` (steps whose units are left open), ``equations`` (for its
unknown), ``eitherway`` (1,500 GB, -40%), ``bases`` (of logarithms), ``provisos`` (corrections), ``beside`` (brackets
and reasons), ``steps`` (worked out). Of sentences nobody read: ``plainly`` (in plain words), ``predicates`` (subject,
verb, value), ``clauses`` (which change nothing), ``pieces`` (what reads), ``assertion`` (what is said to be so),
``explained`` (in words), ``whether`` (yes, no, which side), ``unstated`` (what is left to the question), ``prose``
(the parts of a sentence), ``claimed`` (the value behind its verb), ``gist`` (the one statement that counts),
``crossings`` (sides, and from where on), ``alone`` (a statement without its cause, case and remarks), ``openly`` (by
its closed class of words alone), ``supposed`` (of another case), ``recital`` (a formula told in words), ``renamed``
(in other names), ``noted`` (notes that are no sentence), ``surrounded`` (what makes another statement of a right
value), ``around`` (what takes it back or stands beside it), ``grown`` (what an order is part of), ``orders`` (of
growth), ``perthing`` (so much a day), ``workings`` (what bears a value out), ``ownsums`` (what it works out itself),
``premises`` (which way things go), ``twotold`` (two amounts beside a verdict or a change), ``headed`` (by its reason),
``lastly`` (what it concludes), ``cased`` (before its case), ``undimensioned`` (a result without its unit). Of all:
``alternatives`` (several of it), ``letters`` (which of it are symbols), ``judging`` (two claims made a verdict),
``question`` (read as it stands).
Begin with ``answer``, which asks all of them.
"""
