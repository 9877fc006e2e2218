"""The PLENA instruction table: operands, units and syntax; the chapters add the instructions."""

from __future__ import annotations

from kernelcraft.isa.instruction import Erratum
from kernelcraft.isa.isa import Isa, Syntax
from kernelcraft.isa.operand import Immediate, Register

OPERANDS = (
    Register("rd", 4, "integer register in the destination field", file="gp", count=16),
    Register("rs1", 4, "first integer source register", file="gp", count=16),
    Register("rs2", 4, "second integer source register", file="gp", count=16),
    Register("fd", 4, "FP destination register", file="f", count=8),
    Register("fs1", 4, "first FP source register", file="f", count=8),
    Register("fs2", 4, "second FP source register", file="f", count=8),
    Register("ad", 4, "HBM address register that is set", file="a", count=8),
    Register("as2", 4, "HBM address register that holds the tensor's base", file="a", count=8),
    Immediate("rmask", 4, "1: only the groups enabled in V_MASK", default=0, high=1),
    Immediate("rorder", 4, "1: scalar minus vector", default=0, high=1),
    Immediate("rstride", 4, "1: rows are STRIDE elements apart; 0: contiguous", high=1),
    Immediate("precision", 4, "0: weights or activations, 1: KV; same format here", high=1),
    Immediate("imm18", 18, "unsigned number"),
    Immediate("imm22", 22, "unsigned number"),
    Immediate("count", 22, "number of iterations", low=1),
)

UNITS = {
    "matrix": "systolic array with its accumulators",
    "vector": "one row of VLEN elements at a time",
    "scalar_fp": "fp16 scalar arithmetic and the FP SRAM",
    "scalar_int": "32-bit integer arithmetic and the INT SRAM",
    "dma": "transfers between HBM and the on-chip memories",
    "control": "address, stride, scale and mask registers, hardware loops",
}

plena = Isa(
    "plena",
    word_bits=32,
    operands=OPERANDS,
    units=UNITS,
    syntax=Syntax(comments=(";", "//")),
)

F0 = Erratum("f0 is constant", "f0 is always 0.0; a result for it is dropped.")
NAN = Erratum(
    "a NaN is the maximum",
    "The official emulator's maxima skip a NaN and give the other number; here the result is NaN.",
)
GP0 = Erratum("gp0 is constant", "gp0 is always 0; a write to it has no effect.")
