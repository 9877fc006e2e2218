"""The template baseline: vector code by templates, list-scheduled, loops not software-pipelined.

It is our own, no compiler of AMD's. A template is text in the order of its meaning; `pieces` has
what templates share.
"""
