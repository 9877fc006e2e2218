"""Experiments about agents that need no model: do the strategies search, what is feedback worth?"""
