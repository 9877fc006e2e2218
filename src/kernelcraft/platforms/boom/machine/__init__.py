"""The machine: RV64GC, one space of memory, a function that is called."""
