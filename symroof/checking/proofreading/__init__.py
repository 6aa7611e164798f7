"""Whole documents proofread, and what a project wants of it.

What keeps a line from being wrong: ``stated`` (a regime), ``supplied`` (a unit), ``periods`` (the seconds of a day),
``wholes`` (rounded up), ``otherwise`` (another reading), ``unlike`` (no equation of real numbers).
``statements`` asks the rules, ``proofread`` judges every chain and puts both together.  For projects: ``settings``,
``targets`` (files), ``baseline`` (findings that are kept), ``formats`` (reports for programs) and ``batch`` (several
documents).
"""
