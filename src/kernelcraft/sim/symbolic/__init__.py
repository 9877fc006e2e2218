"""The reference machine on unknown inputs: what every number of a run is made of."""
