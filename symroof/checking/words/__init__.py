"""What words say in signs: numbers, operations, bounds, verdicts and doubts, as people put them.

The closed classes: ``lexicon`` (words that deny, bind, scale), ``changers`` (of a value into another statement),
``resources`` (what can bind), ``bottlenecks`` and ``limiting`` (a bottleneck in other words), ``hedges`` (what stands
around an answer), ``existence`` (at every size, at none). Numbers and operations: ``numerals``, ``ends`` (of a
range), ``shouted`` (in capitals), ``shorthand`` (x2.5, 7b params), ``odds`` (one in 32, once per ms), ``durations``
(3 h 20 min), ``notations`` (of countries, trades and machines: 2 crore, 0x1000), ``currencies``, ``coded`` (7 // 2,
7 % 2), ``customary`` (9.6 Mio., ld(n), 1 GB in 8 s), ``aloud`` (powers, as they are said), ``shifts`` (grows by a
factor of 10), ``changes`` (verbs), ``differences`` (what is saved), ``operations``, ``called`` (which
symbols a noun stands for), ``recited`` (a formula in words), ``nouned`` (peak / bandwidth), ``remarks`` (of what a
number is), ``jotted`` (~~2BDF~~ 4BDF, 10[Gbps]), ``scripts`` (Chinese and Russian units),
``chatted`` (bc, upto), ``things`` (2 passes), ``concluded`` (43 - 30 = 13 left), ``trailed`` (50ms rtt),
``otherways`` (200 ns @ 3 GHz).
Sentences: ``assent`` (yes and no), ``tongues`` (sí, nein), ``sayings`` (a table of them),
``phrases`` (an answer as the formula it says), ``comparisons`` (faster by 30 %), ``reworded`` (the same in plainer
words), ``surplus`` (what only restates the case),
``contrasted`` (beside what it is not), ``exponents`` (symbols in a power), ``multiples`` (a third cheaper).
"""
