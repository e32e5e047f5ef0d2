"""Stack and priority, for the games that have them: entries, windows, declarations, triggers.

`records` are what travels in a state, `policy` is what a game declares, `priority` passes the word
round, `entries` come and go, `resolving` does them, `declaring` puts a play together choice by
choice, `triggers` put themselves on the stack, `requirements` and `actions` make what a seat may do.
"""
