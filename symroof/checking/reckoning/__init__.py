"""Numbers in sentences, held to what the sentence, or the one before, says that they are.

``figures`` (a number with what it counts), ``manifold`` (how many of it are told), ``slips`` (how a number misses a
value), ``reckoned`` (sums, products, shares), ``scaled`` (so many times another), ``sentences`` (told twice, shared
out), ``ordered`` (compared), ``worked`` (an amount at a rate), ``wording`` (products and totals of lines), ``spoken``
(sums with dots, bounds on a letter), ``percents`` (percentages of a number, shares of a whole), ``portions`` (bases
of percentages, totals, what is left), ``products`` (sentences of three numbers), ``opposed`` (words against two
numbers), ``periodic`` (a rate by two periods), ``changed`` (changes in percent), ``rowed`` (rows that a sentence
names), ``recalled`` (told again later), ``apiece`` (of so much each), ``multiplied`` (so many times the one behind
it), ``referred`` (what "that is" makes of the sentence before), ``clocked`` (cycles and times), ``patterned`` (ways
of a cache, disks of a RAID), ``upended`` (quotients by the units told) and ``inferred`` (what follows from those just
before).
"""
