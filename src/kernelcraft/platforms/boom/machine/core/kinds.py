"""How an instruction is timed: the few kinds that the model of the core tells apart."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """The timing class of an instruction; what it does beyond that is of no interest here."""

    ALU = 0
    AUIPC = 1  # an addition of the jump unit
    BRANCH = 2  # conditional
    JAL = 3
    JALR = 4
    MUL = 5
    DIV = 6  # signed, also of the lower 32 bits, sign-extended
    UDIV = 7  # unsigned
    LOAD = 8
    STORE = 9
    FLOAD = 10
    FSTORE = 11
    FPU = 12  # additions, products, minima, moves and conversions between floats
    FDIV = 13
    FSQRT = 14
    FTOI = 15  # from a float register to an integer register
    ITOF = 16  # and back
    FCMP = 17  # compares and classifies: as FTOI
    CSR = 18
    FENCE = 19
    FENCEI = 20
    AMO = 21
    LR = 22
    SC = 23
    SYSTEM = 24  # ecall, mret and the like: the pipeline is flushed
