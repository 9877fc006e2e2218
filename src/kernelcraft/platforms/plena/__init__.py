"""PLENA: a tensor instruction set with a systolic array, vector rows and MXFP8 tensors in HBM."""
