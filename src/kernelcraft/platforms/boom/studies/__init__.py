"""BOOM: what pages of the docs measure of this core."""
